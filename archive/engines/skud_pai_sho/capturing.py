"""Which tile captures which, and what shelters from it. Rules: A turn, and Original Benders."""

from archive.engines.skud_pai_sho.scoring import is_flower
from archive.engines.skud_pai_sho.sentences import illegal, the
from archive.engines.skud_pai_sho.state import State
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BASICS,
    BIT,
    DRAGON,
    FLOWERS,
    KOI,
    LOTUS,
    NAMES,
    ORCHID,
    kind_of,
    members,
    seat_of,
    value_of,
)


def is_wild(board: bytes, seat: int) -> bool:
    """Whether a player's Orchid is wild: his White Lotus is Blooming."""
    return value_of(LOTUS, seat) in board


def captures(state: State, kind: int, seat: int, taken: int) -> bool:
    """Whether a flower or a Bender captures an opposing tile outside the Gates, shelter aside."""
    board, prey = state.board, kind_of(taken)
    if prey >= FLOWERS:
        return _captures_bender(board, kind, seat, prey)
    if kind == ORCHID and is_wild(board, seat):
        return True
    if kind >= KOI:
        return kind == DRAGON
    if prey == ORCHID and is_wild(board, 1 - seat):
        return kind < BASICS or not state.rules.basics_take_orchids
    return kind < BASICS and prey < BASICS and abs(kind - prey) == BASICS // 2


def _captures_bender(board: bytes, kind: int, seat: int, prey: int) -> bool:
    """Any flower takes a Dragon, a wild Orchid the other Benders; nothing takes an accent."""
    if prey == DRAGON:
        return kind < FLOWERS
    return prey >= KOI and kind == ORCHID and is_wild(board, seat)


def check_shelter(state: State, at: int) -> None:
    """Refuses the capture of a tile beside a Bamboo, or one that stands with its Dragon."""
    board = state.board
    if state.auras.sheltered & BIT[at]:
        raise illegal("move.sheltered", other=the(board, at))
    if not state.rules.benders:
        return
    taken = board[at]
    own = [
        board[near] for near in members(AROUND[at] & state.tiles) if _same_owner(board, near, at)
    ]
    if is_flower(taken) and any(kind_of(value) == DRAGON for value in own):
        raise illegal("move.guarded", other=the(board, at))
    guard = next((kind_of(value) for value in own if is_flower(value)), -1)
    if kind_of(taken) == DRAGON and guard >= 0:
        raise illegal("move.guarded-dragon", other=the(board, at), guard=NAMES[guard])


def _same_owner(board: bytes, one: int, other: int) -> bool:
    return seat_of(board[one]) == seat_of(board[other])
