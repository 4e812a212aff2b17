"""All legal moves of a state, lazily, in a fixed order."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from archive.engines.base import IllegalMove
from archive.engines.skud_pai_sho import benders
from archive.engines.skud_pai_sho.capturing import captures
from archive.engines.skud_pai_sho.checking import check, growing, plays_on
from archive.engines.skud_pai_sho.scoring import is_flower, trapped
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
from archive.engines.skud_pai_sho.steps import beside, reach
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BAMBOO,
    BASICS,
    BIT,
    BOARD,
    BOAT,
    CLASH,
    FLOWERS,
    GATE_SET,
    GROWING,
    GROWING_BIT,
    KINDS,
    KOI,
    PACE,
    RAYS,
    RELATION,
    ROCK,
    STAND,
    WHEEL,
    kind_of,
    members,
)


def moves(state: State) -> Iterator[Move]:
    """All legal moves; none after the end, a missed Ring aside."""
    if state.ended is not None and not plays_on(state):
        return
    if state.turn < 2:
        yield from _choices(state)
    elif state.owed:
        yield from _bonuses(state)
        yield Move(REST)
    else:
        yield from _plants(state)
        if state.turn > 3 or (state.turn == 3 and state.rules.informal_start):
            yield from _arranges(state)


def _is_legal(state: State, move: Move) -> bool:
    try:
        check(state, move)
    except IllegalMove:
        return False
    return True


def _choices(state: State) -> Iterator[Move]:
    rules = state.rules
    for counts in product(*(range(most + 1) for most in rules.accents)):
        if sum(counts) == rules.chosen:
            chosen = b"".join(bytes([ROCK + place]) * count for place, count in enumerate(counts))
            for bender in _BENDERS if rules.benders else (b"",):
                yield Move(CHOOSE, chosen=chosen + bender)


_BENDERS: Final = tuple(bytes([kind]) for kind in range(KOI, KINDS))


# ---- planting ----
def _plants(state: State) -> Iterator[Move]:
    for tile, at in _planting(state, range(BASICS)):
        move = Move(PLANT, tile, -1, at)
        # Nothing relates to a Gate: only the formal start and Ponds ask for more.
        if (state.turn > 3 and GROWING[at]) or _is_legal(state, move):
            yield move


def _planting(state: State, tiles: range) -> Iterator[tuple[int, int]]:
    """Flowers in hand with the Gates and points beside Ponds where they find room."""
    hand = actor(state) * KINDS
    for tile in tiles:
        if state.hands[hand + tile]:
            room = state.auras.ponds & STAND[tile] | GATE_SET
            for at in members(room & ~state.tiles):
                yield tile, at


# ---- arranging ----
def _arranges(state: State) -> Iterator[Move]:
    board, seat = state.board, actor(state)
    caught = trapped(board, seat)
    for start in members(state.tiles):
        value = board[start]
        if value >> 5 & 1 != seat:
            continue
        if value & 31 > KOI:
            yield from (move for move in benders.arranges(state, start) if _is_legal(state, move))
        if not is_flower(value):
            continue
        if value >= GROWING_BIT or not caught & BIT[start]:
            yield from _arranges_from(state, start)


def _arranges_from(state: State, start: int) -> Iterator[Move]:
    """Quiet moves by a set of points that would clash, captures by asking `check`."""
    board, tiles = state.board, state.tiles
    kind, seat = kind_of(board[start]), actor(state)
    near = reach(tiles, start, PACE[kind])
    room = near & STAND[kind] & ~tiles
    doubtful = 0
    if state.rules.clashing:
        room &= ~_clashing(board, tiles & ~BIT[start], kind)
        doubtful = room if _uncovers_clash(board, tiles, start) else 0
    preys = beside(reach(tiles, start, PACE[kind] - 1)) & tiles & STAND[kind]
    for end in members(room | preys):
        move = Move(ARRANGE, -1, start, end)
        if preys & BIT[end]:
            taken = board[end]
            if taken >> 5 & 1 == seat or not captures(state, kind, seat, taken):
                continue
            if _is_legal(state, move):
                yield move
        elif not doubtful or _is_legal(state, move):
            yield move


def _clashing(board: bytes, tiles: int, kind: int) -> int:
    """The points where a flower of this kind would be lined up with one that it clashes with."""
    found = 0
    if kind >= BASICS:
        return 0
    other = (kind + BASICS // 2) % BASICS
    walls = tiles | GATE_SET
    for here in members(tiles):
        value = board[here]
        if value & 31 != other + 1 or value >= GROWING_BIT:
            continue
        lows, highs = RAYS[here]
        for ray in lows:
            stop = (walls & ray).bit_length() - 1
            found |= ray & ~(BIT[stop] - 1) if stop >= 0 else ray
        for ray in highs:
            beyond = walls & ray
            found |= ray & ((beyond & -beyond) - 1) if beyond else ray
    return found


def _uncovers_clash(board: bytes, tiles: int, start: int) -> bool:
    """Whether a tile stands between two that clash."""
    if GROWING[start]:
        return False
    walls = tiles | GATE_SET
    for low, high in zip(*RAYS[start], strict=True):
        a = (walls & low).bit_length() - 1
        beyond = walls & high
        b = (beyond & -beyond).bit_length() - 1
        if RELATION[board[a]][board[b]] == CLASH:
            return True
    return False


# ---- bonus tiles ----
def _bonuses(state: State) -> Iterator[Move]:
    seat = actor(state)
    first = BASICS if growing(state, seat) >= state.rules.growing_limit else 0
    for tile, at in _planting(state, range(first, FLOWERS)):
        move = Move(BONUS, tile, at)
        if GROWING[at] or _is_legal(state, move):
            yield move
    empty = BOARD & ~GATE_SET & ~state.tiles
    for tile in range(KOI, KINDS):
        if state.hands[seat * KINDS + tile]:
            yield from (Move(BONUS, tile, at) for at in members(GATE_SET & ~state.tiles))
    for tile in range(ROCK, KOI):
        if not state.hands[seat * KINDS + tile]:
            continue
        if tile == BOAT:
            yield from _boats(state)
            continue
        for at in members(empty):
            move = Move(BONUS, tile, at)
            # Other accents only stand in the way: no Clash can come of them.
            moves_tiles = tile in {WHEEL, BAMBOO} and AROUND[at] & state.tiles
            if not moves_tiles or _is_legal(state, move):
                yield move


def _boats(state: State) -> Iterator[Move]:
    for at in members(state.tiles & ~GATE_SET):
        flower = is_flower(state.board[at])
        ends = members(AROUND[at] & ~state.tiles & ~GATE_SET) if flower else (-1,)
        for end in ends:
            move = Move(BONUS, BOAT, at, end)
            if _is_legal(state, move):
                yield move
