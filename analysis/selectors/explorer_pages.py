"""The page of the explorer: a position drawn and said, with what was played from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from analysis.selectors.bars import Piece, bar
from analysis.selectors.explorer import Explored, Row
from analysis.selectors.filtering import Filter
from analysis.selectors.lines import Line, header, label, written
from analysis.statistics import Tally
from archive.engines import AnyEngine, margins
from archive.engines.scene import Glyph, Scene
from archive.selectors.replays import trays_of
from archive.selectors.rows import SeatRow

NOBODY: Final = -1
NOT_IN_LISTS: Final = ("rules", "options")
"""Filters that the list of records has not."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one line of the table, of the games of a tally."""

    tally: Tally
    share: float
    pieces: tuple[Piece, ...]
    score: float | None
    interval: tuple[float, float] | None

    @property
    def percent(self) -> str:
        """The share in whole hundredths, but of the smallest a tenth is told."""
        return _percent(self.share)

    @property
    def score_words(self) -> str:
        return _percent(self.score or 0)

    @property
    def interval_words(self) -> str:
        low, high = self.interval or (0.0, 1.0)
        return f"{100 * low:.0f}–{100 * high:.0f}"

    @property
    def bar(self) -> str:
        """The results as SVG."""
        return bar(self.pieces, self.words)

    @property
    def words(self) -> str:
        """The bar in words."""
        if not self.pieces:
            return "No results"
        parts = ", ".join(f"{piece.name} {piece.width:.0f} %" for piece in self.pieces)
        return f"{parts} of {self.tally.finished} finished"


@dataclass(frozen=True, slots=True)
class RowLine:
    """A move of the table. ``query`` is the address of the position after it, "" where the rules
    forbid it."""

    row: Row
    label: str
    query: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Crumb:
    token: str
    query: str


@dataclass(frozen=True, slots=True)
class Side:
    """What stands beside the board for one seat (or nobody's), as in a replay."""

    owner: int
    seat: SeatRow | None
    trays: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for beside the line. ``whole``: all moves."""

    chosen: Filter
    whole: bool = False
    twins: bool = False

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """As the address has it, but for ``whole``, which goes with one position."""
        return [*self.chosen.pairs(), *([("twins", "1")] if self.twins else [])]


@dataclass(frozen=True, slots=True)
class ExplorerPage:
    """``seat``: who is to move, and whose score the table has."""

    line: Line
    asked: Asked
    explored: Explored
    scene: Scene
    said: str
    words: str
    sides: tuple[Side, ...]
    seat: int
    seat_name: str
    crumbs: tuple[Crumb, ...]
    rows: tuple[RowLine, ...]
    ended: Figures | None
    total: Figures
    query: str

    @property
    def engine(self) -> AnyEngine:
        return self.line.engine

    @property
    def artwork(self) -> Mapping[str, Glyph]:
        return self.engine.artwork()

    @property
    def boards(self) -> int:
        return len(self.scene.boards)

    @property
    def has_cards(self) -> bool:
        return bool(self.scene.drawings)

    @property
    def title(self) -> str:
        """The position in a few words."""
        if len(self.crumbs) == 1:
            return f"{self.engine.name}, start"
        return f"{self.engine.name}, after {self.crumbs[-1].token}"

    @property
    def all_moves(self) -> int:
        return len(self.rows) + self.explored.hidden

    @property
    def back(self) -> str:
        """The address one turn back, "" at the start."""
        return self.crumbs[-2].query if len(self.crumbs) > 1 else ""

    @property
    def start(self) -> str:
        return self.crumbs[0].query

    @property
    def games(self) -> int:
        return self.explored.total.games

    @property
    def elsewhere(self) -> int:
        """At a start: how many games began otherwise. Nothing is said of the games of a filter."""
        is_whole = self.asked.chosen.is_empty and not self.asked.twins
        return self.explored.indexed - self.games if is_whole and not self.line.moves else 0

    @property
    def browse_query(self) -> str:
        """The list of all records of the game, by those of the filters that it has too."""
        kept = [pair for pair in self.asked.chosen.pairs() if pair[0] not in NOT_IN_LISTS]
        return written([("game", self.engine.slug), *kept])

    @property
    def said_with_games(self) -> str:
        """The move that led here, and how many games pass through."""
        if not self.games:
            return f"{self.said} No game passes through this position."
        if self.games == 1:
            return f"{self.said} 1 game passes through this position."
        return f"{self.said} {self.games:,} games pass through this position."

    @property
    def has_twins(self) -> bool:
        """Whether there are positions that players study as one with this."""
        return bool(self.engine.likenesses(self.line.state))

    @property
    def twins_query(self) -> str:
        """The address with the switch of twins the other way."""
        pairs = [*self.asked.chosen.pairs(), *([] if self.asked.twins else [("twins", "1")])]
        return _joined(self.line.query, pairs)

    @property
    def whole_query(self) -> str:
        return _joined(self.query, [("all", "1")])

    @property
    def plain_query(self) -> str:
        """The address without a filter."""
        return _joined(self.line.query, [("twins", "1")] if self.asked.twins else [])

    @property
    def start_fields(self) -> list[tuple[str, str]]:
        """What a form must carry on for the same position."""
        fields = [*self.line.tags, ("moves", " ".join(self.line.moves))]
        return [*fields, ("twins", "1")] if self.asked.twins else fields


def explorer_page(line: Line, asked: Asked, explored: Explored) -> ExplorerPage:
    """The page of a line's position."""
    engine, state = line.engine, line.state
    last = line.turns[-1] if line.turns else None
    trail = tuple(zip(last.states, last.moves, strict=False)) if last else ()
    scene = engine.scene(state, trail)
    seats = header(engine, line.tags).setup.seats
    seat = engine.label(state)[1]
    return ExplorerPage(
        line=line,
        asked=asked,
        explored=explored,
        scene=scene,
        said=engine.describe(last.states, last.moves) if last else "Start of the game.",
        words=margins.words(scene),
        sides=_sides(engine, scene, seats),
        seat=seat,
        seat_name=engine.seat_names[seat],
        crumbs=_crumbs(line, asked),
        rows=tuple(_row(line, asked, row, seat) for row in explored.rows),
        ended=figures(engine, explored.ended, explored.total.games, seat)
        if explored.ended.games
        else None,
        total=figures(engine, explored.total, explored.total.games, seat),
        query=_joined(line.query, asked.pairs),
    )


