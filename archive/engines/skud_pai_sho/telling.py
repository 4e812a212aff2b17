"""What a move did, what stands in the end and what is counted: for the statistics of many games.

Told from what the move says and from the tiles before it; the board is not searched. A record that
is shown unjudged may do what no rule allows: then a tile that vanishes under another is `removed`.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import Final

from archive.engines.base import Event, EventKind, Measure, Spot, TileKind
from archive.engines.skud_pai_sho import scoring
from archive.engines.skud_pai_sho.state import (
    ARRANGE,
    BONUS,
    CHOOSE,
    PLANT,
    REST,
    Move,
    State,
    actor,
)
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BAMBOO,
    BASICS,
    BOAT,
    CODES,
    FLOWERS,
    GROWING_BIT,
    GUEST,
    HOST,
    KINDS,
    MIDLINE,
    NAMES,
    POND,
    ROUND,
    SIZE,
    TURTLE,
    WHEEL,
    X,
    Y,
    kind_of,
    link,
    members,
    seat_of,
    value_of,
)

# ---- the declarations ----
_GROUP_STARTS: Final = (0, BASICS, FLOWERS, POND, TURTLE + 1)
_GROUPS: Final = ("Basic Flowers", "Special Flowers", "Accents", "Ancient Oasis", "Benders")
_BONUSES: Final = ("basic flower", "special flower", "accent", "accent", "bender")
NOT_TAKEN: Final = "not taken"


def _group(kind: int) -> int:
    return bisect(_GROUP_STARTS, kind) - 1


TILE_KINDS: Final = tuple(
    TileKind(code, name, _GROUPS[_group(kind)])
    for kind, (code, name) in enumerate(zip(CODES, NAMES, strict=True))
)
EVENT_KINDS: Final = (
    EventKind("chosen", "Chosen before the game", "happens"),
    EventKind("planted", "Planted", "arrives", has_spots=True),
    EventKind("placed", "Placed as a bonus", "arrives", has_spots=True),
    EventKind("arranged", "Arranged", "moves", has_spots=True),
    EventKind("turned", "Turned by a Wheel", "moves", has_spots=True),
    EventKind("carried", "Carried by a Boat", "moves", has_spots=True),
    EventKind("shifted", "Shifted by a Badgermole", "moves", has_spots=True),
    EventKind("captured", "Captured", "leaves", has_spots=True, other="Captured by"),
    EventKind(
        "bounced", "Captured, and back in hand", "leaves", has_spots=True, other="Captured by"
    ),
    EventKind("removed", "Removed by a Boat", "leaves", has_spots=True),
    EventKind("returned", "Returned to hand by a Bamboo", "leaves", has_spots=True),
    EventKind("bonus", "Harmony Bonus", "happens", other="Used for"),
    EventKind("harmony", "Harmony formed", "happens", other="With"),
    EventKind("stands", "On the board at the end", "stands", has_spots=True),
    EventKind("ring", "In the Harmony Ring", "happens", has_spots=True),
)
MEASURES: Final = (
    Measure("harmonies", "Harmonies"),
    Measure("crossings", "Harmonies across a midline"),
)

_BONUS_OF: Final = tuple(_BONUSES[_group(kind)] for kind in range(KINDS))
_CODE: Final = {
    value_of(kind, seat) | growing: CODES[kind]
    for kind in range(KINDS)
    for seat in (HOST, GUEST)
    for growing in (0, GROWING_BIT)
}
"""By the value that stands on a point: the code of its tile."""
_SPOT: Final[tuple[Spot, ...]] = tuple((0, float(X[here]), float(Y[here])) for here in range(SIZE))
"""By point: where it is on the table."""


def events(state: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a move did, in the order in which it happened; the Harmonies that it formed come last."""
    return tuple(_TELL[move.kind](state, move, after))


# ---- by kind of move ----
def _chosen(state: State, move: Move, _: State) -> list[Event]:
    seat = actor(state)
    return [Event("chosen", seat, CODES[kind]) for kind in move.chosen]


def _planted(state: State, move: Move, after: State) -> list[Event]:
    told = [
        *_covered(state, actor(state), move.end),
        Event("planted", actor(state), CODES[move.tile], _SPOT[move.end]),
    ]
    if after.host is not state.host or after.guest is not state.guest:
        told += _harmonies(state, after, {})
    return told


def _arranged(state: State, move: Move, after: State) -> list[Event]:
    start, end, shift = move.start, move.end, move.shift
    board, seat = state.board, actor(state)
    tile, taken = _CODE[board[start]], board[end]
    told = []
    if taken and start != end:
        how = "captured" if after.hands == state.hands else "bounced"
        told.append(Event(how, seat, _CODE[taken], _SPOT[end], None, tile))
    told.append(Event("arranged", seat, tile, _SPOT[end], _SPOT[start]))
    came_from = {end: start}
    if shift and (accent := board[shift[0]]):
        told.append(Event("shifted", seat, _CODE[accent], _SPOT[shift[1]], _SPOT[shift[0]]))
        came_from[shift[1]] = shift[0]
    told += _harmonies(state, after, came_from)
    return told


