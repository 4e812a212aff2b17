"""A replayed record becomes visits: the positions that it passes through, each once.

Positions are those between turns, folded by the exact symmetries of the engine.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from archive.engines import AnyEngine
from archive.engines.core import key
from archive.replay import Step


class VisitValue(NamedTuple):
    """One record in one position: after how many turns it first came there, and what it played.

    ``move`` is the body of the turn in the position's canonical frame; "" where the record ends.
    """

    position: int
    ply: int
    move: str


class Place(NamedTuple):
    """A position in its canonical frame: its key, and the states that have this form.

    ``images`` are the pairs (symmetry, state) that lead from the state asked about to the least
    packed form: more than one where the position is symmetrical in itself.
    """

    key: int
    images: tuple[tuple[Any, Any], ...]


def place(engine: AnyEngine, state: Any) -> Place:
    """Where a state belongs."""
    symmetries = engine.symmetries(state)
    if len(symmetries) == 1:
        return Place(key(engine, engine.pack(state)), ((symmetries[0], state),))
    images = [(by, engine.transform(state, by)) for by in symmetries]
    packed = [engine.pack(image) for _, image in images]
    least = min(packed)
    reached = tuple(pair for pair, form in zip(images, packed, strict=True) if form == least)
    return Place(key(engine, least), reached)


def folded_move(engine: AnyEngine, at: Place, moves: Sequence[Any]) -> str:
    """The body of a turn in the canonical frame: the least image under all symmetries that reach
    it, so that the moves of a symmetrical position are not counted apart."""
    least, image = min(
        (tuple(engine.transform_move(move, by) for move in moves), number)
        for number, (by, _) in enumerate(at.images)
    )
    return engine.write(at.images[image][1], least)


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
