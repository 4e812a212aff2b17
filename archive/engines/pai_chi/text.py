"""Turns as text: read, written, guessed at, and said in words.

``J(0,-4)`` places, ``(0,-4)-(0,-1)`` moves, ``(0,0)-(1,0)~`` moves a Wheel that then turns,
``(0,0)-(0,1)-(0,2)=HJ`` sails a Boat that exchanges one flower, ``--`` passes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from archive.engines.base import UnreadableMove
from archive.engines.pai_chi.checking import named
from archive.engines.pai_chi.listing import moves
from archive.engines.pai_chi.playing import passed
from archive.engines.pai_chi.state import (
    FLOWERS_GONE,
    HARMONIES,
    MOVE,
    PASS,
    PLACE,
    Move,
    State,
    actor,
)
from archive.engines.pai_chi.tables import (
    CODES,
    KINDS,
    LETTERS,
    NAME,
    NAMES,
    READING_ORDER,
    SEATS,
    kind_of,
    on_board,
    point,
    seat_of,
)
from archive.engines.writing import LONGEST, POINT, closest, coordinates, unreadable

HINT: Final = (
    "a turn is J(0,-4), (0,-4)-(0,-1), (0,0)-(1,0)~, (0,0)-(0,1)-(0,2)=HJ for a Boat, or --"
)
MOST_GUESSES: Final = 4000
"""How many legal turns are weighed as guesses: a Boat alone can have very many."""
_PLACE: Final = re.compile(f"([{CODES}])({POINT})")
_MOVE: Final = re.compile(f"({POINT}(?:-{POINT})+)(~?)((?:=[{LETTERS}][{CODES}])*)")


def read(text: str) -> Move:
    """The turn of a body. Raises UnreadableMove; forgives nothing."""
    if text == "--":
        return Move(PASS)
    if len(text) > LONGEST:
        raise unreadable(text, HINT)
    return _read(text)


@lru_cache(maxsize=1 << 15)
def _read(text: str) -> Move:
    if match := _PLACE.fullmatch(text):
        return Move(PLACE, CODES.index(match[1]), (_point(match[2]),))
    match = _MOVE.fullmatch(text)
    if match is None:
        raise unreadable(text, HINT)
    way = tuple(map(_point, re.findall(POINT, match[1])))
    exchanged = tuple(
        LETTERS.index(item[0]) * KINDS + CODES.index(item[1]) for item in match[3].split("=")[1:]
    )
    return Move(MOVE, way=way, exchanged=exchanged, turned=bool(match[2]))


def _point(text: str) -> int:
    x, y = coordinates(text)
    if not on_board(x, y):
        raise UnreadableMove("move.off-board", f"{text} is not a point of the board.")
    return point(x, y)


def write(move: Move) -> str:
    """The body of a turn."""
    if move.kind == PASS:
        return "--"
    if move.kind == PLACE:
        return f"{CODES[move.tile]}{NAME[move.way[0]]}"
    way = "-".join(NAME[here] for here in move.way)
    brought = "".join(f"={_code(tile)}" for tile in move.exchanged)
    return f"{way}{'~' if move.turned else ''}{brought}"


def _code(tile: int) -> str:
    return LETTERS[tile // KINDS] + CODES[tile % KINDS]


def nearby(state: State, text: str) -> Iterator[str]:
    """Legal bodies by their likeness to this one."""
    return closest(text, map(write, islice(moves(state), MOST_GUESSES)))


def describe(states: tuple[State, ...], move: Move) -> str:
    """A turn in words, and how the game ends by it."""
    before, after = states[0], states[-1]
    sentence = f"{SEATS[actor(before)]} {_describe(before, move)}."
    if after.ended and not before.ended:
        sentence += f" {say_end(after)}"
    return sentence


def _describe(state: State, move: Move) -> str:
    board, way = state.board, move.way
    if move.kind == PASS:
        return "passes"
    if move.kind == PLACE:
        return f"places the {NAMES[move.tile]} at {NAME[way[0]]}"
    value, taken = board[way[0]], board[way[-1]]
    tile = NAMES[kind_of(value)] if value else "tile"
    parts = [f"moves the {tile} from {NAME[way[0]]} to {NAME[way[-1]]}"]
    if taken:
        parts.append(f"removes {named(taken - 1)}")
    parts.extend(
        f"exchanges {named(board[here] - 1)} at {NAME[here]} for {named(tile_in)}"
        for tile_in, here in zip(move.exchanged, passed(board, way), strict=False)
    )
    if move.turned:
        parts.append("turns what stands round it")
    return ", ".join(parts)


def say_end(state: State) -> str:
    """How the game has ended, in a sentence."""
    ended = state.ended
    if ended is None:
        return ""
    if not ended.winners:
        return "Two passes in a row: a draw."
    winner = ended.winners[0]
    how = {
        HARMONIES: "two harmonies at once",
        FLOWERS_GONE: f"all six flowers of {SEATS[1 - winner]} removed",
    }[ended.reason]
    return f"{SEATS[winner]} wins with {how}."


def board_text(state: State) -> str:
    """All tiles as ``x,y:OT``, from the top row down, each from left to right."""
    board = state.board
    return " ".join(
        f"{NAME[here][1:-1]}:{LETTERS[seat_of(board[here])]}{CODES[kind_of(board[here])]}"
        for here in READING_ORDER
        if board[here]
    )
