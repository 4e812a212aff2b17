"""Rows without an object for each, for tables that have many of a record: Django takes longer to make the
objects and to read them than the database takes to store the rows."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from django.db import connection

Row = tuple[int | str | None, ...]

ROWS_AT_ONCE = 1_000
"""In one statement; SQLite takes no more than 32,766 values."""


def insert(into: str, rows: Iterable[Row]) -> None:
    """Store rows; `into` names the table and its columns: ``archive_seat (record_id, number)``."""
    with connection.cursor() as cursor:
        for lot in _lots(rows):
            row = f"({', '.join(['%s'] * len(lot[0]))})"
            values = ", ".join([row] * len(lot))
            cursor.execute(f"INSERT INTO {into} VALUES {values}", list(chain.from_iterable(lot)))  # noqa: S608 (no value from outside)


def _lots(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rest = iter(rows)
    while lot := list(islice(rest, ROWS_AT_ONCE)):
        yield lot
