"""States and moves of Pai Chi, and what they are when packed or turned."""

from typing import Final, NamedTuple

from archive.engines.base import Outcome
from archive.engines.geometry import Symmetry
from archive.engines.pai_chi.tables import (
    BIT,
    KINDS,
    POINTS,
    REGION,
    SIZE,
    TILES,
    WHEEL,
    X,
    Y,
    members,
    point,
)

PLACE, MOVE, PASS = range(3)
"""The kinds of move."""
HAND: Final = 254
REMOVED: Final = 255
"""Where a tile is that stands on no point."""

HARMONIES: Final = "two harmonies"
FLOWERS_GONE: Final = "all flowers removed"
PASSES: Final = "two passes"
REASONS: Final = (HARMONIES, FLOWERS_GONE, PASSES)
OUTCOMES: Final = (
    *(Outcome((seat,), reason) for reason in (HARMONIES, FLOWERS_GONE) for seat in range(2)),
    Outcome((), PASSES),
)


class Move(NamedTuple):
    """One turn.

    ``tile``: the kind placed. ``way``: the point placed on; or from where to where; for a Boat
    every point of its way. ``exchanged``: the removed tiles that a Boat brings back, in order of the
    way. ``turned``: a Wheel turns what stands round its new place.
    """

    kind: int
    tile: int = -1
    way: tuple[int, ...] = ()
    exchanged: tuple[int, ...] = ()
    turned: bool = False


class State(NamedTuple):
    """A position with all that the rules need.

    ``turn``: turns completed. ``passes``: how many of the last turns, two at most, were passes.
    ``board`` and ``where`` (by tile: its point, HAND or REMOVED) say the same from both sides.
    ``occupied``: the points with tiles. ``ended``: the outcome on the board.
    """

    turn: int
    passes: int
    board: bytes
    where: bytes
    occupied: int
    ended: Outcome | None


START: Final = State(0, 0, bytes(SIZE), bytes([HAND] * TILES), 0, None)


def actor(state: State) -> int:
    """The seat that decides next."""
    return state.turn & 1


def assemble(turn: int, passes: int, where: bytes, ended: Outcome | None) -> State:
    """The state in which the tiles stand so."""
    cells, occupied = bytearray(SIZE), 0
    for tile, here in enumerate(where):
        if here < SIZE:
            cells[here] = 1 + tile
            occupied |= BIT[here]
    return State(turn, passes, bytes(cells), where, occupied, ended)


# ---- packing ----
_ENDINGS: Final = (None, *OUTCOMES)


def pack(state: State) -> bytes:
    """Whose turn, passes, ending, then where each tile is."""
    head = (state.turn & 1, state.passes, _ENDINGS.index(state.ended))
    return bytes(head) + state.where


def unpack(packed: bytes) -> State:
    """A state that packs to the same bytes."""
    return assemble(packed[0], packed[1], packed[3:], _ENDINGS[packed[2]])


# ---- symmetries ----
def _symmetry(name: str, xx: int, xy: int, yx: int, yy: int) -> Symmetry:
    """The linear map (x, y) -> (xx x + xy y, yx x + yy y)."""
    to = list(range(SIZE))
    for here in POINTS:
        x, y = X[here], Y[here]
        to[here] = point(xx * x + xy * y, yx * x + yy * y)
    return Symmetry(name, tuple(to))


ROTATIONS: Final = (
    _symmetry("identity", 1, 0, 0, 1),
    _symmetry("half turn", -1, 0, 0, -1),
    _symmetry("quarter turn", 0, 1, -1, 0),
    _symmetry("three-quarter turn", 0, -1, 1, 0),
)
MIRRORS: Final = (
    _symmetry("mirror in the y axis", -1, 0, 0, 1),
    _symmetry("mirror in the x axis", 1, 0, 0, -1),
    _symmetry("mirror in the rising diagonal", 0, 1, 1, 0),
    _symmetry("mirror in the falling diagonal", 0, -1, -1, 0),
)
ALL: Final = (*ROTATIONS, *MIRRORS)


def _keeps(by: Symmetry, region: int) -> bool:
    return sum(BIT[by.to[here]] for here in members(region)) == region


_KEPT: Final = {
    by.name: frozenset(tile for tile in range(TILES) if _keeps(by, REGION[tile])) for by in ALL
}
"""By symmetry: the tiles whose region it maps onto itself."""
_IMAGES: Final = {by.name: bytes(by.to) + bytes(range(SIZE, 256)) for by in ALL}
"""By symmetry: the table that turns what `State.where` holds."""


def symmetries(state: State) -> tuple[Symmetry, ...]:
    """The maps that the rules respect from here on.

    A map must keep the region of every tile that may still be placed, on the empty board only the
    mirror in the y axis does; and a mirror turns Wheels round, so it holds only once both Wheels are
    removed, for they never come back.
    """
    where = state.where
    held = [tile for tile, here in enumerate(where) if here == HAND]
    wheels = where[WHEEL] != REMOVED or where[KINDS + WHEEL] != REMOVED
    found = ROTATIONS if wheels else ALL
    return tuple(by for by in found if _KEPT[by.name].issuperset(held))


def transform(state: State, by: Symmetry) -> State:
    """The image of a state."""
    where = state.where.translate(_IMAGES[by.name])
    return assemble(state.turn, state.passes, where, state.ended)


def transform_move(move: Move, by: Symmetry) -> Move:
    """The image of a move."""
    return move._replace(way=tuple(by.to[here] for here in move.way))
