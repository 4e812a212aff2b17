"""State → Scene: the boards side by side with quads, passages, balls, pegs and quadtrias.

The second board's points lie so far to the right as it is drawn: a ball's jump from one board to the
other is one straight trail.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Final

from archive.engines.quadtria import scoring
from archive.engines.quadtria.state import MOVE, PLACES, Move, State
from archive.engines.quadtria.tables import (
    CORNERS,
    FULL,
    HOME,
    NAMES,
    PASSAGES,
    PER_QUAD,
    QUADS,
    QUADTRIA,
    SEATS,
    SPOTS,
    members,
    spot,
)
from archive.engines.quadtria.text import NAMED, say_end
from archive.engines.scene import Area, Board, Label, Link, Mark, Piece, Point, Scene

Last = tuple[tuple[State, Move], ...]
"""The moves of the last turn, each with the state before it."""

ARTWORK_NAME: Final = "quadtria"
HALF: Final = 4.5
"""Half the side of a board."""
APART: Final = 10.0
"""From the middle of the first board to that of the second."""
CELLS: Final[tuple[Point, ...]] = tuple(
    (x + board * APART, float(y)) for board in range(2) for x, y in PLACES
)
"""By cell: where it is drawn."""
CORNER_NUMBERS: Final = (("1", (-1, 1)), ("2", (1, 1)), ("4", (-1, -1)), ("5", (1, -1)))
"""The corners of a quad; 3 is its middle."""
PLANK: Final = 0.04
"""Half the width of a passage between quads."""
PEGS: Final = ((4.0, -4.0), (-4.0, 4.0))
"""By seat: where its signal peg stands on the first board, outside the corner of its home quad."""


def _square(x: float, y: float, half: float) -> tuple[Point, ...]:
    return (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )


def _bridge(start: Point, end: Point) -> tuple[Point, ...]:
    """A passage between quads: a narrow plank, light on the dark ground."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    aside, up = PLANK * (y1 - y2) / length, PLANK * (x2 - x1) / length
    return (
        (x1 - aside, y1 - up),
        (x2 - aside, y2 - up),
        (x2 + aside, y2 + up),
        (x1 + aside, y1 + up),
    )


def _peg_at(seat: int, board: int) -> Point:
    x, y = PEGS[seat]
    return x + board * APART, y


def _ground(board: int, boards: int) -> Board:
    """One empty board."""
    centre = board * APART
    first = board * SPOTS
    middles = [CELLS[first + spot(quad, 3)] for quad in range(len(QUADS))]
    quads = (
        Area("light" if quad in HOME else "neutral", _square(*middle, 1.5))
        for quad, middle in enumerate(middles)
    )
    sides = (
        Area("wall", (CELLS[first + one], CELLS[first + other]), over=True)
        for one, other in PASSAGES
        if one // PER_QUAD == other // PER_QUAD
    )
    bridges = (
        Area("neutral", _bridge(CELLS[first + one], CELLS[first + other]))
        for one, other in PASSAGES
        if one // PER_QUAD != other // PER_QUAD
    )
    letters = (
        Label((x, y + (1.85 if y > 0 else -1.85)), QUADS[quad])
        for quad, (x, y) in enumerate(middles)
    )
    numbers = (
        Label((x + 0.75 * dx, y + 1.73 * dy), number)
        for x, y in middles
        for number, (dx, dy) in CORNER_NUMBERS
    )
    return Board(
        kind="points",
        bounds=(centre - HALF, -HALF, centre + HALF, HALF),
        points=(*CELLS[first : first + SPOTS], *(_peg_at(seat, board) for seat in range(2))),
        areas=(Area("ground", _square(centre, 0, HALF)), *bridges, *quads, *sides),
        labels=(*letters, *numbers),
        title=f"Board {board + 1}" if boards > 1 else "",
    )


GROUNDS: Final = tuple(
    tuple(_ground(board, boards) for board in range(boards)) for boards in (1, 2)
)
"""By number of boards less one: the empty boards."""


