"""Ground for sample players: chance in whole numbers, and when players stop before the end.

All chance comes from `Random.random`, the one source that every Python version promises to repeat.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Manners(NamedTuple):
    """When sample players of a game stop before its end, and how often.

    ``opening``: turns in which nobody stops; only after twice as many a draw is agreed. ``hopeless``:
    how far behind, by the policy's `standing`, one may resign; ``even``: how near both stand where
    they may agree. In ten thousand turns of that kind: ``resign``, ``agree``; and of all turns
    ``late`` (the time is over) and ``abandon``.
    """

    opening: int
    hopeless: int
    even: int
    resign: int
    agree: int
    late: int
    abandon: int


def below(rng: Random, bound: int) -> int:
    """A whole number from 0 to ``bound`` - 1."""
    return int(rng.random() * bound)


def some(rng: Random, items: Sequence[T], wanted: int) -> list[T]:
    """At most so many of the items, each with equal chance, in their order."""
    chosen: list[T] = []
    wanted = min(wanted, len(items))
    for passed, item in enumerate(items):
        if below(rng, len(items) - passed) < wanted - len(chosen):
            chosen.append(item)
    return chosen


def shuffled(rng: Random, items: Sequence[T]) -> list[T]:
    """All of the items, in any order with equal chance."""
    left = list(items)
    return [left.pop(below(rng, len(left))) for _ in range(len(left))]
