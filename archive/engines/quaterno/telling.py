"""What statistics count of Quaterno: moves and positions → Events and numbers."""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import Event, EventKind, Measure, Spot, TileKind
from archive.engines.quaterno import scoring
from archive.engines.quaterno.checking import ACTIONS
from archive.engines.quaterno.state import MOVE, PASS, PLACE, Move, State
from archive.engines.quaterno.tables import (
    CODES,
    HOST_BIT,
    KINDS,
    NAMES,
    PLACED,
    QUARTER,
    QUARTERS,
    X,
    Y,
    kind_of,
    seat_of,
)

TILE_KINDS: Final = tuple(
    TileKind(code, name, "Placed in turn" if kind in PLACED else "There from the start")
    for kind, (code, name) in enumerate(zip(CODES, NAMES, strict=True))
)
EVENT_KINDS: Final = (
    EventKind("placed", "Placed", "arrives", has_spots=True, other="In the quarter"),
    EventKind("claimed", "Quarter claimed", "happens", other="Quarter"),
    EventKind("moved", "Moved", "moves", has_spots=True),
    EventKind("acted", "Acted", "happens", has_spots=True, other="Action"),
    EventKind("displaced", "Displaced by the other player", "moves", has_spots=True, other="By"),
    EventKind("displaced-own", "Displaced by its owner", "moves", has_spots=True, other="By"),
    EventKind("swapped", "Changed places by its own Swap", "moves", has_spots=True, other="With"),
    EventKind("figure", "Figure completed", "happens"),
    EventKind("passed", "Passed", "happens"),
    EventKind("stands", "On the board at the end", "stands", has_spots=True),
)
MEASURES: Final = (Measure("figures", "Figures"),)

SPOTS: Final[tuple[Spot, ...]] = tuple((0, float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By square: where it is on the table."""
_NO_TILE: Final = ""
_TILE: Final = tuple(
    CODES[kind_of(value)] if value % HOST_BIT else _NO_TILE for value in range(2 * HOST_BIT)
)
"""By value: the code of its kind, of an empty square none."""


def events(state: State, move: Move, after: State) -> tuple[Event, ...]:
    """What a turn did; its figures come last."""
    kind, tile, start, _, end = move
    mover = state.turn & 1
    if kind == MOVE:
        code = _TILE[state.board[start]]
        told: tuple[Event, ...] = (Event("moved", mover, code, SPOTS[end], SPOTS[start]),)
    elif kind == PLACE:
        told = _placed(state, mover, tile, end)
    elif kind == PASS:
        told = (Event("passed", mover, _NO_TILE),)
    else:
        told = _acted(state, mover, move)
    if state.spent != after.spent:
        told += tuple(_figures(state, after))
    return told


def _placed(state: State, mover: int, tile: int, end: int) -> tuple[Event, ...]:
    quarter = QUARTER[end]
    words = QUARTERS[quarter] if quarter >= 0 else ""
    code = CODES[tile]
    placed = Event("placed", mover, code, SPOTS[end], None, words)
    if quarter < 0 or _is_claimed(state, quarter):
        return (placed,)
    return placed, Event("claimed", mover, code, None, None, words)


def _is_claimed(state: State, quarter: int) -> bool:
    """Whether a tile was placed in a quarter. Rulings: Suns and Moons claim none."""
    return any(
        here >= 0 and tile % KINDS in PLACED and QUARTER[here] == quarter
        for tile, here in enumerate(state.places)
    )


def _acted(state: State, mover: int, move: Move) -> tuple[Event, ...]:
    """An action, and the tiles that it moves: two by a Swap, none if no rule allowed it."""
    _, _, start, target, end = move
    board = state.board
    acting, prey = board[start], board[target]
    code, other = _TILE[acting], _TILE[prey]
    words = ACTIONS.get(kind_of(acting), "") if acting else ""
    acted = Event("acted", mover, code, SPOTS[start], None, words)
    goal = end if end >= 0 else start
    if goal == target:
        return (acted,)
    whose = "displaced-own" if seat_of(prey) == mover else "displaced"
    displaced = Event(whose, mover, other, SPOTS[goal], SPOTS[target], code)
    if end >= 0:
        return acted, displaced
    return acted, displaced, Event("swapped", mover, code, SPOTS[target], SPOTS[start], other)


def _figures(state: State, after: State) -> Iterator[Event]:
    """The figures made by a turn, the mover's first."""
    mover = state.turn & 1
    for seat in (mover, 1 - mover):
        new = after.spent[seat] & ~state.spent[seat]
        for kind in PLACED:
            if new >> kind & 1:
                yield Event("figure", seat, CODES[kind])


def final_events(state: State) -> tuple[Event, ...]:
    """The tiles that stand."""
    return tuple(
        Event("stands", tile // KINDS, CODES[tile % KINDS], SPOTS[here])
        for tile, here in enumerate(state.places)
        if here >= 0
    )


def measured(state: State) -> tuple[tuple[int, ...], ...]:
    """The figures by seat."""
    return (scoring.scores(state.spent),)
