"""Moves as text: read, written, guessed at, and said in words.

The notation is The Garden Gate's: ``R,R,B,K``, ``R3(0,8)``, ``(0,-8)-(1,-6)``, and after an Arrange
its Harmony Bonus: ``+R(0,3)``, ``+B(2,2)-(3,3)``. With Original Benders a choice ends in a Bender,
``R,W,K,B,KOI``, a Badgermole may shift an accent, ``(3,0)-(3,2)>(3,3)-(3,5)``, and there may be two
bonuses, ``+R(0,3)+L(8,0)``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from archive.engines.base import UnreadableMove
from archive.engines.skud_pai_sho import scoring
from archive.engines.skud_pai_sho.state import (
    ARRANGE,
    BONUS,
    CHOOSE,
    PLANT,
    REST,
    Move,
    State,
    actor,
)
from archive.engines.skud_pai_sho.steps import away
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BAMBOO,
    BASICS,
    BOAT,
    CODES,
    FLOWERS,
    GATES,
    KIND_OF,
    KINDS,
    KOI,
    NAME,
    NAMES,
    POINT_OF,
    ROCK,
    SEATS,
    X,
    Y,
    kind_of,
    on_board,
    point,
    seat_of,
)

LONGEST: Final = 80
"""No body is longer; what is, is not even looked at."""
_POINT: Final = r"\((?:0|-?[1-9][0-9]*),(?:0|-?[1-9][0-9]*)\)"
_CODE: Final = "|".join(sorted(CODES, key=len, reverse=True))
_ARRANGE: Final = re.compile(f"({_POINT})-({_POINT})(?:>({_POINT})-({_POINT}))?")
_TILE: Final = re.compile(f"({_CODE})({_POINT})(?:-({_POINT}))?")
_BEFORE_BONUS: Final = re.compile(r"(?:^|(?<=\)))[+_]")
_BENDER: Final = "|".join(CODES[KOI:])
_CHOICE: Final = re.compile(f"(?:[A-Z]|{_BENDER})(?:,(?:[A-Z]|{_BENDER}))*")
MOST_BONUSES: Final = 2


# ---- reading ----
@lru_cache(maxsize=1 << 12)
def read_with_benders(text: str) -> tuple[Move, ...]:
    """The moves of a turn's body.

    Raises UnreadableMove. Forgiven: ``_`` for ``+`` before a bonus, as older records write it.
    """
    if len(text) > LONGEST:
        raise UnreadableMove("move.unreadable", f"“{text[:20]}…” is too long to be a move.")
    first, *bonuses = _BEFORE_BONUS.split(text)
    if not bonuses:
        return (_read_first(text),)
    moves = (_read_first(first),) if first else ()
    if moves and moves[0].kind != ARRANGE:
        raise _unreadable(text, "only an Arrange earns a bonus")
    if len(bonuses) > MOST_BONUSES:
        raise _unreadable(text, "no Arrange earns more than two bonuses")
    return (*moves, *map(_read_bonus, bonuses))


@lru_cache(maxsize=1 << 16)
def read(text: str) -> tuple[Move, ...]:
    """As `read_with_benders`, in a game without them: there is one bonus, and nothing is shifted."""
    moves = read_with_benders(text)
    if any(move.shift for move in moves) or [move.kind for move in moves[-2:]] == [BONUS, BONUS]:
        raise _unreadable(
            text,
            "second bonuses and shifted accents are written only with the option original-benders",
        )
    return moves


def _read_first(text: str) -> Move:
    if match := _ARRANGE.fullmatch(text):
        start, end, *shift = [_read_point(point) for point in match.groups() if point]
        return Move(ARRANGE, -1, start, end, shift=tuple(shift))
    match = _TILE.fullmatch(text)
    if match and not match[3]:
        return Move(PLANT, KIND_OF[match[1]], -1, _read_point(match[2]))
    if _CHOICE.fullmatch(text):
        return Move(CHOOSE, chosen=bytes(sorted(map(_read_accent, text.split(",")))))
    raise _unreadable(text, "a move is R3(0,8), (0,-8)-(1,-6) or, first of all, R,R,B,K")


def _read_bonus(text: str) -> Move:
    match = _TILE.fullmatch(text)
    if not match:
        raise _unreadable("+" + text, "a bonus is +R(0,3), +L(8,0) or +B(2,2)-(3,3)")
    tile, end = KIND_OF[match[1]], -1
    if match[3]:
        if tile != BOAT:
            raise _unreadable("+" + text, "only a Boat carries a flower to another point")
        end = _read_point(match[3])
    return Move(BONUS, tile, _read_point(match[2]), end)


def _read_point(text: str) -> int:
    number = POINT_OF.get(text)
    if number is None:
        raise UnreadableMove("move.off-board", f"{text} is not a point of the board.")
    return number


def _read_accent(code: str) -> int:
    kind = KIND_OF.get(code, -1)
    if kind < ROCK:
        raise UnreadableMove("move.unreadable", f"“{code}” is no accent.")
    return kind


def _unreadable(text: str, hint: str) -> UnreadableMove:
    for sign in text:
        if not "!" <= sign <= "~":
            return UnreadableMove(
                "move.unreadable",
                f"“{text}” holds the character U+{ord(sign):04X} ({sign}), which no move has.",
            )
    return UnreadableMove("move.unreadable", f"“{text}” is no move: {hint}.")


# ---- writing ----
@lru_cache(maxsize=1 << 16)
def write(moves: tuple[Move, ...]) -> str:
    """The body of a turn; a bonus not taken is left out."""
    return "".join(_write(move) for move in moves)


def _write(move: Move) -> str:
    kind, tile, start, end, chosen, shift = move
    if kind == ARRANGE:
        shifted = f">{NAME[shift[0]]}-{NAME[shift[1]]}" if shift else ""
        return f"{NAME[start]}-{NAME[end]}{shifted}"
    if kind == PLANT:
        return f"{CODES[tile]}{NAME[end]}"
    if kind == BONUS:
        carried = f"-{NAME[end]}" if end >= 0 else ""
        return f"+{CODES[tile]}{NAME[start]}{carried}"
    return ",".join(CODES[accent] for accent in chosen)


# ---- guessing ----
def nearby(text: str) -> Iterator[str]:
    """Bodies that the writer of this one, which can be read, may have meant, likeliest first, legal
    or not."""
    try:
        moves = read_with_benders(text)
    except UnreadableMove:
        return
    yield from map(write, _variants(moves))


def _variants(moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """The turn with one thing about it different."""
    for place in range(len(moves) - 1, 0, -1):
        before, after = moves[:place], moves[place + 1 :]
        yield from ((*before, other, *after) for other in _others(moves[place]))
        yield (*before, *after)
    yield from ((other, *moves[1:]) for other in _others(moves[0]))


def _others(move: Move) -> Iterator[Move]:
    """The move with another point, or another tile."""
    if move.kind == CHOOSE:
        chosen = list(move.chosen)
        for place in range(len(chosen)):
            yield move._replace(chosen=bytes(chosen[:place] + chosen[place + 1 :]))
        for extra in range(ROCK, KINDS):
            yield move._replace(chosen=bytes(sorted([*chosen, extra])))
        return
    if move.shift:
        here = move.shift[0]
        yield from (move._replace(shift=(here, to)) for to in away(here, here - move.end))
        yield move._replace(shift=())
    yield from (move._replace(tile=tile) for tile in _other_tiles(move.tile))
    if move.end >= 0:
        yield from (move._replace(end=end) for end in _other_points(move.end))
    if move.start >= 0:
        yield from (move._replace(start=start) for start in _other_points(move.start))
    if move.kind == PLANT:
        yield from (move._replace(end=gate) for gate in GATES)


def _other_tiles(tile: int) -> tuple[int, ...]:
    """For a Basic Flower its twin of the other colour, then the rest; for others their like."""
    if tile < 0:
        return ()
    if tile < BASICS:
        return ((tile + BASICS // 2) % BASICS, *range(BASICS))
    bounds = (BASICS, FLOWERS, KOI, KINDS)
    return next(tuple(range(a, b)) for a, b in pairwise(bounds) if tile < b)


def _other_points(here: int) -> Iterator[int]:
    """A sign lost, coordinates swapped, then the neighbouring points."""
    x, y = X[here], Y[here]
    slips = [(-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    near = [(x + dx, y + dy) for dx, dy in steps]
    for other_x, other_y in slips + near:
        if (other_x, other_y) != (x, y) and on_board(other_x, other_y):
            yield point(other_x, other_y)


# ---- saying ----
def describe(states: tuple[State, ...], moves: tuple[Move, ...]) -> str:
    """A turn in words: who does what, what is captured, the bonus, and how the game ends by it."""
    parts = [
        _describe(before, move, after)
        for before, move, after in zip(states, moves, states[1:], strict=False)
        if move.kind != REST
    ]
    sentence = f"{SEATS[actor(states[0])]} {', '.join(parts)}."
    ended = states[-1].ended
    if ended and not states[0].ended:
        sentence += f" {say_end(states[-1])}"
    return sentence


def _describe(before: State, move: Move, after: State) -> str:
    kind, tile, start, end, chosen, shift = move
    if kind == CHOOSE:
        return f"chooses {', '.join(NAMES[accent] for accent in chosen)}"
    if kind == PLANT:
        return f"plants {NAMES[tile]} {_place(end)}"
    if kind == BONUS:
        return f"Harmony Bonus: {_describe_bonus(before, move, after)}"
    taken = before.board[end]
    captured = f", captures the {NAMES[kind_of(taken)]}" if taken else ""
    shifted = f", shifts {_whose(before.board[shift[0]])} to {NAME[shift[1]]}" if shift else ""
    tile = kind_of(before.board[start])
    return f"arranges {NAMES[tile]} from {NAME[start]} to {NAME[end]}{captured}{shifted}"


def _whose(value: int) -> str:
    return f"{SEATS[seat_of(value)]}'s {NAMES[kind_of(value)]}"


def _place(at: int) -> str:
    return f"in the Gate {NAME[at]}" if at in GATES else f"at {NAME[at]}"


def _describe_bonus(before: State, move: Move, after: State) -> str:
    tile, at, to = move.tile, move.start, move.end
    words = f"{NAMES[tile]} {_place(at)}"
    if tile == BOAT:
        value = before.board[at]
        if not value:
            return words
        whose = _whose(value)
        return f"{words} carries {whose} to {NAME[to]}" if to >= 0 else f"{words} removes {whose}"
    gone = (before.tiles & ~after.tiles).bit_count() if tile == BAMBOO else 0
    if gone and not before.tiles & ~after.tiles & ~AROUND[at]:
        return f"{words} returns {gone} {'tile' if gone == 1 else 'tiles'} to hand"
    return words


def say_end(state: State) -> str:
    """How the game has ended, in a sentence."""
    ended = state.ended
    if ended is None:
        return ""
    if ended.reason == scoring.RING:
        if not ended.winners:
            return "Both have a Harmony Ring: a draw."
        return (
            f"The Harmony Ring of {SEATS[ended.winners[0]]} closes: {SEATS[ended.winners[0]]} wins."
        )
    measure = {
        scoring.BY_MIDLINE: "Harmonies across a midline",
        scoring.BY_ACCENTS: "unused Accents",
        scoring.BY_HARMONIES: "Harmonies",
    }[ended.reason]
    if not ended.winners:
        return f"The last Basic Flower is played; equal {measure}: a draw."
    return f"The last Basic Flower is played; {SEATS[ended.winners[0]]} wins with more {measure}."


_READING_ORDER: Final = tuple(sorted(POINT_OF.values(), key=lambda here: (-Y[here], X[here])))


def board_text(board: bytes) -> str:
    """All tiles as ``x,y:OT``, from the top row down, each from left to right."""
    return " ".join(
        f"{X[here]},{Y[here]}:{'HG'[seat_of(board[here])]}{CODES[kind_of(board[here])]}"
        for here in _READING_ORDER
        if board[here]
    )
