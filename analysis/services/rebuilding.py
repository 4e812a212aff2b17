"""A whole index built beside the one in use, and put in its place.

Records that change meanwhile go into both. Built in slices: the generation's `LongJob` says where to
go on. Two that build the same one do some work twice and end with the same; one whose generation was
given up for another stops.
"""

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from analysis.models import Entry, Generation, LongJob, Status
from analysis.services import folding, generations, indexing, longjobs, plans, runs
from archive import engines
from archive.models import Record

NAME = "rebuild"
FINISHED = "finished"


def take_up(*, game: str, token: str = "") -> LongJob | None:
    """The rebuilding of a game, begun if need be; None where another is at it, or all is done."""
    if token:
        return longjobs.take_over(token=token)
    if game not in {*stale_games(), *unfinished()}:
        return None
    building = generations.begin(game=game)
    return longjobs.claim(name=NAME, generation=building) if building else None


def go_on(job: LongJob) -> Iterator[int]:
    """Build and swap; yields how many records were looked at, between pieces of work. `stage` says
    at the end whether it is finished."""
    generation = job.generation
    while ids := _next(generation, job.cursor or 0):
        notes = list(job.notes)
        indexing.index_records(record_ids=ids, only=generation, notes=notes)
        done = job.done + len(ids)
        if not _keep(job, cursor=ids[-1], done=done, notes=notes[: runs.NOTES]):
            return
        yield job.done
    while folding.fold(generation_id=generation.pk):
        if not _keep(job):
            return
        yield job.done
    plans.refresh(generation_id=generation.pk, is_new=True)
    if generations.swap(generation=generation):
        job.stage = FINISHED
    longjobs.give_up(job)


def _keep(job: LongJob, **values: Any) -> bool:
    if generations.is_kept(job.generation_id):
        return longjobs.keep(job, **values)
    longjobs.give_up(job)
    return False


def rebuild(*, game: str) -> Iterator[LongJob]:
    """Build anew from the beginning, here and now; yields the job between pieces of work."""
    building = generations.begin(game=game, anew=True)
    if building is None:
        return
    job = longjobs.claim(name=NAME, generation=building, seizes=True)
    if job is not None:
        for _ in go_on(job):
            yield job
        yield job


def _next(generation: Generation, after: int) -> list[int]:
    rows = Record.objects.filter(game=generation.game, pk__gt=after).order_by("pk")
    return list(rows.values_list("pk", flat=True)[: settings.INDEX_RECORDS])


def stale_games() -> list[str]:
    """Games whose index is by an older edition of their engine than today's. One by a newer is left
    alone: a worker of an older release is still running."""
    active = Generation.objects.filter(status=Status.ACTIVE)
    editions = dict(active.values_list("game", "edition"))
    return [
        engine.slug
        for engine in engines.all_engines()
        if editions.get(engine.slug, engine.edition) < engine.edition
    ]


def unfinished() -> list[str]:
    """Games of which an index is being built."""
    building = Generation.objects.filter(status=Status.BUILDING)
    return list(building.values_list("game", flat=True))


def waiting() -> list[int]:
    """Generations with entries that are not counted yet."""
    entries = Entry.objects.filter(is_counted=False, revision__gt=0).order_by()
    kept = entries.filter(generation__status__in=generations.KEPT)
    return sorted(kept.values_list("generation", flat=True).distinct())
