"""Carrying out a move, whether or not it is legal: State and Move → State.

Raises IllegalMove only where nothing can be carried out: no tile to move, a point off the board.
"""

from collections.abc import Iterable
from typing import Final

from archive.engines.base import IllegalMove, Outcome
from archive.engines.skud_pai_sho import scoring
from archive.engines.skud_pai_sho.header import Rules
from archive.engines.skud_pai_sho.scoring import Links
from archive.engines.skud_pai_sho.state import (
    ARRANGE,
    BONUS,
    CHOOSE,
    PLANT,
    REST,
    Move,
    State,
    actor,
    state_of,
)
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BAMBOO,
    BASICS,
    BIT,
    BLOOMING,
    BOAT,
    FLOWERS,
    GATE_SET,
    GROWING,
    KINDS,
    KOI,
    LOTUS,
    NAME,
    ORCHID,
    ROCK,
    ROUND,
    WHEEL,
    ends,
    kind_of,
    link,
    members,
    seat_of,
    value_of,
)

NO_BASICS = bytes(BASICS)


def carry_out(state: State, move: Move) -> State:
    """The state after a move."""
    return CARRY_OUT[move.kind](state, move)


# ---- turns without tiles on the board ----
def _rest(state: State, _: Move) -> State:
    """The bonus is not taken."""
    # Where a turn has two bonuses, the first may have played the last Basic Flower.
    played = 0 if state.rules.benders else -1
    return _close(state, state, played=played, over=bool(state.owed))


def _choose(state: State, move: Move) -> State:
    seat = actor(state)
    hands, chosen = bytearray(state.hands), bytearray(state.chosen)
    for kind in move.chosen:
        hands[seat * KINDS + kind] += 1
        chosen[seat * (KINDS - ROCK) + kind - ROCK] += 1
    return state._replace(turn=state.turn + 1, hands=bytes(hands), chosen=bytes(chosen))


# ---- planting ----
def _plant(state: State, move: Move) -> State:
    """A Plant: into a Gate, where nothing relates to it, or beside a Pond."""
    tile, at = move.tile, move.end
    if not GROWING[at]:
        return _close(state, _put(state, tile, actor(state), at), played=tile)
    rules, turn, _, board, tiles, hands, chosen, auras, host, guest, _, ended = state
    seat = actor(state)
    cells = bytearray(board)
    cells[at] = value_of(tile, seat) + GROWING[at]
    hands = _with(hands, seat, tile, -1)
    if ended is None:
        ended = _last_flower(rules, hands, host, guest)
    return state_of((
        rules, turn + 1, 0, bytes(cells), tiles | BIT[at], hands, chosen, auras,
        host, guest, 0, ended,
    ))  # fmt: skip


def _put(state: State, kind: int, seat: int, at: int) -> State:
    """A flower or a Bender from hand planted on a point."""
    cells = bytearray(state.board)
    cells[at] = value_of(kind, seat) + GROWING[at]
    hands = _with(state.hands, seat, kind, -1)
    return _changed(state, cells, BIT[at], hands)


def _with(hands: bytes, seat: int, kind: int, step: int) -> bytes:
    """Hands with one tile more or less; never less than none, which only unjudged records meet."""
    place = seat * KINDS + kind
    changed = bytearray(hands)
    if changed[place] or step > 0:
        changed[place] += step
    return bytes(changed)


# ---- arranging ----
def _arrange(state: State, move: Move) -> State:
    """An Arrange; then the turn is over, unless it has earned a Harmony Bonus."""
    rules, turn, _, board, tiles, hands, chosen, auras, host, guest, _, ended = state
    start, end = move[2], move[3]
    value, taken = board[start], board[end]
    if not value:
        raise IllegalMove("move.empty", f"No tile stands on {NAME[start]}.")
    cells = bytearray(board)
    cells[start] = 0
    cells[end] = value & BLOOMING | GROWING[end]
    if GROWING[end] or value & 31 > FLOWERS or taken & 31 > FLOWERS:
        return _arrange_other(state, move, cells)
    board = bytes(cells)
    tiles = tiles ^ BIT[start] | BIT[end]
    if taken and rules.bounce and kind_of(taken) in {LOTUS, ORCHID}:
        hands = _with(hands, seat_of(taken), kind_of(taken), 1)
    changed = (end,) if GROWING[start] else (start, end)
    was = guest if value & 32 else host
    host, guest, new_host, new_guest, clash = scoring.relink(
        board, tiles, auras, (host, guest), changed
    )
    new = new_guest if value & 32 else new_host
    owed = 0
    if new and _earns_bonus(new, was, start, end):
        owed = 1 if not rules.benders else _earned(board, new, was, start, end)
    if not owed:
        turn += 1
        if (new_host or new_guest) and ended is None:
            ended = scoring.ring_outcome(host, guest)
    return state_of((
        rules, turn, owed, board, tiles, hands, chosen, auras, host, guest, clash, ended
    ))  # fmt: skip


