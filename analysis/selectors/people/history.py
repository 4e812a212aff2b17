"""A player's ratings and results over time, and the lines of their charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analysis.models import RatingPoint
from analysis.ratings import PROVISIONAL
from analysis.selectors.people.fare import Fare, fares
from analysis.selectors.people.plays import Play
from analysis.statistics import Z_95
from archive.selectors import visible

WIDTH: Final = 1_000
HEIGHT: Final = 200
STEPS: Final = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


@dataclass(frozen=True, slots=True)
class Tick:
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of WIDTH by HEIGHT: paths, ``ticks`` of its vertical axis, ``ends`` of the other."""

    line: str
    band: str
    dots: str
    ticks: tuple[Tick, ...]
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class History:
    """Every standing of a player in one game, oldest first, the chart of them, and the last one."""

    points: tuple[RatingPoint, ...]
    chart: Chart | None

    @property
    def last(self) -> RatingPoint:
        return self.points[-1]

    @property
    def is_provisional(self) -> bool:
        return self.last.games < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar: which outcome, from where and how wide, of WIDTH."""

    outcome: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Span:
    """How someone fared in a year or a month, "" where it is not known."""

    when: str
    fare: Fare
    parts: tuple[Part, ...]


def history(player: int, game: str) -> History | None:
    """None for somebody who has no rating."""
    points = tuple(RatingPoint.objects.filter(player=player, game=game).order_by("month"))
    return History(points, _chart(points)) if points else None


def standings(player: int) -> list[RatingPoint] | None:
    """Every standing in every game of somebody whom a counted record names."""
    if not visible.players().filter(pk=player).exists():
        return None
    return list(RatingPoint.objects.filter(player=player).order_by("game", "month"))


def _chart(points: Sequence[RatingPoint]) -> Chart | None:
    if len(points) < 2:
        return None
    months = [_number(point.month) for point in points]
    xs = [WIDTH * (month - months[0]) / (months[-1] - months[0]) for month in months]
    highs = [point.rating + Z_95 * point.deviation for point in points]
    lows = [point.rating - Z_95 * point.deviation for point in points]
    low, high, ticks = _scale(min(lows), max(highs))

    def path(values: Sequence[float]) -> list[str]:
        ys = (HEIGHT * (high - value) / (high - low) for value in values)
        return [f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True)]

    line = path([point.rating for point in points])
    band = [*path(highs), *reversed(path(lows))]
    return Chart(
        line=f"M{'L'.join(line)}",
        band=f"M{'L'.join(band)}Z",
        dots="".join(f"M{place}h0" for place in line),
        ticks=tuple(Tick(HEIGHT * (high - tick) / (high - low), f"{tick}") for tick in ticks),
        ends=(points[0].month, points[-1].month),
    )


def _number(month: str) -> int:
    year, number = month.split("-")
    return 12 * int(year) + int(number)


def _scale(low: float, high: float) -> tuple[float, float, list[int]]:
    """The least and the greatest value of an axis with round steps, and the values at them."""
    step = next((step for step in STEPS if (high - low) / step <= 4), STEPS[-1])
    first, last = int(low // step), int(-(-high // step))
    return first * step, last * step, [step * number for number in range(first, last + 1)]


def over_time(plays: Sequence[Play]) -> tuple[Span, ...]:
    """Results by year, or by month where all of one game's are of two years at most."""
    years = {play.year for play in plays if play.year}
    by_month = len(years) <= 2
    sums = fares(
        ((play.month or play.year) if by_month else play.year, play.ending, play.seat)
        for play in plays
    )
    known = sorted((when for when in sums if when), reverse=True)
    most = max((fare.games for fare in sums.values()), default=1)
    whens = [*known, *([""] if "" in sums else [])]
    return tuple(Span(when, sums[when], _parts(sums[when], most)) for when in whens)


def _parts(fare: Fare, most: int) -> tuple[Part, ...]:
    counts = (
        ("won", fare.won),
        ("shared", fare.shared),
        ("lost", fare.lost),
        ("unknown", fare.unknown),
    )
    parts, x = [], 0.0
    for outcome, count in counts:
        width = WIDTH * count / most
        if count:
            parts.append(Part(outcome, round(x, 1), round(width, 1)))
        x += width
    return tuple(parts)
