"""All that the explorer shows of one position: what was played from it, how often, how it ended.

Three figures are kept apart. A move was *played here* in the games that came to this position and
went on with it; its position was *reached* by games in whatever order they played; and so many
games pass *through* the position that is shown. A game counts once in each, at its first time.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Final

from analysis import indexing
from analysis.selectors import played
from analysis.selectors.filtering import Filter, active
from analysis.selectors.frames import Frame, Going, frame, twin_frames, twin_keys
from analysis.selectors.lines import Line
from analysis.selectors.tallies import Rows
from analysis.statistics import Tally
from archive.engines import AnyEngine

FIRST: Final = 15
"""Moves that are shown at once."""
NEARLY: Final = 20
"""So many are shown whole: a page that hides a handful hides nothing worth a click."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move from the position shown. ``of`` games pass through it, and ``reached`` came to the
    position after the move."""

    going: Going
    tally: Tally
    of: int
    reached: int = 0

    @property
    def body(self) -> str:
        return self.going.body

    @property
    def share(self) -> float:
        return self.tally.games / self.of


@dataclass(frozen=True, slots=True)
class Explored:
    """A position in the index. ``ended``: games that end here. ``hidden``: rows that are not shown.
    ``indexed``: all games of the index, whether they come here or not.

    ``twin_games``: how many of the games pass through a twin, None where twins are not asked for.
    """

    rows: tuple[Row, ...]
    ended: Tally
    total: Tally
    hidden: int = 0
    indexed: int = 0
    twin_games: int | None = None


NOTHING: Final = Explored((), Tally(), Tally())


def explored(line: Line, chosen: Filter, *, whole: bool = False, twins: bool = False) -> Explored:
    """The position of a line as the active index has it."""
    engine = line.engine
    generation = active(engine.slug)
    if generation is None or generation.edition != engine.edition:
        return NOTHING
    own = {line.place.key: frame(engine, line.state, line.place)}
    frames = twin_frames(engine, line.state) | own if twins else own
    sought = played.Sought(generation, engine, chosen)
    found = played.rows_at(sought, list(frames))
    twin_games = _games(found, frames.keys() - own.keys())
    ended = [rows.pop("") for rows in found.values() if "" in rows]
    total = reduce(add, (tally for rows in found.values() for tally in rows.values()), Tally())
    total = reduce(add, ended, total)
    moves = _moves(found, frames)
    shown = moves if whole or len(moves) <= NEARLY else moves[:FIRST]
    goings = [move.going for move in shown]
    keys = [_keys_after(engine, going, twins=twins) for going in goings]
    reached = played.reached(sought, set().union(*keys))
    return Explored(
        rows=tuple(
            Row(going, move.tally, total.games, sum(reached.get(key, 0) for key in after))
            for going, move, after in zip(goings, shown, keys, strict=True)
        ),
        ended=reduce(add, ended, Tally()),
        total=total,
        hidden=len(moves) - len(shown),
        indexed=generation.games,
        twin_games=twin_games if twins else None,
    )


@dataclass(frozen=True, slots=True)
class _Move:
    """A move as the index has it, with the frame that brings it to the one shown when asked."""

    body: str
    tally: Tally
    frame: Frame

    @property
    def going(self) -> Going:
        return self.frame.going(self.body)


def _moves(found: Mapping[int, Rows], frames: Mapping[int, Frame]) -> list[_Move]:
    """The moves, the most played first; those of twins are added to those that they are here."""
    moves = [
        _Move(body, tally, frames[key])
        for key, rows in found.items()
        for body, tally in rows.items()
    ]
    if len(found) > 1:
        same: dict[str, _Move] = {}
        for move in moves:
            body = move.going.body
            before = same.get(body)
            same[body] = replace(move, tally=before.tally + move.tally) if before else move
        moves = list(same.values())
    return sorted(moves, key=lambda move: (-move.tally.games, move.body))


def _keys_after(engine: AnyEngine, going: Going, *, twins: bool) -> set[int]:
    """The keys under which the position after a turn is found."""
    if going.after is None:
        return set()
    if twins:
        return twin_keys(engine, going.after)
    return {indexing.place(engine, going.after).key}


def _games(found: Mapping[int, Rows], keys: Collection[int]) -> int:
    return sum(tally.games for key in keys for tally in found.get(key, {}).values())
