"""What statistics count of Shifting Stones: moves and positions → Events and numbers.

A stone counts as the face that it shows: turned over, one face leaves and the other arrives.
"""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import Event, EventKind, Measure, Spot, TileKind
from archive.engines.shifting_stones.scoring import SCORED, most_ones
from archive.engines.shifting_stones.state import (
    DRAW,
    END,
    FLIP,
    SCORE,
    SHIFT,
    SKIP,
    Move,
    State,
    seat_of,
)
from archive.engines.shifting_stones.tables import FACE_NAMES, FACES, POINTS, X, Y

CARD: Final = {points: f"card {points}" for points in POINTS}
"""By points: the code of such cards."""
TILE_KINDS: Final = (
    *(TileKind(code, name, "Faces") for code, name in zip(FACES, FACE_NAMES, strict=True)),
    *(TileKind(code, f"{points}-point card", "Cards") for points, code in CARD.items()),
)
EVENT_KINDS: Final = (
    EventKind("acted", "Actions", "happens", other="Action", per="scored"),
    EventKind("shifted", "Shifted", "moves", has_spots=True, other="With"),
    EventKind("turned-down", "Turned face down", "leaves", has_spots=True),
    EventKind("turned-up", "Turned face up", "arrives", has_spots=True),
    EventKind("scored", "Card scored", "happens"),
    EventKind("discarded", "Discarded", "happens", other="For"),
    EventKind("drawn", "Drawn", "happens"),
    EventKind("skipped", "Turn skipped", "happens"),
    EventKind("idle", "Turn ended without an action", "happens"),
    EventKind("bonus", "Most 1-point cards", "happens"),
    EventKind("stands", "Face up at the end", "stands", has_spots=True),
)
MEASURES: Final = (
    Measure("points", "Points of scored cards"),
    Measure("cards", "Scored cards"),
)

PLACES: Final[tuple[Spot, ...]] = tuple((0, float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By spot: where it is on the table."""
_ACTION: Final = {SHIFT: "shift", FLIP: "flip", SCORE: "score"}


def events(state: State, move: Move, after: State) -> tuple[Event, ...]:  # noqa: ARG001 -- the move says it all
    """What a decision or a drawn card did."""
    kind, card, spot, other = move
    seat = seat_of(state)
    if kind == END:
        return () if state.acted else (Event("idle", seat, ""),)
    if kind == SKIP:
        return (Event("skipped", seat, ""),)
    code = CARD[state.deal.cards[card].points]
    if kind == DRAW:
        return (Event("drawn", seat, code),)
    action = _ACTION[kind]
    acted = Event("acted", seat, "", None, None, action)
    if kind == SCORE:
        return acted, Event("scored", seat, code)
    discarded = Event("discarded", seat, code, None, None, action)
    if kind == SHIFT:
        return acted, discarded, *_shifted(state.faces, seat, spot, other)
    here, face = PLACES[spot], state.faces[spot]
    turned_down = Event("turned-down", seat, FACES[face], here)
    return acted, discarded, turned_down, Event("turned-up", seat, FACES[face ^ 1], here)


def _shifted(faces: bytes, seat: int, one: int, other: int) -> tuple[Event, Event]:
    here, there = PLACES[one], PLACES[other]
    face, second = FACES[faces[one]], FACES[faces[other]]
    return (
        Event("shifted", seat, face, there, here, second),
        Event("shifted", seat, second, here, there, face),
    )


def final_events(state: State) -> tuple[Event, ...]:
    """The faces up; after the end who has most 1-point cards, where that counts."""
    stands = (
        Event("stands", -1, FACES[face], PLACES[spot]) for spot, face in enumerate(state.faces)
    )
    return (*stands, *_bonus(state))


def _bonus(state: State) -> Iterator[Event]:
    if state.ended and state.deal.seats > 1:
        for seat in most_ones(state.deal, state.where):
            yield Event("bonus", seat, CARD[1])


def measured(state: State) -> tuple[tuple[int, ...], ...]:
    """Points without a bonus, and scored cards, by seat."""
    deal, where = state.deal, state.where
    totals, counts = [0] * deal.seats, [0] * deal.seats
    for place, card in zip(where, deal.cards, strict=True):
        if place >= SCORED:
            totals[place - SCORED] += card.points
            counts[place - SCORED] += 1
    return tuple(totals), tuple(counts)
