"""How someone fared in some games: small sums, and the words for them."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from analysis.statistics import FEW, WHOLE, Ending, wilson

Key = TypeVar("Key", bound=Hashable)


@dataclass(slots=True)
class Fare:
    """Games of one person. ``points`` in sixtieths of a victory; ``unknown``: without a result."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    unknown: int = 0
    points: int = 0

    def add(self, ending: Ending, seat: int) -> None:
        letter = ending.letter(seat)
        self.won += letter == "w"
        self.shared += letter == "s"
        self.lost += letter == "l"
        self.unknown += letter == "u"
        self.points += ending.points(seat)

    @property
    def games(self) -> int:
        return self.finished + self.unknown

    @property
    def finished(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def score(self) -> float | None:
        """The mean share of a victory, of the finished games, in percent."""
        return 100 * self.points / (WHOLE * self.finished) if self.finished else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson interval of 95 % of the score, in percent."""
        if not self.finished:
            return None
        low, high = wilson(self.points / (WHOLE * self.finished), self.finished)
        return 100 * low, 100 * high

    @property
    def is_few(self) -> bool:
        return self.games < FEW


def fares(played: Iterable[tuple[Key, Ending, int]]) -> dict[Key, Fare]:
    """Sums by key of games: what they are told apart by, how each ended, and the seat."""
    found: dict[Key, Fare] = defaultdict(Fare)
    for key, ending, seat in played:
        found[key].add(ending, seat)
    return dict(found)


def points_words(points: int) -> str:
    """Points in victories: ``2``, ``1½``, ``2⅓``, ``0.85``."""
    whole, rest = divmod(points, WHOLE)
    signs = {0: "", 30: "½", 20: "⅓", 40: "⅔", 15: "¼", 45: "¾"}
    if rest in signs:
        return f"{whole or ('' if rest else 0)}{signs[rest]}"
    return f"{points / WHOLE:.2f}"
