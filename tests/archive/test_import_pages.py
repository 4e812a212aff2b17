"""The page of a job, its ledger and the reports of rejected records."""

import html
import re
import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from archive.models import BatchStatus, ImportBatch, ImportItem, Record
from archive.selectors import import_pages
from archive.services import batches, importing
from archive.views import import_forms_read
from tests.archive.games import ILLEGAL_MOVES, game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anonymous_uploads")]
ImportText = Callable[..., ImportBatch]

NEAR = "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-1,6) *"
"""A sign is missing in the last move."""


def page_of(client: Client, batch: ImportBatch, **query: str | int) -> str:
    answer = client.get(reverse("archive:import-batch", args=[batch.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def item_url(batch: ImportBatch, number: int = 1) -> str:
    return reverse("archive:import-item", args=[batch.pk, number])


def words(page: str) -> str:
    """What a person reads of a page's main part."""
    main = page.partition("<main")[2].partition("</main>")[0]
    text = html.unescape(re.sub(r"<[^>]*>", " ", main)).replace("\xa0", " ")
    return " ".join(text.split())


def test_the_ledger_adds_up_and_leads_to_the_records(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern") + game("Fern") + game("Heron", moves=ILLEGAL_MOVES))
    page = page_of(client, batch)
    assert "3 received = 1 stored + 1 duplicate + 1 rejected" in words(page)
    record = Record.objects.get()
    assert page.count(f'href="{reverse("archive:record", args=[record.pk])}"') == 2
    assert f"Repeats record {record.pk}" in page
    assert f'href="{reverse("archive:import-rejected", args=[batch.pk])}"' in page


def test_a_rejected_row_names_line_column_and_rule(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern") + game("Heron", moves=ILLEGAL_MOVES))
    problem = ImportItem.objects.get(batch=batch, number=1).problem
    assert problem is not None
    shown = words(page_of(client, batch, outcome="rejected"))
    assert f"Line {problem['line']}, column {problem['column']} {problem['message']}" in shown
    assert problem["line"] == 11


def test_a_row_names_the_players_also_of_what_was_rejected(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern", "Ilse") + game("Heron", "Tomo", moves=ILLEGAL_MOVES))
    shown = words(page_of(client, batch))
    assert "Fern – Ilse" in shown
    assert "Heron – Tomo" in shown


def test_tabs_show_one_outcome(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern") + game("Fern") + game("Heron", moves=ILLEGAL_MOVES))
    for outcome, number in (("stored", 1), ("duplicate", 2), ("rejected", 3)):
        rows = re.findall(r'id="item-(\d+)"', page_of(client, batch, outcome=outcome))
        assert rows == [str(number)]


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "²", "9" * 5000])
def test_a_meaningless_page_or_outcome_is_answered(
    client: Client, import_text: ImportText, page: str
) -> None:
    batch = import_text(game("Fern"))
    assert 'id="item-1"' in page_of(client, batch, outcome="nonsense", page=page)


def test_a_long_ledger_has_pages(client: Client, import_text: ImportText) -> None:
    batch = import_text("".join(game(f"Player {number}") for number in range(120)))
    first, last = page_of(client, batch), page_of(client, batch, page=3)
    assert re.findall(r'id="item-(\d+)"', last) == [str(number) for number in range(101, 121)]
    assert "1 to 50 of 120" in first
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last


@pytest.mark.parametrize("count", [2, 60])
def test_the_page_asks_the_database_the_same_few_questions_for_any_ledger(
    client: Client,
    import_text: ImportText,
    django_assert_num_queries: DjangoAssertNumQueries,
    count: int,
) -> None:
    text = "".join(game(f"Player {number}") for number in range(count))
    batch = import_text(game("Bad", moves=ILLEGAL_MOVES) + text)
    with django_assert_num_queries(9):
        page_of(client, batch)


def test_a_running_job_is_polled_and_a_final_one_is_not(
    client: Client, import_text: ImportText
) -> None:
    open_batch = batches.open_batch(uploads=[("a.tgr", [game("Fern").encode()])])
    running = page_of(client, open_batch)
    assert 'hx-trigger="every 1s"' in running
    assert "Cancel the import" in running
    assert '<noscript><meta http-equiv="refresh"' in running
    final = page_of(client, import_text(game("Heron")))
    assert 'hx-trigger="every' not in final
    assert "Cancel the import" not in final
    assert 'http-equiv="refresh"' not in final


def test_the_last_fragment_stops_the_polling_and_brings_the_ledger(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern"))
    url = reverse("archive:import-progress", args=[batch.pk])
    fragment = client.get(url, {"said": "75"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "every 1s" not in fragment
    assert 'id="item-1"' in fragment
    assert 'id="import-cancel" hx-swap-oob="delete"' in fragment
    assert "The import has ended: 1 received, 1 stored, 0 duplicate, 0 rejected." in fragment


def test_the_live_region_speaks_at_milestones_only(client: Client) -> None:
    batch = batches.open_batch(uploads=[("a.tgr", [game("Fern").encode()])])
    change = {"status": BatchStatus.RUNNING, "is_split": True, "received": 100, "stored": 30}
    ImportBatch.objects.filter(pk=batch.pk).update(**change)
    url = reverse("archive:import-progress", args=[batch.pk])
    silent, speaking = (client.get(url, {"said": said}).content.decode() for said in ("25", "0"))
    assert "import-status" not in silent
    assert "25 percent judged." in speaking
    assert 'value="30"' in silent
    assert 'max="100"' in silent


def test_cancelling_keeps_what_is_stored_and_accounts_for_the_rest(
    client: Client, settings: Settings
) -> None:
    batch = batches.open_batch(uploads=[("a.tgr", [(game("Fern") + game("Heron")).encode()])])
    cancel = reverse("archive:import-cancel", args=[batch.pk])
    assert client.get(cancel).status_code == 405
    answer = client.post(cancel, follow=True)
    batch.refresh_from_db()
    assert batch.status == BatchStatus.CANCELLED
    assert "Cancelled. What was stored before stays stored." in answer.content.decode()
    assert client.post(cancel).status_code == 302


def test_unknown_jobs_and_items_are_not_found(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern"))
    assert client.get(reverse("archive:import-batch", args=[uuid.uuid4()])).status_code == 404
    for number in (0, 2, 10**12):
        assert client.get(item_url(batch, number)).status_code == 404


def test_the_rejected_records_are_downloaded_as_they_came(
    client: Client, import_text: ImportText
) -> None:
    bad = game("Zoë", moves=ILLEGAL_MOVES).encode("cp1252")
    batch = import_text(game("Fern").encode() + bad)
    answer = client.get(reverse("archive:import-rejected", args=[batch.pk]))
    assert b"".join(answer.streaming_content) == bad  # type: ignore[attr-defined]
    assert answer["Content-Disposition"].startswith("attachment")
    original = client.get(item_url(batch, 2) + "original")
    assert b"".join(original.streaming_content) == bad  # type: ignore[attr-defined]
    assert original["Content-Type"] == "application/octet-stream"


def test_a_report_shows_the_place_the_rule_and_the_board(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    page = client.get(item_url(batch)).content.decode()
    marked = re.search(r"<mark>(.*?)</mark>", page)
    assert marked
    assert marked[1] == "2G.(0,-8)-(-1,6)"
    line, sign = re.findall(r'<pre class="caret"[^>]*><code>(.*?)</code>', page, re.DOTALL)[
        0
    ].split("\n")
    assert re.sub("<[^>]*>", "", sign).index("^") == re.sub("<[^>]*>", "", line).index("2G.")
    problem = ImportItem.objects.get(batch=batch).problem
    assert problem is not None
    assert html.escape(problem["message"]) in page
    assert "mark-bad" in page
    assert "mark-bad-from" in page


def test_a_report_leads_to_the_next_rejected_record(
    client: Client, import_text: ImportText
) -> None:
    bad = game("Heron", moves=ILLEGAL_MOVES)
    batch = import_text(bad + game("Fern") + bad + bad)
    for number, before, after in ((1, None, 3), (3, 1, 4), (4, 3, None)):
        page = client.get(item_url(batch, number)).content.decode()
        assert ("Previous rejected" in page) == (before is not None)
        assert ("Next rejected" in page) == (after is not None)
        for neighbour in filter(None, (before, after)):
            assert f'href="{item_url(batch, neighbour)}"' in page


def test_too_large_a_mended_text_is_refused_in_words(
    client: Client, import_text: ImportText, settings: Settings
) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    settings.IMPORT_UPLOAD_BYTES = 100
    answer = client.post(item_url(batch), {"text": game("Fern")})
    assert answer.status_code == 400
    assert "Nothing of it was stored" in answer.content.decode()
    assert ImportBatch.objects.count() == 1


def test_the_fragment_is_the_report_without_its_page(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    fragment = client.get(item_url(batch), headers={"HX-Request": "true"})
    assert "<html" not in fragment.content.decode()
    assert "mark-bad" in fragment.content.decode()
    assert "HX-Request" in fragment["Vary"]


def readings(page: str) -> list[str]:
    return [html.unescape(value) for value in re.findall(r'name="reading" value="([^"]*)"', page)]


def resubmitted(client: Client, batch: ImportBatch, **fields: str) -> ImportBatch:
    """Send a record again as its page does, and import it."""
    answer = client.post(item_url(batch), fields)
    assert answer.status_code == 302, answer.content.decode()
    mended = ImportItem.objects.get(batch=batch).mended_by.first()
    assert mended is not None
    assert answer["Location"] == reverse("archive:import-batch", args=[mended.pk])
    return importing.import_batch(batch=mended)


def test_a_mended_text_is_imported_and_linked_both_ways(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    mended = resubmitted(client, batch, text=game("Fern").replace("\n", "\r\n"))
    assert mended.stored == 1
    assert bytes(mended.items.get().original).decode() == game("Fern")
    assert item_url(batch) in page_of(client, mended)
    assert reverse("archive:import-batch", args=[mended.pk]) in page_of(client, batch)


def test_a_double_click_mends_once(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    token = str(uuid.uuid4())
    for _ in range(2):
        client.post(item_url(batch), {"text": game("Fern"), "form_token": token})
    assert ImportBatch.objects.count() == 2


def test_an_emptied_box_is_told_so(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    answer = client.post(item_url(batch), {"text": " \r\n"})
    assert answer.status_code == 400
    assert "The box was empty, so nothing was sent." in answer.content.decode()
    assert ImportBatch.objects.count() == 1


def test_a_stored_record_is_not_sent_again(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern"))
    assert client.post(item_url(batch), {"text": game("Heron")}).status_code == 409
    assert ImportBatch.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This is not a text file."),
        ('[Host "Fern"]\n\n0H.'.encode("utf-16"), "Save it as UTF-8 and try again."),
        (b"PK\x03\x04 this is cut off", "The ZIP file is damaged or cut off"),
    ],
)
def test_what_is_no_text_is_refused_in_words_and_offers_no_box(
    client: Client, import_text: ImportText, data: bytes, says: str
) -> None:
    page = client.get(item_url(import_text(data))).content.decode()
    assert says in page
    assert "<textarea" not in page
    assert "There is no text here that could be mended." in page


def test_control_characters_are_shown_as_signs(client: Client, import_text: ImportText) -> None:
    page = client.get(item_url(import_text(game("Fe\x00r\x1bn")))).content.decode()
    assert "Fe␀r␛n" in page
    assert "\x1b" not in page
    assert "Control characters are shown as signs" in page


def test_a_cancelled_record_can_be_sent_again_as_it_is(client: Client) -> None:
    text = game("Fern")
    batch = batches.open_batch(uploads=[("a.tgr", [text.encode()])])
    ImportItem.objects.create(
        batch=batch, number=0, upload=batch.uploads.get(), file="a.tgr", index=0, line=1,
        format="tgr", original=text.encode(), size=len(text),
    )  # fmt: skip
    ImportBatch.objects.filter(pk=batch.pk).update(received=1)
    batches.cancel_batch(batch=batch)
    assert resubmitted(client, batch, text=text).stored == 1


def test_a_job_that_ends_at_once_shows_its_one_report(
    client: Client, import_text: ImportText
) -> None:
    page = page_of(client, import_text(game("Fern", moves=NEAR)))
    assert "mark-bad" in page
    assert readings(page)


@pytest.mark.parametrize("form", import_forms_read.forms_read()[:-1], ids=lambda form: form.slug)
def test_every_example_of_the_import_page_is_a_legal_record(
    import_text: ImportText, form: import_forms_read.FormRead
) -> None:
    batch = import_text(form.example)
    assert (batch.received, batch.stored) == (1, 1), batch.items.get().problem
    item = batch.items.get()
    assert item.format == form.slug
    assert item.verdict == "valid"
    assert item.warnings == []


def test_a_job_of_one_game_leads_to_its_replay(client: Client, import_text: ImportText) -> None:
    page = page_of(client, import_text(game("Fern")))
    assert "Replay the game" in page
    assert "Replay the game" not in page_of(client, import_text(game("Ilse") + game("Heron")))


def test_durations_are_said_in_round_words() -> None:
    said = {seconds: import_pages.duration(seconds) for seconds in (0, 1, 90, 150, 9000)}
    assert said == {
        0: "0 seconds",
        1: "1 second",
        90: "90 seconds",
        150: "2 minutes",
        9000: "2 hours",
    }


def test_a_name_without_end_is_shortened_in_the_ledger(
    client: Client, import_text: ImportText
) -> None:
    stored = import_text(game("x" * 100_000))
    refused = import_text(game("y" * 10_000, moves=ILLEGAL_MOVES))
    assert f"{'x' * 99}… – Guest of all" in words(page_of(client, stored))
    assert f"{'y' * 99}… – Guest of all" in words(page_of(client, refused))
