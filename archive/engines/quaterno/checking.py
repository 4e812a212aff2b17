"""Whether a move is legal, and if not, why: in words that name tiles and squares."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from archive.engines.quaterno.state import ACT, MOVE, PASS, PLACE, Move, State, actor
from archive.engines.quaterno.tables import (
    ANCHOR,
    COMPASS,
    FAN,
    KINDS,
    MOON,
    NAME,
    NAMES,
    NEAREST,
    PLACED,
    PLACEMENTS,
    QUARTER,
    QUARTERS,
    RADIUS,
    SEATS,
    SOLDIER,
    STICK,
    SUN,
    X,
    Y,
    ground,
    kind_of,
    seat_of,
    square,
    step_between,
)
from archive.engines.writing import refused

ACTING: Final = (SUN, FAN, ANCHOR, STICK, COMPASS)
ACTIONS: Final = {
    SUN: "Orbit",
    FAN: "Swap",
    ANCHOR: "Draw Near",
    STICK: "Push",
    COMPASS: "Place Behind",
}

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.placing": "{seat} still has tiles to place: no tile moves or acts before all ten are placed.",
    "move.placed-all": "All ten tiles are placed: the {tile} can only move or act.",
    "move.not-in-hand": "{seat} has no {tile} to place.",
    "move.occupied": "{place} is occupied by {other}.",
    "move.near-centre": "{place} is too near the centre: one coordinate must be 4 or more.",
    "move.on-diagonal": "{place} lies on a diagonal: tiles are placed in a quarter.",
    "move.quarter-taken": "{place} lies in the {quarter} quarter, in which {seat} has placed.",
    "move.pass": "{seat} has a legal turn and may not pass.",
    "move.empty": "No tile stands on {place}.",
    "move.not-yours": "{other} is not {seat}'s.",
    "move.seized": "{other} is seized by the Soldier at {place}.",
    "move.sun": "The Sun never moves.",
    "move.standing-still": "Standing still on {place} is no move.",
    "move.no-line": "{place} is on no row, column or diagonal with {origin}.",
    "move.blocked": "The way from {origin} to {place} is blocked by {other}.",
    "move.no-action": "The {tile} has no action.",
    "move.no-target": "No tile stands on {place} to be a target.",
    "move.not-first": "{target} is not the first tile that {acting} sees: {other} stands between.",
    "move.third-square": "A Swap names no third square: the two tiles change places.",
    "move.no-third-square": "The {action} of the {tile} must name where the target goes.",
    "move.orbit": "{place} is not as far from the Sun at {origin} as {target}.",
    "move.not-between": "{place} is not between {acting} and {target}.",
    "move.not-behind": "{place} is not on the line away from {acting}, beyond {target}.",
    "move.not-beyond": "{place} is not on the line beyond {acting}, away from {target}.",
}

illegal: Final = partial(refused, SENTENCES)
"""The error of a code, with its sentence."""


def the(board: bytes, at: int) -> str:
    """The tile on a square in words: ``the Fan at (2,3)``."""
    return f"the {NAMES[kind_of(board[at])]} at {NAME[at]}"


def check(state: State, move: Move) -> None:
    """Raise IllegalMove for a turn that a rule forbids."""
    if state.ended is not None:
        raise illegal("move.after-end")
    kind = move.kind
    if kind == PLACE:
        _check_place(state, move)
    elif kind == PASS:
        if next(moves(state)).kind != PASS:
            raise illegal("move.pass", seat=SEATS[actor(state)])
    elif state.turn < PLACEMENTS:
        raise illegal("move.placing", seat=SEATS[actor(state)])
    elif kind == MOVE:
        _check_move(state, move)
    else:
        _check_action(state, move)


# ---- placing ----
def _check_place(state: State, move: Move) -> None:
    """Rules, section Placement."""
    seat, tile, at = actor(state), move.tile, move.end
    if state.turn >= PLACEMENTS:
        raise illegal("move.placed-all", tile=NAMES[tile])
    if state.places[seat * KINDS + tile] >= 0:
        raise illegal("move.not-in-hand", seat=SEATS[seat], tile=NAMES[tile])
    if state.board[at]:
        raise illegal("move.occupied", place=NAME[at], other=the(state.board, at))
    if RADIUS[at] < NEAREST:
        raise illegal("move.near-centre", place=NAME[at])
    if QUARTER[at] < 0:
        raise illegal("move.on-diagonal", place=NAME[at])
    if claimed(state, 1 - seat) >> QUARTER[at] & 1:
        raise illegal(
            "move.quarter-taken",
            place=NAME[at],
            quarter=QUARTERS[QUARTER[at]],
            seat=SEATS[1 - seat],
        )


def claimed(state: State, seat: int) -> int:
    """The quarters in which a seat has placed, as bits. Asked during the placement only."""
    places = state.places
    found = 0
    for kind in PLACED:
        here = places[seat * KINDS + kind]
        if here >= 0:
            found |= 1 << QUARTER[here]
    return found


# ---- moving ----
def seizing(state: State, seat: int, at: int) -> int:
    """Where the Soldier stands that seizes a seat's tile on a square, or -1."""
    soldier = state.places[(1 - seat) * KINDS + SOLDIER]
    if soldier >= 0 and abs(X[soldier] - X[at]) + abs(Y[soldier] - Y[at]) == 1:
        return soldier
    return -1


def _check_own(state: State, at: int) -> int:
    """The kind of the own, free tile on a square."""
    board, seat = state.board, actor(state)
    value = board[at]
    if not value:
        raise illegal("move.empty", place=NAME[at])
    if seat_of(value) != seat:
        raise illegal("move.not-yours", other=the(board, at), seat=SEATS[seat])
    soldier = seizing(state, seat, at)
    if soldier >= 0:
        raise illegal("move.seized", other=the(board, at), place=NAME[soldier])
    return kind_of(value)


