"""Which records are one: the same game, setup, moves and players (its fingerprint), unless both
have full dates that differ.

A batch must leave the archive that importing its records one by one in order leaves, however many
workers settle it in whatever order. `settle_repeats` sees to that when a batch closes.
"""

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Generic, TypeVar

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet

from archive.models import ImportBatch, ImportItem, ItemStatus, Record, RecordVersion
from archive.services import judging, locks, masking, records

Date = dt.date | None
GAMES_AT_ONCE = 300


V = TypeVar("V")


@dataclass(slots=True)
class Shelf(Generic[V]):
    """The records of one fingerprint, as (full date or None, record), the oldest first."""

    kept: list[tuple[Date, V]] = field(default_factory=list)

    def find(self, date: Date) -> V | None:
        """What a record of this date repeats: the one of its day, or else one of no certain day."""
        for known, record in self.kept:
            if known == date:
                return record
        for known, record in self.kept:
            if known is None or date is None:
                return record
        return None


def shelves(fingerprints: Iterable[str]) -> dict[str, Shelf[Record]]:
    """What the archive holds of these fingerprints. Who will write holds their locks first."""
    found: dict[str, Shelf[Record]] = defaultdict(Shelf)
    records = Record.objects.filter(fingerprint__in=set(fingerprints)).order_by("pk")
    for record in records.only("fingerprint", "date_earliest", "date_latest", "visibility"):
        found[record.fingerprint].kept.append((record.full_date, record))
    return found


def settle_repeats(*, batch_id: uuid.UUID) -> None:
    """Give every game that a batch holds more than once the content and links of its first."""
    repeated = _settled(batch_id).values("fingerprint").annotate(times=Count("pk"))
    names = repeated.filter(times__gt=1).order_by().values_list("fingerprint", flat=True)
    waiting = iter(list(names))
    while games := list(islice(waiting, GAMES_AT_ONCE)):
        for fingerprint in _out_of_order(batch_id, games):
            _settle_game(batch_id, fingerprint)


def _settled(batch_id: uuid.UUID) -> QuerySet[ImportItem]:
    """Without those whose record was deleted or amended meanwhile, by a person, who knows better."""
    settled = (ItemStatus.STORED, ItemStatus.DUPLICATE)
    items = ImportItem.objects.filter(batch_id=batch_id, status__in=settled)
    amended = RecordVersion.objects.filter(record=OuterRef("record"))
    return items.exclude(fingerprint="").exclude(record=None).exclude(Exists(amended))


def _out_of_order(batch_id: uuid.UUID, games: list[str]) -> list[str]:
    """Those of some games whose items did not come out as they would have one by one."""
    items = _settled(batch_id).filter(fingerprint__in=games)
    made: set[int | None] = set(
        items.filter(status=ItemStatus.STORED).values_list("record_id", flat=True)
    )
    known = shelves(games)
    rows = items.order_by("fingerprint", "number").values_list(
        "fingerprint", "date", "status", "record_id"
    )
    return [
        fingerprint
        for fingerprint, group in groupby(rows.iterator(), key=lambda row: row[0])
        if not _is_in_order(_others(known[fingerprint], made), (row[1:] for row in group))
    ]


def _others(shelf: Shelf[Record], made: Container[int | None]) -> Shelf[int]:
    """The ids of a shelf's records, without those that the batch made."""
    return Shelf([(date, record.pk) for date, record in shelf.kept if record.pk not in made])


def _is_in_order(shelf: Shelf[int], rows: Iterator[tuple[Date, str, int]]) -> bool:
    for date, status, record in rows:
        repeats = shelf.find(date)
        if (status == ItemStatus.DUPLICATE) != (repeats is not None):
            return False
        if repeats is None:
            shelf.kept.append((date, record))
        elif repeats != record:
            return False
    return True


@transaction.atomic
def _settle_game(batch_id: uuid.UUID, fingerprint: str) -> None:
    """Let the items that come first own the records; a record's row, and so its address, stays."""
    locks.hold("fingerprint", [fingerprint])
    items = _settled(batch_id).filter(fingerprint=fingerprint)
    stored = items.filter(status=ItemStatus.STORED)
    made: dict[int, int] = dict(stored.values_list("pk", "record_id"))
    shelf = _others(shelves([fingerprint])[fingerprint], set(made.values()))
    firsts = _firsts(items, shelf)
    owned = {item: record for item, record in made.items() if item in firsts}
    spare = dict(stored.exclude(pk__in=owned).values_list("record_id", "date"))
    rows = _rows_for({item: firsts[item] for item in firsts if item not in owned}, spare)
    for item in ImportItem.objects.filter(pk__in=rows).select_related("batch"):
        owned[item.pk] = _give_record(item, rows[item.pk])
    shelf.kept += [(date, owned[item]) for item, date in firsts.items()]
    _point_items(items, owned, shelf)
    more = len(firsts) - len(made)
    ImportBatch.objects.filter(pk=batch_id).update(
        stored=F("stored") + more, duplicate=F("duplicate") - more
    )
    for record, date in spare.items():
        _fold(record, shelf.find(date))


def _rows_for(needs: dict[int, Date], spare: dict[int, Date]) -> dict[int, int | None]:
    """A row that is free for each item that needs one, taken out of `spare`; None: a new one.

    A row of the item's own date before any other, so that no two rows ever hold one date.
    """
    rows: dict[int, int | None] = {}
    for item, date in needs.items():
        of_the_day = [record for record, known in spare.items() if known == date]
        if of_the_day:
            rows[item] = of_the_day[0]
            del spare[of_the_day[0]]
    for item in needs.keys() - rows.keys():
        rows[item] = spare.popitem()[0] if spare else None
    return rows


def _firsts(items: QuerySet[ImportItem], shelf: Shelf[int]) -> dict[int, Date]:
    """The items that no record and no item before them makes repeats, with their dates."""
    seen = Shelf(list(shelf.kept))
    firsts: dict[int, Date] = {}
    for item, date in items.order_by("number").values_list("pk", "date").iterator():
        if seen.find(date) is None:
            seen.kept.append((date, item))
            firsts[item] = date
    return firsts


def _give_record(item: ImportItem, row: int | None) -> int:
    finding = judging.judge_item(item, is_sample=item.batch.is_sample)
    draft = judging.of_batch(finding, item.batch).draft
    if draft is None:
        raise RuntimeError(f"Item {item.pk} was stored or a repeat, and now is neither.")
    draft = masking.mask([draft])[0]
    if row is None:
        return records.store(drafts=[draft])[0].pk
    return records.rewrite(record_id=row, draft=draft).pk


def _point_items(items: QuerySet[ImportItem], owned: dict[int, int], shelf: Shelf[int]) -> None:
    for item, record in owned.items():
        items.filter(pk=item).update(status=ItemStatus.STORED, record_id=record)
    others = items.exclude(pk__in=owned)
    for date in set(others.order_by().values_list("date", flat=True).distinct()):
        same = others.filter(date=date) if date else others.filter(date=None)
        same.update(status=ItemStatus.DUPLICATE, record_id=shelf.find(date))


def _fold(record_id: int, into: int | None) -> None:
    """Delete a record that is a repeat after all; who linked to it links to what it repeats."""
    ImportItem.objects.filter(record_id=record_id).update(record_id=into)
    records.delete(record_ids=[record_id])
