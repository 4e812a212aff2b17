"""Whether a move is legal, and if not, why: in words that name seats and points."""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import IllegalMove
from archive.engines.quadtria.state import MOVE, PASS, Move, State
from archive.engines.quadtria.tables import NAMES, NEXT, SEATS, SPOTS, members

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.pass": "{seat} has a legal move and may not pass.",
    "move.empty": "No ball stands on {start}.",
    "move.not-yours": "The ball on {start} is not {seat}'s.",
    "move.same-board": "A ball goes to the other board: {start} and {end} are on the same one.",
    "move.standing-still": "Standing still on {start} is no move.",
    "move.no-passage": "No passage joins {start} and {end}.",
    "move.occupied": "{end} is occupied by a ball of {other}.",
}


def check(state: State, move: Move) -> None:
    """Raise IllegalMove for a turn that a rule forbids. Rules, section A turn."""
    if code := _broken_rule(state, move):
        names, seat = NAMES[state.rules.boards - 1], state.turn & 1
        sentence = SENTENCES[code].format(
            seat=SEATS[seat],
            start=names[move.start],
            end=names[move.end],
            other=SEATS[_owner(state, move.end)],
        )
        raise IllegalMove(code, sentence)


def _owner(state: State, cell: int) -> int:
    """Whose ball stands on a cell, North's if none does."""
    return 0 if cell >= 0 and state.balls[0] >> cell & 1 else 1


def _broken_rule(state: State, move: Move) -> str:
    """The code of the first rule that a turn breaks, or nothing."""
    if state.ended is not None:
        return "move.after-end"
    kind, start, end = move
    if kind == PASS:
        return "move.pass" if next(_moves(state), None) else ""
    south, north = state.balls
    own = state.balls[state.turn & 1]
    if not own >> start & 1:
        return "move.not-yours" if (south | north) >> start & 1 else "move.empty"
    if start == end:
        return "move.standing-still"
    if state.rules.boards > 1 and start // SPOTS == end // SPOTS:
        return "move.same-board"
    if end % SPOTS not in NEXT[start % SPOTS]:
        return "move.no-passage"
    if (south | north) >> end & 1:
        return "move.occupied"
    return ""


def moves(state: State) -> Iterator[Move]:
    """All legal turns in a fixed order: a pass where no ball can move; none after the end."""
    if state.ended is not None:
        return
    found = False
    for move in _moves(state):
        found = True
        yield move
    if not found:
        yield Move(PASS)


def _moves(state: State) -> Iterator[Move]:
    south, north = state.balls
    occupied = south | north
    two = state.rules.boards > 1
    for start in members(state.balls[state.turn & 1]):
        board, spot = divmod(start, SPOTS)
        across = (1 - board if two else board) * SPOTS
        for near in NEXT[spot]:
            if not occupied >> (across + near) & 1:
                yield Move(MOVE, start, across + near)