def _earns_bonus(new: list[int], was: Links, start: int, end: int) -> bool:
    """Whether one of the mover's new links joins two tiles that were not in his Harmony before.

    A link from where the arranged flower now stands is an old Harmony if the flower had one with the
    same tile from where it stood.
    """
    for number in new:
        a, b = number >> 9, number & 511
        if a == end:
            other = b
        elif b == end:
            other = a
        else:
            return True
        if link(start, other) not in was:
            return True
    return False


def _earned(board: bytes, new: Iterable[int], was: Links, start: int, end: int) -> int:
    """How many bonuses an Arrange earns: two where a Koi has a part in a new Harmony."""
    fresh = [number for number in new if _earns_bonus([number], was, start, end)]
    with_koi = any(kind_of(board[at]) == KOI for number in fresh for at in ends(number))
    return 2 if with_koi else bool(fresh)


def _arrange_other(state: State, move: Move, cells: bytearray) -> State:
    """An Arrange of a Bender, or one that captures a Bender; and what only unjudged records do.

    A Badgermole may shift an accent, so every Harmony is compared with those before.
    """
    start, end, shift = move.start, move.end, move.shift
    taken, hands = state.board[end], state.hands
    seat = seat_of(state.board[start])
    points = BIT[start] | BIT[end]
    if shift:
        _shift(cells, *shift)
        points |= BIT[shift[0]] | BIT[shift[1]]
    if state.rules.bounce and kind_of(taken) in {LOTUS, ORCHID}:
        hands = _with(hands, seat_of(taken), kind_of(taken), 1)
    after = _changed(state, cells, points, hands)
    own, was = (after.guest, state.guest) if seat else (after.host, state.host)
    owed = _earned(after.board, own - was, was, start, end)
    return after._replace(owed=owed) if owed and state.rules.benders else _close(state, after)


def _shift(cells: bytearray, here: int, there: int) -> None:
    value = cells[here]
    if not value:
        raise IllegalMove("move.empty", f"No tile stands on {NAME[here]}.")
    cells[here] = 0
    cells[there] = value & BLOOMING | GROWING[there]


# ---- bonus tiles ----
def _bonus(state: State, move: Move) -> State:
    """A Harmony Bonus; of the seat that moved last where none is owed (only unjudged records)."""
    seat = actor(state) if state.owed else 1 - actor(state)
    tile, at = move.tile, move.start
    if tile < FLOWERS or tile >= KOI:
        after = _put(state, tile, seat, at)
    elif tile == BOAT:
        after = _boat(state, seat, at, move.end)
    else:
        after = _accent(state, tile, seat, at)
    if state.owed > 1:
        return after._replace(owed=state.owed - 1)
    return _close(state, after, played=tile, over=bool(state.owed))


def _accent(state: State, kind: int, seat: int, at: int) -> State:
    cells = bytearray(state.board)
    cells[at] = value_of(kind, seat)
    points = BIT[at]
    hands = _with(state.hands, seat, kind, -1)
    if kind == WHEEL:
        points |= _turn_wheel(cells, at)
    elif kind == BAMBOO and empties(state.board, seat, at):
        for here in members(AROUND[at] & state.tiles):
            value = cells[here]
            hands = _with(hands, seat_of(value), kind_of(value), 1)
            cells[here] = 0
        points |= AROUND[at] & state.tiles
    return _changed(state, cells, points, hands)


