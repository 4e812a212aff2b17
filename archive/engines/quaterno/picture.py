"""State → Scene: the board with its quarters, the axes and figures, and what the last turn did."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from archive.engines.quaterno import scoring
from archive.engines.quaterno.checking import seizing
from archive.engines.quaterno.state import ACT, MOVE, PLACE, Move, State, actor
from archive.engines.quaterno.tables import (
    CODES,
    KINDS,
    MOON,
    NAMES,
    NEAREST,
    PLACED,
    PLACEMENTS,
    SEATS,
    SUN,
    X,
    Y,
    ground,
    kind_of,
    seat_of,
)
from archive.engines.quaterno.text import say_end
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

ARTWORK_NAME: Final = "quaterno"
PLACES: Final[tuple[Point, ...]] = tuple((float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By square: where it is."""
RIM: Final = 1.5
"""How far the board's rim reaches beyond the middle of its last squares."""


@cache
def _empty_board(half: int) -> Board:
    """The ground of a board: quarters in two tones, the inner field, the diagonals."""
    edge, inner = half + 0.5, NEAREST - 0.5
    rim = half + RIM
    middle: Point = (0, 0)
    corners = ((edge, edge), (edge, -edge), (-edge, -edge), (-edge, edge))
    quarters = tuple(
        Area("dark" if index % 2 else "light", (middle, corner, corners[index - 1]))
        for index, corner in enumerate(corners)
    )
    return Board(
        kind="grid",
        bounds=(-rim, -rim, rim, rim),
        points=tuple(PLACES[here] for here in ground(half).squares),
        areas=(
            Area("rim", _square(rim)),
            *quarters,
            Area("neutral", _square(inner)),
            Area("midline", (corners[0], corners[2]), over=True),
            Area("midline", (corners[1], corners[3]), over=True),
        ),
        labels=tuple(_labels(half)),
    )


def _square(half: float) -> tuple[Point, ...]:
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def _labels(half: int) -> Iterator[Label]:
    for step in range(-half, half + 1):
        name = f"{step}".replace("-", "\u2212")
        yield Label((step, -half - 1.0), name)
        yield Label((-half - 1.0, step), name)


def scene(state: State, last: Last = ()) -> Scene:
    """What to draw of a position, and of the turn that led to it."""
    empty = _empty_board(state.half)
    board = Board(
        kind=empty.kind,
        bounds=empty.bounds,
        points=empty.points,
        areas=empty.areas,
        labels=empty.labels,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(last)),
        links=(*_trails(last), *_axes(state)),
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
    for here in ground(state.half).squares:
        if value := board[here]:
            seat, kind = seat_of(value), kind_of(value)
            states = ("seized",) if seizing(state, seat, here) >= 0 else ()
            yield Piece(PLACES[here], seat, CODES[kind], NAMES[kind], states)


def _axes(state: State) -> Iterator[Link]:
    """Each player's axis where Sun and Moon span one, and the pairs that stand mirrored over it."""
    places = state.places
    for seat in range(len(SEATS)):
        diagonal = scoring.axis(places, seat)
        if diagonal < 0:
            continue
        sun, moon = places[seat * KINDS + SUN], places[seat * KINDS + MOON]
        yield Link(PLACES[sun], PLACES[moon], "harmony", seat)
        pairs = scoring.mirrored(places, diagonal)
        for kind in PLACED:
            if pairs >> kind & 1:
                yield Link(PLACES[places[kind]], PLACES[places[KINDS + kind]], "ring", seat)


# ---- the last turn ----
def _trails(last: Last) -> Iterator[Link]:
    for _, move in last:
        if move.kind == MOVE:
            yield Link(PLACES[move.start], PLACES[move.end], "trail")
        elif move.kind == ACT and move.end >= 0:
            yield Link(PLACES[move.target], PLACES[move.end], "trail")
        elif move.kind == ACT:
            yield Link(PLACES[move.start], PLACES[move.target], "trail")
            yield Link(PLACES[move.target], PLACES[move.start], "trail")


def _marks(last: Last) -> Iterator[Mark]:
    for _, move in last:
        if move.kind == PLACE:
            yield Mark(PLACES[move.end], "last-to")
        elif move.kind == MOVE:
            yield Mark(PLACES[move.start], "last-from")
            yield Mark(PLACES[move.end], "last-to")
        elif move.kind == ACT and move.end >= 0:
            yield Mark(PLACES[move.start], "owed")
            yield Mark(PLACES[move.target], "last-from")
            yield Mark(PLACES[move.end], "last-to")
        elif move.kind == ACT:
            yield Mark(PLACES[move.start], "last-to")
            yield Mark(PLACES[move.target], "last-to")


# ---- beside the board ----
def _trays(state: State) -> Iterator[Tray]:
    for seat, name in enumerate(SEATS):
        if state.turn < PLACEMENTS:
            waiting = [kind for kind in PLACED if state.places[seat * KINDS + kind] < 0]
            yield Tray("hand", seat, f"{name}'s tiles to place", _items(waiting))
        made = [kind for kind in PLACED if state.spent[seat] >> kind & 1]
        yield Tray("figures", seat, f"{name}'s figures", _items(made))


def _items(kinds: list[int]) -> tuple[TrayItem, ...]:
    return tuple(TrayItem(CODES[kind], 1, NAMES[kind]) for kind in kinds)


def _captions(state: State) -> Iterator[str]:
    if state.ended:
        yield say_end(state)
        return
    due = "place a tile" if state.turn < PLACEMENTS else "move or act"
    yield f"{SEATS[actor(state)]} to {due}."
    if any(state.spent):
        guest, host = scoring.scores(state.spent)
        yield f"Figures: Guest {guest}, Host {host}."
