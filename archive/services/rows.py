"""Rows without an object for each, for tables that have many of a record: Django takes longer to make the
objects and to read them than the database takes to store the rows."""

from collections.abc import Sequence
from itertools import chain

from django.db import connection

ROWS_AT_ONCE = 1_000
"""In one statement; SQLite takes no more than 32,766 values."""


def insert(into: str, rows: Sequence[tuple[int | str | None, ...]]) -> None:
    """Store rows; `into` names the table and its columns: ``archive_seat (record_id, number)``."""
    with connection.cursor() as cursor:
        for at in range(0, len(rows), ROWS_AT_ONCE):
            lot = rows[at : at + ROWS_AT_ONCE]
            values = ", ".join([f"({', '.join(['%s'] * len(lot[0]))})"] * len(lot))
            cursor.execute(f"INSERT INTO {into} VALUES {values}", list(chain.from_iterable(lot)))  # noqa: S608 (no value from outside)
