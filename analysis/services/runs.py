"""What jobs did and how they ended, for the people who run the site."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.utils import timezone

from analysis.models import JobRun

KEPT = 100
"""Runs of each name that are kept."""


@dataclass(slots=True)
class Run:
    """Filled by the job while it runs."""

    done: int = 0
    notes: list[str] = field(default_factory=list)


@contextmanager
def noted(name: str, *, game: str = "") -> Iterator[Run]:
    """Write down a run of a job when it ends, also when it fails; the failure goes on its way."""
    started, run, failure = timezone.now(), Run(), ""
    try:
        yield run
    except BaseException as error:
        failure = f"{type(error).__name__}: {error}"
        raise
    finally:
        JobRun.objects.create(
            name=name,
            game=game,
            started=started,
            finished=timezone.now(),
            done=run.done,
            failure=failure[:2_000],
            notes=run.notes,
        )
        _trim(name)


def _trim(name: str) -> None:
    kept = JobRun.objects.filter(name=name).order_by("-id").values_list("pk", flat=True)
    for last in kept[KEPT : KEPT + 1]:
        JobRun.objects.filter(name=name, pk__lte=last).delete()
