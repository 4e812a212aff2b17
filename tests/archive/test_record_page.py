"""The page of one record, and the positions that its replay reads."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from archive.models import Record, Verdict
from archive.selectors import record_pages, releases
from tests.archive.games import game

Importer = Callable[..., object]

MOVES = (
    "{Played by post.} 0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) {A plain start.} "
    "2G.(0,-8)-(-1,-6) !? {Early.} {Or not?} 2H.(0,8)-(1,6) $2 3G.R5(0,-8)"
)
LAST = 7


@pytest.fixture
def record(import_text: Importer) -> Record:
    import_text(game("Ilse", "Tomo", moves=f"{MOVES} *", Event="Spring Cup", Annotator="A < B"))
    return Record.objects.get()


def page_of(client: Client, record: Record, query: str = "") -> str:
    response = client.get(f"/records/{record.pk}{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_moves_stand_by_number_with_comments_beside_them(client: Client, record: Record) -> None:
    response = client.get(f"/records/{record.pk}")
    rounds = response.context["page"].replay.rounds
    assert [
        [move and (move.ply, move.body, move.annotation, move.comments) for move in turn.cells]
        for turn in rounds
    ] == [
        [(2, "R,R,K,B", "", ()), (1, "R,W,W,K", "", ())],
        [(3, "R5(0,-8)", "", ()), (4, "R5(0,8)", "", ("A plain start.",))],
        [
            (5, "(0,-8)-(-1,-6)", "!?", ("Early.", "Or not?")),
            (6, "(0,8)-(1,6)", "?", ()),
        ],
        [(7, "R5(0,-8)", "", ()), None],
    ]
    page = response.content.decode()
    assert "Played by post." in page
    assert re.search(r'<span class="remarks-of">2G</span> Early\.', page)


@pytest.mark.parametrize(
    ("query", "ply"),
    [
        ("", LAST),
        ("?ply=0", 0),
        ("?ply=3", 3),
        ("?ply=99", LAST),
        ("?ply=x", LAST),
        ("?ply=²", LAST),
    ],
)
def test_without_script_the_address_chooses_the_position(
    client: Client, record: Record, query: str, ply: int
) -> None:
    page = page_of(client, record, query)
    assert f'data-ply="{ply}"' in page
    current = re.findall(r'data-go="(\d+)" aria-current="step"', page)
    assert current == ([str(ply)] if ply else [])


def test_the_page_tells_all_about_the_record(client: Client, record: Record) -> None:
    page = page_of(client, record)
    for told in ("Spring Cup", "A &lt; B", "Valid", "No result", "Skud Pai Sho"):
        assert told in page
    for form in ("tgr", "ndjson", "txt"):
        assert f'href="/records/{record.pk}.{form}"' in page
    assert 'href="https://skudpaisho.com/?' in page
    assert f'href="/records/{record.pk}/positions/{LAST}.svg"' in page
    assert f'href="/records/{record.pk}/original"' in page


def test_a_contradictory_record_shows_both_results(client: Client, import_text: Importer) -> None:
    import_text(game("Ilse", "Tomo", Result="Host", Termination="harmony ring"))
    record = Record.objects.get()
    assert record.verdict == Verdict.CONTRADICTORY
    page = page_of(client, record)
    assert "The record says “Host won: harmony ring”" in page
    assert "the board says “No result”" in page
    listed = client.get("/records/").content.decode()
    assert "Host won" not in listed.partition("<tbody")[2]
    assert client.get("/records/", {"result": "Host"}).context["count"] == 0


def test_an_unverified_record_is_shown_with_the_reason(
    client: Client, import_text: Importer
) -> None:
    import_text(game("Ilse", "Tomo", Options="moon-phases"))
    record = Record.objects.get()
    assert record.verdict == Verdict.UNVERIFIED
    page = page_of(client, record)
    assert "Not judged by the rules." in page
    assert "moon-phases" in page.partition("Not judged by the rules.")[2].partition("</p>")[0]
    assert "R5(0,-8)" in page
    assert client.get(f"/api/records/{record.pk}/plies?first=0").status_code == 200


def test_warnings_of_reading_are_shown(client: Client, import_text: Importer) -> None:
    import_text(game("Ilse", "Tomo", moves="0h.W,K,W,R 0g.K,R,R,B *"))
    record = Record.objects.get()
    assert record.warnings
    assert "Remarks on reading it" in page_of(client, record)


def test_a_record_without_moves_has_a_page(client: Client, import_text: Importer) -> None:
    import_text('[Game "skud-pai-sho"]\n[Host "Ilse"]\n[Guest "Tomo"]\n\n')
    page = page_of(client, Record.objects.get())
    assert "No moves are written in this record." in page


def test_a_very_long_name_is_whole_in_its_own_place_and_short_elsewhere(
    client: Client, import_text: Importer
) -> None:
    import_text(game("N" * 500, "Tomo"))
    page = page_of(client, Record.objects.get())
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert title.startswith(f"{'N' * 59}… – Tomo")
    assert f'<th scope="row">Host</th><td><bdi>{"N" * 500}</bdi>' in page
    as_it_came = page.partition('aria-label="Original text"')[2]
    shown = re.sub(r' title="[^"]*"', "", page.replace(as_it_came, ""))
    assert len(re.findall("N{61,}", shown)) == 1


def test_what_another_form_loses_of_a_record_stands_beside_it(
    client: Client, record: Record
) -> None:
    page = page_of(client, record)
    text, link = page.partition("Garden Gate text</a>")[2], page.partition("The Garden Gate</a>")[2]
    assert text.startswith(' <span class="muted small">The moves alone: without names, date')
    assert link.startswith(' <span class="muted small">With names, options and moves; without date')


def test_the_page_costs_few_queries(client: Client, record: Record) -> None:
    page_of(client, record)
    with CaptureQueriesContext(connection) as captured:
        page_of(client, record)
    assert len(captured) == 2


def test_all_positions_come_in_one_answer(client: Client, record: Record) -> None:
    answer = client.get(f"/api/records/{record.pk}/plies?first=0").json()
    assert (answer["first"], answer["last"], len(answer["plies"])) == (0, LAST, LAST + 1)
    said = [ply["said"] for ply in answer["plies"]]
    assert said[0] == "Start of the game."
    assert all(said)
    places = [
        sorted(re.findall(r'class="piece[^>]*data-at="([^"]+)"', ply["layer"]))
        for ply in answer["plies"]
    ]
    assert places[:3] == [[], [], []]
    assert places[-1] == ["-1,-6", "0,-8", "1,6"]
    assert len(answer["trays"]) < 2 * len(answer["plies"])
    for ply in answer["plies"]:
        assert set(ply["trays"]) == {"0", "1"}
        ET.fromstring(f"<g>{ply['layer']}</g>")  # noqa: S314 (our own drawing)


def test_long_records_come_in_windows(
    client: Client, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_pages, "WINDOW", 3)
    whole = []
    for first in (0, 3, 6):
        answer = client.get(f"/api/records/{record.pk}/plies?first={first}").json()
        assert len(answer["plies"]) <= 3
        whole += [ply["layer"] for ply in answer["plies"]]
    assert len(whole) == LAST + 1
    assert client.get(f"/api/records/{record.pk}/plies?first=9").status_code == 404


def test_positions_are_kept_as_long_as_nothing_that_draws_them_changes(
    client: Client, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = re.search(r'data-plies="([^"]+)"', page_of(client, record))
    assert found is not None
    address = found.group(1)
    response = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert {"immutable", "private"} <= set(response.headers["Cache-Control"].split(", "))
    again = client.get(address, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    monkeypatch.setattr(releases, "release", lambda: "another")
    later = client.get(address, headers={"If-None-Match": response.headers["ETag"]})
    assert later.status_code == 200
    assert "immutable" not in later.headers["Cache-Control"]


@pytest.mark.parametrize("query", ["first=-1", "first=x", "first=1e9"])
def test_nonsense_is_answered_in_words(client: Client, record: Record, query: str) -> None:
    response = client.get(f"/api/records/{record.pk}/plies?{query}")
    assert response.status_code == 400
    assert response.json()["detail"].startswith("first: ")


def test_a_position_is_a_picture_at_its_own_address(client: Client, record: Record) -> None:
    response = client.get(f"/records/{record.pk}/positions/3.svg")
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    drawing = ET.fromstring(response.content)  # noqa: S314 (our own drawing)
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Ilse – Tomo, after 1G" in response.content.decode()
    etag = {"If-None-Match": response.headers["ETag"]}
    assert client.get(f"/records/{record.pk}/positions/3.svg", headers=etag).status_code == 304
    assert client.get(f"/records/{record.pk}/positions/8.svg").status_code == 404


def test_a_hostile_name_cannot_leave_its_place_in_a_picture(
    client: Client, import_text: Importer
) -> None:
    import_text(game("</title><script>alert(1)</script>", "Tomo"))
    record = Record.objects.get()
    drawn = client.get(f"/records/{record.pk}/positions/0.svg").content
    assert b"<script" not in drawn
    ET.fromstring(drawn)  # noqa: S314 (our own drawing)
