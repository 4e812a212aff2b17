"""Whether a move is legal, and if not, why: in words that name tiles and points."""

from functools import partial
from itertools import pairwise
from typing import Final

from archive.engines.pai_chi.playing import passed
from archive.engines.pai_chi.state import HAND, PLACE, REMOVED, Move, State, actor
from archive.engines.pai_chi.tables import (
    BESIDE,
    BIT,
    BOARD,
    BOAT,
    FLOWERS,
    KINDS,
    KNOTWEED,
    NAME,
    NAMES,
    PACE,
    REGION,
    REGION_NAME,
    ROCK,
    ROUND,
    SEATS,
    SIZE,
    TILES,
    WHEEL,
    WIDTH,
    kind_of,
    removes,
    seat_of,
)
from archive.engines.writing import refused

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.pass": "{seat} has a legal turn and may not pass.",
    "move.not-in-hand": "{seat} has no {tile} in hand.",
    "move.occupied": "{place} is occupied by {other}.",
    "move.region": "The {tile} is placed in the {region}, not on {place}.",
    "move.empty": "No tile stands on {place}.",
    "move.not-yours": "{other} is not {seat}'s.",
    "move.immobile": "A {tile} never moves.",
    "move.held": "{other} is held by the Knotweed beside it.",
    "move.standing-still": "Ending on {place}, where it began, is no move.",
    "move.way": "Only a Boat's way is written out: the {tile} names where it starts and ends.",
    "move.exchange": "Only a Boat exchanges flowers, not the {tile}.",
    "move.turn": "Only a Wheel turns what stands round it, not the {tile}.",
    "move.no-removal": "The {tile} may not remove {other}.",
    "move.too-far": "The {tile} goes {pace} steps: {place} is too far from {origin}.",
    "move.blocked": "The {tile} cannot reach {place} from {origin} in {pace} steps: the way is blocked.",
    "move.turn-rock": "The Wheel cannot turn at {place}: a Rock stands beside it.",
    "move.turn-edge": "The Wheel cannot turn at {place}: {other} would leave the board.",
    "move.boat-step": "{place} is not beside {origin}: a Boat's way is written point by point.",
    "move.boat-twice": "The Boat's way visits {place} twice.",
    "move.boat-rock": "The Boat cannot pass over {other}.",
    "move.exchange-number": "The Boat passes over {flowers} and the removed pile has {pile}: {due} to exchange, {written} written.",
    "move.exchange-kind": "A Boat brings back flowers, no {tile}.",
    "move.exchange-removed": "{tile} is not in the removed pile.",
    "move.exchange-twice": "{tile} comes back twice.",
}

illegal: Final = partial(refused, SENTENCES)
"""The error of a code, with its sentence."""


def the(board: bytes, at: int) -> str:
    """The tile on a point in words: ``Host's Rose at (2,3)``."""
    return f"{named(board[at] - 1)} at {NAME[at]}"


def named(tile: int) -> str:
    """A tile in words: ``Host's Rose``."""
    return f"{SEATS[tile // KINDS]}'s {NAMES[tile % KINDS]}"


def check(state: State, move: Move) -> None:
    """Raise IllegalMove for a turn, no pass, that a rule forbids."""
    if state.ended is not None:
        raise illegal("move.after-end")
    if move.kind == PLACE:
        _check_place(state, move)
    else:
        _check_move(state, move)


def check_pass(state: State, *, can_play: bool) -> None:
    """Raise IllegalMove for a pass of a seat that has something to play."""
    if state.ended is not None:
        raise illegal("move.after-end")
    if can_play:
        raise illegal("move.pass", seat=SEATS[actor(state)])


def _check_place(state: State, move: Move) -> None:
    """Rules, section Regions."""
    seat, kind, at = actor(state), move.tile, move.way[0]
    tile = seat * KINDS + kind
    if state.where[tile] != HAND:
        raise illegal("move.not-in-hand", seat=SEATS[seat], tile=NAMES[kind])
    if state.board[at]:
        raise illegal("move.occupied", place=NAME[at], other=the(state.board, at))
    if not REGION[tile] & BIT[at]:
        raise illegal("move.region", tile=NAMES[kind], region=REGION_NAME[kind], place=NAME[at])


def is_held(state: State, at: int) -> bool:
    """Whether a Knotweed, of either player, stands beside a point."""
    where, beside = state.where, BESIDE[at]
    for tile in (KNOTWEED, KINDS + KNOTWEED):
        here = where[tile]
        if here < SIZE and beside & BIT[here]:
            return True
    return False


