"""The openings of a game with the tallies of the games that came to them.

Those that have names; where a game has none, its first turns. What names have is kept as counters,
``opening|number|month|winners|seats`` (games, and turns that followed in sum), beside the sums of
summaries: many games take a job.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Final

from django.db.models import Count, F, Sum

from analysis import indexing
from analysis.models import Entry, Generation, OpeningName, PositionStat
from analysis.selectors import filtering, played
from analysis.selectors.facts import ending_of
from analysis.selectors.figures.openings import Opening
from analysis.selectors.filtering import Filter
from analysis.selectors.openings import entries_of, patterns
from analysis.selectors.tallies import Rows, load_rows
from analysis.statistics import Counters, Tally, tally_of
from archive.engines import AnyEngine
from archive.engines.base import UnusableSetup

HEAD: Final = "opening"


def names(game: str) -> list[OpeningName]:
    """The names of a game that stand for one opening each; those with a turn to be put in do not."""
    return list(OpeningName.objects.filter(game=game).exclude(name__contains="{"))


def counted(generation: Generation, engine: AnyEngine, chosen: Filter) -> Iterator[Counters]:
    """The counters of each name in turn."""
    rows = filtering.entries(generation, engine, chosen).order_by()
    others = patterns(engine.slug)
    for name in names(engine.slug):
        depth = len(name.moves.split())
        groups = (
            rows.filter(pk__in=entries_of(name, others).order_by().values("pk"))
            .values_list("month", "winners", "seats")
            .annotate(games=Count("pk"), plies_sum=Sum("plies"))
        )
        yield {
            f"{HEAD}|{name.pk}|{month}|{'' if winners is None else winners}|{seats}": (
                games,
                plies - depth * games,
            )
            for month, winners, seats, games, plies in groups
        }


def openings(engine: AnyEngine, counters: Counters) -> list[Opening]:
    """The named openings, of their counters."""
    known = {str(name.pk): name.name for name in names(engine.slug)}
    tallies: dict[str, Tally] = defaultdict(Tally)
    for key, value in counters.items():
        head, _, rest = key.partition("|")
        if head != HEAD or not isinstance(value, tuple):
            continue
        pk, month, winners, seats = rest.split("|")
        games, left = value
        entry = Entry(seats=int(seats), winners=int(winners) if winners else None)
        tallies[pk] += tally_of(ending_of(entry), left=left, month=month, games=games)
    return [Opening(known[pk], f"{HEAD}|{pk}", tallies[pk]) for pk in tallies if pk in known]


def first_turns(generation: Generation, engine: AnyEngine, chosen: Filter) -> list[Opening]:
    """What was played first from the usual start."""
    try:
        start = engine.start(engine.header({}).setup)
    except UnusableSetup:
        return []
    position = indexing.place(engine, start).key
    rows = rows_at(generation, engine, chosen, [position]).get(position, {})
    return [
        Opening(move, f"visit|{position}|{move}", tally) for move, tally in rows.items() if move
    ]


def rows_at(
    generation: Generation, engine: AnyEngine, chosen: Filter, positions: Collection[int]
) -> dict[int, Rows]:
    """What was played in positions, with all months: their sums, else added up from visits."""
    found: dict[int, Rows] = {}
    if chosen.is_empty:
        stats = PositionStat.objects.filter(generation=generation, position__in=positions)
        found = {stat.position: load_rows(stat.rows) for stat in stats}
    rest = [position for position in positions if position not in found]
    groups = (
        played.visits(played.Sought(generation, engine, chosen), rest)
        .values_list("position", "move", "entry__seats", "entry__winners", "entry__month")
        .annotate(games=Count("ply"), left=Sum(F("entry__plies") - F("ply")))
    )
    summed: dict[int, Rows] = defaultdict(dict)
    for position, move, seats, winners, month, games, left in groups:
        ending = ending_of(Entry(seats=seats, winners=winners))
        tally = tally_of(ending, left=left, month=month, games=games)
        rows = summed[position]
        rows[move] = rows[move] + tally if move in rows else tally
    return found | summed


def names_now(game: str) -> str:
    """Changes whenever a name stands for other games than before."""
    rows = OpeningName.objects.filter(game=game).order_by("pk")
    said = repr(list(rows.values_list("pk", "moves", "position")))
    return sha256(said.encode()).hexdigest()
