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
)
from archive.engines.shifting_stones.tables import HAND, SKIP_DRAWS


def carry_out(state: State, move: Move) -> State:
    """The state after a move."""
    kind, card, spot, other = move
    if kind == SCORE:
        where = _with(state.where, card, SCORED + seat_of(state))
        return state._replace(acted=True, scored=True, where=where)
    if kind in {SHIFT, FLIP}:
        faces = bytearray(state.faces)
        if kind == FLIP:
            faces[spot] ^= 1
        else:
            faces[spot], faces[other] = faces[other], faces[spot]
        where = _with(state.where, card, DISCARDS) if state.deal.hands else state.where
        return state._replace(acted=True, faces=bytes(faces), where=where)
    if kind == DRAW:
        return _draw(state, card)
    return _end(state, skips=kind == SKIP)


def _with(where: bytes, card: int, place: int) -> bytes:
    return where[:card] + bytes((place,)) + where[card + 1 :]


def _draw(state: State, card: int) -> State:
    if not state.owed or card < 0:
        raise IllegalMove("move.draws-none", "No card is to be drawn.")
    where = state.where
    if DECK not in where:
        where = where.replace(bytes((DISCARDS,)), bytes((DECK,)))
    after = state._replace(owed=state.owed - 1, where=_with(where, card, HELD + seat_of(state)))
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
