"""A line of play as an address carries it: the tags that fix the start, and the turns since.

``?Options=ancient-oasis&moves=R,R,K,B K,K,W,W``: tags stand under the names that they have in
records, which begin with a capital; all else in the address is in small letters.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from analysis import indexing
from analysis.indexing import Place
from archive.engines import AnyEngine
from archive.engines.base import Header, RuleError
from archive.engines.core import Turn, play_turn

MOST_TURNS: Final = 1_000
"""Longer lines are not followed: no game is so long."""
LONGEST_ADDRESS: Final = 3_000
"""Web servers refuse addresses of more than some 4,000 characters."""
PLAIN: Final = "(),:/"
"""What an address may show as it is."""

Tags = tuple[tuple[str, str], ...]


class LineProblem(ValueError):
    """An address that leads to no position: a sentence for people, and the line as far as it goes
    (None where not even the start can be set up)."""

    def __init__(self, message: str, reached: "Line | None" = None) -> None:
        super().__init__(message)
        self.message = message
        self.reached = reached


@dataclass(frozen=True, slots=True)
class Base:
    """A record whose first turns a line begins with, and by which a long line is written short."""

    record: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A start and the turns played from it. ``moves`` are bodies in the engine's normal form."""

    engine: AnyEngine
    tags: Tags
    start: Any
    turns: tuple[Turn[Any, Any], ...] = ()
    moves: tuple[str, ...] = ()
    base: Base | None = None

    @property
    def state(self) -> Any:
        return self.turns[-1].states[-1] if self.turns else self.start

    @property
    def states(self) -> tuple[Any, ...]:
        """The positions between turns, from the start to the one shown."""
        return (self.start, *(turn.states[-1] for turn in self.turns))

    @cached_property
    def place(self) -> Place:
        return indexing.place(self.engine, self.state)

    @property
    def query(self) -> str:
        return self.query_of(self.moves)

    def query_of(self, moves: tuple[str, ...]) -> str:
        """The query of the position after these turns from the same start."""
        pairs = [*self.tags]
        if moves:
            pairs.append(("moves", " ".join(moves)))
        whole = written(pairs)
        if len(whole) <= LONGEST_ADDRESS or self.base is None:
            return whole
        return written(_short(self.base, moves))


def written(pairs: Iterable[tuple[str, str]]) -> str:
    return urlencode([*pairs], safe=PLAIN)


def _short(base: Base, moves: tuple[str, ...]) -> list[tuple[str, str]]:
    """The turns as those of the record, and what goes on after they part from it."""
    alike = 0
    while alike < min(len(base.moves), len(moves)) and base.moves[alike] == moves[alike]:
        alike += 1
    pairs = [("record", str(base.record)), ("ply", str(alike))]
    rest = moves[alike:]
    return [*pairs, ("moves", " ".join(rest))] if rest else pairs


def tags_of(query: Mapping[str, str]) -> Tags:
    """The tags among the fields of an address, sorted."""
    return tuple(sorted((name, value) for name, value in query.items() if name[:1].isupper()))


def follow(engine: AnyEngine, tags: Tags, moves: Iterable[str], base: Base | None = None) -> Line:
    """Play the turns; each may stand as a body or as a record's token. Raises LineProblem."""
    line = Line(engine, tags, _start(engine, tags), base=base)
    turns: list[Turn[Any, Any]] = []
    bodies: list[str] = []
    state = line.start
    for token in moves:
        try:
            turn = play_turn(engine, state, body_of(engine, token))
        except RuleError as error:
            reached = Line(engine, tags, line.start, tuple(turns), tuple(bodies), base)
            raise LineProblem(_not_playable(engine, state, token, error), reached) from error
        bodies.append(engine.write(state, turn.moves))
        turns.append(turn)
        state = turn.states[-1]
        if len(turns) > MOST_TURNS:
            raise LineProblem(f"A line may have {MOST_TURNS} turns at most.", line)
    return Line(engine, tags, line.start, tuple(turns), tuple(bodies), base)


def _start(engine: AnyEngine, tags: Tags) -> Any:
    try:
        return engine.start(header(engine, tags).setup)
    except RuleError as error:
        raise LineProblem(error.detail) from error


def header(engine: AnyEngine, tags: Tags) -> Header:
    return engine.header(dict(tags))


def _not_playable(engine: AnyEngine, state: Any, token: str, error: RuleError) -> str:
    return f"{label(engine, state)}.{body_of(engine, token)[:80]} cannot be played: {error.detail}"


def label(engine: AnyEngine, state: Any) -> str:
    """The number and letter of the turn that is due: ``7H``."""
    number, seat = engine.label(state)
    return f"{number}{engine.seat_letters[seat]}"


def body_of(engine: AnyEngine, token: str) -> str:
    """A turn without the number and letter before it."""
    before, dot, body = token.partition(".")
    is_label = before[:-1].isdigit() and before[-1:] in engine.seat_letters
    return body if dot and is_label else token


def needed_tags(engine: AnyEngine, given: Mapping[str, str]) -> Tags:
    """Those of a record's tags without which its game would begin otherwise, as short as can be:
    a value that does not matter becomes ``?``."""
    kept = dict(given)
    setup = engine.header(kept).setup
    for name in given:
        without = {other: value for other, value in kept.items() if other != name}
        masked = kept | {name: "?"}
        kept = next(
            (tags for tags in (without, masked) if _sets_up(engine, tags, setup)),
            kept,
        )
    return tuple(sorted(kept.items()))


def _sets_up(engine: AnyEngine, tags: Mapping[str, str], setup: Any) -> bool:
    try:
        return bool(engine.header(tags).setup == setup)
    except RuleError:
        return False
