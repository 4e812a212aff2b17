"""Every awkward file of the conformance set, imported into an empty archive."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F

from archive.models import ImportBatch, ImportItem, ItemStatus
from archive.services import batches, importing
from tests.archive.ledger import check_ledger
from tests.conftest import CONFORMANCE

pytestmark = pytest.mark.django_db

FOLDER = CONFORMANCE / "import"
MANY = 10_000
"""Above so many records a case is slow."""
Case = dict[str, Any]


@cache
def cases() -> list[Case]:
    manifest = FOLDER / "manifest.json"
    return json.loads(manifest.read_text()) if manifest.exists() else []


def chosen(*, slow: bool) -> list[Any]:
    wanted = [case for case in cases() if (case["expect_count"] > MANY) == slow]
    return [pytest.param(case, id=case["id"]) for case in wanted]


def content(case: Case) -> Iterator[bytes]:
    """The bytes of a case, from its file or by its recipe."""
    if case["file"] is not None:
        yield (FOLDER / case["file"]).read_bytes()
        return
    for part in case["generate"]["parts"]:
        first, step = part.get("from", 0), part.get("step", 1)
        for time in range(part.get("times", 1)):
            number = first + time * step
            text = part["text"].replace("<<i+1>>", str(number + 1)).replace("<<i>>", str(number))
            yield text.encode()


def expected(case: Case) -> Iterable[Case]:
    if "expect_repeat" in case:
        return repeat(case["expect"][0], case["expect_repeat"])
    entries: list[Case] = case["expect"]
    return entries


def imported(case: Case) -> ImportBatch:
    name = case["file"] or case["file_name"]
    batch = batches.open_batch(uploads=[(name, content(case))])
    importing.import_batch(batch=batch)
    check_ledger(batch)
    return batch


def check(batch: ImportBatch, case: Case) -> None:
    items = batch.items.order_by("number").defer("original").annotate(plies=F("record__plies"))
    made: dict[int, int | None] = {}
    assert batch.received == case["expect_count"]
    for item, entry in zip(items.iterator(), expected(case), strict=True):
        place = f"record {item.number}: {item.problem}"
        assert item.status == entry["import"], place
        assert item.verdict == entry["verdict"], place
        made[item.number] = item.record_id
        if item.status == ItemStatus.STORED and entry.get("plies") is not None:
            assert item.plies == entry["plies"], place
        if "duplicate_of" in entry:
            assert item.record_id == made[entry["duplicate_of"]], place
        check_place(item, entry)


def check_place(item: ImportItem, entry: Case) -> None:
    problem = item.problem or {}
    for name in ("line", "column"):
        place = entry.get(f"problem_{name}")
        if place is not None:
            assert problem[name] == place, problem


@pytest.mark.parametrize("case", chosen(slow=False))
def test_every_awkward_file_comes_out_as_expected(conformance: Path, case: Case) -> None:
    batch = imported(case)
    check(batch, case)


@pytest.mark.slow(160)
@pytest.mark.parametrize("case", chosen(slow=True))
def test_a_very_large_file_comes_out_as_expected(conformance: Path, case: Case) -> None:
    batch = imported(case)
    check(batch, case)
