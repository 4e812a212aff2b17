"""State → Scene: the grid of stones, hands, scored cards, points and strikes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from archive.engines.scene import (
    Area,
    Board,
    Glyph,
    Label,
    Link,
    Mark,
    Piece,
    Point,
    Scene,
    Tray,
    TrayItem,
)
from archive.engines.shifting_stones import scoring
from archive.engines.shifting_stones.artwork import card_glyph, draw_card
from archive.engines.shifting_stones.checking import stands
from archive.engines.shifting_stones.header import Card, Deal
from archive.engines.shifting_stones.scoring import DECK, DISCARDS, HELD, SCORED
from archive.engines.shifting_stones.state import FLIP, SCORE, SHIFT, Move, State, seat_of
from archive.engines.shifting_stones.tables import (
    ENDS_AT,
    FACE_NAMES,
    FACES,
    SEATS,
    STRIKES,
    X,
    Y,
)
from archive.engines.shifting_stones.text import count, say_end

Last = tuple[tuple[State, Move], ...]
"""The moves of the last turn, each with the state before it."""

ARTWORK_NAME: Final = "shifting-stones"
PLACES: Final[tuple[Point, ...]] = tuple((float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By spot: where it is."""
NAMED: Final = 1.68
"""How far from the middle the coordinates stand, left and below."""
BOUNDS: Final = (-1.85, -1.85, 1.85, 1.85)
"""Left, bottom, right, top."""


def _box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _labels() -> Iterator[Label]:
    for step in (-1, 0, 1):
        name = f"{step}".replace("-", "\u2212")
        yield Label((step, -NAMED), name)
        yield Label((-NAMED, step), name)


EMPTY: Final = Board(
    kind="grid",
    bounds=BOUNDS,
    points=PLACES,
    areas=(Area("rim", _box(*BOUNDS)), Area("neutral", _box(-1.5, -1.5, 1.5, 1.5))),
    labels=tuple(_labels()),
)


def scene(state: State, last: Last = ()) -> Scene:
    """What to draw of a position, and of the turn that led to it."""
    board = replace(
        EMPTY,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(last)),
        links=tuple(_trails(last)),
    )
    return Scene(
        boards=(board,),
        trays=tuple(_trays(state)),
        captions=tuple(_captions(state)),
        turn=-1 if state.ended else seat_of(state),
        artwork=ARTWORK_NAME,
        seats=SEATS[: state.deal.seats],
        drawings=_drawings(state.deal),
    )


@lru_cache(maxsize=64)
def _drawings(deal: Deal) -> tuple[tuple[str, Glyph], ...]:
    """The cards of a record, by the names of their drawings."""
    found = {card_glyph(card): draw_card(card.pattern, card.points) for card in deal.cards}
    return tuple(found.items())


def _pieces(state: State) -> Iterator[Piece]:
    """The stones, rows from the top."""
    for spot, face in enumerate(state.faces):
        label = f"{FACE_NAMES[face]} (beneath it {FACE_NAMES[face ^ 1]})"
        yield Piece(PLACES[spot], -1, FACES[face], label)


# ---- the last turn ----
def _trails(last: Last) -> Iterator[Link]:
    for _, move in last:
        if move.kind == SHIFT:
            yield Link(PLACES[move.spot], PLACES[move.other], "trail")
            yield Link(PLACES[move.other], PLACES[move.spot], "trail")


def _marks(last: Last) -> Iterator[Mark]:
    """The stones moved or turned over, and the faces of patterns scored."""
    marks: dict[tuple[Point, str], Mark] = {}
    for before, move in last:
        spots: tuple[int, ...] = ()
        role = "last-to"
        if move.kind == SHIFT:
            spots = (move.spot, move.other)
        elif move.kind == FLIP:
            spots = (move.spot,)
        elif move.kind == SCORE:
            spots, role = stands(before.faces, before.deal.cards[move.card]), "target"
        for spot in spots:
            marks[PLACES[spot], role] = Mark(PLACES[spot], role)
    yield from marks.values()


# ---- beside the board ----
def _trays(state: State) -> Iterator[Tray]:
    """Hands and scored cards by seat, then deck and discards."""
    deal = state.deal
    for seat in range(deal.seats):
        if deal.hands:
            yield Tray("hand", seat, f"{SEATS[seat]}'s hand", _cards(state, HELD + seat))
        points = count(scoring.points(deal, state.where, seat), "point")
        title = f"Scored by {SEATS[seat]}: {points}"
        yield Tray("scored", seat, title, _cards(state, SCORED + seat))
    if deal.hands:
        left = state.where.count(DECK)
        items = (TrayItem("card-back", left, "face down"),) if left else ()
        yield Tray("deck", -1, "Deck", items)
        yield Tray("discards", -1, "Discards", _cards(state, DISCARDS))


def _cards(state: State, place: int) -> tuple[TrayItem, ...]:
    return tuple(
        TrayItem(card_glyph(card), 1, _said(card), "large")
        for card, where in zip(state.deal.cards, state.where, strict=True)
        if where == place
    )


def _said(card: Card) -> str:
    return f"card {card.id} ({card.pattern}, {count(card.points, 'point')})"


def _captions(state: State) -> Iterator[str]:
    if state.ended:
        yield say_end(state)
        return
    deal, name = state.deal, SEATS[seat_of(state)]
    yield f"{name} draws {count(state.owed, 'card')}." if state.owed else f"{name} to act."
    if deal.seats == 1:
        yield f"Strikes: {state.strikes} of {STRIKES}."
    elif scoring.last_round(deal, state.where):
        yield f"The last round: {ENDS_AT[deal.seats]} cards are scored."
