"""Charts of what an engine measures in every position: by turn, for winners and for losers."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from analysis.selectors.figures.base import Cell, Chart, Column, Row, between
from analysis.selectors.figures.sums import Sums
from archive.engines import AnyEngine
from archive.engines.base import Measure

FARED: Final = (("w", "Winners", "win"), ("l", "Losers", "lose"), ("s", "Draws and shared", "draw"))
LEAST_SEATS: Final = 5
"""A curve ends where fewer seats than this played on."""


def charts(engine: AnyEngine, sums: Sums) -> Iterator[Chart]:
    for measure in engine.measures:
        yield curve(sums, measure)


def playing(sums: Sums, letter: str) -> list[int]:
    """By ply: how many seats that ended so were in a game that had come so far."""
    lengths: Counter[int] = Counter()
    for (plies,), seats in sums.of("span", letter):
        lengths[int(plies)] += seats
    if not lengths:
        return []
    ends = [lengths[ply] for ply in range(max(lengths) + 1)]
    return list(accumulate(reversed(ends)))[::-1]


def curve(sums: Sums, measure: Measure) -> Chart:
    """The mean of a measure by ply, over the seats whose games had come so far."""
    seats = {letter: playing(sums, letter) for letter, _, _ in FARED}
    least = min(
        LEAST_SEATS, max((seats[letter][0] for letter in seats if seats[letter]), default=1)
    )
    last = max(
        (sum(1 for count in counts if count >= least) for counts in seats.values()), default=0
    )
    rows = tuple(
        Row(
            str(ply),
            tuple(
                _cell(sums, f"curve|{measure.name}|{letter}", letter, ply, seats[letter])
                for letter, _, _ in FARED
            ),
            x=ply,
        )
        for ply in range(last)
    )
    return Chart(
        f"curve-{measure.name}",
        f"{measure.label} by turn",
        "lines",
        "Turns played",
        tuple(Column(label, "number", of="seats", tone=tone) for _, label, tone in FARED),
        rows,
        sums.games,
        scale=f"{measure.label}, mean",
        note=f"A point is the mean over the seats whose games had come so far; the lines end where fewer than {least} did.",
    )


def _cell(sums: Sums, key: str, letter: str, ply: int, seats: list[int]) -> Cell:
    playing_on = seats[ply] if ply < len(seats) else 0
    if not playing_on:
        return Cell(None)
    row = sums.row(key)
    whole = row[ply] if ply < len(row) else 0
    return Cell(whole / playing_on, playing_on, (f"span|{letter}|{between(ply)}",))
