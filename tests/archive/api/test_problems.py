"""Whatever goes wrong under /api/ has one shape; and who asks too often is told to wait."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from archive.models import Record
from archive.rest.problems import KINDS
from archive.selectors import records as reads
from archive.services import accounts

SHAPE = {"type", "title", "status", "detail", "instance"}


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem of an answer, which has the shape of all."""
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    said: dict[str, Any] = response.json()
    assert set(said) - {"errors", "problem"} == SHAPE
    assert said["status"] == status
    assert said["type"] == f"/api/v1/docs#problem-{KINDS[status].slug}"
    assert said["detail"]
    return said


@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("GET", "/api/v1/nowhere", {}, 404),
        ("GET", "/api/", {}, 404),
        ("GET", "/api/v1/records/999999", {}, 404),
        ("GET", "/api/v1/records/99999999999999999999999999", {}, 404),
        ("GET", "/api/v1/players/0", {}, 404),
        ("GET", "/api/v1/explorer/chess", {}, 404),
        ("DELETE", "/api/v1/records", {}, 405),
        ("POST", "/api/v1/openapi.json", {}, 405),
        ("GET", "/api/v1/records", {"Accept": "image/png"}, 406),
        ("GET", "/api/v1/records?limit=x", {}, 400),
        ("GET", "/api/v1/records", {"Host": "another.example"}, 400),
        ("GET", "/api/records/1/plies?first=x", {}, 400),
    ],
)
def test_problems_have_one_shape(
    db: None, method: str, address: str, headers: dict[str, str], status: int
) -> None:
    client = Client()
    response = client.generic(method, address, headers=headers)
    said = problem(response, status)
    assert said["instance"] == address.partition("?")[0]
    if status == 405:
        assert response["Allow"]


def test_a_problem_is_json_whatever_was_asked_for(client: Client, db: None) -> None:
    address = "/api/v1/records/999999"
    problem(client.get(address, headers={"Accept": "text/plain"}), 404)
    problem(client.get(address, headers={"Accept-Encoding": "gzip"}), 404)


def test_a_fault_of_ours_is_a_problem_and_tells_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "counts_by_game", lambda: 1 // 0)
    client = Client(raise_request_exception=False)
    said = problem(client.get("/api/v1/games"), 500)
    assert "Zero" not in str(said)


def test_pages_for_people_keep_their_own_words(client: Client, db: None) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.fixture
def strict(settings: Settings) -> Settings:
    cache.clear()
    settings.API_RATES = {
        "anonymous": "2/min",
        "user": "3/min",
        "staff": "4/min",
        "wrong token": "2/min",
    }
    return settings


@pytest.mark.parametrize(("role", "count"), [("anonymous", 2), ("user", 3), ("staff", 4)])
def test_each_role_has_its_rate(
    client: Client, db: None, strict: Settings, role: str, count: int
) -> None:
    if role != "anonymous":
        client.force_login(User.objects.create_user(role, is_staff=role == "staff"))
    for _ in range(count):
        assert client.get("/api/v1/games").status_code == 200
    response = client.get("/api/v1/games")
    problem(response, 429)
    assert 0 < int(response["Retry-After"]) <= 61


def test_an_account_is_one_with_all_its_tokens_and_its_session(
    as_ilse: Client, ilse: User, strict: Settings
) -> None:
    tokens = [accounts.make_token(user=ilse, name=name) for name in ("bot", "script")]
    for token in tokens:
        headers = {"Authorization": f"Bearer {token}"}
        assert Client().get("/api/v1/games", headers=headers).status_code == 200
    assert as_ilse.get("/api/v1/games").status_code == 200
    assert Client().get("/api/v1/games", headers=headers).status_code == 429
    assert Client().get("/api/v1/games").status_code == 200


def test_visitors_are_told_apart_and_no_header_makes_another(db: None, strict: Settings) -> None:
    for _ in range(2):
        Client().get("/api/v1/games", REMOTE_ADDR="192.0.2.1")
    forged = {"X-Forwarded-For": "192.0.2.77"}
    again = Client().get("/api/v1/games", REMOTE_ADDR="192.0.2.1", headers=forged)
    assert again.status_code == 429
    assert Client().get("/api/v1/games", REMOTE_ADDR="192.0.2.2").status_code == 200


def test_who_sends_wrong_tokens_is_told_to_stop_and_no_neighbour_is(
    ilse: User, strict: Settings
) -> None:
    def asked(token: str, address: str = "192.0.2.1") -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        return Client().get("/api/v1/games", REMOTE_ADDR=address, headers=headers)

    for number in range(2):
        problem(asked(f"tile_{number}"), 401)
    told = asked("tile_2")
    problem(told, 429)
    assert 0 < int(told["Retry-After"]) <= 61
    assert asked(accounts.make_token(user=ilse, name="bot")).status_code == 200
    assert asked("tile_2", "192.0.2.2").status_code == 401


def test_the_replay_of_a_page_is_not_counted(
    client: Client, record: Record, strict: Settings
) -> None:
    address = f"/api/records/{record.pk}/plies"
    assert {client.get(address).status_code for _ in range(5)} == {200}
