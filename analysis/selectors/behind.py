"""The games behind a number of a chart, the newest in the archive first.

Many marks are found only by looking into games, one after the other. So that no answer takes long,
however seldom a mark is, each looks for a while, and says down to which game it came; the next goes
on there.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable

from analysis.models import Entry, Generation, Summary
from analysis.selectors import filtering, marks
from analysis.selectors.filtering import Filter
from analysis.selectors.marks import Condition
from archive.engines import AnyEngine

LOOK_SECONDS: Final = 0.15
"""For so long an answer looks into games."""
MOST_LOOKED: Final = 8_000
"""So many games one answer looks through at most."""
FIRST_LOT: Final = 50
MOST_LOT: Final = 500
"""So many games are looked into at once, more as long as it goes quickly."""


@dataclass(frozen=True, slots=True)
class Behind:
    """``records``: numbers of those that were found. ``reached``: down to this one all were looked
    through; None where there are no others."""

    records: list[int]
    reached: int | None


def games(
    generation: Generation,
    engine: AnyEngine,
    chosen: Filter,
    asked: Sequence[str],
    *,
    below: int | None = None,
    most: int,
) -> Behind:
    """Up to ``most`` of the records that have one of the marks asked for, of those with a lesser
    number than ``below``. Raises UnreadableMark."""
    entries = filtering.entries(generation, engine, chosen)
    condition = marks.condition(asked) if asked else None
    if condition is not None:
        entries = entries.filter(condition.narrow)
    if below is not None:
        entries = entries.filter(record__lt=below)
    newest = entries.order_by("-record")
    if condition is None or not (condition.opening or condition.has_lines):
        records = list(newest.values_list("record", flat=True)[: most + 1])
        return Behind(records[:most], records[most - 1] if len(records) > most else None)
    return _looked_for(condition, _rows(condition, newest), most)


class Row(NamedTuple):
    """An entry to look into, and which marks' facts are true of it."""

    pk: int
    record: int
    facts: tuple[bool, ...]


def _rows(condition: Condition, newest: QuerySet[Entry]) -> list[Row]:
    """Entries to look into; one more than `MOST_LOOKED` says that there are others."""
    facts: dict[str, Combinable] = {}
    if len(condition.marks) > 1 and any(mark.facts for mark in condition.marks):
        facts = {f"is_{at}": _truth(mark.facts) for at, mark in enumerate(condition.marks)}
    rows = newest.annotate(**facts).values_list("pk", "record", *facts)
    every = (True,) * len(condition.marks)
    return [
        Row(pk, record, tuple(said) if said else every)
        for pk, record, *said in rows[: MOST_LOOKED + 1]
    ]


def _truth(facts: Q) -> Combinable:
    return Case(When(facts, then=True), default=False) if facts else Value(True)


def _looked_for(condition: Condition, rows: Sequence[Row], most: int) -> Behind:
    """Those of some entries, the newest first, that have a mark; looked for in lots."""
    until = time.monotonic() + LOOK_SECONDS
    found: list[int] = []
    at, size = 0, FIRST_LOT
    while len(found) <= most and (lot := rows[at : min(at + size, MOST_LOOKED)]):
        began = time.monotonic()
        if at and began > until:
            break
        found += _fitting(condition, lot)
        at += len(lot)
        if time.monotonic() - began < LOOK_SECONDS / 8:
            size = min(2 * size, MOST_LOT)
    if len(found) > most:
        return Behind(found[:most], found[most - 1])
    return Behind(found, rows[at - 1].record if at < len(rows) else None)


def _fitting(condition: Condition, lot: Sequence[Row]) -> list[int]:
    """The records of a lot that have a mark."""
    if condition.opening:
        some = Entry.objects.filter(condition.opening, pk__in=[row.pk for row in lot])
        opened = set(some.values_list("pk", flat=True))
        lot = [row for row in lot if row.pk in opened]
    if not condition.has_lines:
        return [row.record for row in lot]
    rows = Summary.objects.filter(pk__in=[row.pk for row in lot])
    texts = dict(rows.values_list("pk", "counters"))
    return [
        row.record
        for row in lot
        if any(
            is_true and all(line.is_in(texts.get(row.pk, "")) for line in mark.lines)
            for mark, is_true in zip(condition.marks, row.facts, strict=True)
        )
    ]


def looked_through(generation: Generation, reached: int) -> int:
    """How many games of an index are among those down to a record."""
    entries = Entry.objects.filter(generation=generation, is_counted=True)
    return entries.filter(record__gte=reached).count()
