"""State → Scene: the board with its regions, harmonies, hands and the removed pile."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from archive.engines.pai_chi import scoring
from archive.engines.pai_chi.checking import is_held
from archive.engines.pai_chi.playing import passed
from archive.engines.pai_chi.state import HAND, HARMONIES, PLACE, REMOVED, Move, State, actor
from archive.engines.pai_chi.tables import (
    CODES,
    FLOWERS,
    HALF,
    KINDS,
    NAMES,
    PACE,
    POINTS,
    READING_ORDER,
    ROUND,
    SEATS,
    X,
    Y,
    kind_of,
    seat_of,
)
from archive.engines.pai_chi.text import say_end
from archive.engines.scene import (
    Area,
    Board,
    Label,
    Link,
    Mark,
    Piece,
    Point,
    Scene,
    Tray,
    TrayItem,
)

Last = tuple[tuple[State, Move], ...]
"""The moves of the last turn, each with the state before it."""

ARTWORK_NAME: Final = "pai-chi"
PLACES: Final[tuple[Point, ...]] = tuple((float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By point number: where it is."""
RIM, EDGE, NAMED = HALF + 1.5, HALF + 0.75, HALF + 1.15
"""Half the side of the whole board and of its playing side, and where coordinates stand."""


def _square(x: float, y: float, half: float) -> tuple[Point, ...]:
    return (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )


def _labels() -> Iterator[Label]:
    for step in range(-HALF, HALF + 1):
        name = f"{step}".replace("-", "\u2212")
        yield Label((step, -NAMED), name)
        yield Label((-NAMED, step), name)


EMPTY: Final = Board(
    kind="points",
    bounds=(-RIM, -RIM, RIM, RIM),
    points=tuple(PLACES[here] for here in POINTS),
    areas=(
        Area("rim", _square(0, 0, RIM)),
        Area("neutral", _square(0, 0, EDGE)),
        Area("white", _square(0, 0, 1.5)),
        Area("red", _square(0, -4, 1.5)),
        Area("red", _square(0, 4, 1.5)),
        Area("dark", _square(-4, 0, 1.5)),
        Area("dark", _square(4, 0, 1.5)),
        *(
            Area("wall", (*_square(x, y, 1.5),), over=True)
            for x, y in ((0, 0), (0, -4), (0, 4), (-4, 0), (4, 0))
        ),
        Area("midline", ((-EDGE, 0), (-5.5, 0)), over=True),
        Area("midline", ((5.5, 0), (EDGE, 0)), over=True),
    ),
    labels=tuple(_labels()),
)
"""The ground: centre, the players' ports in red, the east and west ports in dark wood."""


def scene(state: State, last: Last = ()) -> Scene:
    """What to draw of a position, and of the turn that led to it."""
    board = replace(
        EMPTY,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(last)),
        links=(*_trails(last), *_harmonies(state)),
    )
    return Scene(
        boards=(board,),
        trays=tuple(_trays(state)),
        captions=tuple(_captions(state)),
        turn=-1 if state.ended else actor(state),
        artwork=ARTWORK_NAME,
        seats=SEATS,
    )


# ---- on the board ----
def _pieces(state: State) -> Iterator[Piece]:
    """The tiles from the top row down, each row from the left."""
    board = state.board
    for here in READING_ORDER:
        if value := board[here]:
            kind = kind_of(value)
            states = ("held",) if PACE[kind] and is_held(state, here) else ()
            yield Piece(PLACES[here], seat_of(value), CODES[kind], NAMES[kind], states)


def _harmonies(state: State) -> Iterator[Link]:
    """Both players' harmonies, tile by tile; those that have won are drawn as such."""
    won = state.ended.winners if state.ended and state.ended.reason == HARMONIES else ()
    found = scoring.harmonies(state.board)
    for seat, triples in enumerate(found):
        role = "ring" if seat in won else "harmony"
        pairs = {pair for a, b, c in triples for pair in ((a, b), (b, c))}
        for one, other in sorted(pairs):
            start, end = state.where[one], state.where[other]
            yield Link(PLACES[start], PLACES[end], role, seat)


# ---- the last turn ----
def _trails(last: Last) -> Iterator[Link]:
    for before, move in last:
        way = move.way
        for here, there in pairwise(way):
            yield Link(PLACES[here], PLACES[there], "trail")
        if move.turned:
            four = ROUND[way[-1]]
            for here, there in zip(four, (*four[1:], four[0]), strict=True):
                if here >= 0 and here != way[0] and before.board[here]:
                    yield Link(PLACES[here], PLACES[there], "trail")


def _marks(last: Last) -> Iterator[Mark]:
    for before, move in last:
        way = move.way
        if not way:
            continue
        if move.kind != PLACE:
            yield Mark(PLACES[way[0]], "last-from")
        yield Mark(PLACES[way[-1]], "last-to")
        if before.board[way[-1]]:
            yield Mark(PLACES[way[-1]], "captured")
        for _, here in zip(move.exchanged, passed(before.board, way), strict=False):
            yield Mark(PLACES[here], "owed")


# ---- beside the board ----
def _trays(state: State) -> Iterator[Tray]:
    for role, title, where in (("hand", "{}'s hand", HAND), ("captured", "Removed: {}'s", REMOVED)):
        for seat, name in enumerate(SEATS):
            tiles = state.where[seat * KINDS : (seat + 1) * KINDS]
            items = tuple(
                TrayItem(CODES[kind], 1, NAMES[kind], "flowers" if kind < FLOWERS else "others")
                for kind, here in enumerate(tiles)
                if here == where
            )
            yield Tray(role, seat, title.format(name), items)


def _captions(state: State) -> Iterator[str]:
    if state.ended:
        yield say_end(state)
        return
    yield f"{SEATS[actor(state)]} to place or move."
    guest, host = scoring.harmonies(state.board)
    if guest or host:
        yield f"Harmonies: Guest {len(guest)}, Host {len(host)}."
