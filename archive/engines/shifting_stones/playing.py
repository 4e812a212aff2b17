"""Carrying out a move, whether or not it is legal: State and Move → State.

Raises IllegalMove only where nothing can be carried out: a card drawn when none is due.
"""

from archive.engines.base import IllegalMove
from archive.engines.shifting_stones import scoring
from archive.engines.shifting_stones.scoring import DECK, DISCARDS, HELD, SCORED
from archive.engines.shifting_stones.state import (
    DRAW,
    FLIP,
    SCORE,
    SHIFT,
    SKIP,
    Move,
    State,
    seat_of,
    state_of,
)
from archive.engines.shifting_stones.tables import HAND, SKIP_DRAWS


def carry_out(state: State, move: Move) -> State:
    """The state after a move."""
    kind, card, spot, other = move
    if kind == DRAW:
        return _draw(state, card)
    if kind not in {SCORE, SHIFT, FLIP}:
        return _end(state, skips=kind == SKIP)
    deal, turn, _, scored, owed, skipped, strikes, faces, where, ended = state
    if kind == SCORE:
        scored, where = True, _with(where, card, SCORED + seat_of(state))
    else:
        faces = _flipped(faces, spot) if kind == FLIP else _swapped(faces, spot, other)
        where = _with(where, card, DISCARDS) if deal.hands else where
    return state_of((deal, turn, True, scored, owed, skipped, strikes, faces, where, ended))


def _flipped(faces: bytes, spot: int) -> bytes:
    changed = bytearray(faces)
    changed[spot] ^= 1
    return bytes(changed)


def _swapped(faces: bytes, spot: int, other: int) -> bytes:
    changed = bytearray(faces)
    changed[spot], changed[other] = faces[other], faces[spot]
    return bytes(changed)


def _with(where: bytes, card: int, place: int) -> bytes:
    return where[:card] + bytes((place,)) + where[card + 1 :]


def _draw(state: State, card: int) -> State:
    deal, turn, acted, scored, owed, skipped, strikes, faces, where, ended = state
    if not owed or card < 0:
        raise IllegalMove("move.draws-none", "No card is to be drawn.")
    if DECK not in where:
        where = where.replace(bytes((DISCARDS,)), bytes((DECK,)))
    where = _with(where, card, HELD + seat_of(state))
    after = state_of((
        deal, turn, acted, scored, owed - 1, skipped, strikes, faces, where, ended,
    ))  # fmt: skip
    return after if after.owed else _close(after)


def _end(state: State, *, skips: bool) -> State:
    """The end of a turn, but for its draws: up to four in hand, or two after a skip."""
    seat, where = seat_of(state), state.where
    strikes = state.strikes + (state.deal.seats == 1 and not state.scored)
    skipped = state.skipped | 1 << seat if skips else state.skipped & ~(1 << seat)
    owed = 0
    if state.deal.hands:
        due = SKIP_DRAWS if skips else HAND - where.count(HELD + seat)
        owed = max(0, min(due, where.count(DECK) + where.count(DISCARDS)))
    after = state._replace(strikes=strikes, skipped=skipped, owed=owed)
    return after if owed else _close(after)


def _close(state: State) -> State:
    """The state when a turn is over, draws and all."""
    deal, where, strikes = state.deal, state.where, state.strikes
    ended = state.ended
    if ended is None and scoring.is_over(deal, where, strikes, seat_of(state)):
        ended = scoring.outcome(deal, where, strikes)
    return state._replace(turn=state.turn + 1, acted=False, scored=False, ended=ended)