def _check_move(state: State, move: Move) -> None:
    board, seat = state.board, actor(state)
    start, end = move.way[0], move.way[-1]
    value = board[start]
    if not value:
        raise illegal("move.empty", place=NAME[start])
    if seat_of(value) != seat:
        raise illegal("move.not-yours", other=the(board, start), seat=SEATS[seat])
    kind = kind_of(value)
    if not PACE[kind]:
        raise illegal("move.immobile", tile=NAMES[kind])
    if is_held(state, start):
        raise illegal("move.held", other=the(board, start))
    if start == end:
        raise illegal("move.standing-still", place=NAME[end])
    if move.turned and kind != WHEEL:
        raise illegal("move.turn", tile=NAMES[kind])
    if kind == BOAT:
        _check_way(board, move.way)
        _check_exchanges(state, move)
        return
    if len(move.way) > 2:
        raise illegal("move.way", tile=NAMES[kind])
    if move.exchanged:
        raise illegal("move.exchange", tile=NAMES[kind])
    _check_reach(state, kind, start, end)
    if move.turned:
        _check_turn(board, start, end)


def _check_reach(state: State, kind: int, start: int, end: int) -> None:
    board = state.board
    value = board[end]
    if value and not removes(board[start] - 1, value - 1):
        raise illegal("move.no-removal", tile=NAMES[kind], other=the(board, end))
    if not reach(state, start, PACE[kind] - 1) & BESIDE[end]:
        dx, dy = abs(start % WIDTH - end % WIDTH), abs(start // WIDTH - end // WIDTH)
        raise illegal(
            "move.blocked" if dx + dy <= PACE[kind] else "move.too-far",
            tile=NAMES[kind],
            place=NAME[end],
            origin=NAME[start],
            pace=PACE[kind],
        )


def reach(state: State, start: int, steps: int) -> int:
    """The points that a tile may pass within some steps, its own included: own tiles are no
    obstacle, but Rocks and the other player's tiles are."""
    where, first = state.where, actor(state) * KINDS
    own = 0
    for here in where[first : first + KINDS]:
        if here < SIZE:
            own |= BIT[here]
    rock = where[first + ROCK]
    if rock < SIZE:
        own ^= BIT[rock]
    free = (BOARD & ~state.occupied) | own
    front = BIT[start]
    for _ in range(steps):
        front |= (front << 1 | front >> 1 | front << WIDTH | front >> WIDTH) & free
    return front


def _check_turn(board: bytes, start: int, centre: int) -> None:
    """Whether a Wheel that came from a point may turn. Rules, section A turn."""
    if problem := turning(board, start, centre):
        code, other = problem
        words = {"place": NAME[centre], "other": the(board, other)}
        raise illegal(code, **words)


def turning(board: bytes, start: int, centre: int) -> tuple[str, int] | None:
    """Why a Wheel may not turn, and the point of the tile that forbids it; or None."""
    four = ROUND[centre]
    for place, here in enumerate(four):
        value = board[here] if here >= 0 and here != start else 0
        if value and kind_of(value) == ROCK:
            return "move.turn-rock", here
        if value and four[(place + 1) % 4] < 0:
            return "move.turn-edge", here
    return None


# ---- the Boat ----
def _check_way(board: bytes, way: tuple[int, ...]) -> None:
    start, end = way[0], way[-1]
    for here, there in pairwise(way):
        if not BESIDE[here] & BIT[there]:
            raise illegal("move.boat-step", place=NAME[there], origin=NAME[here])
    for place, here in enumerate(way):
        if here in way[:place]:
            raise illegal("move.boat-twice", place=NAME[here])
        if place and board[here] and kind_of(board[here]) == ROCK:
            raise illegal("move.boat-rock", other=the(board, here))
    if board[end]:
        raise illegal("move.occupied", place=NAME[end], other=the(board, end))
    if len(way) - 1 > PACE[BOAT]:
        raise illegal(
            "move.too-far",
            tile=NAMES[BOAT],
            pace=PACE[BOAT],
            place=NAME[end],
            origin=NAME[start],
        )


def removed_flowers(state: State) -> list[int]:
    """The flowers of the removed pile."""
    return [
        tile for tile in range(TILES) if tile % KINDS < FLOWERS and state.where[tile] == REMOVED
    ]


def _check_exchanges(state: State, move: Move) -> None:
    given = move.exchanged
    for place, tile in enumerate(given):
        if tile % KINDS >= FLOWERS:
            raise illegal("move.exchange-kind", tile=NAMES[tile % KINDS])
        if state.where[tile] != REMOVED:
            raise illegal("move.exchange-removed", tile=named(tile))
        if tile in given[:place]:
            raise illegal("move.exchange-twice", tile=named(tile))
    flowers, pile = len(passed(state.board, move.way)), len(removed_flowers(state))
    due = min(flowers, pile)
    if len(given) != due:
        raise illegal(
            "move.exchange-number",
            flowers=f"{flowers} flower{'' if flowers == 1 else 's'}",
            pile=f"{pile} flower{'' if pile == 1 else 's'}",
            due=due,
            written=len(given),
        )
