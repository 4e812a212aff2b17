"""How often positions were reached, and what was played there: the sums that the explorer shows.

Positions that many games pass through have their sums ready, unless a filter asks for some of the
games; all others are summed by the database from their visits.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from django.db.models import Count, F, Max, QuerySet, Sum

from analysis.models import Entry, Generation, PositionStat, Visit
from analysis.selectors.facts import ending_of
from analysis.selectors.filtering import Filter, condition, entries
from analysis.selectors.tallies import Rows, load_rows
from analysis.statistics import tally_of
from archive.engines import AnyEngine

NARROW: Final = 2_000
"""Of no more games than this the visits are looked for by game, where a position has many."""
OFTEN: Final = 5_000
"""A position with more visits than this has many."""


def visits(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> QuerySet[Visit]:
    """The counted visits of some positions by the games that a filter lets through."""
    narrow = _narrow(generation, engine, chosen, positions)
    if narrow is not None:
        # Summed, so that no database looks through all the visits of the positions.
        at = Visit.objects.annotate(at=F("position") + 0)
        return at.filter(at__in=positions, entry__in=narrow).order_by()
    rows = Visit.objects.filter(
        position__in=positions, entry__generation=generation, entry__is_counted=True
    )
    return rows.filter(condition(engine, chosen, "entry__")).order_by()


def _narrow(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> list[int] | None:
    """The entries by which to look for the visits; None where the positions find them sooner."""
    if not (chosen.player or chosen.event) or not _are_frequent(positions):
        return None
    found = entries(generation, engine, chosen).values_list("pk", flat=True)[: NARROW + 1]
    return list(found) if len(found) <= NARROW else None


def _are_frequent(positions: Collection[int]) -> bool:
    return Visit.objects.filter(position__in=positions)[: OFTEN + 1].count() > OFTEN


def rows_at(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> dict[int, Rows]:
    """What was played in each of some positions."""
    found: dict[int, Rows] = {}
    if chosen.is_empty:
        stats = PositionStat.objects.filter(generation=generation, position__in=positions)
        found = {stat.position: load_rows(stat.rows) for stat in stats}
    rest = [position for position in positions if position not in found]
    return found | _summed(visits(generation, engine, chosen, rest)) if rest else found


def _summed(rows: QuerySet[Visit]) -> dict[int, Rows]:
    """Visits that go on alike and ended alike are added up by the database. Of the months, the
    tallies have the last one alone."""
    # The games of one position have the same seats, so these need not tell groups apart.
    groups = rows.values_list("position", "move", "entry__winners").annotate(
        seats=Max("entry__seats"),
        games=Count("ply"),
        left=Sum(F("entry__plies") - F("ply")),
        month=Max("entry__month"),
    )
    found: dict[int, Rows] = defaultdict(dict)
    for position, move, winners, seats, games, left, month in groups:
        ending = ending_of(Entry(seats=seats, winners=winners))
        tally = tally_of(ending, left=left, month=month, games=games)
        here = found[position]
        here[move] = here[move] + tally if move in here else tally
    return dict(found)


def reached(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> dict[int, int]:
    """By how many games each of some positions was reached, whatever the order of their moves."""
    found: dict[int, int] = {}
    if chosen.is_empty:
        stats = PositionStat.objects.filter(generation=generation, position__in=positions)
        found = dict(stats.values_list("position", "games"))
    rest = [position for position in positions if position not in found]
    if rest:
        counts = visits(generation, engine, chosen, rest).values("position")
        found |= dict(counts.annotate(games=Count("ply")).values_list("position", "games"))
    return found
