"""How the jobs of the site are: their last runs and failures, and how fresh each game's figures are."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from analysis.models import Entry, Fault, Generation, JobRun, LongJob, Status
from analysis.selectors.countable import countable, lacking
from archive import engines
from archive.engines import AnyEngine
from archive.models import BugNote, Record, Rejudgement

FAILURES: Final = 10
FAULTS: Final = 20
BUGS: Final = 20
WORDS: Final = {
    "index": "Records into the index",
    "count": "Entries into the sums",
    "filter": "Sums of a filter",
    "rate": "Ratings",
    "rebuild": "A whole index built anew",
    "check": "The index compared with a recount",
    "plan": "Tables looked at by the database",
    "sweep": "What messages have missed",
}
"""The jobs of the analysis, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Job:
    """A kind of job. ``last`` may still run, or have been killed: then it has no end."""

    name: str
    words: str
    last: JobRun | None
    failed: JobRun | None
    told: JobRun | None
    """The last run that had something to say."""


@dataclass(frozen=True, slots=True)
class Building:
    """An index that is being built."""

    done: int
    records: int
    since: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Freshness:
    """How fresh the figures of a game are. ``as_of``: when its sums last changed."""

    engine: AnyEngine
    index: Generation | None
    waiting: int
    missing: int
    faults: int
    building: Building | None

    @property
    def is_older(self) -> bool:
        """The index is by an earlier edition of the engine."""
        return self.index is not None and self.index.edition < self.engine.edition

    @property
    def is_newer(self) -> bool:
        return self.index is not None and self.index.edition > self.engine.edition

    @property
    def is_fresh(self) -> bool:
        return not (self.waiting or self.missing or self.faults or self.is_older or self.is_newer)


def jobs() -> list[Job]:
    """Every kind of job, also one that has not run yet."""
    ran = JobRun.objects.order_by("name").values_list("name", flat=True).distinct()
    return [_job(name) for name in dict.fromkeys([*WORDS, *ran])]


def _job(name: str) -> Job:
    runs = JobRun.objects.filter(name=name)
    return Job(
        name,
        WORDS.get(name, name),
        runs.first(),
        runs.exclude(failure="").first(),
        runs.exclude(notes=[]).first(),
    )


def failures() -> list[JobRun]:
    """The last runs that failed."""
    return list(JobRun.objects.exclude(failure="")[:FAILURES])


def faults() -> list[Fault]:
    """The last records that could not be indexed."""
    rows = Fault.objects.exclude(generation__status=Status.RETIRED).order_by("-pk")
    return list(rows.select_related("generation")[:FAULTS])


def bugs() -> list[BugNote]:
    """The last records of imports at which the site failed."""
    return list(BugNote.objects.select_related("item")[:BUGS])


def freshness() -> list[Freshness]:
    """One for each game, in the order of engines."""
    kept = Generation.objects.exclude(status=Status.RETIRED)
    rows = {(one.game, one.status): one for one in kept}
    return [
        _freshness(
            engine,
            rows.get((engine.slug, Status.ACTIVE)),
            rows.get((engine.slug, Status.BUILDING)),
        )
        for engine in engines.all_engines()
    ]


def _freshness(
    engine: AnyEngine, index: Generation | None, building: Generation | None
) -> Freshness:
    if index is None:
        missing = countable().filter(game=engine.slug).count()
        return Freshness(engine, None, 0, missing, 0, _building(building))
    entries = Entry.objects.filter(generation=index, is_counted=False, revision__gt=0)
    return Freshness(
        engine,
        index,
        waiting=entries.count(),
        missing=lacking(index).count(),
        faults=Fault.objects.filter(generation=index).count(),
        building=_building(building),
    )


def _building(generation: Generation | None) -> Building | None:
    if generation is None:
        return None
    job = LongJob.objects.filter(generation=generation, name="rebuild").first()
    records = Record.objects.filter(game=generation.game).count()
    return Building(job.done if job else 0, records, job.started if job else None)


def open_rejudgements() -> int:
    """Records that another edition of their engine judges otherwise, and nobody has decided about."""
    return Rejudgement.objects.filter(accepted=False).count()
