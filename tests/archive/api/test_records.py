"""Records through the API: lists, exports, one, and what becomes of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from archive.models import ImportBatch, Record, Visibility
from archive.services import records
from tests.archive.games import MOVES, game

Import = Callable[..., ImportBatch]
LIST = "/api/v1/records"


def get(client: Client, address: str, **headers: str) -> Any:
    response = client.get(address, headers=headers)
    assert response.status_code == 200, response.content
    return response.json()


def send(client: Client, method: str, record: Record, text: str, **headers: str) -> Any:
    kind = "application/json" if text.startswith("{") else "text/plain"
    address = f"{LIST}/{record.pk}"
    return client.generic(method, address, text, content_type=kind, headers=headers)


def hide(record: Record, visibility: Visibility) -> None:
    records.set_visibility(record_ids=[record.pk], visibility=visibility)


# Lists


def test_a_list_is_walked_both_ways_without_a_gap(client: Client, batch: ImportBatch) -> None:
    seen, address, last = [], f"{LIST}?limit=1&sort=oldest", {}
    while address:
        last = get(client, address)
        seen += [row["id"] for row in last["results"]]
        address = last["next"]
    assert sorted(seen) == sorted(Record.objects.values_list("pk", flat=True))
    assert last["next"] is None
    before = get(client, last["previous"])
    assert [row["id"] for row in before["results"]] == [seen[-2]]


def test_a_list_says_who_played_and_how_it_ended(client: Client, record: Record) -> None:
    rows = get(client, f"{LIST}?player=Ilse")["results"]
    assert [row["id"] for row in rows] == [record.pk]
    assert [seat["name"] for seat in rows[0]["seats"]] == ["Tomo", "Ilse"]
    assert rows[0]["event"]["name"] == "Spring Cup"
    assert (rows[0]["date"], rows[0]["date_earliest"]) == ("2024.03.05", "2024-03-05")
    assert (rows[0]["verdict"], rows[0]["plies"], rows[0]["result"]) == ("valid", 7, "*")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("player=Tomo&seat=Host", 2),
        ("event=spring", 2),
        ("since=2024-03-05&until=2024-03-05", 1),
        ("game=quaterno", 0),
        ("least=8", 0),
        ("text=Renske", 1),
        ("verdict=valid&samples=without", 3),
    ],
)
def test_the_filters_are_those_of_the_page(
    client: Client, batch: ImportBatch, query: str, count: int
) -> None:
    assert len(get(client, f"{LIST}?{query}")["results"]) == count
    page = client.get(f"/records/?{query}")
    assert len(page.context["rows"]) == count


@pytest.mark.parametrize("accept", ["text/plain", "application/x-ndjson"])
def test_a_list_is_exported_by_accept_as_a_stream(
    client: Client, batch: ImportBatch, accept: str
) -> None:
    response = client.get(f"{LIST}?player=Tomo&limit=1", headers={"Accept": accept})
    assert response.streaming
    assert response["Content-Type"].startswith(accept)
    assert "Accept" in response["Vary"]
    suffix = "tgr" if accept == "text/plain" else "ndjson"
    exported = client.get(f"/records/export.{suffix}?player=Tomo")
    text = response.getvalue()
    assert text == exported.getvalue()
    assert text.count(b"Tomo") == 3


def test_a_page_costs_the_same_whatever_its_length(
    client: Client, import_text: Import, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    import_text("".join(game(f"Player {number}", Event=f"Cup {number}") for number in range(30)))
    for limit in (2, 30):
        with django_assert_max_num_queries(4):
            assert len(get(client, f"{LIST}?limit={limit}")["results"]) == limit


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("playr=Tomo", "playr"),
        ("game=chess", "game"),
        ("game=", "game"),
        ("since=yesterday", "since"),
        ("least=-1", "least"),
        ("player=a&player=b", "player"),
        ("player=%00", "player"),
        (f"text={'x' * 201}", "text"),
    ],
)
def test_a_parameter_out_of_bounds_is_named(
    client: Client, db: None, query: str, field: str
) -> None:
    response = client.get(f"{LIST}?{query}")
    assert response.status_code == 400
    problem = response.json()
    assert {error["field"] for error in problem["errors"]} == {field}
    assert problem["detail"].startswith(f"{field}: ")


def test_a_cursor_that_was_made_up_is_not_found(client: Client, batch: ImportBatch) -> None:
    response = client.get(f"{LIST}?after=somewhere")
    assert response.status_code == 404
    assert "Follow next" in response.json()["detail"]


# One


def test_one_record_has_all_that_is_kept_of_it(client: Client, record: Record) -> None:
    found = get(client, f"{LIST}/{record.pk}")
    assert found["text"] == record.text
    assert ["Host", "Tomo"] in found["tags"]
    assert (found["visibility"], found["revision"]) == ("public", 1)


@pytest.mark.parametrize(
    ("accept", "begins"), [("text/plain", b"[Game "), ("application/x-ndjson", b'{"game": ')]
)
def test_one_record_is_text_by_accept(
    client: Client, record: Record, accept: str, begins: bytes
) -> None:
    response = client.get(f"{LIST}/{record.pk}", headers={"Accept": accept})
    assert response.content.startswith(begins)
    assert response["Content-Type"].startswith(accept)


def test_what_is_known_is_not_sent_again(client: Client, record: Record) -> None:
    address = f"{LIST}/{record.pk}"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    as_text = {"If-None-Match": first["ETag"], "Accept": "text/plain"}
    assert client.get(address, headers=as_text).status_code == 200
    hide(record, Visibility.UNLISTED)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.WITHDRAWN])
def test_a_hidden_record_is_not_there(
    client: Client, record: Record, method: str, visibility: Visibility
) -> None:
    hide(record, visibility)
    hidden = send(client, method, record, "{}")
    missing = client.generic(method, f"{LIST}/{record.pk + 1000}", "{}", "application/json")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.json()["detail"] == missing.json()["detail"]


def test_staff_read_a_hidden_record_and_no_cache_keeps_it(keeper: Client, record: Record) -> None:
    hide(record, Visibility.PRIVATE)
    response = keeper.get(f"{LIST}/{record.pk}")
    assert response.json()["visibility"] == "private"
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("visibility", Visibility.hidden())
def test_a_record_that_is_not_public_is_in_no_list(
    keeper: Client, record: Record, visibility: Visibility
) -> None:
    event, player = record.event_id, record.seats.get(number=1).player_id
    hide(record, visibility)
    for address in (LIST, f"/api/v1/events/{event}/records"):
        assert record.pk not in [row["id"] for row in get(keeper, address)["results"]]
    assert keeper.get(f"/api/v1/players/{player}").status_code == 404


# Changes


def test_a_visitor_may_change_nothing(client: Client, record: Record) -> None:
    changes = (("PUT", game("Ilse")), ("PATCH", '{"visibility": "private"}'), ("DELETE", ""))
    for method, text in changes:
        response = send(client, method, record, text)
        assert response.status_code in {401, 403}
        assert response.json()["status"] == response.status_code
    record.refresh_from_db()
    assert (record.revision, record.visibility) == (1, "public")


def test_staff_without_the_right_may_change_nothing(client: Client, record: Record) -> None:
    client.force_login(User.objects.create_user("guest", is_staff=True))
    assert send(client, "DELETE", record, "").status_code == 403
    assert Record.objects.get(pk=record.pk).visibility == "public"


def test_a_change_by_a_session_asks_for_its_token(record: Record) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("keeper"))
    assert send(client, "DELETE", record, "").status_code == 403
    token = str(client.get("/import/").context["csrf_token"])
    response = send(client, "DELETE", record, "", **{"X-CSRFToken": token})
    assert response.status_code == 204


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_amended_record_is_judged_and_noted(keeper: Client, record: Record, form: str) -> None:
    text = game("Tomo", "Ilse de Vries")
    response = send(keeper, "PUT", record, json.dumps({"text": text}) if form == "json" else text)
    assert response.status_code == 200
    assert [seat["name"] for seat in response.json()["seats"]] == ["Tomo", "Ilse de Vries"]
    assert response.json()["revision"] == 2
    assert LogEntry.objects.get().get_change_message() == "Amended."
    read = keeper.get(f"{LIST}/{record.pk}")
    assert read["ETag"] == response["ETag"]


def test_a_text_that_breaks_a_rule_is_refused_with_its_place(
    keeper: Client, record: Record
) -> None:
    text = game("Tomo", "Ilse", moves=MOVES.replace("1H.R5(0,8)", "1H.R5(0,-8)"))
    response = send(keeper, "PUT", record, text)
    assert response.status_code == 422
    problem = response.json()["problem"]
    assert (problem["line"], problem["token"]) == (5, "1H.R5(0,-8)")
    assert response.json()["detail"] == problem["message"]
    assert Record.objects.get(pk=record.pk).revision == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'[Host "\xff"]', "text/plain"),
        (b"\x1f\x8b\x08\x00", "text/plain"),
        (b"", "text/plain"),
        (b'{"text": "\\ud800"}', "application/json"),
        (b'{"text": "\\u0000"}', "application/json"),
    ],
)
def test_what_is_no_text_amends_nothing(
    keeper: Client, record: Record, body: bytes, kind: str
) -> None:
    response = keeper.generic("PUT", f"{LIST}/{record.pk}", body, content_type=kind)
    assert response.status_code == 400, response.content
    assert Record.objects.get(pk=record.pk).revision == 1


def test_staff_show_hide_and_withdraw(keeper: Client, record: Record) -> None:
    assert send(keeper, "PATCH", record, '{"visibility": "unlisted"}').status_code == 200
    assert Record.objects.get(pk=record.pk).visibility == "unlisted"
    assert send(keeper, "PATCH", record, '{"visibility": "gone"}').status_code == 400
    response = send(keeper, "DELETE", record, "")
    assert (response.status_code, response.content) == (204, b"")
    assert Record.objects.get(pk=record.pk).visibility == "withdrawn"


@pytest.mark.parametrize("prefix", ["", "W/"])
def test_a_change_of_what_has_changed_is_not_made(
    keeper: Client, record: Record, prefix: str
) -> None:
    known = prefix + keeper.get(f"{LIST}/{record.pk}")["ETag"]
    change = '{"visibility": "private"}'
    assert send(keeper, "PATCH", record, change, **{"If-Match": known}).status_code == 200
    again = send(keeper, "PUT", record, game("Ilse"), **{"If-Match": known})
    assert again.status_code == 412
    assert again.json()["type"].endswith("#problem-changed")
    assert Record.objects.get(pk=record.pk).revision == 2
