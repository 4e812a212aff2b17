"""Feeds of new games, as a reader of feeds asks for them."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from archive.models import Event, Player, Record, Visibility
from archive.services import records
from tests.archive.games import game

ATOM = "{http://www.w3.org/2005/Atom}"
Importer = Callable[..., object]


@pytest.fixture(autouse=True)
def three(import_text: Importer) -> None:
    import_text(
        game("Ilse", "Tomo", Event="Spring Cup")
        + game("Ilse", "Renske")
        + game("Hazel <b>", "Tomo", Event="Autumn Cup")
    )


def titles(client: Client, address: str) -> list[str | None]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)  # noqa: S314 (our own)
    return [title.text for title in feed.findall(f"{ATOM}entry/{ATOM}title")]


def test_new_games_come_first_with_their_addresses(client: Client) -> None:
    told = ["Hazel <b> – Tomo", "Ilse – Renske", "Ilse – Tomo"]
    assert titles(client, "/feeds/games.atom") == told
    newest = Record.objects.latest("pk")
    assert (
        f"http://testserver/records/{newest.pk}" in client.get("/feeds/games.atom").content.decode()
    )


def test_a_feed_is_of_one_game_player_or_event(client: Client) -> None:
    tomo, cup = Player.objects.get(name="Tomo"), Event.objects.get(name="Spring Cup")
    assert len(titles(client, "/feeds/games.atom?game=skud-pai-sho")) == 3
    assert titles(client, "/feeds/games.atom?game=quaterno") == []
    assert len(titles(client, f"/feeds/players/{tomo.pk}.atom")) == 2
    assert len(titles(client, f"/feeds/events/{cup.pk}.atom")) == 1


def test_a_hidden_record_leaves_the_feed_and_changes_its_etag(client: Client) -> None:
    before = client.get("/feeds/games.atom").headers["ETag"]
    asked = {"if-none-match": before}
    again = client.get("/feeds/games.atom", headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    record = Record.objects.get(seats__name="Renske")
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.UNLISTED)
    after = client.get("/feeds/games.atom", headers=asked)
    assert after.status_code == 200
    assert b"Renske" not in after.content


@pytest.mark.parametrize(
    "address", ["/feeds/games.atom?game=chess", "/feeds/players/999.atom", "/feeds/events/999.atom"]
)
def test_what_is_not_there_has_no_feed(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_pages_name_their_feeds(client: Client) -> None:
    tomo, cup = Player.objects.get(name="Tomo"), Event.objects.get(name="Spring Cup")
    named = {
        "/": "/feeds/games.atom",
        "/records/?game=skud-pai-sho": "/feeds/games.atom?game=skud-pai-sho",
        f"/players/{tomo.pk}": f"/feeds/players/{tomo.pk}.atom",
        f"/events/{cup.pk}": f"/feeds/events/{cup.pk}.atom",
    }
    for page, feed in named.items():
        heads = client.get(page).content.decode().partition("</head>")[0]
        assert 'rel="alternate" type="application/atom+xml"' in heads
        assert f'href="{feed}"' in heads
        body = client.get(page).content.decode().partition("</head>")[2]
        assert f'<a href="{feed}">New games' in body
