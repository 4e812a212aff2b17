"""All legal moves of a state, lazily, in a fixed order."""

from collections.abc import Iterator
from itertools import permutations

from archive.engines.pai_chi.checking import is_held, reach, removed_flowers, turning
from archive.engines.pai_chi.playing import passed
from archive.engines.pai_chi.state import HAND, MOVE, PASS, PLACE, Move, State, actor
from archive.engines.pai_chi.tables import (
    BOARD,
    BOAT,
    KINDS,
    PACE,
    REGION,
    ROCK,
    ROUND,
    SIZE,
    WHEEL,
    WIDTH,
    kind_of,
    members,
    removes,
)


def moves(state: State) -> Iterator[Move]:
    """All legal turns; the one pass where nothing else is legal; none after the end."""
    if state.ended is not None:
        return
    found = False
    for move in _turns(state):
        found = True
        yield move
    if not found:
        yield Move(PASS)


def can_play(state: State) -> bool:
    """Whether a seat has a legal turn that is no pass."""
    return next(_turns(state), None) is not None


def _turns(state: State) -> Iterator[Move]:
    first = actor(state) * KINDS
    for kind in range(KINDS):
        here = state.where[first + kind]
        if here == HAND:
            for at in members(REGION[first + kind] & ~state.occupied):
                yield Move(PLACE, kind, (at,))
        elif here < SIZE and PACE[kind] and not is_held(state, here):
            yield from _sailings(state, here) if kind == BOAT else _walks(state, kind, here)


def _walks(state: State, kind: int, start: int) -> Iterator[Move]:
    board = state.board
    tile = board[start] - 1
    front = reach(state, start, PACE[kind] - 1)
    spread = (front << 1 | front >> 1 | front << WIDTH | front >> WIDTH) & BOARD
    for end in members(spread):
        value = board[end]
        if end == start or (value and not removes(tile, value - 1)):
            continue
        yield Move(MOVE, way=(start, end))
        if kind == WHEEL and not turning(board, start, end):
            yield Move(MOVE, way=(start, end), turned=True)


def _sailings(state: State, start: int) -> Iterator[Move]:
    pile = removed_flowers(state)
    for way in _ways(state.board, (start,)):
        due = min(len(passed(state.board, way)), len(pile))
        for exchanged in permutations(pile, due):
            yield Move(MOVE, way=way, exchanged=exchanged)


def _ways(board: bytes, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The ways that a Boat may go on from here, each to its end on an empty point."""
    for there in ROUND[way[-1]]:
        if there < 0 or there in way:
            continue
        value = board[there]
        if value and kind_of(value) == ROCK:
            continue
        longer = (*way, there)
        if not value:
            yield longer
        if len(longer) <= PACE[BOAT]:
            yield from _ways(board, longer)
