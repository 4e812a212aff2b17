"""Charts of what players chose (accents) or brought about (figures): alone and in combination."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row
from analysis.selectors.figures.sums import (
    FINISHED,
    Letters,
    Sums,
    even,
    letters,
    score,
    score_words,
)
from archive.engines import AnyEngine
from archive.engines.base import FacetKind

MOST_COMBINATIONS: Final = 20
NOBODY: Final = "-1"
Fared = dict[str, list[tuple[str, int]]]
Marks = dict[str, dict[str, None]]
"""By row: its keys without their letters, each once, in order."""


def charts(engine: AnyEngine, sums: Sums) -> Iterator[Chart]:
    for kind in engine.facet_kinds:
        yield alone(engine, sums, kind)
        yield together(engine, sums, kind)


def has_choices(engine: AnyEngine) -> bool:
    return bool(engine.facet_kinds)


def alone(engine: AnyEngine, sums: Sums, kind: FacetKind) -> Chart:
    """Each choice, and how often it was made: two Boats are another row than one."""
    fared: Fared = defaultdict(list)
    marks: Marks = defaultdict(dict)
    most: dict[str, int] = defaultdict(int)
    found = [(parts, count) for parts, count in sums.of("facet", kind.kind) if parts[2] != NOBODY]
    for (value, count, _, _), _ in found:
        most[value] = max(most[value], int(count))
    words = dict(kind.choices)
    for (value, count, seat, letter), number in found:
        label = words.get(value, value)
        if most[value] > 1:
            label = f"{count} × {label}"
        fared[label].append((letter, number))
        marks[label][f"facet|{kind.kind}|{value}|{count}|{seat}"] = None
    return _chart(engine, sums, f"chosen-{kind.kind}", kind.label, fared=fared, marks=marks)


def together(engine: AnyEngine, sums: Sums, kind: FacetKind) -> Chart:
    """The most frequent combinations of one seat."""
    fared: Fared = defaultdict(list)
    marks: Marks = defaultdict(dict)
    words = dict(kind.choices)
    for (values, seat, letter), number in sums.of("facets", kind.kind):
        if seat == NOBODY:
            continue
        label = _combination(values, words)
        fared[label].append((letter, number))
        marks[label][f"facets|{kind.kind}|{values}|{seat}"] = None
    title = f"{kind.label}: combinations"
    return _chart(
        engine,
        sums,
        f"combined-{kind.kind}",
        title,
        fared=fared,
        marks=marks,
        most=MOST_COMBINATIONS,
    )


def _combination(values: str, words: dict[str, str]) -> str:
    """``Boat+Boat+Rock`` as ``2 Boat, Rock``."""
    parts = values.split("+")
    counted = [(value, parts.count(value)) for value in dict.fromkeys(parts)]
    return ", ".join(
        f"{count} {words.get(value, value)}" if count > 1 else words.get(value, value)
        for value, count in counted
    )


def _chart(
    engine: AnyEngine,
    sums: Sums,
    name: str,
    title: str,
    *,
    fared: Fared,
    marks: Marks,
    most: int | None = None,
) -> Chart:
    added = {label: letters(found) for label, found in fared.items()}
    order = sorted(added, key=lambda label: (-added[label].seats, label))
    return Chart(
        name,
        title,
        "points",
        title.partition(":")[0],
        (
            Column(score_words(engine), "share", of="seats"),
            Column("Seats that did", "seats", is_drawn=False, of="seats"),
            Column("Of all games", "share", is_drawn=False),
        ),
        tuple(_row(engine, sums, label, added[label], tuple(marks[label])) for label in order),
        sums.games,
        scale=score_words(engine),
        line=even(engine),
        note="Each seat of each game counts once. The bar is the interval of 95 %.",
        most=most,
    )


def _row(engine: AnyEngine, sums: Sums, label: str, fared: Letters, keys: tuple[str, ...]) -> Row:
    seats = fared.seats
    per_game = seats / sums.games if sums.games else None
    every = tuple(f"{key}|{ANY}" for key in keys)
    return Row(
        label,
        (
            score(engine, fared, tuple(f"{key}|{letter}" for key in keys for letter in FINISHED)),
            Cell(seats, seats, every),
            Cell(per_game, sums.games, every),
        ),
    )
