"""How often positions were reached, and what was played there: the sums that the explorer shows.

Positions that many games pass through have their sums ready, unless a filter asks for some of the
games; all others are summed by the database from their visits.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Count, F, Max, OuterRef, QuerySet, Sum

from analysis.models import Entry, Generation, PositionStat, Visit
from analysis.selectors.facts import ending_of
from analysis.selectors.filtering import Filter, condition, entries
from analysis.selectors.tallies import Rows, load_rows
from analysis.statistics import tally_of
from archive.engines import AnyEngine

NARROW: Final = 10_000
"""No more games than this are named one by one where visits are looked for."""


@dataclass(frozen=True)
class Sought:
    """The games that are asked for: those of an index that a filter lets through."""

    generation: Generation
    engine: AnyEngine
    chosen: Filter

    @cached_property
    def few(self) -> list[int] | None:
        """The entries of a filter that is likely to let few through; None where they are many."""
        if not (self.chosen.player or self.chosen.event):
            return None
        found = entries(self.generation, self.engine, self.chosen)
        ids = list(found.values_list("pk", flat=True)[: NARROW + 1])
        return ids if len(ids) <= NARROW else None


def visits(sought: Sought, positions: Collection[int]) -> QuerySet[Visit]:
    """The counted visits of some positions by the games that are asked for."""
    here = Visit.objects.filter(position__in=positions).order_by()
    if sought.few is None:
        return _asked_for(sought, here)
    # As parameters, so many numbers cost more than the search.
    numbers = ",".join(map(str, sought.few)) or "NULL"
    return here.extra(where=[f"entry_id IN ({numbers})"])  # noqa: S610 (numbers of ours)


def visits_of(sought: Sought, positions: Collection[int], record: OuterRef) -> QuerySet[Visit]:
    """As `visits`, of one record: for a search that looks at few of all records. Summed, so
    that no database looks through all the visits of the positions for each."""
    here = Visit.objects.annotate(at=F("position") + 0).filter(at__in=positions)
    return _asked_for(sought, here.filter(entry__record=record).order_by())


def _asked_for(sought: Sought, rows: QuerySet[Visit]) -> QuerySet[Visit]:
    mine = rows.filter(entry__generation=sought.generation, entry__is_counted=True)
    return mine.filter(condition(sought.engine, sought.chosen, "entry__"))


def rows_at(
    sought: Sought, positions: Collection[int], *, by_month: bool = False
) -> dict[int, Rows]:
    """What was played in each of some positions. Of the months, tallies that are added up from
    visits have the last one alone, unless they are asked for."""
    found: dict[int, Rows] = {}
    if sought.chosen.is_empty:
        stats = PositionStat.objects.filter(generation=sought.generation, position__in=positions)
        found = {stat.position: load_rows(stat.rows) for stat in stats}
    rest = [position for position in positions if position not in found]
    return found | _summed(visits(sought, rest), by_month=by_month) if rest else found


def _summed(rows: QuerySet[Visit], *, by_month: bool) -> dict[int, Rows]:
    """Visits that go on alike and ended alike are added up by the database."""
    alike = ("position", "move", "entry__winners", *(("entry__month",) if by_month else ()))
    # The games of one position have the same seats, so these need not tell groups apart.
    groups = (
        rows.values(*alike)
        .annotate(
            seats=Max("entry__seats"),
            games=Count("ply"),
            left=Sum(F("entry__plies") - F("ply")),
            month=Max("entry__month"),
        )
        .values_list("position", "move", "entry__winners", "seats", "games", "left", "month")
    )
    found: dict[int, Rows] = defaultdict(dict)
    for position, move, winners, seats, games, left, month in groups:
        ending = ending_of(Entry(seats=seats, winners=winners))
        tally = tally_of(ending, left=left, month=month, games=games)
        here = found[position]
        here[move] = here[move] + tally if move in here else tally
    return dict(found)


def reached(sought: Sought, positions: Collection[int]) -> dict[int, int]:
    """By how many games each of some positions was reached, whatever the order of their moves."""
    found: dict[int, int] = {}
    if sought.chosen.is_empty:
        stats = PositionStat.objects.filter(generation=sought.generation, position__in=positions)
        found = dict(stats.values_list("position", "games"))
    rest = [position for position in positions if position not in found]
    if rest:
        counts = visits(sought, rest).values("position")
        found |= dict(counts.annotate(games=Count("ply")).values_list("position", "games"))
    return found
