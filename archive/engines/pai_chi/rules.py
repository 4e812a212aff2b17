"""The engine of Pai Chi: each duty of the protocol, handed to the file that knows it."""

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
from archive.engines.pai_chi import (
    artwork,
    checking,
    header,
    listing,
    picture,
    playing,
    state,
    telling,
    text,
)
from archive.engines.pai_chi.state import PASS, REASONS, REMOVED, START, Move, State
from archive.engines.pai_chi.tables import KINDS, LETTERS, NAMES, SEATS
from archive.engines.scene import Glyph, Point, Scene
from archive.engines.writing import named_points

# Knotweeds, Cherries and Jades may open another game's records too: that letter says nothing.
_FIRST_TOKEN: Final = re.compile(r"1[Gg]\.[JLRPBWSGO]\(-?[0-5],-?[0-5]\)")
_REMOVED: Final = "removed"


class PaiChi(core.Plain[State, Move]):
    """Rules: the rules page of Pai Chi; see `archive.engines.base.Engine` for each duty."""

    # ruff: noqa: ARG002 -- the protocol offers every duty its state, whether it needs one or not

    slug = "pai-chi"
    name = "Pai Chi"
    edition = 1
    seat_names: tuple[str, ...] = SEATS
    seat_letters = LETTERS
    seats = range(2, 3)
    reasons: tuple[str, ...] = REASONS
    facet_kinds: tuple[FacetKind, ...] = (
        FacetKind(_REMOVED, "Tile lost", tuple((name, name) for name in NAMES)),
    )
    tile_kinds: tuple[TileKind, ...] = telling.TILE_KINDS
    event_kinds: tuple[EventKind, ...] = telling.EVENT_KINDS
    measures: tuple[Measure, ...] = telling.MEASURES

    def header(self, tags: Mapping[str, str]) -> Header:
        return header.read_header(tags)

    def recognise(self, token: str) -> bool:
        return _FIRST_TOKEN.match(token) is not None

    def start(self, setup: Setup) -> State:
        return START

    def label(self, state: State) -> tuple[int, int]:
        return (state.turn >> 1) + 1, state.turn & 1

    def actor(self, position: State) -> int:
        return state.actor(position)

    def moves(self, state: State) -> Iterator[Move]:
        return listing.moves(state)

    def check(self, state: State, move: Move) -> State:
        if move.kind == PASS:
            checking.check_pass(state, can_play=listing.can_play(state))
        else:
            checking.check(state, move)
        return playing.carry_out(state, move)

    def play(self, state: State, move: Move) -> State:
        return playing.carry_out(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return state.ended

    def facets(self, state: State) -> tuple[Facet, ...]:
        label = self.facet_kinds[0].label
        return tuple(
            Facet(_REMOVED, label, tile // KINDS, NAMES[tile % KINDS], 1)
            for tile, here in enumerate(state.where)
            if here == REMOVED
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

    def symmetries(self, position: State) -> tuple[Symmetry, ...]:
        return state.symmetries(position)

    def transform(self, position: State, by: Symmetry) -> State:
        return state.transform(position, by)

    def transform_move(self, move: Move, by: Symmetry) -> Move:
        return state.transform_move(move, by)

    def canonical(self, state: State) -> tuple[bytes, tuple[Symmetry, ...]]:
        return core.canonical(self, state)

    def read(self, state: State, body: str) -> tuple[Move, ...]:
        return (text.read(body),)

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


ENGINE: Final = PaiChi()