def _row(line: Line, asked: Asked, row: Row, seat: int) -> RowLine:
    query = line.query_of((*line.moves, row.body))
    return RowLine(
        row=row,
        label=label(line.engine, line.state),
        query=_joined(query, asked.pairs) if row.going.after is not None else "",
        figures=figures(line.engine, row.tally, row.of, seat),
    )


def figures(engine: AnyEngine, tally: Tally, games: int, seat: int) -> Figures:
    """The figures of a tally, of so many games in all, as the seat sees them."""
    return Figures(
        tally=tally,
        share=tally.games / games if games else 0.0,
        pieces=tuple(_pieces(engine, tally)),
        score=tally.score(seat),
        interval=tally.interval(seat),
    )


def _pieces(engine: AnyEngine, tally: Tally) -> list[Piece]:
    if not tally.finished:
        return []
    parts = [(seat, wins) for seat, wins in enumerate(tally.wins)]
    # Games without a sole winner stand between the first seat and the others.
    parts.insert(1, (NOBODY, tally.shared))
    pieces, start = [], 0.0
    for seat, games in parts:
        width = 100 * games / tally.finished
        name = engine.seat_names[seat] if seat >= 0 else "none alone"
        letter = engine.seat_letters[seat] if seat >= 0 else "="
        if games:
            pieces.append(Piece(seat, name, letter, start, width))
        start += width
    return pieces


def _crumbs(line: Line, asked: Asked) -> tuple[Crumb, ...]:
    tokens = ["Start"]
    tokens += [
        f"{label(line.engine, state)}.{move}"
        for state, move in zip(line.states, line.moves, strict=False)
    ]
    return tuple(
        Crumb(token, _joined(line.query_of(line.moves[:at]), asked.pairs))
        for at, token in enumerate(tokens)
    )


def _sides(engine: AnyEngine, scene: Scene, seats: int) -> tuple[Side, ...]:
    sides = [
        Side(seat, _seat_row(engine, seat), margins.trays(trays_of(scene, seat)))
        for seat in range(seats)
    ]
    common = margins.trays(trays_of(scene, NOBODY))
    return (*sides, *([Side(NOBODY, None, common)] if common else []))


def _seat_row(engine: AnyEngine, seat: int) -> SeatRow:
    name, letter = engine.seat_names[seat], engine.seat_letters[seat]
    return SeatRow(seat, name, letter, name, is_named=True, player_id=None, won=False)


def _joined(query: str, pairs: list[tuple[str, str]]) -> str:
    return "&".join(part for part in (query, written(pairs)) if part)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}" if 0 < share < 0.01 else f"{100 * share:.0f}"
