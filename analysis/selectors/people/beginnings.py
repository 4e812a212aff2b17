"""How a player likes to begin: the openings that have names, or else early positions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from analysis.models import Visit
from analysis.selectors.openings import names_of_records
from analysis.selectors.people.fare import Fare, fares
from analysis.selectors.people.plays import Play, lots
from archive import engines
from archive.models import Record
from archive.selectors import visible
from archive.selectors.replays import parsed

DEEPEST: Final = 6
"""Turns that may make an opening without a name."""
AGAIN: Final = 3
MOST: Final = 8


class Reached(NamedTuple):
    """An opening that a game came to after ``ply`` turns, and the seat of the player. ``name`` is ""
    where it has none."""

    key: int
    name: str
    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Opening:
    """``turns`` led there in ``record``, the player's latest such game, where it has no name."""

    name: str
    turns: str
    record: int
    ply: int
    seat: str
    fare: Fare


@dataclass(frozen=True, slots=True)
class Openings:
    """``ply``: all are positions after so many turns; 0 where they have names."""

    ply: int
    rows: tuple[Opening, ...]


def openings(plays: Sequence[Play]) -> Openings:
    """What came up most often from each seat in games of one game, latest first.

    Positions are as deep as the deepest that came up three times; none where there is no such.
    """
    named = list(_named(plays))
    if named:
        return Openings(0, _rows(named))
    reached = _positions(plays)
    for ply in range(DEEPEST, 0, -1):
        times = Counter(key for key, _ in reached[ply])
        if max(times.values(), default=0) >= AGAIN:
            often = [(key, play) for key, play in reached[ply] if times[key] > 1]
            return Openings(ply, _rows(often))
    return Openings(0, ())


def _named(plays: Sequence[Play]) -> Iterator[tuple[Reached, Play]]:
    """The games that came to an opening. A name with turns of the game in it is a choice."""
    names = {}
    for records in lots(sorted({play.record for play in plays})):
        names.update(names_of_records(records))
    first: dict[tuple[int, str], int] = {}
    for play in plays:
        name = names.get(play.record)
        if name is not None and not name.is_filled:
            # Games may come to one opening by ways of different lengths: it is told of the latest.
            ply = first.setdefault((name.pk, name.name), name.plies)
            yield Reached(name.pk, name.name, play.seat, ply), play


def _positions(plays: Sequence[Play]) -> dict[int, list[tuple[Reached, Play]]]:
    """Early positions by their turns, in the order of the plays."""
    early: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for entries in lots(sorted({play.entry for play in plays})):
        visits = Visit.objects.filter(entry__in=entries, ply__gt=0, ply__lte=DEEPEST).order_by()
        for entry, ply, position in visits.values_list("entry", "ply", "position"):
            early[entry].append((ply, position))
    reached: dict[int, list[tuple[Reached, Play]]] = defaultdict(list)
    for play in plays:
        for ply, position in early[play.entry]:
            reached[ply].append((Reached(position, "", play.seat, ply), play))
    return reached


def _rows(reached: Sequence[tuple[Reached, Play]]) -> tuple[Opening, ...]:
    sums = fares((key, play.ending, play.seat) for key, play in reached)
    chosen = sorted(sums, key=lambda key: (-sums[key].games, key))[:MOST]
    latest = {key: play for key, play in reversed(reached) if key in chosen}
    records = visible.counted().defer("original").prefetch_related("seats")
    known = records.in_bulk([latest[key].record for key in chosen])
    found = []
    for key in chosen:
        play = latest[key]
        engine = engines.get(play.game)
        if engine is not None and play.record in known:
            turns = "" if key.name else _turns(known[play.record], key.ply)
            seat = engine.seat_names[play.seat]
            found.append(Opening(key.name, turns, play.record, key.ply, seat, sums[key]))
    return tuple(found)


def _turns(record: Record, ply: int) -> str:
    return " ".join(move.token for move in parsed(record).moves[:ply])
