"""Every awkward file of the conformance set on the pages that show it: nothing of it runs there."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from archive.models import ImportBatch, ImportItem, ItemStatus
from archive.services import batches, importing
from tests.archive.test_imports_conformance import Case, chosen, imported

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anonymous_uploads")]

SHOWN_ITEMS = 3
NEVER = ("<script>alert", "<svg/onload", "<!-- Player", "</script><!--", "\x1b", "\0")
SMALL = [given for given in chosen(slow=False) if given.values[0]["expect_count"] <= 100]


def get(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def pages(client: Client, batch: ImportBatch) -> Iterator[str]:
    """What the site shows of an import: the job, its first records, and where these are stored."""
    yield get(client, reverse("archive:import-batch", args=[batch.pk]))
    for item in batch.items.order_by("number")[:SHOWN_ITEMS]:
        report = get(client, reverse("archive:import-item", args=[batch.pk, item.number + 1]))
        if item.status == ItemStatus.REJECTED:
            check_refusal(report, item)
        yield report
        if item.record_id:
            yield get(client, reverse("archive:record", args=[item.record_id]))


def check_refusal(report: str, item: ImportItem) -> None:
    """It is said in words, and either can be mended here or says where else."""
    assert item.problem is not None
    assert html.escape(item.problem["message"]) in report
    elsewhere = "send that again" in report or "then send it again" in report
    assert ("<textarea" in report) != elsewhere


@pytest.mark.parametrize("case", SMALL)
def test_no_page_runs_what_a_file_holds(client: Client, conformance: Path, case: Case) -> None:
    for page in pages(client, imported(case)):
        for forbidden in (*NEVER, *case.get("page_must_not_contain", ())):
            assert forbidden not in page


def test_cases_that_forbid_a_text_are_among_them(conformance: Path) -> None:
    assert sum("page_must_not_contain" in given.values[0] for given in SMALL) == 7


def test_a_files_name_is_shown_and_never_run(client: Client) -> None:
    name = "<script>alert(3)</script>.tgr"
    batch = batches.open_batch(uploads=[(name, [b"no record"])])
    importing.import_batch(batch=batch)
    for page in pages(client, batch):
        assert "<script>alert" not in page
        assert html.escape(name) in page
