"""What statistics count of Pai Chi: moves and positions → Events and numbers.

What a turn did to the tiles is read from where each was before and after it, so that turns that no
rule allows are told as truly as others.
"""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import Event, EventKind, Measure, Spot, TileKind
from archive.engines.pai_chi import scoring
from archive.engines.pai_chi.scoring import Harmonies, Triple
from archive.engines.pai_chi.state import HAND, HARMONIES, PASS, PLACE, REMOVED, Move, State
from archive.engines.pai_chi.tables import (
    BIT,
    CENTRE,
    CODES,
    FLOWERS,
    HALVES,
    KINDS,
    NAMES,
    PORTS,
    SIDES,
    SIZE,
    TILES,
    X,
    Y,
)

TILE_KINDS: Final = tuple(
    TileKind(code, name, "Flowers" if kind < FLOWERS else "Other tiles")
    for kind, (code, name) in enumerate(zip(CODES, NAMES, strict=True))
)
EVENT_KINDS: Final = (
    EventKind("placed", "Placed", "arrives", has_spots=True, other="Region"),
    EventKind("moved", "Moved", "moves", has_spots=True),
    EventKind("turned", "Turned by a Wheel", "moves", has_spots=True),
    EventKind("removed", "Removed by the other player", "leaves", has_spots=True, other="By"),
    EventKind("removed-own", "Removed by its owner", "leaves", has_spots=True, other="By"),
    EventKind("exchanged-out", "Exchanged by a Boat", "leaves", has_spots=True, other="For"),
    EventKind("exchanged-in", "Brought back by a Boat", "arrives", has_spots=True, other="For"),
    EventKind("harmony", "Middle of a new harmony", "happens", has_spots=True, other="Between"),
    EventKind("passed", "Passed", "happens"),
    EventKind(
        "won-with", "Middle of a winning harmony", "happens", has_spots=True, other="Between"
    ),
    EventKind("kept", "In hand at the end", "happens"),
    EventKind("stands", "On the board at the end", "stands", has_spots=True),
)
MEASURES: Final = (
    Measure("harmonies", "Harmonies"),
    Measure("lost", "Flowers in the removed pile"),
)

SPOTS: Final[tuple[Spot, ...]] = tuple((0, float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By point: where it is on the table."""
_CODE: Final = CODES * 2
"""By tile: the code of its kind."""
_ON: Final = ("", *_CODE)
"""By what stands on a point: the code of its kind, "" for nothing."""
_TILES: Final = range(TILES)


def _region(seat: int, here: int) -> str:
    words = (
        (CENTRE, "centre"),
        (PORTS[seat], "own port"),
        (PORTS[1 - seat], "other player's port"),
        (SIDES, "east or west port"),
        (HALVES[seat], "own half"),
        (HALVES[1 - seat], "other player's half"),
    )
    return next((name for region, name in words if region & BIT[here]), "midline")


_REGION: Final = tuple(tuple(_region(seat, here) for here in range(SIZE)) for seat in range(2))
"""By seat and point: the words for where it is; a half is what no port has of it."""


def events(state: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a turn did: tiles that leave, then move, then arrive; then the harmonies that are new."""
    mover = state.turn & 1
    if move.kind == PASS:
        return (Event("passed", mover, ""),)
    was, now = state.where, after.where
    changed = [tile for tile in _TILES if was[tile] != now[tile]]
    told = [
        _shifted(mover, was, now, tile, move) for tile in changed if was[tile] < SIZE > now[tile]
    ]
    if len(told) < len(changed):
        leaving = [tile for tile in changed if was[tile] < SIZE <= now[tile]]
        arriving = [tile for tile in changed if was[tile] >= SIZE > now[tile]]
        told[:0] = [_removed(state, move, after, tile) for tile in leaving]
        told += [_arrived(state, after, tile) for tile in arriving]
    made, had = scoring.harmonies(after.board), scoring.harmonies(state.board)
    if made != had:
        told += _new_harmonies(after, made, had)
    return tuple(told)


def _shifted(mover: int, was: bytes, now: bytes, tile: int, move: Move) -> Event:
    here = was[tile]
    kind = "moved" if here == move.way[0] else "turned"
    return Event(kind, mover, _CODE[tile], SPOTS[now[tile]], SPOTS[here])


def _removed(state: State, move: Move, after: State, tile: int) -> Event:
    """A tile that what came to the end of a way removed, or that a Boat exchanged."""
    mover, here = state.turn & 1, state.where[tile]
    if here != move.way[-1]:
        coming = _ON[after.board[here]]
        return Event("exchanged-out", mover, _CODE[tile], SPOTS[here], None, coming)
    by = CODES[move.tile] if move.kind == PLACE else _ON[state.board[move.way[0]]]
    kind = "removed-own" if tile // KINDS == mover else "removed"
    return Event(kind, mover, _CODE[tile], SPOTS[here], None, by)


def _arrived(state: State, after: State, tile: int) -> Event:
    mover, here = state.turn & 1, after.where[tile]
    if state.where[tile] == HAND:
        region = _REGION[mover][here]
        return Event("placed", mover, _CODE[tile], SPOTS[here], None, region)
    going = _ON[state.board[here]]
    return Event("exchanged-in", mover, _CODE[tile], SPOTS[here], None, going)


# ---- harmonies ----
def _new_harmonies(after: State, made: Harmonies, had: Harmonies) -> Iterator[Event]:
    for seat in range(2):
        for triple in made[seat]:
            if triple not in had[seat]:
                yield _harmony("harmony", after, seat, triple)


def _harmony(kind: str, state: State, seat: int, triple: Triple) -> Event:
    """A harmony by its middle tile, and by those at its ends whichever way they stand."""
    first, middle, last = triple
    one, other = sorted((first % KINDS, last % KINDS))
    words = f"{NAMES[one]} and {NAMES[other]}"
    return Event(kind, seat, _CODE[middle], SPOTS[state.where[middle]], None, words)


# ---- positions ----
def final_events(state: State) -> tuple[Event, ...]:
    """The harmonies that have won, the tiles left in hand, and those that stand."""
    return (*_won(state), *_tiles(state))


def _won(state: State) -> Iterator[Event]:
    ended = state.ended
    if ended is not None and ended.reason == HARMONIES:
        for seat in ended.winners:
            for triple in scoring.harmonies(state.board)[seat]:
                yield _harmony("won-with", state, seat, triple)


def _tiles(state: State) -> Iterator[Event]:
    for tile, here in enumerate(state.where):
        if here < SIZE:
            yield Event("stands", tile // KINDS, _CODE[tile], SPOTS[here])
        elif here == HAND:
            yield Event("kept", tile // KINDS, _CODE[tile])


def measured(state: State) -> tuple[tuple[int, ...], ...]:
    """Harmonies, and flowers in the removed pile, by owner."""
    guest, host = scoring.harmonies(state.board)
    gone = state.where.count
    return (
        (len(guest), len(host)),
        (gone(REMOVED, 0, FLOWERS), gone(REMOVED, KINDS, KINDS + FLOWERS)),
    )
