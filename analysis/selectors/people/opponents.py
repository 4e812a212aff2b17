"""Whom a player met, and how they fared against each other."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analysis.selectors.people.fare import Fare
from analysis.selectors.people.plays import Play, lots
from analysis.statistics import Ending
from archive.models import Player, Seat
from archive.selectors.words import visible_name

PAGE_SIZE: Final = 20


@dataclass(frozen=True, slots=True)
class Opponent:
    player: int
    name: str
    fare: Fare


@dataclass(frozen=True, slots=True)
class Opponents:
    """A page of them, those met most often first. ``before`` and ``after``: numbers of the pages
    beside it, 0 where there is none."""

    rows: tuple[Opponent, ...]
    count: int
    before: int
    after: int


def opponents(player: int, plays: Sequence[Play], page: int) -> Opponents:
    """Everybody who sat at a table with the player, by page from 1.

    Of two at a table of many, the one who got more of the victory has won against the other.
    """
    sums = _sums(player, plays)
    ranked = sorted(sums, key=lambda other: (-sums[other].games, other))
    last = max(1, -(-len(ranked) // PAGE_SIZE))
    page = min(max(page, 1), last)
    chosen = ranked[PAGE_SIZE * (page - 1) : PAGE_SIZE * page]
    names = dict(Player.objects.filter(pk__in=chosen).values_list("pk", "name"))
    rows = tuple(Opponent(pk, visible_name(names[pk]), sums[pk]) for pk in chosen if pk in names)
    return Opponents(rows, len(ranked), page - 1, page + 1 if page < last else 0)


def _sums(player: int, plays: Sequence[Play]) -> dict[int, Fare]:
    met: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for records in lots(sorted({play.record for play in plays})):
        others = Seat.objects.filter(record__in=records, player__isnull=False)
        rows = others.exclude(player=player).order_by()
        for record, number, other in rows.values_list("record", "number", "player"):
            met[record].append((number, other))
    sums: dict[int, Fare] = defaultdict(Fare)
    for play in plays:
        for number, other in met[play.record]:
            if number < play.ending.seats:
                sums[other].add(duel(play.ending, play.seat, number), 0)
    return sums


def duel(ending: Ending, mine: int, other: int) -> Ending:
    """A game as if two had played it: the first is seat 0."""
    if ending.winners is None:
        return Ending(2, None)
    lead = ending.points(mine) - ending.points(other)
    return Ending(2, () if lead == 0 else (0,) if lead > 0 else (1,), lost=ending.lost)
