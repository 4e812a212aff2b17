"""How often positions were reached, and what was played there: the sums that the explorer shows.

Positions that many games pass through have their sums ready, unless a filter asks for some of the
games; all others are summed by the database from their visits.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from django.db.models import Case, CharField, Count, F, Func, Max, QuerySet, Sum, Value, When
from django.db.models.lookups import Exact

from analysis.models import Entry, Generation, PositionStat, Visit
from analysis.selectors.facts import ending_of
from analysis.selectors.filtering import Filter, condition
from analysis.selectors.tallies import Rows, load_rows
from analysis.statistics import tally_of
from archive.engines import AnyEngine


class Month(Func):
    """The month of a date as text: ``2024-05``."""

    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        text = "SUBSTR(%(expressions)s, 1, 7)"
        return self.as_sql(compiler, connection, template=text, **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        text = "TO_CHAR(%(expressions)s, 'YYYY-MM')"
        return self.as_sql(compiler, connection, template=text, **extra)


_EARLIEST: Final = Month(F("entry__date_earliest"))
KNOWN_MONTH: Final = Case(
    When(Exact(_EARLIEST, Month(F("entry__date_latest"))), then=_EARLIEST), default=Value("")
)
"""As `facts.month_of`."""


def visits(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> QuerySet[Visit]:
    """The counted visits of some positions by the games that a filter lets through."""
    rows = Visit.objects.filter(
        position__in=positions, entry__generation=generation, entry__is_counted=True
    )
    return rows.filter(condition(engine, chosen, "entry__")).order_by()


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
        month=Max(KNOWN_MONTH),
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
