"""Players, events and games through the API."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from archive.engines import all_engines
from archive.models import Event, ImportBatch, Player, Record, Visibility
from archive.services import players, records


def get(client: Client, address: str) -> Any:
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == 200, response.content
    return response.json()


def test_players_are_listed_with_their_records(client: Client, batch: ImportBatch) -> None:
    rows = get(client, "players")["results"]
    counts = {row["name"]: row["records"] for row in rows}
    assert counts == {"Tomo": 3, "Ilse": 1, "Renske": 1, "Hazel": 1}


def test_players_are_found_by_any_of_their_names(client: Client, batch: ImportBatch) -> None:
    tomo, hazel = (Player.objects.get(name=name) for name in ("Tomo", "Hazel"))
    players.merge(into=tomo, other=hazel)
    for name in ("tom", "haz"):
        assert [row["name"] for row in get(client, f"players?name={name}")["results"]] == ["Tomo"]
    found = get(client, f"players/{tomo.pk}")
    assert found["also_written"] == ["Hazel"]
    assert {(seat["seat"], seat["games"]) for seat in found["seats"]} == {("Host", 3), ("Guest", 1)}


def test_events_have_their_records(client: Client, batch: ImportBatch) -> None:
    rows = get(client, "events?name=spring")["results"]
    assert [(row["name"], row["records"]) for row in rows] == [("Spring Cup", 2)]
    event = Event.objects.get(name="Spring Cup").pk
    found = get(client, f"events/{event}")
    assert (found["records"], found["players"], found["earliest"]) == (2, 3, "2024-03-05")
    listed = get(client, f"events/{event}/records?sort=oldest")["results"]
    assert {row["event"]["id"] for row in listed} == {event}


def test_records_of_a_player_are_exported_too(client: Client, batch: ImportBatch) -> None:
    pk = Player.objects.get(name="Renske").pk
    response = client.get(f"/api/v1/players/{pk}/records", headers={"Accept": "text/plain"})
    assert response.getvalue().decode() == Record.objects.get(seats__name="Renske").text


@pytest.mark.parametrize("visibility", Visibility.hidden())
def test_people_and_events_of_hidden_records_are_not_told(
    keeper: Client, batch: ImportBatch, visibility: Visibility
) -> None:
    everything = list(Record.objects.values_list("pk", flat=True))
    records.set_visibility(record_ids=everything, visibility=visibility)
    for address in ("players", "events"):
        assert get(keeper, address)["results"] == []
    pk = Event.objects.get(name="Spring Cup").pk
    assert keeper.get(f"/api/v1/events/{pk}/records").status_code == 404
    assert keeper.get(f"/api/v1/events/{pk}").status_code == 404


def test_a_page_of_people_is_two_questions(
    client: Client, batch: ImportBatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for address in ("players", "events"):
        with django_assert_num_queries(2):
            get(client, address)


def test_games_say_how_they_are_seated_and_end(client: Client, batch: ImportBatch) -> None:
    games = {game["slug"]: game for game in get(client, "games")}
    assert list(games) == [engine.slug for engine in all_engines()]
    assert games["skud-pai-sho"]["records"] == 3
    assert games["skud-pai-sho"]["seats"] == ["Host", "Guest"]
    assert (games["shifting-stones"]["fewest_seats"], games["shifting-stones"]["most_seats"]) == (
        1,
        5,
    )
