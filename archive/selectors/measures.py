"""Numbers that say how the site is, read from the database when somebody asks for them.

Other apps add theirs to `SOURCES` when they start.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Count, F, Min, Sum
from django.utils import timezone

from archive.models import BatchStatus, BugNote, ImportBatch, Record


@dataclass(frozen=True, slots=True)
class Measure:
    """One number; those of one name differ by their labels."""

    name: str
    help: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)


Source = Callable[[], Iterable[Measure]]


def of_archive() -> Iterator[Measure]:
    for row in Record.objects.order_by().values("game", "visibility").annotate(count=Count("pk")):
        labels = {"game": row["game"], "visibility": row["visibility"]}
        yield Measure("tilebook_records", "Records stored.", row["count"], labels)
    settled = F("stored") + F("duplicate") + F("rejected")
    open_ones = ImportBatch.objects.filter(status__in=BatchStatus.open()).aggregate(
        count=Count("pk"), waiting=Sum(F("received") - settled), oldest=Min("created")
    )
    yield Measure("tilebook_imports_open", "Imports that have not ended.", open_ones["count"])
    waiting = open_ones["waiting"] or 0
    yield Measure("tilebook_import_items_waiting", "Their records that wait.", waiting)
    oldest = open_ones["oldest"]
    age = (timezone.now() - oldest).total_seconds() if oldest else 0.0
    yield Measure("tilebook_import_oldest_seconds", "Age of the oldest open import.", age)
    bugs = BugNote.objects.count()
    yield Measure("tilebook_bug_notes", "Records at which the site failed, not seen to.", bugs)


SOURCES: list[Source] = [of_archive]


def all_measures() -> Iterator[Measure]:
    for source in SOURCES:
        yield from source()
