"""Turns as text: read, written, guessed at, and said in words.

``F(2,-5)`` places, ``(2,-5)-(2,0)`` moves, ``(0,5)*(3,2)-(2,3)`` acts (a Swap without the third
square), ``--`` passes.
"""

import re
from collections.abc import Iterator
from typing import Final

from archive.engines.base import UnreadableMove
from archive.engines.quaterno import scoring
from archive.engines.quaterno.checking import ACTIONS, moves
from archive.engines.quaterno.state import ACT, MOVE, PASS, PLACE, Move, State, actor
from archive.engines.quaterno.tables import (
    CODES,
    FAN,
    LETTERS,
    NAME,
    NAMES,
    PLACED,
    SEATS,
    X,
    Y,
    ground,
    kind_of,
    seat_of,
    square,
)
from archive.engines.writing import POINT, closest, coordinates, unreadable

HINT: Final = "a turn is F(2,-5), (2,-5)-(2,0), (0,5)*(3,2)-(2,3), (0,5)*(3,2) or --"
_PLACE: Final = re.compile(f"([{CODES}])({POINT})")
_PLAY: Final = re.compile(f"({POINT})(?:\\*({POINT}))?(?:-({POINT}))?")


def read(half: int, text: str) -> Move:
    """The turn of a body, on a board of this half. Raises UnreadableMove; forgives nothing."""
    if text == "--":
        return Move(PASS)
    if match := _PLACE.fullmatch(text):
        return Move(PLACE, CODES.index(match[1]), end=_square(half, match[2]))
    match = _PLAY.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        raise unreadable(text, HINT)
    start = _square(half, match[1])
    end = _square(half, match[3]) if match[3] else -1
    if match[2]:
        return Move(ACT, start=start, target=_square(half, match[2]), end=end)
    return Move(MOVE, start=start, end=end)


def _square(half: int, text: str) -> int:
    x, y = coordinates(text)
    if max(abs(x), abs(y)) > half:
        raise UnreadableMove("move.off-board", f"{text} is not a square of the board.")
    return square(x, y)


def write(move: Move) -> str:
    """The body of a turn."""
    kind, tile, start, target, end = move
    if kind == PASS:
        return "--"
    if kind == PLACE:
        return f"{CODES[tile]}{NAME[end]}"
    if kind == MOVE:
        return f"{NAME[start]}-{NAME[end]}"
    third = f"-{NAME[end]}" if end >= 0 else ""
    return f"{NAME[start]}*{NAME[target]}{third}"


def nearby(state: State, text: str) -> Iterator[str]:
    """Legal bodies by their likeness to this one."""
    return closest(text, map(write, moves(state)))


def describe(states: tuple[State, ...], move: Move) -> str:
    """A turn in words, with the figures that it makes and how the game ends by it."""
    before, after = states[0], states[-1]
    sentences = [f"{SEATS[actor(before)]} {_describe(before, move)}."]
    for seat, name in enumerate(SEATS):
        made = after.spent[seat] & ~before.spent[seat]
        sentences.extend(
            f"The two {NAMES[kind]} tiles are a figure of {name}."
            for kind in PLACED
            if made >> kind & 1
        )
    if after.ended and not before.ended:
        sentences.append(say_end(after))
    return " ".join(sentences)


def _describe(state: State, move: Move) -> str:
    kind, tile, start, target, end = move
    board = state.board
    if kind == PASS:
        return "passes"
    if kind == PLACE:
        return f"places the {NAMES[tile]} at {NAME[end]}"
    acting = kind_of(board[start]) if board[start] else -1
    if kind == MOVE:
        return f"moves the {NAMES[acting]} from {NAME[start]} to {NAME[end]}"
    value = board[target]
    whose = f"{SEATS[seat_of(value)]}'s {NAMES[kind_of(value)]} at {NAME[target]}"
    if acting == FAN or end < 0:
        return f"swaps the {NAMES[acting]} at {NAME[start]} with {whose}"
    action = ACTIONS.get(acting, "Action")
    return f"uses the {NAMES[acting]} at {NAME[start]} ({action}): {whose} goes to {NAME[end]}"


def say_end(state: State) -> str:
    """How the game has ended, in a sentence."""
    ended = state.ended
    if ended is None:
        return ""
    guest, host = scoring.scores(state.spent)
    if not ended.winners:
        return f"Two passes in a row: a draw, figures {guest} to {host}."
    winner = ended.winners[0]
    return f"{SEATS[winner]} wins with {(guest, host)[winner]} figures."


def board_text(state: State) -> str:
    """All tiles as ``x,y:OT``, from the top row down, each from left to right."""
    board = state.board
    return " ".join(
        f"{X[here]},{Y[here]}:{LETTERS[seat_of(board[here])]}{CODES[kind_of(board[here])]}"
        for here in ground(state.half).squares
        if board[here]
    )
