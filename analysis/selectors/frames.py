"""Moves of the index, which stand in a position's canonical frame, in the frame that is shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analysis import indexing
from analysis.indexing import Place
from archive.engines import AnyEngine
from archive.engines.base import IllegalMove, RuleError
from archive.engines.geometry import Symmetry


@dataclass(frozen=True, slots=True)
class Going:
    """A turn from the shown position. ``after`` is None where the rules forbid it here, as they may
    with a move of a twin."""

    body: str
    after: Any


@dataclass(frozen=True, slots=True)
class Frame:
    """Brings moves from the ``canonical`` state to ``state``: by each of the ``ways`` in turn."""

    engine: AnyEngine
    state: Any
    canonical: Any
    ways: tuple[Symmetry, ...]

    def going(self, body: str) -> Going:
        """Raises RuleError where the turn is none of this engine."""
        moves = self.engine.read(self.canonical, body)
        for by in self.ways:
            moves = tuple(self.engine.transform_move(move, by) for move in moves)
        return Going(self.engine.write(self.state, moves), self._after(moves))

    def _after(self, moves: Iterable[Any]) -> Any:
        engine, state = self.engine, self.state
        try:
            for move in moves:
                state = engine.check(state, move)
            while (rest := engine.rest(state)) is not None:
                state = engine.check(state, rest)
        except IllegalMove:
            return None
        return state


def frame(engine: AnyEngine, state: Any, at: Place) -> Frame:
    """The frame of a state whose place is known."""
    canonical = engine.transform(at.state, at.reached[0])
    return Frame(engine, state, canonical, _way(engine, canonical, state, engine.symmetries))


def twin_frames(engine: AnyEngine, state: Any) -> dict[int, Frame]:
    """The positions that players study as one with a state, by their keys."""
    found = {}
    for by in engine.likenesses(state):
        twin = engine.transform(state, by)
        at = indexing.place(engine, twin)
        near = frame(engine, twin, at)
        ways = (*near.ways, *_way(engine, twin, state, engine.likenesses))
        found[at.key] = Frame(engine, state, near.canonical, ways)
    return found


def twin_keys(engine: AnyEngine, state: Any) -> set[int]:
    """The keys of a state and of all that players study as one with it."""
    images = (engine.transform(state, by) for by in engine.likenesses(state))
    return {indexing.place(engine, one).key for one in (state, *images)}


def _way(engine: AnyEngine, start: Any, aim: Any, maps: Any) -> tuple[Symmetry, ...]:
    """The map that leads from one state to another, () where they are one."""
    packed = engine.pack(aim)
    if engine.pack(start) == packed:
        return ()
    for by in maps(start):
        if engine.pack(engine.transform(start, by)) == packed:
            return (by,)
    raise RuleError("position.frame", "The symmetries of this position are no group.")
