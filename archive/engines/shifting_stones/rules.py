"""The engine of Shifting Stones: each duty of the protocol, handed to the file that knows it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from archive.engines import core
from archive.engines.base import (
    Event,
    EventKind,
    Facet,
    FacetKind,
    Header,
    Measure,
    Outcome,
    Setup,
    TileKind,
)
from archive.engines.geometry import Symmetry
from archive.engines.scene import Glyph, Point, Scene
from archive.engines.shifting_stones import (
    artwork,
    checking,
    header,
    picture,
    playing,
    scoring,
    state,
    telling,
    text,
)
from archive.engines.shifting_stones.scoring import SCORED
from archive.engines.shifting_stones.state import DRAW, END, IDENTITY, Move, State
from archive.engines.shifting_stones.tables import LETTERS, POINTS, SEATS
from archive.engines.writing import named_points

_FIRST_TOKEN: Final = re.compile(r"1[Aa]\.(0|--|\+?[A-Za-z0-9])")
_PLAYERS: Final = "players"
_WORTH: Final = "worth"


class ShiftingStones(core.Plain[State, Move]):
    """Rules: the rules page of Shifting Stones; see `archive.engines.base.Engine` for each duty."""

    # ruff: noqa: ARG002 -- the protocol offers every duty its state, whether it needs one or not

    slug = "shifting-stones"
    name = "Shifting Stones"
    edition = 1
    seat_names: tuple[str, ...] = SEATS
    seat_letters = LETTERS
    seats = range(1, len(SEATS) + 1)
    reasons: tuple[str, ...] = scoring.REASONS
    facet_kinds: tuple[FacetKind, ...] = (
        FacetKind(_PLAYERS, "Players", tuple((str(number), str(number)) for number in range(1, 6))),
        FacetKind(
            _WORTH,
            "Cards scored",
            tuple((str(worth), text.count(worth, "point")) for worth in POINTS),
        ),
    )
    tile_kinds: tuple[TileKind, ...] = telling.TILE_KINDS
    event_kinds: tuple[EventKind, ...] = telling.EVENT_KINDS
    measures: tuple[Measure, ...] = telling.MEASURES

    def header(self, tags: Mapping[str, str]) -> Header:
        return header.read_header(tags)

    def recognise(self, token: str) -> bool:
        return _FIRST_TOKEN.match(token) is not None

    def start(self, setup: Setup) -> State:
        return state.start(setup)

    def label(self, position: State) -> tuple[int, int]:
        return position.turn // position.deal.seats + 1, state.seat_of(position)

    def actor(self, position: State) -> int:
        return state.actor(position)

    def moves(self, state: State) -> Iterator[Move]:
        return checking.moves(state)

    def rest(self, state: State) -> Move | None:
        """The end of a turn with actions; where cards must be drawn, a draw that `check` refuses."""
        if state.owed:
            return Move(DRAW)
        return Move(END) if state.acted else None

    def check(self, state: State, move: Move) -> State:
        checking.check(state, move)
        return playing.carry_out(state, move)

    def play(self, state: State, move: Move) -> State:
        return playing.carry_out(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return state.ended

    def scores(self, state: State) -> tuple[int, ...]:
        return state.ended.scores if state.ended else ()

    def facets(self, state: State) -> tuple[Facet, ...]:
        deal = state.deal
        players, worth = self.facet_kinds
        scored = Counter(
            (place - SCORED, card.points)
            for card, place in zip(deal.cards, state.where, strict=True)
            if place >= SCORED
        )
        return (
            Facet(_PLAYERS, players.label, -1, str(deal.seats), deal.seats),
            *(
                Facet(_WORTH, worth.label, seat, str(points), count)
                for (seat, points), count in sorted(scored.items())
            ),
        )

    def events(self, state: State, move: Move, after: State) -> tuple[Event, ...]:
        return telling.events(state, move, after)

    def final_events(self, state: State) -> tuple[Event, ...]:
        return telling.final_events(state)

    def measured(self, state: State) -> tuple[tuple[int, ...], ...]:
        return telling.measured(state)

    def pack(self, position: State) -> bytes:
        return state.pack(position)

    def unpack(self, packed: bytes) -> State:
        return state.unpack(packed)

    def symmetries(self, state: State) -> tuple[Symmetry, ...]:
        return (IDENTITY,)

    def transform(self, state: State, by: Symmetry) -> State:
        return state

    def transform_move(self, move: Move, by: Symmetry) -> Move:
        return move

    def canonical(self, state: State) -> tuple[bytes, tuple[Symmetry, ...]]:
        return core.canonical(self, state)

    def read(self, state: State, body: str) -> tuple[Move, ...]:
        return text.read(state, body)

    def write(self, state: State, moves: tuple[Move, ...]) -> str:
        return text.write(state, moves)

    def nearby(self, state: State, body: str) -> Iterator[str]:
        return text.nearby(state, body)

    def points(self, text: str) -> tuple[Point, ...]:
        return named_points(text)

    def describe(self, states: tuple[State, ...], moves: tuple[Move, ...]) -> str:
        return text.describe(states, moves)

    def board_text(self, state: State) -> str:
        return text.board_text(state)

    def scene(self, state: State, last: tuple[tuple[State, Move], ...] = ()) -> Scene:
        return picture.scene(state, last)

    def artwork(self) -> Mapping[str, Glyph]:
        return artwork.ARTWORK


ENGINE: Final = ShiftingStones()
