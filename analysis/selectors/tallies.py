"""Visits into tallies by move: the one way in which results of positions are added up."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from analysis.models import Entry, Visit
from analysis.selectors.facts import ending_of
from analysis.statistics import Tally, load, tally_of

Rows = dict[str, Tally]
"""The tallies of one position by the move played there; "" is the end of the record."""
VisitRow = tuple[int, int, int, str]
VISIT_COLUMNS = ("position", "entry_id", "ply", "move")


def tally_visits(visits: QuerySet[Visit], entries: Sequence[Entry]) -> dict[int, Rows]:
    """The rows of every position that these visits, of these entries, pass through."""
    columns = visits.order_by().values_list(*VISIT_COLUMNS)
    return tally_rows(columns.iterator(chunk_size=5_000), entries)


def tally_rows(visits: Iterable[VisitRow], entries: Sequence[Entry]) -> dict[int, Rows]:
    """As `tally_visits`, of visits that have been read."""
    known = {entry.pk: (entry.plies, ending_of(entry), entry.month) for entry in entries}
    found: dict[int, Rows] = defaultdict(dict)
    for position, entry, ply, move in visits:
        plies, ending, month = known[entry]
        tally = tally_of(ending, left=plies - ply, month=month)
        rows = found[position]
        rows[move] = rows[move] + tally if move in rows else tally
    return found


def dump_rows(rows: Rows) -> str:
    """Rows as JSON, sorted: equal rows are equal texts."""
    kept = {move: rows[move].dump() for move in sorted(rows)}
    return json.dumps(kept, separators=(",", ":"))


def load_rows(text: str) -> Rows:
    """What `dump_rows` wrote."""
    return {move: load(kept) for move, kept in json.loads(text).items()}
