"""Visits into the database and counted there, by the quickest ways that it has: they are many."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from django.conf import settings
from django.db import connection

from analysis.selectors.tallies import VisitRow

KEYS_AT_ONCE: Final = 1_000
_TABLE: Final = "analysis_visit (position, entry_id, ply, move)"


def insert(rows: Iterable[VisitRow]) -> None:
    """Insert visits that are not there. Raises what Django raises where the database refuses one."""
    # A bulk_create of as many models takes eight times as long (measured).
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with (
                connection.wrap_database_errors,
                cursor.copy(f"COPY {_TABLE} FROM STDIN") as copy,
            ):
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(f"INSERT INTO {_TABLE} VALUES (%s, %s, %s, %s)", list(rows))  # noqa: S608 (no value from outside)


def by_index() -> None:
    """For the rest of the transaction PostgreSQL finds rows by their indexes. Its planner takes a
    disk for slow, and reads a whole table sooner than some thousand places of it: the cost of few
    new records would follow what is stored already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")


def often(positions: Iterable[int]) -> list[int]:
    """Those that have enough visits for sums of their own, counted or not, of any generation: a
    first sieve. It looks at the index alone, not at the visits."""
    found: list[int] = []
    with connection.cursor() as cursor:
        for keys in key_lists(positions):
            cursor.execute(
                f"SELECT position FROM analysis_visit WHERE position IN ({keys})"  # noqa: S608 (numbers of ours)
                f" GROUP BY position HAVING count(*) >= {settings.STAT_VISITS}"
            )
            found += [key for (key,) in cursor.fetchall()]
    return sorted(found)


def key_lists(positions: Iterable[int]) -> Iterator[str]:
    """Positions as SQL, some at a time: as parameters, so many cost more than the search."""
    left = iter(positions)
    while some := list(islice(left, KEYS_AT_ONCE)):
        yield ",".join(map(str, map(int, some)))
