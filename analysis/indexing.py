"""A replayed record becomes visits: the positions that it passes through, each once.

Positions are those between turns, folded by the exact symmetries of the engine.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from archive.engines import AnyEngine
from archive.engines.core import key
from archive.engines.geometry import Symmetry
from archive.replay import Step


class VisitValue(NamedTuple):
    """One record in one position: after how many turns it first came there, and what it played.

    ``move`` is the body of the turn in the position's canonical frame; "" where the record ends.
    """

    position: int
    ply: int
    move: str


class Place(NamedTuple):
    """A position in its canonical frame: its key, and the symmetries that lead there from the state
    asked about: more than one where the position is symmetrical in itself."""

    key: int
    engine: AnyEngine
    state: Any
    reached: tuple[Symmetry, ...]

    @property
    def images(self) -> tuple[tuple[Symmetry, Any], ...]:
        """Each of the symmetries, with the state of canonical form that it leads to."""
        return tuple((by, self.engine.transform(self.state, by)) for by in self.reached)


def place(engine: AnyEngine, state: Any) -> Place:
    """Where a state belongs."""
    packed, reached = engine.canonical(state)
    return Place(key(engine, packed), engine, state, reached)


def folded_move(engine: AnyEngine, at: Place, moves: Sequence[Any]) -> str:
    """The body of a turn in the canonical frame: the least image under all symmetries that reach
    it, so that the moves of a symmetrical position are not counted apart."""
    least, image = min(
        (tuple([engine.transform_move(move, by) for move in moves]), number)
        for number, by in enumerate(at.reached)
    )
    return engine.write(engine.transform(at.state, at.reached[image]), least)


def visits(engine: AnyEngine, start: Any, steps: Sequence[Step]) -> Iterator[VisitValue]:
    """The positions of a record in order, each at its first time. ``start``: before any move."""
    seen: set[int] = set()
    state = start
    for ply, step in enumerate(steps):
        at = place(engine, state)
        if at.key not in seen:
            seen.add(at.key)
            yield VisitValue(at.key, ply, folded_move(engine, at, step.moves))
        state = step.states[-1]
    at = place(engine, state)
    if at.key not in seen:
        yield VisitValue(at.key, len(steps), "")
