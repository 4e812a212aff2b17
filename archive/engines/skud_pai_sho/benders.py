"""Whether a Bender may be arranged, and what a Badgermole shifts. Rules: Original Benders.

A Bender may stand in any garden and is never trapped; only a Dragon captures.
"""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import Notice
from archive.engines.skud_pai_sho.capturing import captures, check_shelter
from archive.engines.skud_pai_sho.sentences import illegal, the
from archive.engines.skud_pai_sho.state import ARRANGE, Move, State
from archive.engines.skud_pai_sho.steps import away, beside, reach
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BADGERMOLE,
    BISON,
    BIT,
    DRAGON,
    GATE_SET,
    GROWING,
    KOI,
    NAME,
    NAMES,
    PACE,
    ROCK,
    SEATS,
    X,
    Y,
    kind_of,
    members,
    seat_of,
    value_of,
)


def check_arrange(state: State, move: Move) -> None:
    """Refuses what an own Bender may not do; that the move's start holds one is known."""
    board, start, end = state.board, move.start, move.end
    kind = kind_of(board[start])
    tile, place, origin = NAMES[kind], NAME[end], NAME[start]
    if start == end:
        raise illegal("move.standing-still", place=place)
    taken = board[end]
    if taken and (GROWING[end] or seat_of(taken) == seat_of(board[start])):
        raise illegal("move.occupied", place=place, other=the(board, end))
    if GROWING[end]:
        raise illegal("move.onto-gate", place=place, tile=tile)
    if taken:
        if not captures(state, kind, seat_of(board[start]), taken):
            raise illegal("move.no-capture", tile=tile, other=the(board, end))
        check_shelter(state, end)
    if kind == KOI:
        if not AROUND[start] & BIT[end]:
            raise illegal("move.koi-too-far", place=place, origin=origin)
    elif not reach(state.tiles & ~BIT[end], start, PACE[kind]) & BIT[end]:
        distance = abs(X[end] - X[start]) + abs(Y[end] - Y[start])
        code = "move.too-far" if distance > PACE[kind] else "move.blocked"
        raise illegal(code, tile=tile, place=place, origin=origin, pace=PACE[kind])
    if move.shift:
        _check_shift(state, move, kind)


def _check_shift(state: State, move: Move, kind: int) -> None:
    """Whether a Badgermole that has come to its place may shift this accent there."""
    if kind != BADGERMOLE:
        raise illegal("move.shift-only", tile=NAMES[kind])
    board, end, (here, there) = state.board, move.end, move.shift
    if not ROCK <= kind_of(board[here]) < KOI:
        raise illegal("move.shift-target", place=NAME[here])
    words = {"other": the(board, here), "place": NAME[there], "origin": NAME[end]}
    if not beside(BIT[end]) & BIT[here]:
        raise illegal("move.shift-beside", **words)
    way = away(here, here - end)
    if there not in way:
        raise illegal("move.shift-way", **words)
    for point in way[: way.index(there) + 1]:
        if point != move.start and board[point]:
            raise illegal("move.shift-blocked", **words, blocker=the(board, point))
    if GROWING[there]:
        raise illegal("move.onto-gate", tile=NAMES[kind_of(board[here])], place=NAME[there])


def arranges(state: State, start: int) -> Iterator[Move]:
    """What a Bender may perhaps do: all that is legal, and moves that leave a Clash or capture what
    is sheltered."""
    board, tiles = state.board, state.tiles
    kind, seat = kind_of(board[start]), seat_of(board[start])
    near = AROUND[start] if kind == KOI else reach(tiles, start, PACE[kind])
    ends = near & ~tiles
    if kind == DRAGON:
        preys = beside(reach(tiles, start, PACE[kind] - 1)) & tiles
        ends |= sum(BIT[at] for at in members(preys) if seat_of(board[at]) != seat)
    for end in members(ends & ~GATE_SET):
        yield Move(ARRANGE, -1, start, end)
        if kind == BADGERMOLE:
            yield from _shifts(state, start, end)


def _shifts(state: State, start: int, end: int) -> Iterator[Move]:
    board = state.board
    for here in members(beside(BIT[end])):
        if ROCK <= kind_of(board[here]) < KOI:
            for there in away(here, here - end):
                yield Move(ARRANGE, -1, start, end, shift=(here, there))


_BISONS: Final = tuple(value_of(BISON, seat) for seat in range(len(SEATS)))


def unverified(states: tuple[State, ...]) -> Notice | None:
    """Why a game that has come through these states cannot be judged: a Sky Bison has bloomed."""
    if not states[0].rules.benders:
        return None
    for state in states:
        for seat, bison in enumerate(_BISONS):
            if bison in state.board:
                return Notice("bison.bloomed", _BLOOMED.format(seat=SEATS[seat]))
    return None


_BLOOMED: Final = (
    "{seat}'s Sky Bison has left its Gate, and what it does inside the Central Garden Wall is not "
    "known: all other rules were checked."
)
