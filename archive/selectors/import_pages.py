"""An import in the words and parts of its pages: headline, tabs, one page of the ledger."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from archive.importers import parse
from archive.models import BatchStatus, ImportBatch, ImportItem, ItemStatus, Record, Upload
from archive.selectors import imports, visible
from archive.selectors.import_reports import OURS
from archive.selectors.imports import Progress, fragment
from archive.selectors.visible import Reader
from archive.selectors.words import short_name, visible_name

PAGE_ROWS: Final = 50
LISTED_UPLOADS: Final = 3
LISTED_NAME: Final = 100
SHORT_BYTES: Final = 16 << 10
"""A rejected record above this size is not read again for the names of its players."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One filter of the ledger. ``slug`` is the outcome, "" for all."""

    slug: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One record of the ledger and who played, where it could be read.

    ``record``: the stored record, or the one it repeats, where the reader may be led there.
    """

    item: ImportItem
    players: str
    record: Record | None


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Some rows of the ledger. ``first`` and ``last`` count from 1; 0 where there are none."""

    rows: list[LedgerRow]
    outcome: str
    number: int
    pages: int
    first: int
    last: int
    total: int

    @property
    def words(self) -> str:
        return f"{self.first:,} to {self.last:,} of {self.total:,}"


def batch(batch_id: uuid.UUID) -> ImportBatch | None:
    return ImportBatch.objects.filter(pk=batch_id).first()


def item(batch_id: uuid.UUID, number: int) -> ImportItem | None:
    """A record of an import by the number that pages show, from 1."""
    found = ImportItem.objects.select_related("batch", "record", "upload")
    found = found.defer("record__original", "record__text")
    return found.filter(batch_id=batch_id, number=number - 1).first()


def neighbours(item: ImportItem) -> dict[str, int | None]:
    """The numbers, as pages show them, of the rejected records before and after this one."""
    numbers = ImportItem.objects.filter(batch=item.batch_id, status=ItemStatus.REJECTED)
    numbers_only = numbers.order_by("number").values_list("number", flat=True)
    before = numbers_only.filter(number__lt=item.number).last()
    after = numbers_only.filter(number__gt=item.number).first()
    return {
        "before": None if before is None else before + 1,
        "after": None if after is None else after + 1,
    }


def mended_item(batch: ImportBatch) -> ImportItem | None:
    """The rejected record that this import mends, if it does."""
    return ImportItem.objects.defer("original").filter(mended_by=batch).first()


def next_to_mend(item: ImportItem) -> int | None:
    """The number, as pages show it, of the next rejected record of its import that nobody has sent
    again; after the last the first."""
    open_ones = ImportItem.objects.filter(
        batch=item.batch_id, status=ItemStatus.REJECTED, mended_by=None
    )
    numbers = open_ones.order_by("number").values_list("number", flat=True)
    following = numbers.filter(number__gt=item.number).first()
    number = numbers.first() if following is None else following
    return None if number is None else number + 1


def title(uploads: Iterable[Upload]) -> tuple[str, str]:
    """What was uploaded, as a heading, and the names of several files as a line below."""
    names = [upload.name for upload in uploads]
    if len(names) <= 1:
        return (names[0] if names else "Import"), ""
    more = len(names) - LISTED_UPLOADS
    listed = ", ".join(names[:LISTED_UPLOADS])
    return f"{len(names):,} uploads", f"{listed} and {more:,} more" if more > 0 else listed


def uploads(batch: ImportBatch) -> QuerySet[Upload]:
    """Everything that was sent, in its order, to be taken back."""
    return batch.uploads.order_by("number")


def not_whole(batch: ImportBatch) -> int:
    """How many rejected records are larger than what is kept with them."""
    return batch.items.filter(status=ItemStatus.REJECTED, is_whole=False).count()


def headline(progress: Progress) -> str:
    match progress.status:
        case BatchStatus.WAITING:
            return "Waiting for its turn."
        case BatchStatus.RUNNING if not progress.is_split:
            return f"{_settled(progress):,} judged; the upload is still being read."
        case BatchStatus.RUNNING:
            return f"{_settled(progress):,} of {progress.received:,} judged."
        case BatchStatus.CANCELLED:
            return "Cancelled. What was stored before stays stored."
    return "All accounted for."


