"""The openings of a game with the tallies of the games that came to them.

Those that have names; where a game has none, its first turns. What names have is kept as counters,
``opening|number|month|winners|seats`` (games, and turns that followed in sum), beside the sums of
summaries: many games take a job.
"""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from django.db.models import Count, Sum

from analysis import indexing
from analysis.models import Entry, Generation, OpeningName
from analysis.selectors import filtering, played
from analysis.selectors.facts import ending_of
from analysis.selectors.figures.openings import Opening
from analysis.selectors.filtering import Filter
from analysis.selectors.openings import entries_of, patterns
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
    sought = played.Sought(generation, engine, chosen)
    rows = played.rows_at(sought, [position], by_month=True).get(position, {})
    return [
        Opening(move, f"visit|{position}|{move}", tally) for move, tally in rows.items() if move
    ]


def names_now(game: str) -> str:
    """Changes whenever a name stands for other games than before."""
    rows = OpeningName.objects.filter(game=game).order_by("pk")
    said = repr(list(rows.values_list("pk", "moves", "position")))
    return sha256(said.encode()).hexdigest()
