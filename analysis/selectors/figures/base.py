"""A chart as data: the same value gives the table, the files to download and the drawing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from analysis.statistics import FEW
from archive.engines.base import Spot

Kind = Literal["bars", "stack", "points", "lines", "matrix", "board", "cloud"]
Unit = Literal["games", "seats", "times", "share", "turns", "tiles", "number"]

ALL_GAMES: Final = "all games"

# Parts of a mark that stand for more than one key. No key has this sign in its parts.
ANY: Final = "="
"""Anything; behind some letters, anything that begins so."""

AND: Final = " == "


def between(first: int, last: int | None = None) -> str:
    """The numbers of a range; without ``last`` all from the first on."""
    return f"={first}..{'' if last is None else last}"


def both(mark: str, other: str) -> str:
    """The games that have both marks."""
    return f"{mark}{AND}{other}"


class Cell(NamedTuple):
    """One number: what a bar, a point or a field of a table shows.

    ``base``: how many games (seats, tiles: as its column says) it stands on. ``marks``: patterns of
    the counters whose games it opens (`marks`). ``low`` and ``high``: its interval, or None.
    """

    value: float | None
    base: int = 0
    marks: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def is_few(self) -> bool:
        return self.value is not None and 0 < self.base < FEW


@dataclass(frozen=True, slots=True)
class Column:
    """Numbers of one sort. ``is_drawn``: the picture shows them, else the table alone.

    ``of``: what ``Cell.base`` counts. ``is_all``: of all games, beside those of a filter.
    ``tone``: a colour that means the same in every chart: a seat's number, or ``draw``.
    """

    label: str
    unit: Unit
    is_drawn: bool = True
    of: str = "games"
    is_all: bool = False
    tone: str = ""

    @property
    def is_count(self) -> bool:
        """The number says itself what it stands on."""
        return self.unit in {"games", "seats", "times", "tiles"}


@dataclass(frozen=True, slots=True)
class Row:
    """``label`` names it; ``x`` is its place where the rows stand on a scale; ``spot`` on a board."""

    label: str
    cells: tuple[Cell, ...]
    x: float | None = None
    spot: Spot | None = None


@dataclass(frozen=True, slots=True)
class Plane:
    """The ground of a board to draw on: its bounds, its places, the outlines of its areas."""

    bounds: tuple[float, float, float, float]
    places: tuple[tuple[float, float], ...]
    kind: str
    title: str = ""
    areas: tuple[tuple[str, tuple[tuple[float, float], ...], float], ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """``rows_are``: heading of the rows' labels. ``games``: how many games it was made from.

    ``note``: a sentence on how to read it. ``scale``: words for the axis of the numbers.
    ``most``: so many of the rows, the most frequent first, are shown (`cut`). ``columns_are``: heading of the columns of a matrix. ``line``: a value to compare with.
    """

    name: str
    title: str
    kind: Kind
    rows_are: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    games: int
    scale: str = ""
    note: str = ""
    columns_are: str = ""
    line: float | None = None
    most: int | None = None
    planes: tuple[Plane, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        return not any(cell.base or cell.value for row in self.rows for cell in row.cells)

    @property
    def has_few(self) -> bool:
        """Numbers stand on few games that are no counts themselves."""
        means = [at for at, column in enumerate(self.columns) if not column.is_count]
        return any(row.cells[at].is_few for row in self.rows for at in means)


def beside(some: Chart, all_games: Chart) -> Chart:
    """A chart of some games, each number beside that of all games. Rows are those of either."""
    if some.kind in {"matrix", "board"} or some.name == "opening-share":
        return some
    some, all_games = as_shares(some), as_shares(all_games)
    others = {row.label: row for row in all_games.rows}
    mine = {row.label: row for row in some.rows}
    width = len(some.columns)
    pairs = _column_pairs(some.columns, all_games.columns)
    rows = []
    labels = list(mine) if some.most else _merged(some.rows, all_games.rows)
    for label in labels:
        own, other = mine.get(label), others.get(label)
        cells = [
            (own.cells[at] if own and at < width else Cell(None))
            if side == 0
            else (other.cells[at] if other else Cell(None))
            for side, at in pairs
        ]
        base = own or other
        rows.append(Row(label, tuple(cells), base.x if base else None))
    columns = tuple(
        some.columns[at]
        if side == 0
        else replace(
            all_games.columns[at],
            label=f"{all_games.columns[at].label}, {ALL_GAMES}",
            is_all=True,
            is_drawn=all_games.columns[at].is_drawn and some.kind not in {"stack", "cloud"},
        )
        for side, at in pairs
    )
    return replace(some, columns=columns, rows=tuple(rows))


def _column_pairs(mine: Sequence[Column], others: Sequence[Column]) -> list[tuple[int, int]]:
    """The columns in order, each as (0 for some games, 1 for all; its number)."""
    names = [column.label for column in mine]
    pairs = []
    for at, column in enumerate(mine):
        pairs.append((0, at))
        pairs += [(1, to) for to, other in enumerate(others) if other.label == column.label]
    return pairs + [(1, to) for to, other in enumerate(others) if other.label not in names]


def _merged(mine: Sequence[Row], others: Sequence[Row]) -> list[str]:
    """The labels of both, in the order of all games; on a scale by their places."""
    places: dict[str, float | None] = {row.label: row.x for row in (*others, *mine)}
    if all(x is not None for x in places.values()):
        return sorted(places, key=lambda label: places[label] or 0.0)
    return list(places)


def cut(chart: Chart) -> Chart:
    """The chart with no more rows than it shows."""
    count = len(chart.rows)
    if chart.most is None or count <= chart.most:
        return chart
    note = f"The {chart.most} most frequent of {count:,}. {chart.note}".strip()
    return replace(chart, rows=chart.rows[: chart.most], note=note)


def as_shares(chart: Chart) -> Chart:
    """Bars of numbers of games as shares of all its games, which can be compared with others."""
    if chart.kind != "bars" or not all(column.unit == "games" for column in chart.columns):
        return chart
    columns = tuple(replace(column, unit="share") for column in chart.columns)
    rows = tuple(
        replace(row, cells=tuple(_share(cell, chart.games) for cell in row.cells))
        for row in chart.rows
    )
    return replace(chart, columns=columns, rows=rows, scale="Share of games")


def _share(cell: Cell, games: int) -> Cell:
    if cell.value is None or not games:
        return cell._replace(value=None)
    return cell._replace(value=cell.value / games, base=games)