def pace(progress: Progress) -> str:
    """How fast, and how long still: "about 240 a second, 12 seconds left"."""
    if progress.rate <= 0 or progress.status != BatchStatus.RUNNING or silence(progress):
        return ""
    speed = f"About {progress.rate:,.0f} a second" if progress.rate >= 1 else "Less than 1 a second"
    if progress.seconds_left is None:
        return f"{speed}."
    return f"{speed}, {duration(progress.seconds_left)} left."


def silence(progress: Progress) -> str:
    """What to know where nothing has moved for a while; "" while something does."""
    if progress.silent < imports.SILENT_SECONDS:
        return ""
    since = duration(progress.silent)
    if progress.status == BatchStatus.WAITING:
        return (
            f"No worker has taken it up for {since}. It waits until one is free; nothing is lost."
        )
    turn = settings.IMPORT_LEASE_SECONDS + settings.IMPORT_RESUME_SECONDS
    if progress.silent <= turn:
        return f"No worker has reported for {since}. Another takes over after {duration(turn)} at the latest."
    return f"No worker has reported for {since}. The import goes on when one runs; nothing is lost."


def duration(seconds: int) -> str:
    for size, word in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= 2 * size or size == 1:
            count = round(seconds / size)
            return f"{count} {word}{'' if count == 1 else 's'}"
    return ""


def milestone(progress: Progress) -> str:
    """What is worth saying aloud: the start, each quarter, a long standstill, the end."""
    if progress.is_final:
        return "end"
    if silence(progress):
        return "silent"
    if not progress.is_split or not progress.received:
        return "start"
    return str(4 * _settled(progress) // progress.received * 25)


def announcement(progress: Progress) -> str:
    """The sentence of the last milestone."""
    last = milestone(progress)
    if last == "end":
        return (
            f"The import has ended: {progress.received:,} received, {progress.stored:,} stored, "
            f"{progress.duplicate:,} duplicate, {progress.rejected:,} rejected."
        )
    if last == "silent":
        return silence(progress)
    return "The import has begun." if last == "start" else f"{last} percent judged."


def tabs(progress: Progress) -> tuple[Tab, ...]:
    return (
        Tab("", "All", progress.received),
        Tab(ItemStatus.STORED, "Stored", progress.stored),
        Tab(ItemStatus.DUPLICATE, "Duplicate", progress.duplicate),
        Tab(ItemStatus.REJECTED, "Rejected", progress.rejected),
    )


def ledger_page(
    batch: ImportBatch, tabs: Iterable[Tab], *, outcome: str, number: int, reader: Reader
) -> LedgerPage:
    """One page of the ledger; an unknown outcome is all, a page beyond the end is the last."""
    tab = next((tab for tab in tabs if tab.slug == outcome), Tab("", "", batch.received))
    pages = max(1, -(-tab.count // PAGE_ROWS))
    number = min(max(number, 1), pages)
    start = (number - 1) * PAGE_ROWS
    items = imports.ledger(batch, tab.slug).prefetch_related("record__seats", "mended_by")
    shown = list(items[start : start + PAGE_ROWS])
    rows = ledger_rows(shown, reader)
    return LedgerPage(
        rows=rows,
        outcome=tab.slug,
        number=number,
        pages=pages,
        first=start + 1 if rows else 0,
        last=start + len(rows),
        total=tab.count,
    )


def ledger_rows(items: Sequence[ImportItem], reader: Reader) -> list[LedgerRow]:
    """Items as the reader may see them."""
    refused = _refused_players(items)
    return [_row(item, refused.get(item.pk, ""), reader) for item in items]


def _row(item: ImportItem, players: str, reader: Reader) -> LedgerRow:
    record = item.record if visible.may_follow(item, reader) else None
    seats = record.seats.all() if record else ()
    return LedgerRow(item, players or _named(seat.name for seat in seats), record)


def _refused_players(items: Iterable[ImportItem]) -> dict[int, str]:
    """Who played the rejected records among these, read from their texts where these are short."""
    wanted = [item.pk for item in items if item.record_id is None and _is_read_again(item)]
    found = ImportItem.objects.filter(pk__in=wanted).exclude(format="") if wanted else ()
    return {item.pk: _named(parse(fragment(item)).players()) for item in found}


def _is_read_again(item: ImportItem) -> bool:
    return item.size <= SHORT_BYTES and (item.problem or {}).get("code") != OURS


def _named(names: Iterable[str]) -> str:
    return " – ".join(short_name(visible_name(name), LISTED_NAME) for name in names)


def _settled(progress: Progress) -> int:
    return progress.stored + progress.duplicate + progress.rejected
