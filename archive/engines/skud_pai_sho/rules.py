"""The engine of Skud Pai Sho: each duty of the protocol, handed to the file that knows it."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

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
from archive.engines.skud_pai_sho import (
    artwork,
    benders,
    canonical,
    checking,
    header,
    listing,
    picture,
    playing,
    scoring,
    state,
    telling,
    text,
)
from archive.engines.skud_pai_sho.state import REST, Move, State
from archive.engines.skud_pai_sho.tables import KINDS, KOI, NAMES, ROCK, SEATS

_FIRST_TOKEN: Final = re.compile(r"0[HG]\.|1G\.[RW][345]\(", re.IGNORECASE)
_REST: Final = Move(REST)
_CHOSEN: Final = NAMES[ROCK:]
"""The tiles that are chosen before play: accents, and Benders where the game has them."""
_ACCENT: Final = FacetKind(
    "accent", "Accent chosen", tuple((name, name) for name in NAMES[ROCK:KOI])
)
_BENDER: Final = FacetKind("bender", "Bender chosen", tuple((name, name) for name in NAMES[KOI:]))


class SkudPaiSho:
    """Rules: the rules page of Skud Pai Sho; see `archive.engines.base.Engine` for each duty."""

    # ruff: noqa: ARG002 -- the protocol offers every duty its state, whether it needs one or not

    slug = "skud-pai-sho"
    name = "Skud Pai Sho"
    edition = 1
    seat_names: tuple[str, ...] = SEATS
    seat_letters = "HG"
    seats = range(2, 3)
    reasons: tuple[str, ...] = scoring.REASONS
    facet_kinds: tuple[FacetKind, ...] = (_ACCENT, _BENDER)

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
        turn = state.turn
        return (turn >> 1, 1 - (turn & 1)) if turn > 1 else (0, turn)

    def actor(self, position: State) -> int:
        return state.actor(position)

    def moves(self, state: State) -> Iterator[Move]:
        return listing.moves(state)

    def rest(self, state: State) -> Move | None:
        return _REST if state.owed else None

    check = staticmethod(checking.check)
    play = staticmethod(playing.carry_out)
    unverified = staticmethod(benders.unverified)

    def outcome(self, state: State) -> Outcome | None:
        return state.ended

    def scores(self, state: State) -> tuple[int, ...]:
        return ()

    def plays_on(self, state: State) -> bool:
        return checking.plays_on(state)

    def facets(self, state: State) -> tuple[Facet, ...]:
        facets = []
        for place, count in enumerate(state.chosen):
            seat, kind = divmod(place, KINDS - ROCK)
            facet = _ACCENT if kind < KOI - ROCK else _BENDER
            if count:
                facets.append(Facet(facet.kind, facet.label, seat, _CHOSEN[kind], count))
        return tuple(facets)

    def events(self, state: State, move: Move, after: State) -> tuple[Event, ...]:
        return telling.events(state, move, after)

    def final_events(self, state: State) -> tuple[Event, ...]:
        return telling.final_events(state)

    def measured(self, state: State) -> tuple[tuple[int, ...], ...]:
        return telling.measured(state)

    def likenesses(self, position: State) -> tuple[Symmetry, ...]:
        return state.likenesses(position)

    def twins(self, position: State) -> tuple[State, ...]:
        return state.twins(position)

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
        return canonical.canonical(state)

    def read(self, state: State, body: str) -> tuple[Move, ...]:
        return text.read_with_benders(body) if state.rules.benders else text.read(body)

    def write(self, state: State, moves: tuple[Move, ...]) -> str:
        return text.write(moves)

    def nearby(self, state: State, body: str) -> Iterator[str]:
        return text.nearby(body)

    def points(self, text: str) -> tuple[Point, ...]:
        return picture.points(text)

    def describe(self, states: tuple[State, ...], moves: tuple[Move, ...]) -> str:
        return text.describe(states, moves)

    def board_text(self, state: State) -> str:
        return text.board_text(state.board)

    def scene(self, state: State, last: tuple[tuple[State, Move], ...] = ()) -> Scene:
        return picture.scene(state, last)

    def artwork(self) -> Mapping[str, Glyph]:
        return artwork.ARTWORK


ENGINE: Final = SkudPaiSho()
