"""Whether a move is legal, and if not, why: in words that name tiles and points."""

from functools import cache
from typing import Final

from archive.engines.base import IllegalMove
from archive.engines.skud_pai_sho.playing import CARRY_OUT
from archive.engines.skud_pai_sho.scoring import RING, is_flower, trapped
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
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BASICS,
    BIT,
    BOARD,
    BOAT,
    FLOWERS,
    GATES,
    GROWING,
    GROWING_BIT,
    KINDS,
    LOTUS,
    NAME,
    NAMES,
    NORTH_GATE,
    ORCHID,
    PACE,
    ROCK,
    ROUND,
    SEATS,
    SOUTH_GATE,
    STAND,
    WHEEL,
    WIDTH,
    X,
    Y,
    ends,
    kind_of,
    point,
    seat_of,
    value_of,
)

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.accents": "{seat} must choose {number} accents of those in the game: {choice}.",
    "move.not-now": "{what} is not possible now: {due}.",
    "move.opening-flower": "{seat} must begin with the {tile}.",
    "move.opening-gate": "The first flower must be planted in the Gate {place}.",
    "move.bonus-only": "{tile} is played only as a Harmony Bonus.",
    "move.not-in-hand": "{seat} has no {tile} in hand.",
    "move.not-a-gate": "{place} is no Gate: the {tile} cannot be planted there.",
    "move.gate-taken": "The Gate {place} is taken by {other}.",
    "move.empty": "No tile stands on {place}.",
    "move.not-yours": "{other} is not {seat}'s to arrange.",
    "move.not-a-flower": "{other} is an accent: only flowers are arranged.",
    "move.trapped": "{other} is trapped by the Orchid beside it.",
    "move.standing-still": "Standing still on {place} is no move.",
    "move.onto-gate": "The {tile} may not end its move on the Gate {place}.",
    "move.occupied": "{place} is occupied by {other}.",
    "move.wrong-garden": "The {tile} may not stand on {place}: that is the other colour's garden.",
    "move.no-capture": "The {tile} may not capture {other}.",
    "move.sheltered": "{other} cannot be captured: it stands beside a Bamboo.",
    "move.too-far": "The {tile} goes {pace} steps: {place} is too far from {origin}.",
    "move.blocked": "The {tile} cannot reach {place} from {origin} in {pace} steps: the way is blocked.",
    "move.clash": "{one} would clash with {other}.",
    "move.no-bonus": "There is no Harmony Bonus: the move makes no new Harmony.",
    "move.growing": "The bonus may not be a Basic Flower: {seat} has a Growing Flower in a Gate.",
    "move.accent-on-gate": "A {tile} may not be played on the Gate {place}.",
    "move.wheel-rock": "A Wheel on {place} cannot turn {other}.",
    "move.wheel-gate": "A Wheel on {place} cannot turn beside the occupied Gate {gate}.",
    "move.wheel-onto-gate": "A Wheel on {place} would turn {other} onto the Gate {gate}.",
    "move.wheel-edge": "A Wheel on {place} would turn {other} off the board.",
    "move.wheel-garden": "A Wheel on {place} would turn {other} into the other colour's garden.",
    "move.boat-target": "A Boat must be played on a Blooming flower or an accent, not on {place}.",
    "move.boat-destination": "A Boat on {other} needs an empty point beside it to carry it to.",
    "move.boat-only": "Only a Boat carries a tile: the {tile} has no second point.",
    "move.boat-accent": "A Boat on {other} removes it: nothing is carried to {place}.",
}


def illegal(code: str, **words: object) -> IllegalMove:
    """The error of a code, with its sentence."""
    sentence = SENTENCES[code].format(**words)
    return IllegalMove(code, sentence[0].upper() + sentence[1:])


