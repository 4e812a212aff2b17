"""Charts that every game has: who wins, how games end, how long they are, when they were played."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row, between
from analysis.selectors.figures.sums import (
    FINISHED,
    Sums,
    even,
    is_for_two,
    letters,
    score,
    score_words,
)
from analysis.summaries import ending_of
from archive import engines
from archive.engines import AnyEngine
from archive.notation.results import DRAW, LOST, UNKNOWN
from archive.selectors.words import result_words

ALL_YEARS: Final = "All years"
MOST_BARS: Final = 30
MOST_MONTHS: Final = 48
YEAR, MONTH = len("2024"), len("2024-05")
WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)


def charts(engine: AnyEngine, sums: Sums) -> Iterator[Chart]:
    yield seats(engine, sums)
    first = first_seat(engine)
    if first is not None:
        yield advantage(engine, sums, first)
    yield endings(engine, sums)
    yield lengths(sums)
    yield months(engine, sums)


def seats(engine: AnyEngine, sums: Sums) -> Chart:
    """How each seat fared."""
    fared: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for (number, letter), count in sums.of("seat"):
        fared[int(number)].append((letter, count))
    rows = []
    for seat in sorted(fared):
        found = letters(fared[seat])
        marks = [f"seat|{seat}|{letter}" for letter in "wslu"]
        counts = zip(found, marks, strict=True)
        rows.append(
            Row(
                engine.seat_names[seat],
                (
                    score(engine, found, tuple(marks[:3])),
                    *(Cell(count, count, (mark,)) for count, mark in counts),
                ),
            )
        )
    names = ("Won alone", "Shared", "Lost", "No result")
    if is_for_two(engine):
        names = ("Won", "Draw", "Lost", "No result")
    columns = (
        Column(score_words(engine), "share"),
        *(Column(f"{name}, games", "games", is_drawn=False) for name in names),
    )
    return Chart(
        "seats",
        "Score by seat",
        "points",
        "Seat",
        columns,
        tuple(rows),
        sums.games,
        scale=score_words(engine),
        note="The bar is the interval of 95 %. Games without a result count in no score.",
        line=even(engine),
    )


def first_seat(engine: AnyEngine) -> int | None:
    """The seat that takes the first turn, in games for two; None where that is no question."""
    return _first_seat(engine.slug) if is_for_two(engine) else None


@cache
def _first_seat(game: str) -> int | None:
    """The seat of turn 1; turns before it choose tiles."""
    engine = engines.get(game)
    if engine is None:
        return None
    state = engine.start(engine.header({}).setup)
    while engine.label(state)[0] < 1:
        state = engine.play(state, next(engine.moves(state)))
    return engine.label(state)[1]


def advantage(engine: AnyEngine, sums: Sums, first: int) -> Chart:
    """By year, what the seat that begins scores more than half."""
    years: dict[str, list[tuple[str, int]]] = defaultdict(list)
    marks: dict[str, dict[str, None]] = defaultdict(dict)
    for (month, result), count in sums.of("month"):
        letter = ending_of(engine, result, 2).letter(first)
        for year in {month[:YEAR] or ALL_YEARS, ALL_YEARS}:
            years[year].append((letter, count))
        if letter in FINISHED:
            marks[month[:YEAR]][f"month|{month[:YEAR]}{ANY}|{result}"] = None
    marks[ALL_YEARS] = dict.fromkeys(f"seat|{first}|{letter}" for letter in FINISHED)
    rows = []
    for year in sorted(years, key=lambda year: (year == ALL_YEARS, year)):
        cell = score(engine, letters(years[year]), tuple(marks[year]))
        rows.append(Row(year, (_above(cell), Cell(cell.base, cell.base, cell.marks))))
    return Chart(
        "advantage",
        "First-move advantage",
        "points",
        "Year",
        (
            Column("Above an even score", "share"),
            Column("Games with a result", "games", is_drawn=False),
        ),
        tuple(rows),
        sums.games,
        scale=f"Score of {engine.seat_names[first]} above ½",
        note=f"{engine.seat_names[first]} takes the first turn. The bar is the interval of 95 %.",
        line=0.0,
    )


def _above(cell: Cell) -> Cell:
    """A score as what it is above one half."""
    if cell.value is None or cell.low is None or cell.high is None:
        return cell
    return cell._replace(value=cell.value - 0.5, low=cell.low - 0.5, high=cell.high - 0.5)


def result_columns(engine: AnyEngine, results: set[str]) -> list[str]:
    """Results in the order of tables: by seat, shared ones, a draw, a puzzle lost, none."""
    last = [DRAW, LOST, UNKNOWN]
    alone = [name for name in engine.seat_names if name in results]
    others = sorted(results - set(alone) - set(last))
    return [*alone, *others, *(name for name in last if name in results)]


def tone(engine: AnyEngine, result: str) -> str:
    """The colour of a result."""
    names = engine.seat_names
    return str(names.index(result)) if result in names else {UNKNOWN: "none"}.get(result, "draw")


def endings(engine: AnyEngine, sums: Sums) -> Chart:
    """How games ended, by result."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for (ending, result), count in sums.of("ending"):
        counts[ending][result] += count
    order = sorted(counts, key=lambda ending: (-counts[ending].total(), ending))
    columns = result_columns(engine, {result for row in counts.values() for result in row})
    rows = tuple(
        Row(
            ending.capitalize() or "Not said",
            tuple(
                Cell(
                    counts[ending][result],
                    counts[ending][result],
                    (f"ending|{ending}|{result}",),
                )
                for result in columns
            ),
        )
        for ending in order
    )
    return Chart(
        "endings",
        "Endings",
        "stack",
        "Ending",
        tuple(
            Column(result_words(result), "games", tone=tone(engine, result)) for result in columns
        ),
        rows,
        sums.games,
        scale="Games",
    )


