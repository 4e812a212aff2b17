"""How many events of one kind there are for each of another: actions per scored card."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row
from analysis.selectors.figures.events import find, seat_label
from analysis.selectors.figures.sums import Sums
from archive.engines import AnyEngine
from archive.engines.base import EventKind

EVERYBODY: Final = "All seats"


def charts(engine: AnyEngine, sums: Sums, kind: EventKind) -> Iterator[Chart]:
    of = find(engine, kind.per)
    if of is not None:
        yield rate(engine, sums, kind, of)


def rate(engine: AnyEngine, sums: Sums, kind: EventKind, of: EventKind) -> Chart:
    """By seat, and over all seats: the sum of the one divided by that of the other."""
    times, others = by_seat(sums, kind), by_seat(sums, of)
    rows = [_row(EVERYBODY, times.total(), others.total(), _marks(kind, of, ANY))]
    rows += [
        _row(seat_label(engine, seat), times[seat], others[seat], _marks(kind, of, str(seat)))
        for seat in sorted(times | others)
    ]
    words = f"{kind.label} per {of.label[:1].lower()}{of.label[1:]}"
    return Chart(
        f"rate-{kind.kind}",
        words,
        "points",
        "Seat",
        (
            Column(words, "number", of="times"),
            Column(f"{kind.label}, times", "times", is_drawn=False, of="times"),
            Column(f"{of.label}, times", "times", is_drawn=False, of="times"),
        ),
        tuple(rows),
        sums.games,
        scale=words,
    )


def by_seat(sums: Sums, kind: EventKind) -> Counter[int]:
    counts: Counter[int] = Counter()
    for (_, seat), count in sums.of("events", kind.kind):
        counts[int(seat)] += count
    return counts


def _marks(kind: EventKind, of: EventKind, seat: str) -> tuple[str, str]:
    return f"events|{kind.kind}|{ANY}|{seat}", f"events|{of.kind}|{ANY}|{seat}"


def _row(label: str, times: int, others: int, marks: tuple[str, str]) -> Row:
    each = times / others if others else None
    one, other = marks
    cells = Cell(each, others, marks), Cell(times, times, (one,)), Cell(others, others, (other,))
    return Row(label, cells)
