"""Turns as text: read, written, guessed at, and said in words.

``1D1-2B4`` moves on two boards, ``D1-B4`` on one, ``--`` passes.
"""

import re
from collections.abc import Iterator
from typing import Final

from archive.engines.quadtria import scoring
from archive.engines.quadtria.checking import moves
from archive.engines.quadtria.state import MOVE, PASS, Move, State
from archive.engines.quadtria.tables import LETTERS, NAMES, QUADS, SEATS, SPOTS
from archive.engines.writing import closest, unreadable

HINTS: Final = ("a turn is D1-B4 or --", "a turn is 1D1-2B4 or --")
_CELLS: Final = tuple({name: cell for cell, name in enumerate(names)} for names in NAMES)
NAMED: Final = re.compile(r"([12]?)([A-D])([1-5])")
"""A point as both games name it."""


def read(boards: int, text: str) -> Move:
    """The turn of a body, on so many boards. Raises UnreadableMove; forgives nothing."""
    if text == "--":
        return Move(PASS)
    cells = _CELLS[boards - 1]
    start, _, end = text.partition("-")
    if start not in cells or end not in cells:
        raise unreadable(text, HINTS[boards - 1])
    return Move(MOVE, cells[start], cells[end])


def write(boards: int, move: Move) -> str:
    """The body of a turn, on so many boards."""
    if move.kind == PASS:
        return "--"
    names = NAMES[boards - 1]
    return f"{names[move.start]}-{names[move.end]}"


def nearby(state: State, text: str) -> Iterator[str]:
    """Legal bodies by their likeness to this one."""
    return closest(text, (write(state.rules.boards, move) for move in moves(state)))


def describe(states: tuple[State, ...], move: Move) -> str:
    """A turn in words, the peg that it turns, and how the game ends by it."""
    before, after = states[0], states[-1]
    name = SEATS[before.turn & 1]
    if move.kind == PASS:
        sentences = [f"{name} passes."]
    else:
        names = NAMES[before.rules.boards - 1]
        sentences = [f"{name} moves from {names[move.start]} to {names[move.end]}."]
    for board in range(before.rules.boards):
        for seat in range(2):
            if (after.pegs & ~before.pegs) & scoring.peg(seat, board):
                where = f" on board {board + 1}" if before.rules.boards > 1 else ""
                sentences.append(f"{SEATS[seat]}'s signal peg{where} turns.")
    if after.ended and not before.ended:
        sentences.append(say_end(after))
    return " ".join(sentences)


def say_end(state: State) -> str:
    """How the game has ended, in a sentence."""
    ended = state.ended
    if ended is None:
        return ""
    if ended.reason == scoring.MOVE_LIMIT:
        return f"{state.turn} plies are played: a draw by the move limit."
    if not ended.winners:
        return "Two passes in a row: a draw."
    seat = ended.winners[0]
    if ended.reason == scoring.BY_CORNERS:
        return f"{SEATS[seat]} wins with opposite corners in all four quads of a board."
    quads = [
        next(
            (QUADS[quad] for quad in scoring.quadtrias(state.balls[seat], seat, board, state.pegs)),
            "",
        )
        for board in range(state.rules.boards)
    ]
    if ended.reason == scoring.ONE_QUADTRIA:
        return f"{SEATS[seat]} wins with a quadtria in {quads[0]}."
    return f"{SEATS[seat]} wins with quadtrias in {quads[0]} on board 1 and {quads[1]} on board 2."


def board_text(state: State) -> str:
    """All balls as ``1A1:N``, by board, quad and number."""
    names = NAMES[state.rules.boards - 1]
    south, north = state.balls
    return " ".join(
        f"{names[cell]}:{LETTERS[north >> cell & 1]}"
        for cell in range(state.rules.boards * SPOTS)
        if (south | north) >> cell & 1
    )
