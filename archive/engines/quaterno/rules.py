"""The engine of Quaterno: each duty of the protocol, handed to the file that knows it."""

import re
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
from archive.engines.quaterno import (
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
from archive.engines.quaterno.state import SYMMETRIES, Move, State
from archive.engines.quaterno.tables import LETTERS, NAMES, PLACED, SEATS
from archive.engines.scene import Glyph, Point, Scene
from archive.engines.writing import named_points

# Fans and Anchors open no other game's records; the other tiles' letters do.
_FIRST_TOKEN: Final = re.compile(r"1[Gg]\.[FA]\(-?[0-9],-?[0-9]\)")
_FIGURE: Final = "figure"


class Quaterno(core.Plain[State, Move]):
    """Rules: the rules page of Quaterno; see `archive.engines.base.Engine` for each duty."""

    # ruff: noqa: ARG002 -- the protocol offers every duty its state, whether it needs one or not

    slug = "quaterno"
    name = "Quaterno"
    edition = 1
    seat_names: tuple[str, ...] = SEATS
    seat_letters = LETTERS
    seats = range(2, 3)
    reasons: tuple[str, ...] = scoring.REASONS
    facet_kinds: tuple[FacetKind, ...] = (
        FacetKind(_FIGURE, "Figure made", tuple((NAMES[kind], NAMES[kind]) for kind in PLACED)),
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

    def label(self, state: State) -> tuple[int, int]:
        return (state.turn >> 1) + 1, state.turn & 1

    def actor(self, position: State) -> int:
        return state.actor(position)

    def moves(self, state: State) -> Iterator[Move]:
        return checking.moves(state)

    def check(self, state: State, move: Move) -> State:
        checking.check(state, move)
        return playing.carry_out(state, move)

    def play(self, state: State, move: Move) -> State:
        return playing.carry_out(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return state.ended

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.scores(state.spent)

    def facets(self, state: State) -> tuple[Facet, ...]:
        label = self.facet_kinds[0].label
        return tuple(
            Facet(_FIGURE, label, seat, NAMES[kind], 1)
            for seat, made in enumerate(state.spent)
            for kind in PLACED
            if made >> kind & 1
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
        return SYMMETRIES

    def transform(self, position: State, by: Symmetry) -> State:
        return state.transform(position, by)

    def transform_move(self, move: Move, by: Symmetry) -> Move:
        return state.transform_move(move, by)

    def canonical(self, state: State) -> tuple[bytes, tuple[Symmetry, ...]]:
        return core.canonical(self, state)

    def read(self, state: State, body: str) -> tuple[Move, ...]:
        return (text.read(state.half, body),)

    def write(self, state: State, moves: tuple[Move, ...]) -> str:
        return "".join(map(text.write, moves))

    def nearby(self, state: State, body: str) -> Iterator[str]:
        return text.nearby(state, body)

    def points(self, text: str) -> tuple[Point, ...]:
        return named_points(text)

    def describe(self, states: tuple[State, ...], moves: tuple[Move, ...]) -> str:
        return text.describe(states, moves[0])

    def board_text(self, state: State) -> str:
        return text.board_text(state)

    def scene(self, state: State, last: tuple[tuple[State, Move], ...] = ()) -> Scene:
        return picture.scene(state, last)

    def artwork(self) -> Mapping[str, Glyph]:
        return artwork.ARTWORK


ENGINE: Final = Quaterno()
