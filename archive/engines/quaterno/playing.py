"""Carrying out a move, whether or not it is legal: State and Move → State.

Raises IllegalMove only where nothing can be carried out: no tile stands where one must.
"""

from archive.engines.base import IllegalMove
from archive.engines.quaterno import scoring
from archive.engines.quaterno.state import MOVE, PASS, PLACE, Move, State
from archive.engines.quaterno.tables import KINDS, NAME, PLACEMENTS, kind_of, seat_of, value_of


def carry_out(state: State, move: Move) -> State:
    """The state after a turn."""
    half, turn, passes, board, places, spent, ended = state
    kind, tile, start, target, end = move
    mover = turn & 1
    if kind == PASS:
        passes = min(2, passes + 1)
    else:
        passes = 0
        cells, whereabouts = bytearray(board), list(places)
        if kind == PLACE:
            if board[end] or places[mover * KINDS + tile] >= 0:
                raise IllegalMove("move.occupied", f"Nothing can be placed on {NAME[end]}.")
            cells[end] = value_of(tile, mover)
            whereabouts[mover * KINDS + tile] = end
        elif kind == MOVE:
            _shift(cells, whereabouts, start, end)
        else:
            _act(cells, whereabouts, start, target, end)
        board, places = bytes(cells), tuple(whereabouts)
    if turn >= PLACEMENTS and ended is None:
        spent = scoring.with_figures(places, spent, mover)
        winner = scoring.winner(spent, mover)
        if winner >= 0:
            ended = scoring.won(spent, winner)
        elif passes == 2:
            ended = scoring.drawn(spent)
    return State(half, turn + 1, passes, board, places, spent, ended)


def _shift(cells: bytearray, whereabouts: list[int], start: int, end: int) -> None:
    value = cells[start]
    if not value:
        raise IllegalMove("move.empty", f"No tile stands on {NAME[start]}.")
    if cells[end] and end != start:
        raise IllegalMove("move.occupied", f"{NAME[end]} is occupied.")
    cells[start] = 0
    cells[end] = value
    whereabouts[seat_of(value) * KINDS + kind_of(value)] = end


def _act(cells: bytearray, whereabouts: list[int], start: int, target: int, end: int) -> None:
    """An action: the target goes to the third square, or changes places with the acting tile."""
    if end >= 0:
        _shift(cells, whereabouts, target, end)
        return
    one, other = cells[start], cells[target]
    if not one or not other:
        raise IllegalMove("move.empty", f"No tile stands on {NAME[target if one else start]}.")
    cells[start], cells[target] = other, one
    whereabouts[seat_of(one) * KINDS + kind_of(one)] = target
    whereabouts[seat_of(other) * KINDS + kind_of(other)] = start