def _rested(state: State, _move: Move, _after: State) -> list[Event]:
    return [Event("bonus", actor(state), "", None, None, NOT_TAKEN)] if state.owed else []


def _played(state: State, move: Move, after: State) -> list[Event]:
    """A Harmony Bonus: its use, its tile's arrival and what this does to others."""
    kind, at, to = move.tile, move.start, move.end
    seat = actor(state) if state.owed else 1 - actor(state)
    told = [Event("bonus", seat, CODES[kind], None, None, _BONUS_OF[kind])]
    came_from: dict[int, int] = {}
    if kind == BOAT:
        told += _boat(state, seat, at, to)
        if to >= 0:
            came_from[to] = at
    else:
        told += _covered(state, seat, at)
        arrival = "planted" if kind < FLOWERS else "placed"
        told.append(Event(arrival, seat, CODES[kind], _SPOT[at]))
    if kind == WHEEL:
        came_from = _turned(state, at)
        told += (
            Event("turned", seat, _CODE[state.board[here]], _SPOT[there], _SPOT[here])
            for there, here in came_from.items()
        )
    elif kind == BAMBOO:
        told += _returned(state, after, seat, at)
    told += _harmonies(state, after, came_from)
    return told


_TELL: Final = {
    CHOOSE: _chosen,
    PLANT: _planted,
    ARRANGE: _arranged,
    BONUS: _played,
    REST: _rested,
}
"""By kind of move: what tells of it."""


# ---- what bonus tiles do to others ----
def _covered(state: State, seat: int, at: int) -> Iterator[Event]:
    """The tile on a point that another is put on: only unjudged records have one."""
    if value := state.board[at]:
        yield Event("removed", seat, _CODE[value], _SPOT[at])


def _boat(state: State, seat: int, at: int, to: int) -> Iterator[Event]:
    """A Boat carries a flower away and stands in its place; with an accent it leaves the game."""
    tile = _CODE[state.board[at]]
    if to < 0:
        yield Event("removed", seat, tile, _SPOT[at])
        return
    yield from _covered(state, seat, to)
    yield Event("carried", seat, tile, _SPOT[to], _SPOT[at])
    yield Event("placed", seat, CODES[BOAT], _SPOT[at])


def _turned(state: State, at: int) -> dict[int, int]:
    """Where each tile round a Wheel comes to stand: from where it stood."""
    around = ROUND[at]
    return {
        there: here
        for here, there in zip(around, (*around[1:], around[0]), strict=True)
        if here >= 0 and state.board[here]
    }


def _returned(state: State, after: State, seat: int, at: int) -> Iterator[Event]:
    """The tiles round a Bamboo that are back in their owners' hands."""
    for here in members(AROUND[at] & state.tiles & ~after.tiles):
        yield Event("returned", seat, _CODE[state.board[here]], _SPOT[here])


# ---- Harmonies ----
def _harmonies(state: State, after: State, came_from: dict[int, int]) -> Iterator[Event]:
    """The Harmonies that were not there before; the seat is their owner's.

    Two tiles that were in Harmony from other places have formed none. ``came_from``: by point, where
    the tile there stood before the move. On a point that changed tiles an old link may be a new
    Harmony.
    """
    exchanged = any(state.board[there] for there in came_from)
    both = ((HOST, state.host, after.host), (GUEST, state.guest, after.guest))
    for seat, was, now in both:
        if now is was:
            continue
        for number in sorted(now if exchanged else now - was):
            a, b = number >> 9, number & 511
            if link(came_from.get(a, a), came_from.get(b, b)) not in was:
                one, other = sorted((kind_of(after.board[a]), kind_of(after.board[b])))
                yield Event("harmony", seat, CODES[one], None, None, CODES[other])


# ---- positions ----
def final_events(state: State) -> tuple[Event, ...]:
    """The tiles that stand, and those of the Harmony Ring that has ended the game (of a draw, both).

    Of several Rings of one player the shortest is told.
    """
    return (*_standing(state), *_ringed(state))


def _standing(state: State) -> Iterator[Event]:
    for here in members(state.tiles):
        value = state.board[here]
        yield Event("stands", seat_of(value), _CODE[value], _SPOT[here])


def _ringed(state: State) -> Iterator[Event]:
    ended = state.ended
    if ended is None or ended.reason != scoring.RING:
        return
    owners: Iterable[int] = ended.winners or (HOST, GUEST)
    for seat in owners:
        for here in scoring.ring(state.guest if seat == GUEST else state.host):
            yield Event("ring", seat, _CODE[state.board[here]], _SPOT[here])


def measured(state: State) -> tuple[tuple[int, ...], ...]:
    """Harmonies, and those across a midline, of Host and of Guest."""
    host, guest = state.host, state.guest
    return (len(host), len(guest)), (len(host & MIDLINE), len(guest & MIDLINE))
