"""What statistics count of Quadtria: moves and positions → Events and numbers."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from archive.engines.base import Event, EventKind, Measure, Outcome, Spot, TileKind
from archive.engines.quadtria import scoring
from archive.engines.quadtria.picture import CELLS
from archive.engines.quadtria.state import PASS, Move, State
from archive.engines.quadtria.tables import (
    HOME,
    PASSAGES,
    PER_QUAD,
    QUADS,
    SPOT_NAMES,
    SPOTS,
    members,
    quad_cells,
)

BALL: Final = "ball"
"""The only kind of tile; a glyph has the same name."""
TILE_KINDS: Final = (TileKind(BALL, "Ball"),)
EVENT_KINDS: Final = (
    EventKind("moved", "Moved", "moves", has_spots=True, other="Passage"),
    EventKind("peg", "Signal peg turned", "happens", other="On"),
    EventKind("quadtria", "Quadtria made", "happens", other="In"),
    EventKind("passed", "Passed", "happens"),
    EventKind("won-over", "Winning move", "happens", other="Passage"),
    EventKind("won-by", "Won by", "happens", other="Goal"),
    EventKind("won-in", "Won in", "happens", other="Place"),
    EventKind("stands", "On the board at the end", "stands", has_spots=True),
)
MEASURES: Final = (
    Measure("quadtrias", "Quadtrias held"),
    Measure("first-board", "Balls on board 1"),
    Measure("home", "Balls in home quads"),
)

PLACES: Final[tuple[Spot, ...]] = tuple((cell // SPOTS, x, y) for cell, (x, y) in enumerate(CELLS))
"""By cell: where it is on the table."""
_FIRST_BOARD: Final = sum(quad_cells(0, quad) for quad in range(len(QUADS)))
_HOMES: Final = tuple(quad_cells(0, quad) | quad_cells(1, quad) for quad in HOME)
"""By seat: the cells of its home quads."""


def _passage(one: int, other: int) -> str:
    """A passage between quads by its ends, one within a quad by the quad."""
    if one // PER_QUAD == other // PER_QUAD:
        return f"within {QUADS[one // PER_QUAD]}"
    return f"{SPOT_NAMES[one]}-{SPOT_NAMES[other]}"


_PASSAGE: Final = {
    ends: _passage(*pair) for pair in PASSAGES for ends in (pair, (pair[1], pair[0]))
}
"""By two spots that a passage joins: the words for it, either way the same."""

Held = tuple[tuple[int, int], ...]
"""The quadtrias of a player that count, each as board and quad."""


@lru_cache(maxsize=1 << 12)
def _held(balls: int, seat: int, boards: int, pegs: int) -> Held:
    return tuple(
        (board, quad)
        for board in range(boards)
        for quad in scoring.quadtrias(balls, seat, board, pegs)
    )


def held(state: State, seat: int) -> Held:
    """The quadtrias that a player holds. Each position is asked for more than once."""
    return _held(state.balls[seat], seat, state.rules.boards, state.pegs)


def _board_words(board: int, boards: int) -> str:
    return f"board {board + 1}" if boards > 1 else "the board"


def _quad_words(board: int, quad: int, boards: int) -> str:
    words = f"quad {QUADS[quad]}"
    return f"{words} of board {board + 1}" if boards > 1 else words


def events(state: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a turn did: a ball's way, then the pegs and quadtrias that came of it."""
    seat = state.turn & 1
    if move.kind == PASS:
        return (Event("passed", seat, ""),)
    _, start, end = move
    words = _PASSAGE.get((start % SPOTS, end % SPOTS), "off the passages")
    told: tuple[Event, ...] = (Event("moved", seat, BALL, PLACES[end], PLACES[start], words),)
    boards = state.rules.boards
    if state.pegs != after.pegs:
        told += tuple(
            Event("peg", seat, "", None, None, _board_words(board, boards))
            for board in range(boards)
            if after.pegs & ~state.pegs & scoring.peg(seat, board)
        )
    now = held(after, seat)
    if now:
        was = held(state, seat)
        told += tuple(
            Event("quadtria", seat, BALL, None, None, _quad_words(board, quad, boards))
            for board, quad in now
            if (board, quad) not in was
        )
    ended = after.ended
    if ended is not None and ended.winners:
        told += (Event("won-over", ended.winners[0], BALL, None, None, words),)
    return told


def final_events(state: State) -> tuple[Event, ...]:
    """The balls that stand; how and where the game was won."""
    stands = tuple(
        Event("stands", seat, BALL, PLACES[cell])
        for seat, balls in enumerate(state.balls)
        for cell in members(balls)
    )
    ended = state.ended
    return stands if ended is None or not ended.winners else (*stands, *_won(state, ended))


def _won(state: State, ended: Outcome) -> Iterator[Event]:
    seat, boards = ended.winners[0], state.rules.boards
    yield Event("won-by", seat, "", None, None, ended.reason)
    if ended.reason == scoring.BY_CORNERS:
        places = [
            _board_words(board, boards)
            for board in range(boards)
            if scoring.has_corners(state.balls[seat], board)
        ]
    else:
        places = [_quad_words(board, quad, boards) for board, quad in held(state, seat)]
    for place in places:
        yield Event("won-in", seat, "", None, None, place)


def measured(state: State) -> tuple[tuple[int, ...], ...]:
    """Quadtrias, balls on the first board and balls at home, by seat."""
    south, north = state.balls
    return (
        (len(held(state, 0)), len(held(state, 1))),
        ((south & _FIRST_BOARD).bit_count(), (north & _FIRST_BOARD).bit_count()),
        ((south & _HOMES[0]).bit_count(), (north & _HOMES[1]).bit_count()),
    )
