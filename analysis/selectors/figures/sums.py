"""Summed counters, by the first word of their keys, and the scores that letters give."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from analysis.selectors.figures.base import Cell
from analysis.statistics import Counters, wilson
from archive.engines import AnyEngine

Keyed = tuple[tuple[str, ...], int]
"""The parts of a key behind its first word, and its number."""


class Sums:
    """The counters of some games. Parts of keys are cut when they are asked for, once.

    ``whole``: the sums of all games, where these are those of a filter. By them scales are chosen,
    so that both can stand beside each other.
    """

    def __init__(
        self,
        counters: Counters,
        games: int,
        as_of: datetime | None,
        whole: "Sums | None" = None,
    ) -> None:
        self.whole = whole or self
        self.games = games
        self.as_of = as_of
        self._by_head: dict[str, list[str]] = {}
        self.counters = counters
        self._cut: dict[str, list[Keyed]] = {}
        for key in counters:
            self._by_head.setdefault(key.partition("|")[0], []).append(key)

    def of(self, head: str, *first: str) -> list[Keyed]:
        """The counters whose keys begin so, without the parts given."""
        name = "|".join((head, *first))
        if name not in self._cut:
            self._cut[name] = list(self._found(head, first))
        return self._cut[name]

    def row(self, key: str) -> tuple[int, ...]:
        """A row of numbers, by ply."""
        value = self.counters.get(key, ())
        return value if isinstance(value, tuple) else ()

    def _found(self, head: str, first: tuple[str, ...]) -> Iterable[Keyed]:
        start = "|".join((head, *first, ""))
        for key in self._by_head.get(head, ()):
            value = self.counters[key]
            if key.startswith(start) and isinstance(value, int):
                yield tuple(key[len(start) :].split("|")), value


class Letters(NamedTuple):
    """How seats fared: won alone, shared, lost, without a result."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    unknown: int = 0

    @property
    def seats(self) -> int:
        return sum(self)

    @property
    def finished(self) -> int:
        return self.won + self.shared + self.lost


ORDER = "wslu"
FINISHED = "wsl"


def letters(counts: Iterable[tuple[str, int]]) -> Letters:
    """Letters of `Ending.letter` with their numbers, added up."""
    whole: Counter[str] = Counter()
    for letter, count in counts:
        whole[letter] += count
    return Letters(*(whole[letter] for letter in ORDER))


def score_words(engine: AnyEngine) -> str:
    """What `score` gives of this engine's games. What a shared victory is worth is known where two
    play; with more seats only victories alone are counted."""
    return "Score" if is_for_two(engine) else "Won alone"


def is_for_two(engine: AnyEngine) -> bool:
    return engine.seats == range(2, 3)


def even(engine: AnyEngine) -> float | None:
    """The score of seats that are alike strong, where two play."""
    return 0.5 if is_for_two(engine) else None


def score(engine: AnyEngine, fared: Letters, marks: tuple[str, ...] = ()) -> Cell:
    """The score of these seats with its interval of 95 %."""
    if not fared.finished:
        return Cell(None, 0, marks)
    got = fared.won + (fared.shared / 2 if is_for_two(engine) else 0)
    share = got / fared.finished
    low, high = wilson(share, fared.finished)
    return Cell(share, fared.finished, marks, low, high)
