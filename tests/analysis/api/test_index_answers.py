"""Explorer, statistics and ratings through the API: the figures of the pages, and no others."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from analysis.services import rating
from archive import engines
from archive.models import Player, Record, Visibility
from archive.services import records
from tests.analysis.desk import Desk, import_text, listening, mixed_text, numbers

EXPLORER = "/api/v1/explorer/skud-pai-sho"
STATISTICS = "/api/v1/statistics/skud-pai-sho"


@pytest.fixture
def desk(db: None) -> Any:
    with listening() as desk:
        import_text(mixed_text(each=4, more=12))
        heard(desk, numbers())
        yield desk


def heard(desk: Desk, pks: list[int]) -> None:
    """Index what changed: inside the transaction of a test no bell rings."""
    desk.messages.append(pks)
    desk.deliver()


def get(client: Client, address: str, **query: object) -> Any:
    response = client.get(f"{address}?{urlencode(query, doseq=True)}" if query else address)
    assert response.status_code == 200, response.content
    return response.json()


@pytest.mark.parametrize("game", [engine.slug for engine in engines.all_engines()])
def test_the_explorer_gives_what_its_page_shows(client: Client, desk: Desk, game: str) -> None:
    record = Record.objects.filter(game=game, verdict="valid").latest("plies")
    found = get(client, f"/api/v1/explorer/{game}", record=record.pk, ply=1, all="true")
    page = client.get(f"/explore/{game}/?record={record.pk}&ply=1&all=1").context["page"]
    assert found["total"]["games"] == page.games > 0
    assert len(found["moves"]) == 1
    assert [(move["move"], move["games"], move["reached"]) for move in found["played"]] == [
        (row.row.body, row.row.tally.games, row.row.reached) for row in page.rows
    ]
    assert found["to_move"] == page.seat_name
    assert client.get(found["page"]).status_code == 200


def test_a_line_is_followed_by_its_moves_and_tags(client: Client, desk: Desk) -> None:
    record = Record.objects.filter(game="skud-pai-sho", seats__name="Player 0").get()
    by_record = get(client, EXPLORER, record=record.pk, ply=2)
    tags = [f"{name}:{value}" for name, value in by_record["tags"].items()]
    by_moves = get(client, EXPLORER, moves=" ".join(by_record["moves"]), tag=tags)
    assert by_moves["total"] == by_record["total"]
    assert by_moves["moves"] == by_record["moves"]


def test_a_line_that_cannot_be_played_is_said_why(client: Client, desk: Desk) -> None:
    response = client.get(f"{EXPLORER}?moves=nonsense")
    assert response.status_code == 404
    assert "nonsense cannot be played" in response.json()["detail"]


def test_the_explorer_changes_its_tag_when_games_come_or_go(client: Client, desk: Desk) -> None:
    first = client.get(EXPLORER)
    known = {"If-None-Match": first["ETag"]}
    assert client.get(EXPLORER, headers=known).status_code == 304
    gone = Record.objects.filter(game="skud-pai-sho", seats__name="Player 0")
    pks = list(gone.values_list("pk", flat=True))
    records.set_visibility(record_ids=pks, visibility=Visibility.PRIVATE)
    heard(desk, pks)
    now = client.get(EXPLORER, headers=known)
    assert now.status_code == 200
    assert now.json()["total"]["games"] == first.json()["total"]["games"] - len(pks)


def test_a_record_that_was_hidden_begins_no_line_any_more(client: Client, desk: Desk) -> None:
    pk = Record.objects.get(seats__name="Player 0").pk
    address = f"{EXPLORER}?record={pk}&ply=3"
    known = {"If-None-Match": client.get(address)["ETag"]}
    records.set_visibility(record_ids=[pk], visibility=Visibility.PRIVATE)
    assert client.get(address, headers=known).status_code == 404


def test_a_seat_that_a_game_has_not_lets_nothing_through(client: Client, desk: Desk) -> None:
    assert get(client, EXPLORER, result="Player5")["total"]["games"] == 0


@pytest.mark.parametrize(
    "query", ["player=", "seat=Nobody", "least=-1", "record=0", "tag=small", "twins=yes", "x=1"]
)
def test_what_cannot_be_asked_is_refused(client: Client, desk: Desk, query: str) -> None:
    assert client.get(f"{EXPLORER}?{query}").status_code in {400, 404}


def test_the_explorer_costs_few_questions(
    client: Client, desk: Desk, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(10):
        get(client, EXPLORER, all="true")


# Statistics


@pytest.mark.parametrize("game", [engine.slug for engine in engines.all_engines()])
def test_every_section_gives_the_numbers_of_its_page(client: Client, desk: Desk, game: str) -> None:
    sections = get(client, f"/api/v1/statistics/{game}")["sections"]
    assert sections
    for section in sections:
        charts = get(client, section["url"])["charts"]
        page = client.get(f"/stats/{game}/{section['slug']}/")
        shown = [chart.chart for chart in page.context["charts"]]
        assert [chart["chart"] for chart in charts] == [chart.name for chart in shown]
        for chart, drawn in zip(charts, shown, strict=True):
            values = [[cell["value"] for cell in row["cells"]] for row in chart["rows"]]
            assert values == [[cell.value for cell in row.cells] for row in drawn.rows]


def test_statistics_are_known_by_their_tag(client: Client, desk: Desk) -> None:
    address = f"{STATISTICS}/results"
    known = {"If-None-Match": client.get(address)["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    assert client.get(f"{address}?player=Player", headers=known).status_code == 200


def test_sums_that_a_job_has_to_make_are_waited_for(
    client: Client, desk: Desk, settings: Settings
) -> None:
    settings.FILTER_RECORDS = 1
    response = client.get(f"{STATISTICS}/results?player=Player")
    assert response.status_code == 202
    assert response["Retry-After"] == "2"
    assert response.json()["done"] == 0
    assert "ETag" not in response


def test_statistics_that_there_are_not_are_not_found(client: Client, desk: Desk) -> None:
    assert client.get(f"{STATISTICS}/weather").status_code == 404
    assert client.get("/api/v1/statistics/chess").status_code == 404


# Ratings


def test_the_leaderboard_is_that_of_the_page(client: Client, desk: Desk) -> None:
    rating.refresh(game="quaterno")
    found = get(client, "/api/v1/ratings/quaterno", provisional="true", limit=3)
    page = client.get("/players/?game=quaterno&provisional").context["board"]
    assert [row["player"] for row in found["results"]] == [
        row.point.player for row in page.rows[:3]
    ]
    assert found["results"][0]["is_provisional"]
    player = found["results"][0]["player"]
    history = get(client, f"/api/v1/players/{player}/ratings")
    assert history[-1]["rating"] == found["results"][0]["rating"]
    rest = get(client, found["next"])
    assert rest["results"][0]["rank"] == 4


def test_nobody_who_is_hidden_has_ratings(client: Client, desk: Desk) -> None:
    player = Player.objects.get(name="Player 0").pk
    hidden = Record.objects.filter(seats__player=player).values_list("pk", flat=True)
    records.set_visibility(record_ids=list(hidden), visibility=Visibility.PRIVATE)
    assert client.get(f"/api/v1/players/{player}/ratings").status_code == 404
    assert client.get(f"/api/v1/players/{player}").status_code == 404
