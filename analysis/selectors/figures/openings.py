"""Charts of openings: how their share changes, how they score, how long their games go on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row, both
from analysis.selectors.figures.results import MOST_MONTHS, first_seat
from analysis.selectors.figures.sums import FINISHED, Sums, even
from analysis.statistics import Tally
from archive.engines import AnyEngine

MOST_LINES: Final = 6
MOST_OPENINGS: Final = 30


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position, or a first turn; ``mark``: the games that came there."""

    name: str
    mark: str
    tally: Tally


def charts(engine: AnyEngine, sums: Sums, openings: Sequence[Opening]) -> Iterator[Chart]:
    played = sorted(
        (one for one in openings if one.tally.games), key=lambda one: (-one.tally.games, one.name)
    )
    yield share(sums, played[:MOST_LINES])
    yield score(engine, sums, played)
    yield length(sums, played)


def share(sums: Sums, openings: Sequence[Opening]) -> Chart:
    """Of the games of each month (or year) the share that came to an opening."""
    months: Counter[str] = Counter()
    for (month, _), count in sums.of("month"):
        months[month] += count
    known = {month for (month, _), _ in sums.whole.of("month") if month}
    size = len("2024-05") if len(known) <= MOST_MONTHS else len("2024")
    whole: Counter[str] = Counter()
    for month in months:
        if month:
            whole[month[:size]] += months[month]
    counts = [_by_time(one.tally, size) for one in openings]
    rows = tuple(
        Row(
            when,
            tuple(
                Cell(
                    mine[when] / whole[when],
                    whole[when],
                    (both(one.mark, f"month|{when}{ANY}|{ANY}"),),
                )
                for one, mine in zip(openings, counts, strict=True)
            ),
        )
        for when in sorted(whole)
    )
    return Chart(
        "opening-share",
        "Openings over time",
        "lines",
        "Month" if size == len("2024-05") else "Year",
        tuple(Column(one.name, "share") for one in openings),
        rows,
        sums.games,
        scale="Share of the games played then",
        note="The most played. Games of which the month is not known are left out.",
    )


def _by_time(tally: Tally, size: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for month, games in tally.months.items():
        if month:
            counts[month[:size]] += games
    return counts


def score(engine: AnyEngine, sums: Sums, openings: Sequence[Opening]) -> Chart:
    """How the seat that begins scores, against how often the opening is played."""
    seat = first_seat(engine) or 0
    rows = []
    for one in openings:
        value, reach = one.tally.score(seat), one.tally.interval(seat)
        low, high = reach or (None, None)
        finished, games = one.tally.finished, one.tally.games
        ended = tuple(both(one.mark, f"seat|{seat}|{letter}") for letter in FINISHED)
        rows.append(
            Row(
                one.name,
                (
                    Cell(value, finished, ended, low, high),
                    Cell(games, games, (one.mark,)),
                    Cell(games / sums.games if sums.games else None, sums.games, (one.mark,)),
                ),
                x=games,
            )
        )
    return Chart(
        "opening-score",
        "Score and popularity of openings",
        "cloud",
        "Opening",
        (
            Column(f"Score of {engine.seat_names[seat]}", "share"),
            Column("Games", "games", is_drawn=False),
            Column("Share of games", "share", is_drawn=False),
        ),
        tuple(rows),
        sums.games,
        scale=f"Score of {engine.seat_names[seat]}",
        columns_are="Games",
        line=even(engine),
        note="The bar is the interval of 95 %.",
        most=MOST_OPENINGS,
    )


def length(sums: Sums, openings: Sequence[Opening]) -> Chart:
    """How many turns follow an opening."""
    return Chart(
        "opening-length",
        "Turns after the opening",
        "bars",
        "Opening",
        (Column("Turns that follow, mean", "number"),),
        tuple(
            Row(one.name, (Cell(one.tally.mean_left, one.tally.games, (one.mark,)),))
            for one in openings
        ),
        sums.games,
        scale="Turns that follow, mean",
        most=MOST_OPENINGS,
    )
