"""The small values of which every figure is made: they add, they subtract, and know no database.

`docs/statistics.md` defines each figure in a sentence and a formula.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import add as plus
from operator import neg
from typing import Any, Final

WHOLE: Final = 60
"""A victory, in the parts of `Tally.points`: so that it can be shared by 2, 3, 4 or 5 seats."""
Z_95: Final = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""
FEW: Final = 10
"""Fewer games than this are marked as few, wherever a figure stands on them."""
NO_RESULT: Final = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How one record ended, for statistics.

    ``winners``: the winning seats; () for a draw or a puzzle that was lost (``lost``); None where
    the record has no result: such a game is in no share and no score.
    """

    seats: int
    winners: tuple[int, ...] | None
    lost: bool = False

    def points(self, seat: int) -> int:
        """What a seat got, in sixtieths of a victory; winners and drawers share one alike."""
        if self.winners is None or self.lost:
            return 0
        takers = self.winners or tuple(range(self.seats))
        return WHOLE // len(takers) if seat in takers else 0

    def letter(self, seat: int) -> str:
        """``w`` won alone, ``s`` shared (a draw, or a victory with others), ``l`` lost, ``u`` no
        result."""
        if self.winners is None:
            return "u"
        if self.winners == (seat,):
            return "w"
        return "s" if not self.lost and (not self.winners or seat in self.winners) else "l"


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games ended, and how long they went on.

    ``games`` of which ``finished`` have a result. By seat: ``wins`` alone, and ``points`` in
    sixtieths of a victory. ``shared``: finished games without a sole winner (draws, shared
    victories, puzzles lost). ``left``: plies from here to the ends of all games, in sum.
    ``months``: games by month (``2024-05``), ``""`` where the month is not known.
    """

    games: int = 0
    finished: int = 0
    shared: int = 0
    wins: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    left: int = 0
    months: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Tally") -> "Tally":
        return self._with(other, 1)

    def __sub__(self, other: "Tally") -> "Tally":
        return self._with(other, -1)

    def _with(self, other: "Tally", sign: int) -> "Tally":
        months = Counter(self.months)
        for month, count in other.months.items():
            months[month] += sign * count
        return Tally(
            self.games + sign * other.games,
            self.finished + sign * other.finished,
            self.shared + sign * other.shared,
            _added(self.wins, other.wins, sign),
            _added(self.points, other.points, sign),
            self.left + sign * other.left,
            {month: count for month, count in sorted(months.items()) if count},
        )

    @property
    def mean_left(self) -> float | None:
        """Mean plies from here to the end."""
        return self.left / self.games if self.games else None

    @property
    def last_month(self) -> str:
        """The last month in which one was played, "" where no month is known."""
        return max(self.months, default="")

    @property
    def is_few(self) -> bool:
        return self.games < FEW

    def score(self, seat: int) -> float | None:
        """The mean share of a victory that a seat got, of the finished games."""
        if not self.finished:
            return None
        got = self.points[seat] if seat < len(self.points) else 0
        return got / (WHOLE * self.finished)

    def interval(self, seat: int) -> tuple[float, float] | None:
        """The Wilson interval of 95 % of a seat's score."""
        score = self.score(seat)
        return None if score is None else wilson(score, self.finished)

    def dump(self) -> list[Any]:
        """As a row of a table keeps it; `load` reads it."""
        return [
            self.games,
            self.finished,
            self.shared,
            list(self.wins),
            list(self.points),
            self.left,
            dict(self.months),
        ]


def load(kept: Sequence[Any]) -> Tally:
    """The tally that `Tally.dump` wrote."""
    games, finished, shared, wins, points, left, months = kept
    return Tally(games, finished, shared, tuple(wins), tuple(points), left, months)


def tally_of(ending: Ending, *, left: int, month: str, games: int = 1) -> Tally:
    """The tally of some games (one, as a rule) that ended alike; ``left`` is their sum."""
    seats = range(ending.seats)
    is_finished = ending.winners is not None
    return Tally(
        games=games,
        finished=games if is_finished else 0,
        shared=games if is_finished and len(ending.winners or ()) != 1 else 0,
        wins=tuple(games if ending.winners == (seat,) else 0 for seat in seats),
        points=tuple(games * ending.points(seat) for seat in seats),
        left=left,
        months={month: games},
    )


def _added(mine: tuple[int, ...], others: tuple[int, ...], sign: int) -> tuple[int, ...]:
    if sign < 0:
        others = tuple(map(neg, others))
    shared = min(len(mine), len(others))
    return (*map(plus, mine, others), *mine[shared:], *others[shared:])


def wilson(share: float, count: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share of ``count`` games; of a mean score it is as wide as
    or wider than the truth, as a score between 0 and 1 varies no more than a yes or no.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """
    if count <= 0:
        return (0.0, 1.0)
    square = z * z
    middle = share + square / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + square / (4 * count * count))
    scale = 1 + square / count
    return (max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


# ---- counters: what one record adds to the statistics of its game ----

Counters = dict[str, int | tuple[int, ...]]
"""Numbers by key, or rows of numbers (one for each ply). Keys are words joined by ``|``."""


def add(whole: Counters, part: Counters, sign: int = 1) -> None:
    """Add counters to a sum in place (or take them away); what comes to nothing is left out."""
    for key, value in part.items():
        known = whole.get(key)
        if isinstance(value, tuple):
            row = _added(known if isinstance(known, tuple) else (), value, sign)
            while row and not row[-1]:
                row = row[:-1]
            _put(whole, key, row)
        else:
            _put(whole, key, (known if isinstance(known, int) else 0) + sign * value)


def _put(whole: Counters, key: str, value: int | tuple[int, ...]) -> None:
    if value:
        whole[key] = value
    else:
        whole.pop(key, None)


def counters_text(counters: Counters) -> str:
    """Counters as lines ``key=number`` or ``key=1,2,3``, sorted, with a line end before and after
    each, so that a key can be searched for as it stands (`counters_line`)."""
    lines = (
        f"{key}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
        for key, value in sorted(counters.items())
    )
    return "\n" + "\n".join(lines) + "\n"


def counters_line(key: str) -> str:
    """What a text of counters contains if, and only if, it has this key."""
    return f"\n{key}="


def read_counters(text: str) -> Counters:
    """What `counters_text` wrote."""
    found: Counters = {}
    for line in text.split("\n"):
        if line:
            key, _, value = line.rpartition("=")
            if key.startswith(ROW):
                found[key] = tuple(map(int, value.split(",")))
            else:
                found[key] = int(value)
    return found


ROW: Final = "curve|"
"""Keys that begin so have rows of numbers."""


def dump_counters(counters: Counters) -> str:
    """Counters as JSON, sorted: the form of large sums."""
    return json.dumps(dict(sorted(counters.items())), separators=(",", ":"))


def load_counters(text: str) -> Counters:
    """What `dump_counters` wrote."""
    kept = json.loads(text)
    return {key: tuple(value) if isinstance(value, list) else value for key, value in kept.items()}
