"""A stored record played through again: its moves for a list, its positions for the board."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from archive import engines
from archive.engines.scene import Scene, Tray
from archive.importers import parse
from archive.importers.base import Fragment
from archive.models import Record
from archive.notation.record import ParsedMove, ParsedRecord
from archive.replay import Judgement, judge

BESIDE: Final = 2
"""Seats whose moves stand side by side."""
ANNOTATIONS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a list. ``ply`` counts from 1: the position that it leads to."""

    ply: int
    number: int
    seat: int
    label: str
    body: str
    has_position: bool
    annotation: str
    comments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """The moves of one number, a cell for each seat (None where a seat did not move); or one move.

    ``label``: what stands before them, "" for moves that cannot be read."""

    label: str
    cells: tuple[MoveRow | None, ...]

    @property
    def remarks(self) -> tuple[MoveRow, ...]:
        """Its moves that carry comments, in the order played."""
        said = [move for move in self.cells if move is not None and move.comments]
        return tuple(sorted(said, key=lambda move: move.ply))


@dataclass(frozen=True)
class Replay:
    """A record with its replay. ``last`` is the number of the last position; 0 is the start."""

    engine: engines.AnyEngine
    record: ParsedRecord
    judgement: Judgement

    @property
    def last(self) -> int:
        return len(self.judgement.steps)

    @cached_property
    def moves(self) -> tuple[MoveRow, ...]:
        """All moves; those after the last position stand as they were written."""
        return tuple(self._move(ply, move) for ply, move in enumerate(self.record.moves, start=1))

    def _move(self, ply: int, move: ParsedMove) -> MoveRow:
        return MoveRow(
            ply=ply,
            number=move.number,
            seat=max(self.engine.seat_letters.find(move.seat), 0),
            label=f"{move.number}{move.seat}",
            body=move.body,
            has_position=ply <= self.last,
            annotation=" ".join(ANNOTATIONS.get(sign, sign) for sign in move.annotations),
            comments=move.comments,
        )

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The seats in the order in which they move within a number, once all of them do."""
        settled = max((move.number for move in self.moves if move.number <= 1), default=0)
        moved = [move.seat for move in self.moves if move.number == settled]
        everyone = sorted({move.seat for move in self.moves})
        return tuple(dict.fromkeys((*moved, *everyone)))

    @property
    def is_narrow(self) -> bool:
        """Whether so many seats move that their columns would be narrow: then each has its line."""
        return len(self.columns) > BESIDE

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        if self.is_narrow:
            return tuple(Round(_label(move.number, move.label), (move,)) for move in self.moves)
        rounds: list[tuple[int, dict[int, MoveRow]]] = []
        for move in self.moves:
            if not rounds or rounds[-1][0] != move.number or move.seat in rounds[-1][1]:
                rounds.append((move.number, {}))
            rounds[-1][1][move.seat] = move
        return tuple(
            Round(_label(number, str(number)), tuple(map(cells.get, self.columns)))
            for number, cells in rounds
        )

    def state(self, ply: int) -> Any:
        """The state of a position: 0 is the start, n the one after the n-th move."""
        steps = self.judgement.steps
        if ply:
            return steps[ply - 1].states[-1]
        if steps:
            return steps[0].states[0]
        return None if self.judgement.setup is None else self.engine.start(self.judgement.setup)

    def scene(self, ply: int) -> Scene:
        if not ply:
            return self.engine.scene(self.state(0))
        step = self.judgement.steps[ply - 1]
        return self.engine.scene(step.states[-1], tuple(zip(step.states, step.moves, strict=False)))

    def said(self, ply: int) -> str:
        """The move that led to a position, in words."""
        if not ply:
            return "Start of the game."
        step = self.judgement.steps[ply - 1]
        return self.engine.describe(step.states, step.moves)


def _label(number: int, words: str) -> str:
    """What stands before moves of a number; nothing before those that have none."""
    return words if number >= 0 else ""


def parsed(record: Record) -> ParsedRecord:
    """A stored record read again from its normal form."""
    return parse(Fragment("tgr", record.text.encode(), f"record {record.pk}", 0, 1))


def replay(record: Record) -> Replay | None:
    """The record played through, or None where no engine of ours can set up its board."""
    engine = engines.get(record.game)
    if engine is None:
        return None
    read = parsed(record)
    played = Replay(engine, read, judge(read, steps=True))
    return played if played.state(0) is not None else None


def trays_of(scene: Scene, owner: int) -> Scene:
    """The scene with the trays of one seat only (-1: those that are nobody's)."""
    kept: tuple[Tray, ...] = tuple(tray for tray in scene.trays if tray.owner == owner)
    return replace(scene, trays=kept)