def the(board: bytes, at: int) -> str:
    """The tile on a point in words: ``the Jasmine at (2,3)``."""
    return f"the {NAMES[kind_of(board[at])]} at {NAME[at]}"


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
        return f"{seat} names the accents to play with"
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
    counts = [move.chosen.count(kind) for kind in range(ROCK, KINDS)]
    too_many = any(count > most for count, most in zip(counts, rules.accents, strict=True))
    if too_many or len(move.chosen) != rules.chosen:
        choice = ", ".join(
            f"{most} {NAMES[ROCK + place]}" for place, most in enumerate(rules.accents) if most
        )
        raise illegal("move.accents", seat=SEATS[actor(state)], number=rules.chosen, choice=choice)


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
    _, _, start, end, _ = move
    if owed or (turn < 4 and (turn < 3 or not rules.informal_start)):
        raise illegal("move.not-now", what="Arranging a flower", due=_due(state))
    value = board[start]
    kind, seat = (value & 15) - 1, 1 - (turn & 1)
    if kind < 0:
        raise illegal("move.empty", place=NAME[start])
    if value >> 4 & 1 != seat:
        raise illegal("move.not-yours", other=the(board, start), seat=SEATS[seat])
    if kind >= FLOWERS:
        raise illegal("move.not-a-flower", other=the(board, start))
    if value < GROWING_BIT and trapped(board, seat) & BIT[start]:
        raise illegal("move.trapped", other=the(board, start))
    if board[end] or not STAND[kind] & BIT[end]:
        _check_target(state, kind, seat, start, end)
    distance, ways = _ways(start, end)
    if distance > PACE[kind]:
        raise illegal(
            "move.too-far",
            tile=NAMES[kind],
            place=NAME[end],
            origin=NAME[start],
            pace=PACE[kind],
        )
    for way in ways:
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
    if taken and state.auras.sheltered & BIT[end]:
        raise illegal("move.sheltered", other=the(board, end))
    if not STAND[kind] & BIT[end]:
        raise illegal("move.wrong-garden", place=place, tile=tile)


def is_wild(board: bytes, seat: int) -> bool:
    """Whether a player's Orchid is wild: his White Lotus is Blooming."""
    return value_of(LOTUS, seat) in board


def captures(state: State, kind: int, seat: int, taken: int) -> bool:
    """Whether a flower of a kind captures an opposing Blooming tile, shelter aside."""
    board, prey = state.board, kind_of(taken)
    if prey >= FLOWERS:
        return False
    if kind == ORCHID and is_wild(board, seat):
        return True
    if prey == ORCHID and is_wild(board, 1 - seat):
        return kind < BASICS or not state.rules.basics_take_orchids
    return kind < BASICS and prey < BASICS and abs(kind - prey) == BASICS // 2


@cache
def _ways(start: int, end: int) -> tuple[int, tuple[int, ...]]:
    """The distance between two points, and the points on the two ways with one bend between them,
    where these stay on the board."""
    found = []
    for bend in ((X[end], Y[start]), (X[start], Y[end])):
        here, way = start, 0
        corner = point(*bend)
        for goal in (corner, end):
            while here != goal:
                across = (X[goal] > X[here]) - (X[goal] < X[here])
                here += across or WIDTH * ((Y[goal] > Y[here]) - (Y[goal] < Y[here]))
                way |= BIT[here]
        if way & BOARD == way:
            found.append(way & ~BIT[end])
    return abs(X[end] - X[start]) + abs(Y[end] - Y[start]), tuple(found)


def reach(tiles: int, start: int, steps: int) -> int:
    """The points that are at most so many steps away through empty points, the start included."""
    free, front = BOARD & ~tiles, BIT[start]
    for _ in range(steps):
        front |= (front << 1 | front >> 1 | front << WIDTH | front >> WIDTH) & free
    return front


# ---- bonus tiles ----
def _check_bonus(state: State, move: Move) -> None:
    if not state.owed:
        raise illegal("move.no-bonus")
    _, tile, at, to, _ = move
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
    if GROWING[at]:
        raise illegal("move.accent-on-gate", tile=NAMES[tile], place=NAME[at])
    if tile == BOAT:
        _check_boat(state, at, to)
    elif state.board[at]:
        raise illegal("move.occupied", place=NAME[at], other=the(state.board, at))
    elif tile == WHEEL and AROUND[at] & state.tiles:
        _check_wheel(state, at)


def growing(state: State, seat: int) -> int:
    """How many Growing Flowers a player has."""
    board = state.board
    return sum(1 for gate in GATES if board[gate] and seat_of(board[gate]) == seat)


def _check_boat(state: State, at: int, to: int) -> None:
    board = state.board
    value = board[at]
    if not value:
        raise illegal("move.boat-target", place=NAME[at])
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
