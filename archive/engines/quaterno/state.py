"""States and moves of Quaterno, and what they are when packed or turned."""

from typing import Final, NamedTuple

from archive.engines.base import Outcome, Setup
from archive.engines.geometry import Symmetry
from archive.engines.quaterno import scoring
from archive.engines.quaterno.header import half_of, starts_of
from archive.engines.quaterno.scoring import Places, Spent
from archive.engines.quaterno.tables import (
    KINDS,
    MOON,
    MOST,
    PLACEMENTS,
    SIZE,
    SUN,
    X,
    Y,
    square,
    value_of,
)

PLACE, MOVE, ACT, PASS = range(4)
"""The kinds of move."""


class Move(NamedTuple):
    """One turn. ``tile``: the kind placed. ``start``: where the moving or acting tile stands.

    ``target``: where the target of an action stands. ``end``: where a tile is placed or goes; -1
    for a Swap. What a move does not use is -1.
    """

    kind: int
    tile: int = -1
    start: int = -1
    target: int = -1
    end: int = -1


class State(NamedTuple):
    """A position with all that the rules need.

    ``half``: the size of the board, see `tables`. ``turn``: turns completed; the first ten are the
    placement. ``passes``: how many of the last turns, two at most, were passes. ``board`` and
    ``places`` say the same from both sides. ``spent``: the figures of each seat. ``ended``: the
    outcome on the board.
    """

    half: int
    turn: int
    passes: int
    board: bytes
    places: Places
    spent: Spent
    ended: Outcome | None


def start(setup: Setup) -> State:
    """The state before the first placement."""
    places = [-1] * (2 * KINDS)
    guest_sun, guest_moon, host_sun, host_moon = (square(x, y) for x, y in starts_of(setup))
    places[SUN], places[MOON] = guest_sun, guest_moon
    places[KINDS + SUN], places[KINDS + MOON] = host_sun, host_moon
    return State(half_of(setup), 0, 0, board_of(tuple(places)), tuple(places), (0, 0), None)


def board_of(places: Places) -> bytes:
    """The board on which the tiles stand so."""
    cells = bytearray(SIZE)
    for tile, here in enumerate(places):
        if here >= 0:
            cells[here] = value_of(tile % KINDS, tile // KINDS)
    return bytes(cells)


def actor(state: State) -> int:
    """The seat that decides next."""
    return state.turn & 1


# ---- packing ----
_NOWHERE: Final = (255, 255)


def pack(state: State) -> bytes:
    """Size, turn, passes, figures, how it ended, then where each tile stands.

    Turns of play differ only by whose they are; the Setup is only where the Suns and Moons stood.
    """
    turn = state.turn
    phase = turn if turn < PLACEMENTS else PLACEMENTS + (turn & 1)
    ended = 0
    if state.ended is not None:
        ended = 2 + state.ended.winners[0] if state.ended.winners else 1
    tiles = ((X[here] + MOST, Y[here] + MOST) if here >= 0 else _NOWHERE for here in state.places)
    head = (state.half, phase, state.passes, *state.spent, ended)
    return bytes((*head, *(number for pair in tiles for number in pair)))


def unpack(packed: bytes) -> State:
    """A state that packs to the same bytes."""
    half, turn, passes, guest, host, ended = packed[:6]
    tiles = packed[6:]
    places = tuple(
        -1 if x > 2 * MOST else square(x - MOST, y - MOST)
        for x, y in zip(tiles[::2], tiles[1::2], strict=True)
    )
    spent = (guest, host)
    outcome = None
    if ended:
        outcome = scoring.drawn(spent) if ended == 1 else scoring.won(spent, ended - 2)
    return State(half, turn, passes, board_of(places), places, spent, outcome)


# ---- symmetries ----
def _symmetry(name: str, xx: int, xy: int, yx: int, yy: int) -> Symmetry:
    """The linear map (x, y) -> (xx x + xy y, yx x + yy y)."""
    to = tuple(
        square(xx * X[here] + xy * Y[here], yx * X[here] + yy * Y[here]) for here in range(SIZE)
    )
    return Symmetry(name, to)


SYMMETRIES: Final = (
    _symmetry("identity", 1, 0, 0, 1),
    _symmetry("quarter turn", 0, 1, -1, 0),
    _symmetry("half turn", -1, 0, 0, -1),
    _symmetry("three-quarter turn", 0, -1, 1, 0),
    _symmetry("mirror in the y axis", -1, 0, 0, 1),
    _symmetry("mirror in the x axis", 1, 0, 0, -1),
    _symmetry("mirror in the rising diagonal", 0, 1, 1, 0),
    _symmetry("mirror in the falling diagonal", 0, -1, -1, 0),
)
"""All eight of the square: every rule speaks of lines, distances, diagonals and quarters only, and
the starting squares are a part of the position."""


def transform(state: State, by: Symmetry) -> State:
    """The image of a state."""
    to = by.to
    places = tuple(to[here] if here >= 0 else -1 for here in state.places)
    return state._replace(board=board_of(places), places=places)


def transform_move(move: Move, by: Symmetry) -> Move:
    """The image of a move."""
    kind, tile, start, target, end = move
    to = by.to
    return Move(
        kind,
        tile,
        to[start] if start >= 0 else -1,
        to[target] if target >= 0 else -1,
        to[end] if end >= 0 else -1,
    )