def scene(state: State, last: Last = ()) -> Scene:
    """What to draw of a position, and of the turn that led to it."""
    boards = []
    for board, ground in enumerate(GROUNDS[state.rules.boards - 1]):
        trails = _trails(last) if board == 0 else iter(())
        boards.append(
            replace(
                ground,
                pieces=tuple(_pieces(state, board)),
                marks=tuple(_marks(last, board)),
                links=(*trails, *_figures(state, board)),
            )
        )
    return Scene(
        boards=tuple(boards),
        captions=tuple(_captions(state)),
        turn=-1 if state.ended else state.turn & 1,
        artwork=ARTWORK_NAME,
        seats=SEATS,
    )


def points(text: str) -> tuple[Point, ...]:
    """The points that the body of a turn names, in its order."""
    return tuple(
        CELLS[(board == "2") * SPOTS + spot(QUADS.index(quad), int(number))]
        for board, quad, number in NAMED.findall(text)
    )


def _pieces(state: State, board: int) -> Iterator[Piece]:
    """The balls of a board by quad and number, then its pegs."""
    names = NAMES[state.rules.boards - 1]
    south, north = state.balls
    for cell in range(board * SPOTS, (board + 1) * SPOTS):
        if (south | north) >> cell & 1:
            yield Piece(CELLS[cell], north >> cell & 1, "ball", "ball", place=names[cell])
    for seat in range(2):
        turned = bool(state.pegs & scoring.peg(seat, board))
        yield Piece(
            _peg_at(seat, board),
            seat,
            "peg-turned" if turned else "peg",
            "turned signal peg" if turned else "signal peg",
            place=f"board {board + 1}" if state.rules.boards > 1 else "the board's corner",
        )


def _trails(last: Last) -> Iterator[Link]:
    for _, move in last:
        if move.kind == MOVE:
            yield Link(CELLS[move.start], CELLS[move.end], "trail")


def _marks(last: Last, board: int) -> Iterator[Mark]:
    for _, move in last:
        if move.kind == MOVE:
            for cell, role in ((move.start, "last-from"), (move.end, "last-to")):
                if cell // SPOTS == board:
                    yield Mark(CELLS[cell], role)


# ---- quadtrias and corners ----
def _figures(state: State, board: int) -> Iterator[Link]:
    """The quadtrias that count, and the corners where they have won."""
    ended = state.ended
    for seat, balls in enumerate(state.balls):
        won = ended is not None and seat in ended.winners
        if won and ended is not None and ended.reason == scoring.BY_CORNERS:
            if scoring.has_corners(balls, board):
                yield from _corner_pairs(balls, seat, board)
            continue
        for quad in scoring.quadtrias(balls, seat, board, state.pegs):
            yield from _triangle(balls, seat, board * SPOTS + quad * PER_QUAD, won=won)


def _corner_pairs(balls: int, seat: int, board: int) -> Iterator[Link]:
    for quad in range(len(QUADS)):
        first = board * SPOTS + quad * PER_QUAD
        for one, other in ((0, 4), (1, 3)):
            pair = 1 << one | 1 << other
            if CORNERS[pair] and balls >> first & pair == pair:
                yield Link(CELLS[first + one], CELLS[first + other], "ring", seat)


def _triangle(balls: int, seat: int, first: int, *, won: bool) -> Iterator[Link]:
    """The sides of one quadtria among the balls of a quad."""
    own = balls >> first & FULL
    three = next(
        found
        for found in range(FULL + 1)
        if found & own == found and found.bit_count() == 3 and QUADTRIA[found]
    )
    a, b, c = (CELLS[first + place] for place in members(three))
    for start, end in ((a, b), (b, c), (a, c)):
        yield Link(start, end, "ring" if won else "harmony", seat)


def _captions(state: State) -> Iterator[str]:
    if state.ended:
        yield say_end(state)
        return
    yield f"{SEATS[state.turn & 1]} to move."
    if state.rules.limit:
        yield f"{state.rules.limit - state.turn} plies before the move limit."
