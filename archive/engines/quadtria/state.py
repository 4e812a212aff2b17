"""States and moves of Quadtria, and what they are when packed or turned."""

from itertools import product
from typing import Final, NamedTuple

from archive.engines.base import Outcome, Setup
from archive.engines.geometry import Symmetry
from archive.engines.quadtria import scoring
from archive.engines.quadtria.header import Rules, rules_of
from archive.engines.quadtria.tables import HOME, NORTH, PER_QUAD, SOUTH, SPOTS, members, quad_cells

MOVE, PASS = range(2)
"""The kinds of move."""


class Move(NamedTuple):
    """One turn: from which cell to which; both -1 for a pass."""

    kind: int
    start: int = -1
    end: int = -1


class State(NamedTuple):
    """A position with all that the rules need.

    ``turn``: turns completed. ``passes``: how many of the last turns, two at most, were passes.
    ``balls``: by seat, the cells of its balls. ``pegs``: the signal pegs that are turned, see
    `scoring.peg`. ``ended``: the outcome on the board.
    """

    rules: Rules
    turn: int
    passes: int
    balls: tuple[int, int]
    pegs: int
    ended: Outcome | None


def start(setup: Setup) -> State:
    """The state before South's first move: each player's balls fill his home quads."""
    rules = rules_of(setup)
    south, north = (
        sum(quad_cells(board, HOME[seat]) for board in range(rules.boards))
        for seat in (SOUTH, NORTH)
    )
    return State(rules, 0, 0, (south, north), 0, None)


# ---- packing ----
_ENDINGS: Final = (None, *scoring.OUTCOMES)


def pack(state: State) -> bytes:
    """Boards, plies left before the limit (0: no limit), whose turn, passes, pegs, ending, balls."""
    rules = state.rules
    left = max(0, rules.limit - state.turn) + 1 if rules.limit else 0
    head = (rules.boards, state.turn & 1, state.passes, state.pegs, _ENDINGS.index(state.ended))
    balls = b"".join(cells.to_bytes(5, "big") for cells in state.balls)
    return bytes(head) + left.to_bytes(3, "big") + balls


def unpack(packed: bytes) -> State:
    """A state that packs to the same bytes."""
    boards, turn, passes, pegs, ended = packed[:5]
    left = int.from_bytes(packed[5:8], "big")
    south, north = (int.from_bytes(packed[at : at + 5], "big") for at in (8, 13))
    if left:
        # At the limit itself no ply is left: turns were played, or there would be no limit.
        turn += 2
    rules = Rules(boards, turn + left - 1 if left else 0)
    return State(rules, turn, passes, (south, north), pegs, _ENDINGS[ended])


# ---- symmetries ----
_CORNERS: Final = ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1))
_MIDDLES: Final = ((-2, 2), (2, 2), (-2, -2), (2, -2))
PLACES: Final = tuple((x + dx, y + dy) for x, y in _MIDDLES for dx, dy in _CORNERS)
"""By spot: where it lies on its board; quads are two wide, their middles four apart."""
_SPOT_AT: Final = {place: here for here, place in enumerate(PLACES)}
_MAPS: Final = (
    ("identity", 1, 0, 0, 1),
    ("mirror in the falling diagonal", 0, -1, -1, 0),
    ("mirror in the rising diagonal", 0, 1, 1, 0),
    ("half turn", -1, 0, 0, -1),
    ("quarter turn", 0, 1, -1, 0),
    ("three-quarter turn", 0, -1, 1, 0),
    ("mirror in the y axis", -1, 0, 0, 1),
    ("mirror in the x axis", 1, 0, 0, -1),
)
SWAP: Final = ", boards exchanged"


def _symmetries(boards: int) -> tuple[Symmetry, ...]:
    """Every map of the passages onto themselves, the same on both boards, with and without an
    exchange of the boards."""
    found = []
    for (name, xx, xy, yx, yy), swap in product(_MAPS, range(boards)):
        spots = [_SPOT_AT[xx * x + xy * y, yx * x + yy * y] for x, y in PLACES]
        to = tuple((board ^ swap) * SPOTS + there for board in range(boards) for there in spots)
        found.append(Symmetry(name + (SWAP if swap else ""), to))
    return tuple(found)


SYMMETRIES: Final = (_symmetries(1), _symmetries(2))
"""By number of boards less one: first those that keep both home quads."""


def symmetries(state: State) -> tuple[Symmetry, ...]:
    """The maps that the rules respect from here on.

    The mirror in the diagonal through both home quads keeps these; so does an exchange of the
    boards, with their pegs. A home quad is like any other once its peg is turned: when all are, the
    other maps of the square hold too.
    """
    boards = state.rules.boards
    every = SYMMETRIES[boards - 1]
    pegs = sum(scoring.peg(seat, board) for seat in (SOUTH, NORTH) for board in range(boards))
    return every if state.pegs == pegs else every[: 2 * boards]


def transform(state: State, by: Symmetry) -> State:
    """The image of a state."""
    south, north = (sum(1 << by.to[cell] for cell in members(cells)) for cells in state.balls)
    pegs = state.pegs
    if by.to[0] >= SPOTS:
        pegs = (pegs & 0b0101) << 1 | (pegs & 0b1010) >> 1
    return state._replace(balls=(south, north), pegs=pegs)


def transform_move(move: Move, by: Symmetry) -> Move:
    """The image of a move."""
    if move.kind == PASS:
        return move
    return Move(MOVE, by.to[move.start], by.to[move.end])


def quad_of(cell: int) -> int:
    """The quad of a cell."""
    return cell % SPOTS // PER_QUAD
