"""A small judge of conformance records, so that engines can be tested without the rest of the house.

It reads the plain TGR that conformance files are written in, and nothing more.
"""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archive.engines import core
from archive.engines.base import Engine, RuleError, UnusableSetup

CONFORMANCE = Path(__file__).resolve().parents[3] / "shared" / "conformance"
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
TOKEN = re.compile(r"(\d+)([A-Z])\.([^\s!?]+)")


@dataclass(frozen=True)
class Case:
    id: str
    text: str
    expect: dict[str, Any]


def cases(folder: str, name: str) -> Iterator[Case]:
    path = CONFORMANCE / folder / f"{name}.jsonl.gz"
    if path.exists():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                found = json.loads(line)
                yield Case(found["id"], found["text"], found["expect"])


def judge(engine: Engine[Any, Any], text: str) -> dict[str, Any]:
    """The verdict of a record and what the board says, in the words of `check_records`."""
    tags = dict(TAG.findall(text))
    movetext = re.sub(r"\{[^}]*\}", " ", TAG.sub("", text))
    try:
        header = engine.header(tags)
    except UnusableSetup as error:
        return {"verdict": "unreadable", "problem_code": error.code}
    state = engine.start(header.setup)
    plies, problem = 0, None
    for number, letter, body in TOKEN.findall(movetext):
        due_number, due_seat = engine.label(state)
        try:
            if engine.outcome(state) is None:
                assert (int(number), letter) == (due_number, engine.seat_letters[due_seat])
            state = core.play_turn(engine, state, body).states[-1]
        except RuleError as error:
            problem = error
            break
        plies += 1
    return _judgement(engine, state, tags, plies, problem)


def _judgement(
    engine: Engine[Any, Any],
    state: Any,
    tags: dict[str, str],
    plies: int,
    problem: RuleError | None,
) -> dict[str, Any]:
    outcome = engine.outcome(state)
    result = "*"
    if outcome is not None:
        names = "+".join(engine.seat_names[seat] for seat in outcome.winners)
        result = names or ("Lost" if outcome.lost else "Draw")
    verdict = "valid"
    if problem is not None:
        verdict = "illegal"
    elif outcome is not None:
        claims_other = tags.get("Termination", outcome.reason) != outcome.reason
        if tags.get("Result", "*") not in {"*", result} or claims_other:
            verdict = "contradictory"
    elif tags.get("Termination") in engine.reasons:
        verdict = "contradictory"
    return {
        "verdict": verdict,
        "plies": plies,
        "result": result,
        "termination": outcome.reason if outcome else None,
        "scores": list(engine.scores(state)) or None,
        "board": engine.board_text(state),
        "problem_ply": plies if problem else None,
        "problem_code": problem.code if problem else None,
        "problem": problem.detail if problem else None,
    }


def disagreements(engine: Engine[Any, Any], case: Case) -> dict[str, tuple[Any, Any]]:
    """What the judge and a case's referee say differently, by field: (ours, theirs)."""
    ours = judge(engine, case.text)
    return {
        field: (ours.get(field), theirs)
        for field, theirs in case.expect.items()
        if field != "problem_code" and ours.get(field) != theirs
    }