def _turn_wheel(cells: bytearray, at: int) -> int:
    """Move the tiles round a Wheel one point clockwise; the points that have changed."""
    points = 0
    before = [cells[here] if here >= 0 else 0 for here in ROUND[at]]
    for place, there in enumerate(ROUND[at]):
        value = before[place - 1]
        if there < 0:
            if value:
                raise IllegalMove(
                    "move.wheel-edge", f"A Wheel on {NAME[at]} would turn a tile off the board."
                )
            continue
        cells[there] = value and value & BLOOMING | GROWING[there]
        if value or before[place]:
            points |= BIT[there]
    return points


def empties(board: bytes, seat: int, at: int) -> bool:
    """Whether a Bamboo on this point returns what surrounds it to the owners' hands."""
    around = [board[here] for here in ROUND[at] if here >= 0]
    return any(
        scoring.is_blooming(value) and seat_of(value) == seat for value in around
    ) and not any(GROWING[here] and board[here] for here in ROUND[at] if here >= 0)


def _boat(state: State, seat: int, at: int, to: int) -> State:
    cells = bytearray(state.board)
    value = cells[at]
    if not value:
        raise IllegalMove("move.boat-target", f"No tile stands on {NAME[at]} for a Boat.")
    hands = _with(state.hands, seat, BOAT, -1)
    if to < 0:
        cells[at] = 0
        return _changed(state, cells, BIT[at], hands)
    cells[at] = value_of(BOAT, seat)
    cells[to] = value & BLOOMING | GROWING[to]
    return _changed(state, cells, BIT[at] | BIT[to], hands)


# ---- what every change ends in ----
def _changed(state: State, cells: bytearray, points: int, hands: bytes) -> State:
    """The state with other tiles on some points: auras and Harmonies follow."""
    old, board = state.board, bytes(cells)
    tiles, reach, accents = state.tiles, 0, False
    for here in members(points):
        before, after = old[here], board[here]
        tiles = tiles | BIT[here] if after else tiles & ~BIT[here]
        reach |= BIT[here]
        for value in (before, after):
            if value & 31 > FLOWERS:
                accents = True
                reach |= scoring.disturbed(value, here)
    auras = scoring.auras_of(board) if accents else state.auras
    changed = tuple(members(reach & (tiles | points) & ~GATE_SET))
    host, guest, _, _, clash = scoring.relink(
        board, tiles, auras, (state.host, state.guest), changed
    )
    return state._replace(
        board=board,
        tiles=tiles,
        hands=hands,
        auras=auras,
        host=host,
        guest=guest,
        clash=clash,
    )


def _close(before: State, after: State, *, played: int = -1, over: bool = True) -> State:
    """The state when a turn is over: whose turn it is now, or how the game has ended.

    ``played``: the kind of tile that came from hand, or -1.
    """
    ended = after.ended
    if ended is None and (
        before.owed or after.host is not before.host or after.guest is not before.guest
    ):
        # A Ring can be new only with a new Harmony of this turn.
        ended = scoring.ring_outcome(after.host, after.guest)
    if ended is None and played >= 0:
        ended = _last_flower(after.rules, after.hands, after.host, after.guest)
    rules, turn, _, board, tiles, hands, chosen, auras, host, guest, clash, _ = after
    return state_of((
        rules, turn + over, 0, board, tiles, hands, chosen, auras, host, guest, clash, ended
    ))  # fmt: skip


def _last_flower(
    rules: Rules, hands: bytes, host: frozenset[int], guest: frozenset[int]
) -> Outcome | None:
    """The end by a player's last Basic Flower from hand: who has more then, or None."""
    if NO_BASICS not in {hands[:BASICS], hands[KINDS : KINDS + BASICS]} or not rules.ends_by:
        return None
    if rules.ends_by == "midline":
        return scoring.outcome(
            scoring.BY_MIDLINE, scoring.midline_count(host), scoring.midline_count(guest)
        )
    unused = [sum(hands[seat * KINDS + ROCK : seat * KINDS + KOI]) for seat in range(2)]
    if unused[0] != unused[1]:
        return scoring.outcome(scoring.BY_ACCENTS, *unused)
    return scoring.outcome(scoring.BY_HARMONIES, len(host), len(guest))


CARRY_OUT: Final = {
    CHOOSE: _choose,
    PLANT: _plant,
    ARRANGE: _arrange,
    BONUS: _bonus,
    REST: _rest,
}
"""By kind of move: what carries it out."""
