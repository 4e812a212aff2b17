"""Charts as their pages show them: tables in words, each number with the address of its games."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse

from analysis.selectors.figures.base import Cell, Chart, Column
from analysis.selectors.figures.words import base, words
from analysis.selectors.filtering import Filter

FORMULA_STARTS: Final = (*"=+-@\t\r\n", *"\uff1d\uff0b\uff0d\uff20")
"""The last four are the wide forms of the first, which some spreadsheets take as well."""


@dataclass(frozen=True, slots=True)
class ShownCell:
    """``place``: row and column, by which the picture finds its link."""

    words: str
    base: str
    is_few: bool
    href: str
    place: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    label: str
    cells: tuple[ShownCell, ...]


@dataclass(frozen=True, slots=True)
class ShownChart:
    chart: Chart
    rows: tuple[ShownRow, ...]
    height: int


def games_address(game: str, marks: Sequence[str], chosen: Filter) -> str:
    """Where the games behind a number are listed."""
    query = urlencode([*(("mark", mark) for mark in marks), *chosen.pairs()])
    return f"{reverse('analysis:stats-games', args=[game])}?{query}"


def shown(chart: Chart, game: str, chosen: Filter, height: int) -> ShownChart:
    games = reverse("analysis:stats-games", args=[game])
    ends = {False: urlencode(chosen.pairs()), True: ""}
    rows = tuple(
        ShownRow(
            row.label,
            tuple(
                _cell(column, cell, games, ends[column.is_all], f"{number},{at}")
                for at, (column, cell) in enumerate(zip(chart.columns, row.cells, strict=True))
            ),
        )
        for number, row in enumerate(chart.rows)
    )
    return ShownChart(chart, rows, height)


def _cell(column: Column, cell: Cell, games: str, end: str, place: str) -> ShownCell:
    href = ""
    if cell.marks and cell.value is not None and cell.base:
        query = urlencode([("mark", mark) for mark in cell.marks])
        href = f"{games}?{query}&{end}" if end else f"{games}?{query}"
    return ShownCell(
        words(column, cell), base(column, cell), cell.is_few and not column.is_count, href, place
    )


def as_csv(chart: Chart) -> str:
    """A chart as a table of numbers for spreadsheets, which take no cell for a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(safe(cell) for cell in _heading(chart))
    for row in chart.rows:
        numbers = [
            value
            for at, cell in enumerate(row.cells)
            for value in _numbers(cell, has_interval=_has_interval(chart, at))
        ]
        writer.writerow([safe(row.label), *numbers])
    return out.getvalue()


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _heading(chart: Chart) -> Iterable[str]:
    yield chart.rows_are
    for at, column in enumerate(chart.columns):
        yield column.label
        if _has_interval(chart, at):
            yield from (f"{column.label}, low", f"{column.label}, high")
        yield f"{column.label}, of {column.of}"


def _has_interval(chart: Chart, at: int) -> bool:
    return any(row.cells[at].low is not None for row in chart.rows)


def _numbers(cell: Cell, *, has_interval: bool) -> list[float | None]:
    interval = [cell.low, cell.high] if has_interval else []
    return [cell.value, *interval, cell.base]


def as_json(chart: Chart, chosen: Filter, as_of: str) -> dict[str, Any]:
    """A chart with all its numbers, and the marks of the games behind each."""
    return {
        "chart": chart.name,
        "title": chart.title,
        "filter": chosen.dump(),
        "as_of": as_of,
        "games": chart.games,
        "note": chart.note,
        "rows_are": chart.rows_are,
        "columns": [
            {
                "label": column.label,
                "unit": column.unit,
                "of": column.of,
                "all_games": column.is_all,
            }
            for column in chart.columns
        ],
        "rows": [
            {
                "label": row.label,
                **({"at": row.spot} if row.spot else {}),
                "cells": [_plain(cell) for cell in row.cells],
            }
            for row in chart.rows
        ],
    }


def _plain(cell: Cell) -> dict[str, Any]:
    plain: dict[str, Any] = {"value": cell.value, "of": cell.base, "marks": cell.marks}
    if cell.low is not None:
        plain |= {"low": cell.low, "high": cell.high}
    return plain
