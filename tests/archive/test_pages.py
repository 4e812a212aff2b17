"""The front page, players and events; and what holds on every page."""

import json
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.views.defaults import server_error

from archive.models import Event, Player, Record
from archive.services import batches, importing, players
from tests.archive.games import MOVES, game

Importer = Callable[..., object]


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def import_samples(text: str) -> None:
    batch = batches.open_batch(uploads=[("samples.tgr", [text.encode()])], is_sample=True)
    importing.import_batch(batch=batch)


def test_an_empty_archive_invites(client: Client, db: None) -> None:
    page = page_of(client, "/")
    assert "Nothing here yet" in page
    assert 'href="/import/"' in page


def test_home_counts_what_the_archive_holds(client: Client, import_text: Importer) -> None:
    import_text(game("Ilse", "Tomo", Event="Spring Cup") + game("Tomo", "Renske"))
    page = page_of(client, "/")
    assert "<b>2</b> games of Skud Pai Sho" in page
    assert "<b>3</b> players" in page
    assert "<b>1</b> event</li>" in page
    assert "sample" not in page


def test_home_says_that_samples_are_samples(client: Client, import_text: Importer) -> None:
    import_samples(game("Sample player Reed", "Sample player Fern"))
    assert "These records are samples" in page_of(client, "/")
    import_text(game("Ilse", "Tomo"))
    page = page_of(client, "/")
    assert "1 of these records are samples" in page
    assert 'href="/records/?samples=without"' in page


def test_home_draws_the_last_positions_of_the_latest_games(
    client: Client, import_text: Importer
) -> None:
    import_text("".join(game(f"Host {number}") for number in range(8)))
    page = page_of(client, "/")
    assert page.count("data-board") == 6
    assert page.count("<defs>") == 1
    assert "Host 7" in page
    assert "Host 1" not in page


def test_the_queries_of_home_do_not_grow(client: Client, import_text: Importer) -> None:
    counts = []
    for number in range(3):
        import_text("".join(game(f"Host {number}, {again}") for again in range(2)))
        page_of(client, "/")
        with CaptureQueriesContext(connection) as captured:
            page_of(client, "/")
        counts.append(len(captured))
    assert counts[0] == counts[1] == counts[2] <= 7


def test_a_player_has_names_tallies_and_records(client: Client, import_text: Importer) -> None:
    import_text(
        game("Ilse", "Tomo", Result="Host", Termination="resignation")
        + game("Ilse", "Renske", Result="Draw", Termination="agreement")
        + game("Tomo", "ilse", Result="Host", Termination="time")
    )
    ilse = Player.objects.get(name="Ilse")
    players.merge(into=ilse, other=Player.objects.get(name="ilse"))
    response = client.get(f"/players/{ilse.pk}")
    tallies = {
        tally.seat: (tally.games, tally.won, tally.drawn, tally.others)
        for tally in response.context["found"].tallies
    }
    assert tallies == {"Host": (2, 1, 1, 0), "Guest": (1, 0, 0, 1)}
    page = response.content.decode()
    assert "Also written <bdi>ilse</bdi>" in page
    assert len(response.context["rows"]) == 3


def test_an_event_lists_its_records(client: Client, import_text: Importer) -> None:
    import_text(
        game("Ilse", "Tomo", Event="Spring Cup", Date="2024.03.02")
        + game("Tomo", "Ilse", Event="Spring Cup", Date="2024.03.09")
        + game("Renske", "Ilse", Event="Autumn Cup")
    )
    response = client.get(f"/events/{Event.objects.get(name='Spring Cup').pk}")
    assert len(response.context["rows"]) == 2
    assert "2 records of 2 players, 2 March 2024 to 9 March 2024" in response.content.decode()


@pytest.mark.parametrize("address", ["/records/9", "/players/9", "/events/9", "/nowhere"])
def test_what_is_not_there_is_said_in_words(client: Client, db: None, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "Nothing stands at this address" in response.content.decode()


def test_a_wrong_method_is_refused_in_words(client: Client, db: None) -> None:
    response = client.post("/records/")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert "It can only be read" in response.content.decode()
    opened = client.get(f"/imports/{uuid.uuid4()}/cancel")
    assert opened.status_code == 405
    assert "cannot be opened by itself" in opened.content.decode()


def test_a_form_without_its_key_is_refused_in_words(db: None, anonymous_uploads: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/import/", {"text": MOVES})
    assert response.status_code == 403
    assert "This form was not taken" in response.content.decode()


def test_a_host_that_is_not_ours_is_refused_in_words(client: Client, db: None) -> None:
    response = client.get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert "could not be understood" in response.content.decode()


def test_a_fault_of_the_site_is_said_without_the_database() -> None:
    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "The site made a mistake" in response.content.decode()


def test_browsers_find_the_picture_of_the_site(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response["Location"].endswith("archive/favicon.svg")


def test_names_that_show_nothing_can_still_be_clicked(
    client: Client, import_text: Importer
) -> None:
    import_text(game("   ", "\u200b\u200d"))
    page = page_of(client, "/records/")
    assert "No name" in page
    assert "Name without letters" in page


def test_hostile_names_and_comments_are_shown_and_never_run(
    client: Client, import_text: Importer, conformance: Path
) -> None:
    folder = conformance / "import"
    cases = [
        case
        for case in json.loads((folder / "manifest.json").read_text())
        if case["kind"].startswith(("html-name", "html-comment", "name-", "sql", "template"))
    ]
    assert len(cases) > 10
    for case in cases:
        import_text((folder / case["file"]).read_bytes(), case["file"])
    addresses = ["/", "/records/"]
    for record in Record.objects.prefetch_related("seats"):
        addresses.append(f"/records/{record.pk}")
        addresses += [f"/players/{seat.player_id}" for seat in record.seats.all() if seat.player_id]
    pages = [page_of(client, address) for address in addresses]
    for case in cases:
        for text in case.get("page_must_not_contain", ()):
            assert not any(text in page for page in pages), (case["id"], text)
    assert any("&lt;script&gt;alert(1)&lt;/script&gt;" in page for page in pages)


@pytest.mark.parametrize("address", ["/", "/records/", "/records/{pk}"])
def test_pages_carry_no_script_or_style_of_their_own(
    client: Client, import_text: Importer, address: str
) -> None:
    import_text(game("Ilse", moves=MOVES))
    record = Record.objects.get()
    response = client.get(address.format(pk=record.pk))
    page = response.content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count("<script src=") + page.count(
        '<script type="module" src='
    )
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
