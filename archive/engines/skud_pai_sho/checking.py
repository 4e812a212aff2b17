"""Whether a move is legal, and if not, why: in words that name tiles and points."""

from typing import Final

from archive.engines.skud_pai_sho import benders
from archive.engines.skud_pai_sho.capturing import captures, check_shelter
from archive.engines.skud_pai_sho.playing import CARRY_OUT
from archive.engines.skud_pai_sho.scoring import RING, is_flower, trapped
from archive.engines.skud_pai_sho.sentences import illegal, the
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
from archive.engines.skud_pai_sho.steps import reach, ways
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BASICS,
    BIT,
    BOAT,
    FLOWERS,
    GATES,
    GROWING,
    GROWING_BIT,
    KINDS,
    KOI,
    NAME,
    NAMES,
    NORTH_GATE,
    PACE,
    ROCK,
    ROUND,
    SEATS,
    SOUTH_GATE,
    STAND,
    WHEEL,
    ends,
    kind_of,
    seat_of,
)


def check(state: State, move: Move) -> State:
    """The state after a legal move; raises IllegalMove for any other."""
    if state.ended is not None and not plays_on(state):
        raise illegal("move.after-end")
    kind = move[0]
    _CHECKS[kind](state, move)
    after = CARRY_OUT[kind](state, move)
    if after.clash and state.rules.clashing:
        _raise_clash(state, after)
    return after


def plays_on(state: State) -> bool:
    """Whether moves after the end are only remarked on: after a Ring, in records of that time."""
    ended = state.ended
    return ended is not None and ended.reason == RING and state.rules.setup.plays_on


def _raise_clash(before: State, after: State) -> None:
    """Name the tile that the move brought to its place first."""
    a, b = ends(after.clash)
    if before.board[a] == after.board[a] and before.board[b] != after.board[b]:
        a, b = b, a
    raise illegal("move.clash", one=the(after.board, a), other=the(after.board, b))


# ---- the opening ----
def _due(state: State) -> str:
    """What the state waits for, in words."""
    seat = SEATS[actor(state)]
    if state.owed:
        return f"{seat} has a Harmony Bonus to play"
    if state.turn < 2:
        also = " and a Bender" if state.rules.benders else ""
        return f"{seat} names the accents{also} to play with"
    if state.turn < 4 and not state.rules.informal_start:
        return f"{seat} plants a first Basic Flower"
    return f"{seat} plants or arranges a flower"


def _check_rest(state: State, _: Move) -> None:
    if not state.owed:
        raise illegal("move.no-bonus")


def _check_choice(state: State, move: Move) -> None:
    rules = state.rules
    if state.turn > 1:
        raise illegal("move.not-now", what="Naming accents", due=_due(state))
    counts = [move.chosen.count(kind) for kind in range(ROCK, KOI)]
    too_many = any(count > most for count, most in zip(counts, rules.accents, strict=True))
    if too_many or sum(counts) != rules.chosen:
        choice = ", ".join(
            f"{most} {NAMES[ROCK + place]}" for place, most in enumerate(rules.accents) if most
        )
        raise illegal("move.accents", seat=SEATS[actor(state)], number=rules.chosen, choice=choice)
    named = [kind for kind in move.chosen if kind >= KOI]
    if rules.benders and len(named) != 1:
        raise illegal("move.bender", seat=SEATS[actor(state)])
    if named and not rules.benders:
        raise illegal("move.no-benders", tile=NAMES[named[0]])


