"""A parsed record and an engine give a judgement: the verdict, and what the board says.

This file is the only place where records meet rules.
"""

from dataclasses import dataclass
from typing import Any, Literal

from archive.engines.base import Outcome, Setup
from archive.notation.record import ParsedRecord, Problem, Remark

Verdict = Literal["valid", "contradictory", "illegal", "unverified", "unreadable"]


@dataclass(frozen=True, slots=True)
class Step:
    """One replayed turn: its body in the engine's normal form, its moves and states.

    ``states`` are those before each move and the one after the last.
    """

    body: str
    moves: tuple[Any, ...]
    states: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What replaying a record found.

    ``plies``: legal move tokens. ``result``: the board's, in the words of the Result tag (``Host``,
    ``Player1+Player3``, ``Draw``, ``Lost``, ``*``). ``claimed``: the record's own, normalised, ``*``
    where it says none. ``tags``: the record's with normal values. ``bodies``: the normal form of
    each legal turn. ``board``: board text after the last legal ply. ``steps`` only on request.
    """

    record: ParsedRecord
    verdict: Verdict
    plies: int
    setup: Setup | None
    tags: tuple[tuple[str, str], ...]
    bodies: tuple[str, ...]
    outcome: Outcome | None
    result: str
    claimed: str
    termination: str | None
    scores: tuple[int, ...] | None
    board: str
    problem: Problem | None
    warnings: tuple[Remark, ...]
    steps: tuple[Step, ...] = ()
