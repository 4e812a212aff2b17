"""Sums made again from what they are sums of, a row at a time, whatever is kept of them."""

from collections import defaultdict
from functools import cache

from django.conf import settings
from django.db.models import Count

from analysis.models import Entry, Generation, PositionStat, Summary, Visit
from analysis.selectors.facts import ending_of
from analysis.selectors.tallies import Rows, dump_rows
from analysis.statistics import Counters, Ending, add, read_counters, tally_of

Sums = dict[int, tuple[int, str]]
"""By position: how many games, and what `PositionStat.rows` should be."""
COLUMNS = ("position", "move", "ply", "entry__plies")
FACTS = ("entry__seats", "entry__winners", "entry__month")


def counters(generation: Generation) -> tuple[int, Counters]:
    """How many entries are counted, and the sum of their summaries."""
    whole: Counters = {}
    rows = Summary.objects.filter(entry__generation=generation, entry__is_counted=True)
    for text in rows.order_by().values_list("counters", flat=True).iterator(chunk_size=200):
        add(whole, read_counters(text))
    entries = Entry.objects.filter(generation=generation, is_counted=True)
    return entries.count(), whole


def positions(generation: Generation, first: int, last: int) -> Sums:
    """The sums of every position between two keys that enough counted records pass through."""
    found: dict[int, Rows] = defaultdict(dict)
    visits = Visit.objects.filter(
        position__in=_candidates(generation, first, last),
        entry__generation=generation,
        entry__is_counted=True,
    )
    rows = visits.order_by().values_list(*COLUMNS, *FACTS)
    facts = cache(_facts)
    for position, move, ply, plies, *told in rows.iterator(chunk_size=5_000):
        ending, month = facts(*told)
        tally = tally_of(ending, left=plies - ply, month=month)
        moves = found[position]
        moves[move] = moves[move] + tally if move in moves else tally
    games = {key: sum(tally.games for tally in moves.values()) for key, moves in found.items()}
    return {
        key: (games[key], dump_rows(moves))
        for key, moves in found.items()
        if games[key] >= settings.STAT_VISITS
    }


def _candidates(generation: Generation, first: int, last: int) -> list[int]:
    """Positions with enough visits of any records at all, and those that have sums."""
    visits = Visit.objects.filter(position__range=(first, last)).order_by().values("position")
    often = visits.annotate(times=Count("ply")).filter(times__gte=settings.STAT_VISITS)
    stats = PositionStat.objects.filter(generation=generation, position__range=(first, last))
    keys = {*often.values_list("position", flat=True), *stats.values_list("position", flat=True)}
    return sorted(keys)


def _facts(seats: int, winners: int | None, month: str) -> tuple[Ending, str]:
    return ending_of(Entry(seats=seats, winners=winners)), month