def _first(board: bytes, start: int, step: int, end: int) -> int:
    """The first occupied square after ``start`` along a step, before ``end``; ``end`` if none."""
    here = start + step
    while here != end and not board[here]:
        here += step
    return here


def _check_move(state: State, move: Move) -> None:
    start, end = move.start, move.end
    board = state.board
    kind = _check_own(state, start)
    if kind == SUN:
        raise illegal("move.sun")
    if start == end:
        raise illegal("move.standing-still", place=NAME[end])
    if board[end]:
        raise illegal("move.occupied", place=NAME[end], other=the(board, end))
    step = step_between(start, end)
    if not step:
        raise illegal("move.no-line", place=NAME[end], origin=NAME[start])
    first = end if kind == MOON else _first(board, start, step, end)
    if first != end:
        raise illegal("move.blocked", origin=NAME[start], place=NAME[end], other=the(board, first))


# ---- acting ----
def _check_action(state: State, move: Move) -> None:
    _, _, start, target, end = move
    board = state.board
    kind = _check_own(state, start)
    if kind not in ACTING:
        raise illegal("move.no-action", tile=NAMES[kind])
    if start == target or not board[target]:
        raise illegal("move.no-target", place=NAME[target])
    step = step_between(start, target)
    if not step:
        raise illegal("move.no-line", place=NAME[target], origin=NAME[start])
    first = _first(board, start, step, target)
    if first != target:
        raise illegal(
            "move.not-first",
            target=the(board, target),
            acting=the(board, start),
            other=the(board, first),
        )
    if kind == FAN:
        if end >= 0:
            raise illegal("move.third-square")
        return
    if end < 0:
        raise illegal("move.no-third-square", action=ACTIONS[kind], tile=NAMES[kind])
    if board[end]:
        raise illegal("move.occupied", place=NAME[end], other=the(board, end))
    _check_third(board, kind, step, move)


def _check_third(board: bytes, kind: int, step: int, move: Move) -> None:
    """Whether the target may go to the third square, which is empty. Rules, section Play."""
    _, _, start, target, end = move
    words = {
        "place": NAME[end],
        "origin": NAME[start],
        "acting": the(board, start),
        "target": the(board, target),
    }
    if kind == SUN:
        if _distance(start, end) != _distance(start, target):
            raise illegal("move.orbit", **words)
        return
    if kind == ANCHOR:
        between = step_between(start, end) == step and _distance(start, end) < _distance(
            start, target
        )
        if not between:
            raise illegal("move.not-between", **words)
        return
    origin, away = (target, step) if kind == STICK else (start, -step)
    if step_between(origin, end) != away:
        raise illegal("move.not-behind" if kind == STICK else "move.not-beyond", **words)
    first = _first(board, origin, away, end)
    if first != end:
        raise illegal("move.blocked", origin=NAME[origin], place=NAME[end], other=the(board, first))


def _distance(one: int, other: int) -> int:
    return max(abs(X[one] - X[other]), abs(Y[one] - Y[other]))


# ---- listing ----
def moves(state: State) -> Iterator[Move]:
    """All legal turns in a fixed order; none after the end."""
    if state.ended is not None:
        return
    found = False
    for move in _placements(state) if state.turn < PLACEMENTS else _plays(state):
        found = True
        yield move
    if not found:
        yield Move(PASS)


def _placements(state: State) -> Iterator[Move]:
    seat, board = actor(state), state.board
    taken = claimed(state, 1 - seat)
    squares = [
        here
        for here in ground(state.half).open
        if not board[here] and not taken >> QUARTER[here] & 1
    ]
    for kind in PLACED:
        if state.places[seat * KINDS + kind] < 0:
            for here in squares:
                yield Move(PLACE, kind, end=here)


def _plays(state: State) -> Iterator[Move]:
    seat = actor(state)
    for kind in range(KINDS):
        here = state.places[seat * KINDS + kind]
        if here >= 0 and seizing(state, seat, here) < 0:
            yield from _plays_of(state, kind, here)


def _plays_of(state: State, kind: int, here: int) -> Iterator[Move]:
    """The moves and actions of one free tile."""
    board = state.board
    for ray in ground(state.half).rays[here]:
        target = -1
        for there in ray:
            if board[there]:
                target = there if target < 0 else target
                if kind != MOON:
                    break
            elif kind != SUN:
                yield Move(MOVE, start=here, end=there)
        if target >= 0 and kind in ACTING:
            for end in _third_squares(state, kind, here, target):
                yield Move(ACT, start=here, target=target, end=end)


def _third_squares(state: State, kind: int, here: int, target: int) -> Iterator[int]:
    """Where the target of an action may go; -1 for a Swap."""
    board, half = state.board, state.half
    if kind == FAN:
        yield -1
    elif kind == SUN:
        yield from (end for end in _ring(half, here, _distance(here, target)) if not board[end])
    elif kind == ANCHOR:
        step = step_between(here, target)
        yield from range(here + step, target, step)
    else:
        step = step_between(here, target)
        origin, step = (target, step) if kind == STICK else (here, -step)
        for ray in ground(half).rays[origin]:
            if ray and ray[0] - origin == step:
                for end in ray:
                    if board[end]:
                        break
                    yield end


def _ring(half: int, centre: int, radius: int) -> Iterator[int]:
    """The squares of the board at one distance from a square."""
    x, y = X[centre], Y[centre]
    for there_y in range(max(-half, y - radius), min(half, y + radius) + 1):
        across = abs(there_y - y) == radius
        for there_x in range(x - radius, x + radius + 1, 1 if across else 2 * radius):
            if abs(there_x) <= half:
                yield square(there_x, there_y)
