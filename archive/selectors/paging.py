"""Pages of a long list by keyset: every page costs the same, and new rows never shift one.

A page is asked for by the sort value and id of its neighbour ("2026-01-02~17" or "~17" where the
value is unknown), so its address stays good while the list grows. Unknown values come last.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import F, Model, OrderBy, Q, QuerySet
from django.db.models.lookups import GreaterThan, LessThan

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Sort:
    """An order of a list: by one column, then by id. ``parse`` reads a cursor's value."""

    column: str
    descending: bool
    words: str
    parse: Callable[[str], Any] = int
    nullable: bool = False

    def order(self, *, backwards: bool) -> tuple[OrderBy, OrderBy]:
        falling = self.descending != backwards
        nulls: dict[str, Any] = {}
        if self.nullable:
            nulls = {"nulls_first": True} if backwards else {"nulls_last": True}
        return (OrderBy(F(self.column), descending=falling, **nulls), OrderBy(F("pk"), falling))

    def beyond(self, value: Any, pk: int, *, backwards: bool) -> Q:
        """Rows that follow the one with this value and id (or precede it)."""
        falls = self.descending != backwards
        side = "lt" if falls else "gt"
        # SQLite 3.40 loses one of the two where rows are sought by a list of ids, bounded by one, along
        # an index that ends with the id. It leaves a sum alone.
        own_id = F("pk") + 0 if connection.vendor == "sqlite" else F("pk")
        later_id = Q(LessThan(own_id, pk) if falls else GreaterThan(own_id, pk))
        unknown = Q(**{f"{self.column}__isnull": True})
        if value is None:
            return Q(unknown & later_id) | ~unknown if backwards else Q(unknown & later_id)
        beyond = Q(**{f"{self.column}__{side}": value}) | (Q(**{self.column: value}) & later_id)
        return beyond | unknown if self.nullable and not backwards else beyond


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, and the cursors of the pages round them ("" where there is none)."""

    rows: list[Row]
    before: str
    after: str


def page(
    rows: QuerySet[Row], sort: Sort, *, size: int, before: str = "", after: str = ""
) -> Page[Row]:
    """The page before or after a cursor; the first one where it cannot be read or leads nowhere."""
    backwards = bool(before)
    place = _place(sort, before or after)
    found: list[Row] = []
    if place:
        beyond = rows.filter(sort.beyond(*place, backwards=backwards))
        found = list(beyond.order_by(*sort.order(backwards=backwards))[: size + 1])
    if not found:
        place, backwards = None, False
        found = list(rows.order_by(*sort.order(backwards=False))[: size + 1])
    more, found = len(found) > size, found[:size]
    if backwards:
        found.reverse()
    has_before, has_after = (more, True) if backwards else (place is not None, more)
    return Page(
        rows=found,
        before=_cursor(sort, found[0]) if found and has_before else "",
        after=_cursor(sort, found[-1]) if found and has_after else "",
    )


def is_cursor(sort: Sort, text: str) -> bool:
    """Whether a text is a cursor of lists in that order."""
    return _place(sort, text) is not None


def offset(cursor: str) -> int:
    """How many rows come before a page, where pages are told apart by that; 0 where it cannot be
    read."""
    return int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) < 7 else 0


def date_value(text: str) -> date:
    return date.fromisoformat(text)


def _cursor(sort: Sort, row: Model) -> str:
    value = getattr(row, sort.column)
    return f"{'' if value is None else value}~{row.pk}"


def _place(sort: Sort, cursor: str) -> tuple[Any, int] | None:
    value, tilde, pk = cursor.rpartition("~")
    if not tilde or not pk.isascii() or not pk.isdigit() or len(pk) > 18:
        return None
    if not value:
        return (None, int(pk)) if sort.nullable else None
    try:
        return sort.parse(value), int(pk)
    except ValueError:
        return None
