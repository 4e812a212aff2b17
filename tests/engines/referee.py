"""The conformance records of the smaller games, judged as uploads are."""

import gzip
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archive.importers import read_records
from archive.replay import judge

CONFORMANCE = Path(__file__).resolve().parents[3] / "shared" / "conformance"


@dataclass(frozen=True)
class Case:
    """A record, and what a referee says of it in the words of `check_records`."""

    id: str
    text: str
    expect: dict[str, Any]


def cases(folder: str, name: str) -> Iterator[Case]:
    path = CONFORMANCE / folder / f"{name}.jsonl.gz"
    if path.exists():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from (Case(**json.loads(line)) for line in lines)


def disagreements(case: Case) -> dict[str, tuple[Any, Any]]:
    """What our judge and a case's referee say differently, by field: (ours, theirs)."""
    record, *more = read_records(io.BytesIO(case.text.encode()), case.id)
    assert not more
    found = judge(record)
    ours = {
        "verdict": found.verdict,
        "plies": found.plies,
        "result": found.result,
        "termination": found.termination,
        "scores": None if found.scores is None else list(found.scores),
        "board": found.board,
        "problem_ply": found.problem.ply if found.problem else None,
    }
    return {
        field: (ours[field], theirs)
        for field, theirs in case.expect.items()
        if field != "problem_code" and ours[field] != theirs
    }
