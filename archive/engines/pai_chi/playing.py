"""Carrying out a move, whether or not it is legal: State and Move → State.

Raises IllegalMove only where nothing can be carried out: no tile to move, none to bring back.
"""

from archive.engines.base import IllegalMove
from archive.engines.pai_chi import scoring
from archive.engines.pai_chi.state import HAND, MOVE, PASS, REMOVED, Move, State
from archive.engines.pai_chi.tables import BIT, FLOWERS, KINDS, NAME, ROUND, SIZE


def carry_out(state: State, move: Move) -> State:
    """The state after a turn."""
    turn, passes, board, where, occupied, ended = state
    mover = turn & 1
    if move.kind == PASS:
        passes = min(2, passes + 1)
    else:
        passes = 0
        cells, places = bytearray(board), bytearray(where)
        if move.kind == MOVE:
            _move(cells, places, move)
        else:
            _place(cells, places, mover * KINDS + move.tile, move.way[0])
        board, where = bytes(cells), bytes(places)
        occupied = sum(BIT[here] for here in where if here < SIZE)
    if ended is None:
        ended = scoring.outcome(board, where, mover, passes)
    return State(turn + 1, passes, board, where, occupied, ended)


def _place(cells: bytearray, places: bytearray, tile: int, at: int) -> None:
    if places[tile] != HAND:
        raise IllegalMove("move.not-in-hand", "That tile is not in hand.")
    _stand(cells, places, tile, at)


def _stand(cells: bytearray, places: bytearray, tile: int, at: int) -> None:
    """A tile comes to a point; what stands there is removed."""
    if cells[at]:
        places[cells[at] - 1] = REMOVED
    cells[at] = 1 + tile
    places[tile] = at


def _move(cells: bytearray, places: bytearray, move: Move) -> None:
    way = move.way
    start, end = way[0], way[-1]
    value = cells[start]
    if not value:
        raise IllegalMove("move.empty", f"No tile stands on {NAME[start]}.")
    cells[start] = 0
    _exchange(cells, places, move)
    _stand(cells, places, value - 1, end)
    if move.turned:
        turn(cells, places, end)


def passed(board: bytes | bytearray, way: tuple[int, ...]) -> list[int]:
    """The points of a way, its ends aside, on which flowers stand."""
    return [here for here in way[1:-1] if board[here] and (board[here] - 1) % KINDS < FLOWERS]


def _exchange(cells: bytearray, places: bytearray, move: Move) -> None:
    """A Boat's exchanges: removed tiles come in, in order of the way, for the flowers there."""
    for tile, here in zip(move.exchanged, passed(cells, move.way), strict=False):
        if places[tile] != REMOVED:
            raise IllegalMove("move.not-removed", "A Boat brings back removed flowers only.")
        _stand(cells, places, tile, here)


def turn(cells: bytearray, places: bytearray, centre: int) -> None:
    """What stands round a Wheel goes a quarter clockwise."""
    four = ROUND[centre]
    before = [cells[here] if here >= 0 else 0 for here in four]
    for place, there in enumerate(four):
        value = before[place - 1]
        if there >= 0:
            cells[there] = value
        elif value:
            raise IllegalMove(
                "move.turn-edge", f"The Wheel at {NAME[centre]} would turn a tile off the board."
            )
        if value:
            places[value - 1] = there