def _check_opening(state: State, move: Move) -> None:
    """The formal start: Guest's flower in the south Gate, then Host's of that kind in the north."""
    seat = actor(state)
    gate = SOUTH_GATE if seat else NORTH_GATE
    if not seat:
        kind = kind_of(state.board[SOUTH_GATE])
        due = (kind + BASICS // 2) % BASICS if state.rules.clashing_start else kind
        if move.tile != due:
            raise illegal("move.opening-flower", seat=SEATS[seat], tile=NAMES[due])
    if move.end != gate:
        raise illegal("move.opening-gate", place=NAME[gate])


# ---- planting ----
def _check_plant(state: State, move: Move) -> None:
    tile = move.tile
    turn = state.turn
    if turn < 2 or state.owed:
        raise illegal("move.not-now", what=f"Planting the {NAMES[tile]}", due=_due(state))
    if tile >= BASICS:
        raise illegal("move.bonus-only", tile=NAMES[tile])
    seat = actor(state)
    if not state.hands[seat * KINDS + tile]:
        raise illegal("move.not-in-hand", seat=SEATS[seat], tile=NAMES[tile])
    if turn < 4 and not state.rules.informal_start:
        _check_opening(state, move)
    _check_planting(state, tile, move.end)


def _check_planting(state: State, tile: int, at: int) -> None:
    """Whether a flower may be planted on a point: an open Gate, or beside a Pond."""
    if GROWING[at]:
        if state.board[at]:
            raise illegal("move.gate-taken", place=NAME[at], other=the(state.board, at))
        return
    if not state.auras.ponds & BIT[at]:
        raise illegal("move.not-a-gate", place=NAME[at], tile=NAMES[tile])
    if state.board[at]:
        raise illegal("move.occupied", place=NAME[at], other=the(state.board, at))
    if not STAND[tile] & BIT[at]:
        raise illegal("move.wrong-garden", place=NAME[at], tile=NAMES[tile])


# ---- arranging ----
def _check_arrange(state: State, move: Move) -> None:
    rules, turn, owed, board, tiles, *_ = state
    _, _, start, end, _, shift = move
    if owed or (turn < 4 and (turn < 3 or not rules.informal_start)):
        raise illegal("move.not-now", what="Arranging a flower", due=_due(state))
    value = board[start]
    kind, seat = (value & 31) - 1, 1 - (turn & 1)
    if kind < 0:
        raise illegal("move.empty", place=NAME[start])
    if value >> 5 & 1 != seat:
        raise illegal("move.not-yours", other=the(board, start), seat=SEATS[seat])
    if kind >= FLOWERS:
        if kind >= KOI:
            benders.check_arrange(state, move)
            return
        raise illegal("move.not-a-flower", other=the(board, start))
    if shift:
        raise illegal("move.shift-only", tile=NAMES[kind])
    if value < GROWING_BIT and trapped(board, seat) & BIT[start]:
        raise illegal("move.trapped", other=the(board, start))
    if board[end] or not STAND[kind] & BIT[end]:
        _check_target(state, kind, seat, start, end)
    distance, found = ways(start, end)
    if distance > PACE[kind]:
        raise illegal(
            "move.too-far",
            tile=NAMES[kind],
            place=NAME[end],
            origin=NAME[start],
            pace=PACE[kind],
        )
    for way in found:
        if not tiles & way:
            return
    if not reach(tiles & ~BIT[end], start, PACE[kind]) & BIT[end]:
        raise illegal(
            "move.blocked",
            tile=NAMES[kind],
            place=NAME[end],
            origin=NAME[start],
            pace=PACE[kind],
        )


def _check_target(state: State, kind: int, seat: int, start: int, end: int) -> None:
    """Whether an arranged flower may end on a point that is occupied, or not in its garden."""
    board = state.board
    tile, place = NAMES[kind], NAME[end]
    if start == end:
        raise illegal("move.standing-still", place=place)
    taken = board[end]
    if taken and (GROWING[end] or seat_of(taken) == seat):
        raise illegal("move.occupied", place=place, other=the(board, end))
    if GROWING[end]:
        raise illegal("move.onto-gate", place=place, tile=tile)
    if taken and not captures(state, kind, seat, taken):
        raise illegal("move.no-capture", tile=tile, other=the(board, end))
    if taken:
        check_shelter(state, end)
    if not STAND[kind] & BIT[end]:
        raise illegal("move.wrong-garden", place=place, tile=tile)


# ---- bonus tiles ----
def _check_bonus(state: State, move: Move) -> None:
    if not state.owed:
        raise illegal("move.no-bonus-left" if state.rules.benders else "move.no-bonus")
    _, tile, at, to, _, _ = move
    seat = actor(state)
    if not state.hands[seat * KINDS + tile]:
        raise illegal("move.not-in-hand", seat=SEATS[seat], tile=NAMES[tile])
    if to >= 0 and tile != BOAT:
        raise illegal("move.boat-only", tile=NAMES[tile])
    if tile < FLOWERS:
        if tile < BASICS and growing(state, seat) >= state.rules.growing_limit:
            raise illegal("move.growing", seat=SEATS[seat])
        _check_planting(state, tile, at)
        return
    if tile >= KOI:
        _check_bender(state, tile, at)
        return
    if GROWING[at]:
        raise illegal("move.accent-on-gate", tile=NAMES[tile], place=NAME[at])
    if tile == BOAT:
        _check_boat(state, at, to)
    elif state.board[at]:
        raise illegal("move.occupied", place=NAME[at], other=the(state.board, at))
    elif tile == WHEEL and AROUND[at] & state.tiles:
        _check_wheel(state, at)


def _check_bender(state: State, tile: int, at: int) -> None:
    """Whether a Bender may be played on a point: an open Gate."""
    if not GROWING[at]:
        raise illegal("move.not-a-gate", place=NAME[at], tile=NAMES[tile])
    if state.board[at]:
        raise illegal("move.gate-taken", place=NAME[at], other=the(state.board, at))


def growing(state: State, seat: int) -> int:
    """How many Growing Flowers a player has; a Bender in a Gate is none."""
    board = state.board
    return sum(1 for gate in GATES if is_flower(board[gate]) and seat_of(board[gate]) == seat)


def _check_boat(state: State, at: int, to: int) -> None:
    board = state.board
    value = board[at]
    if not value:
        raise illegal("move.boat-target", place=NAME[at])
    if kind_of(value) >= KOI:
        raise illegal("move.boat-bender", other=the(board, at))
    if not is_flower(value):
        if to >= 0:
            raise illegal("move.boat-accent", other=the(board, at), place=NAME[to])
        return
    if to < 0 or not AROUND[at] & BIT[to]:
        raise illegal("move.boat-destination", other=the(board, at))
    kind = kind_of(value)
    if board[to]:
        raise illegal("move.occupied", place=NAME[to], other=the(board, to))
    if GROWING[to]:
        raise illegal("move.onto-gate", place=NAME[to], tile=NAMES[kind])
    if not STAND[kind] & BIT[to]:
        raise illegal("move.wrong-garden", place=NAME[to], tile=NAMES[kind])


def _check_wheel(state: State, at: int) -> None:
    board, place = state.board, NAME[at]
    for here in ROUND[at]:
        if here >= 0 and GROWING[here] and board[here]:
            raise illegal("move.wheel-gate", place=place, gate=NAME[here])
    for here, there in zip(ROUND[at], (*ROUND[at][1:], ROUND[at][0]), strict=True):
        value = board[here] if here >= 0 else 0
        if not value:
            continue
        kind = kind_of(value)
        if kind == ROCK:
            raise illegal("move.wheel-rock", place=place, other=the(board, here))
        if there < 0:
            raise illegal("move.wheel-edge", place=place, other=the(board, here))
        if GROWING[there]:
            raise illegal(
                "move.wheel-onto-gate", place=place, other=the(board, here), gate=NAME[there]
            )
        if not STAND[kind] & BIT[there]:
            raise illegal("move.wheel-garden", place=place, other=the(board, here))


_CHECKS: Final = {
    CHOOSE: _check_choice,
    PLANT: _check_plant,
    ARRANGE: _check_arrange,
    BONUS: _check_bonus,
    REST: _check_rest,
}
