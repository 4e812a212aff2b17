"""Every awkward file of the conformance set gets its expected verdict, place and kind of fault."""

import io
from itertools import zip_longest
from typing import Any

import pytest

from archive.importers import read_records
from archive.notation import write_tgr
from archive.replay import Judgement, judge, normal_record
from tests.importers.cases import Case, cases, content, expected, name

# The kinds of fault are free names; where ours is another word for the same fault, it stands here.
OTHER_WORDS = {("psr-bad-1", "move.occupied"): "move.onto-gate"}
MANY = 10_000


def parameters() -> list[Any]:
    return [pytest.param(case, id=case["id"], marks=_marks(case)) for case in cases()]


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if case["expect_count"] > MANY else []


@pytest.mark.parametrize("case", parameters())
def test_every_record_gets_its_verdict(case: Case) -> None:
    records = read_records(io.BytesIO(content(case)), name(case))
    count = 0
    for record, entry in zip_longest(records, expected(case)):
        assert record is not None, "a record is missing"
        assert entry is not None, f"one record too many: {record.original[:80]!r}"
        assert record.index == count
        count += 1
        check(case, judge(record), entry)
    assert count == case["expect_count"]


def check(case: Case, judgement: Judgement, entry: Case) -> None:
    assert judgement.verdict == entry["verdict"], judgement.problem
    if entry.get("plies") is not None:
        assert judgement.plies == entry["plies"]
    tags = dict(judgement.tags)
    assert {tag: tags.get(tag) for tag in entry.get("tags", {})} == entry.get("tags", {})
    assert entry.get("result") in (None, judgement.result)
    check_problem(case, judgement, entry)
    codes = {warning.code for warning in judgement.warnings}
    assert set(entry.get("warning_code_hints", [])) <= codes


def check_problem(case: Case, judgement: Judgement, entry: Case) -> None:
    problem, hint = judgement.problem, entry.get("problem_code_hint")
    if judgement.verdict in ("valid", "contradictory"):
        assert problem is None
        return
    assert problem is not None
    assert problem.message
    if hint is not None:
        assert problem.code == OTHER_WORDS.get((case["id"], hint), hint)
    if entry.get("problem_line") is not None:
        assert problem.line == entry["problem_line"]
    if entry.get("problem_column") is not None:
        assert problem.column == entry["problem_column"]
    if judgement.verdict == "illegal":
        assert problem.ply == judgement.plies
        assert problem.token


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in cases() if "keeps_text" in case]
)
def test_what_must_be_kept_is_there_when_the_record_is_written_back(case: Case) -> None:
    records = read_records(io.BytesIO(content(case)), name(case))
    written = "".join(write_tgr(normal_record(judge(record))) for record in records)
    for text in case["keeps_text"]:
        assert text in written
