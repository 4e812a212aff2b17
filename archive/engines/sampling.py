"""Ground for sample players: chance in whole numbers, what they play, and when they stop early.

All chance comes from `Random.random`, the one source that every Python version promises to repeat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import NamedTuple, TypeVar

from archive.engines import core
from archive.engines.base import Engine, M, S

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


@dataclass(frozen=True, slots=True)
class SampleEvent:
    """``games`` games of one event, one round every ``days`` days, by the tags of its records."""

    name: str
    games: int
    first: date
    days: int
    a_round: int
    tags: tuple[tuple[str, str], ...] = ()
    seats: int = 2
    style: str = ""
    """How everybody plays, to the end, where it is not each in his own way until he gives up."""
    is_later: bool = False
    """Added when the others were played: its games are numbered after all of theirs, which stay as
    they are."""


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


def best(
    engine: Engine[S, M],
    state: S,
    rng: Random,
    worth: Callable[[S], int],
    *,
    whim: int,
    looked_at: int | None = None,
) -> M:
    """Of some legal moves (of all, without ``looked_at``) the one that leads to most ``worth``, by
    ``whim`` more or less."""
    moves = core.legal(engine, state)
    return max(
        (worth(engine.play(state, move)) + below(rng, whim + 1), move)
        for move in (moves if looked_at is None else some(rng, moves, looked_at))
    )[1]
