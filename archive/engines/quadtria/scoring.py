"""Quadtrias, corners, and how a game ends. Rules, section Quadtria, signal peg, end."""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import Outcome
from archive.engines.quadtria.header import Rules
from archive.engines.quadtria.tables import (
    CORNERS,
    FULL,
    HOME,
    PER_QUAD,
    QUADS,
    QUADTRIA,
    SPOTS,
    quad_cells,
)

QUADTRIAS: Final = "quadtrias"
BY_CORNERS: Final = "corners"
ONE_QUADTRIA: Final = "quadtria"
MOVE_LIMIT: Final = "move limit"
PASSES: Final = "two passes"
REASONS: Final = (QUADTRIAS, BY_CORNERS, ONE_QUADTRIA, MOVE_LIMIT, PASSES)
OUTCOMES: Final = (
    *(
        Outcome((seat,), reason)
        for reason in (QUADTRIAS, BY_CORNERS, ONE_QUADTRIA)
        for seat in range(2)
    ),
    Outcome((), MOVE_LIMIT),
    Outcome((), PASSES),
)
_OUTCOME: Final = {(known.winners, known.reason): known for known in OUTCOMES}


def peg(seat: int, board: int) -> int:
    """The bit of a player's signal peg on a board."""
    return 1 << (seat * 2 + board)


def quadtrias(balls: int, seat: int, board: int, pegs: int) -> Iterator[int]:
    """The quads of a board in which a player's balls are a quadtria that counts."""
    for quad in range(len(QUADS)):
        here = balls >> (board * SPOTS + quad * PER_QUAD) & FULL
        if QUADTRIA[here] and (quad != HOME[seat] or pegs & peg(seat, board)):
            yield quad


def has_corners(balls: int, board: int) -> bool:
    """Whether a player has a pair of opposite corners in each quad of a board."""
    return all(
        CORNERS[balls >> (board * SPOTS + quad * PER_QUAD) & FULL] for quad in range(len(QUADS))
    )


def turn_pegs(balls: int, seat: int, boards: int, pegs: int) -> int:
    """The pegs when a player's turn is over: those turn whose home quad has no ball of his."""
    for board in range(boards):
        if not balls & quad_cells(board, HOME[seat]):
            pegs |= peg(seat, board)
    return pegs


def won(rules: Rules, balls: int, seat: int, pegs: int) -> Outcome | None:
    """The victory that a seat's balls are when its turn is over, or None."""
    winner = (seat,)
    if rules.boards == 1:
        return _OUTCOME[winner, ONE_QUADTRIA] if _has_quadtria(balls, seat, 0, pegs) else None
    if all(_has_quadtria(balls, seat, board, pegs) for board in range(2)):
        return _OUTCOME[winner, QUADTRIAS]
    if has_corners(balls, 0) or has_corners(balls, 1):
        return _OUTCOME[winner, BY_CORNERS]
    return None


def drawn(rules: Rules, plies: int, passes: int) -> Outcome | None:
    """The draw that so many plies, the last ones passes, are; or None."""
    if passes > 1:
        return _OUTCOME[(), PASSES]
    if rules.limit and plies >= rules.limit:
        return _OUTCOME[(), MOVE_LIMIT]
    return None


def _has_quadtria(balls: int, seat: int, board: int, pegs: int) -> bool:
    return next(quadtrias(balls, seat, board, pegs), None) is not None
