"""What jobs did and how they ended, for the people who run the site.

A run is written down when it begins: one that was killed stands there without an end.
"""

import datetime as dt
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from analysis.models import JobRun

logger = logging.getLogger(__name__)

KEPT: Final = 100
"""Runs of each name that are kept, and as many that failed."""
NOTES: Final = 200
"""Sentences of one run that are kept; more would tell nobody more."""


@dataclass(slots=True)
class Run:
    """Filled by the job while it runs."""

    done: int = 0
    notes: list[str] = field(default_factory=list)


@contextmanager
def noted(name: str, *, game: str = "") -> Iterator[Run]:
    """Write a run down, from its beginning to its end; a failure goes on its way."""
    row, run = JobRun.objects.create(name=name, game=game, started=timezone.now()), Run()
    try:
        yield run
    except BaseException as error:
        _end(row, run, failure=f"{type(error).__name__}: {error}")
        raise
    _end(row, run)


def write(
    name: str,
    *,
    game: str,
    started: dt.datetime,
    done: int,
    notes: Sequence[str],
    failure: str = "",
) -> None:
    """Write down a run that many workers had a part in."""
    row = JobRun.objects.create(name=name, game=game, started=started)
    _end(row, Run(done, list(notes)), failure)


@contextmanager
def failures_noted(name: str, *, game: str) -> Iterator[None]:
    """Write a run down only if it fails; the failure goes on its way."""
    started = timezone.now()
    try:
        yield
    except BaseException as error:
        words = f"{type(error).__name__}: {error}"
        write(name, game=game, started=started, done=0, notes=(), failure=words)
        raise


def _end(row: JobRun, run: Run, failure: str = "") -> None:
    values = {
        "finished": timezone.now(),
        "done": run.done,
        "failure": failure[:2_000],
        "notes": shortened(run.notes),
    }
    try:
        JobRun.objects.filter(pk=row.pk).update(**values)
        _trim(row.name)
    except DatabaseError:
        # What went wrong first must be what is heard of.
        logger.exception("The end of %s could not be written down", row.name)


def shortened(notes: Sequence[str]) -> list[str]:
    """As many sentences as are kept, and how many more there were."""
    more = len(notes) - NOTES
    return [*notes[:NOTES], *([f"And {more} more."] if more > 0 else [])]


def _trim(name: str) -> None:
    for runs in (
        JobRun.objects.filter(name=name, failure=""),
        JobRun.objects.filter(name=name).exclude(failure=""),
    ):
        for last in runs.order_by("-id").values_list("pk", flat=True)[KEPT : KEPT + 1]:
            runs.filter(pk__lte=last).delete()
