"""Records judged without being stored: what is said of each."""

from collections import Counter
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import islice
from typing import Any

from archive.importers import Limits, read_records
from archive.replay import Judgement, judge


@dataclass(frozen=True, slots=True)
class Check:
    """Reports of records, and how many of them have which verdict."""

    counts: dict[str, int]
    records: tuple[dict[str, Any], ...]


def checked(data: bytes, name: str, limits: Limits, *, most: int) -> Check | None:
    """The reports of all records of a text; None where there are more than ``most``."""
    judgements = list(map(judge, islice(read_records(BytesIO(data), name, limits), most + 1)))
    if len(judgements) > most:
        return None
    counts = Counter[str](judgement.verdict for judgement in judgements)
    return Check(dict(counts), tuple(map(report, judgements)))


def report(judgement: Judgement) -> dict[str, Any]:
    """A judgement as data."""
    record = judgement.record
    problem = judgement.problem
    return {
        "file": record.file,
        "index": record.index,
        "line": record.line,
        "game": record.game or None,
        "format": record.format or None,
        "tags": dict(judgement.tags),
        "verdict": judgement.verdict,
        "plies": judgement.plies,
        "result": judgement.result,
        "termination": judgement.termination,
        "scores": list(judgement.scores) if judgement.scores else None,
        "board": judgement.board,
        "problem": asdict(problem) if problem else None,
        "warnings": [asdict(remark) for remark in judgement.warnings],
    }