def width_for(most: int, bars: int = MOST_BARS) -> int:
    """The width of bins, so that there are no more than ``bars``."""
    return next((width for width in WIDTHS if most // width < bars), WIDTHS[-1])


def binned(numbers: Counter[int], width: int) -> list[tuple[int, int, int]]:
    """Numbers in bins of equal width, as (first, last, count), without gaps."""
    if not numbers:
        return []
    bins: Counter[int] = Counter()
    for number, count in numbers.items():
        bins[number // width] += count
    span = range(min(bins), max(bins) + 1)
    return [(at * width, at * width + width - 1, bins[at]) for at in span]


def span_words(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def quantile(numbers: Counter[int], part: float) -> int | None:
    """The least number that this part of all does not exceed."""
    whole, passed = numbers.total(), 0
    for number in sorted(numbers):
        passed += numbers[number]
        if passed >= part * whole:
            return number
    return None


def plies_of(sums: Sums) -> Counter[int]:
    """Games by their number of plies."""
    return Counter({int(plies): count for (plies,), count in sums.of("plies")})


def lengths(sums: Sums) -> Chart:
    """How many plies games have."""
    numbers = plies_of(sums)
    whole = plies_of(sums.whole)
    width = width_for(max(whole) - min(whole)) if whole else 1
    rows = tuple(
        Row(
            span_words(first, last),
            (Cell(count, count, (f"plies|{between(first, last)}",)),),
            x=(first + last) / 2,
        )
        for first, last, count in binned(numbers, width)
    )
    note = ""
    if numbers:
        turns = sum(number * count for number, count in numbers.items())
        middle = quantile(numbers, 0.5)
        note = f"Mean {turns / numbers.total():.1f}, median {middle} turns."
    return Chart(
        "lengths",
        "Game length",
        "bars",
        "Turns",
        (Column("Games", "games"),),
        rows,
        sums.games,
        scale="Games",
        note=note,
    )


def months(engine: AnyEngine, sums: Sums) -> Chart:
    """When the games were played, by result; by year where there are many months."""
    known = {month for (month, _), _ in sums.whole.of("month") if month}
    cut = MONTH if len(known) <= MOST_MONTHS else YEAR
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for (month, result), count in sums.of("month"):
        counts[month[:cut]][result] += count
    columns = result_columns(engine, {result for row in counts.values() for result in row})
    rows = tuple(
        Row(
            when or "Not known",
            tuple(
                Cell(
                    counts[when][result],
                    counts[when][result],
                    (f"month|{when}{ANY if when and cut == YEAR else ''}|{result}",),
                )
                for result in columns
            ),
        )
        for when in sorted(counts, key=lambda when: (when == "", when))
    )
    return Chart(
        "months",
        "Games over time",
        "stack",
        "Month" if cut == MONTH else "Year",
        tuple(
            Column(result_words(result), "games", tone=tone(engine, result)) for result in columns
        ),
        rows,
        sums.games,
        scale="Games",
    )
