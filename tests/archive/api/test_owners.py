"""The API for those who have an account: tokens, what they bring, and who else sees it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.models import ApiToken, ImportBatch, Record, Visibility
from archive.services import accounts, importing
from tests.archive.games import ILLEGAL_MOVES, game

pytestmark = pytest.mark.django_db

RECORDS = "/api/v1/records"
Ask = Callable[..., Any]


def asking(token: str) -> Ask:
    """Ask with this token, as a program does that knows no cookie."""
    client = Client(enforce_csrf_checks=True)

    def ask(method: str, address: str, text: str = "", **headers: str) -> Any:
        kind = "application/json" if text.startswith("{") else "text/plain"
        sent = {"Authorization": f"Bearer {token}", **headers}
        return client.generic(method, address, text, content_type=kind, headers=sent)

    return ask


@pytest.fixture
def ilse_asks(ilse: User) -> Ask:
    return asking(accounts.make_token(user=ilse, name="bot"))


@pytest.fixture
def tomo_asks(db: None) -> Ask:
    return asking(accounts.make_token(user=User.objects.create_user("tomo"), name="bot"))


def brought(ask: Ask, text: str, visibility: str = "public") -> ImportBatch:
    """An import sent with a token, and done."""
    opened = ask("POST", f"{RECORDS}?visibility={visibility}", text)
    assert opened.status_code == 202, opened.content
    return importing.import_batch(batch=ImportBatch.objects.get(pk=opened.json()["id"]))


# Tokens


def test_a_visitor_brings_nothing_and_is_told_how(client: Client) -> None:
    response = client.post(RECORDS, game("Hazel"), content_type="text/plain")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert "Send a token" in response.json()["detail"]
    assert not ImportBatch.objects.exists()


@pytest.mark.parametrize("words", ["Bearer", "Bearer tile_nothing", "Bearer tile_a tile_b"])
def test_a_token_that_is_none_is_said_even_where_everybody_reads(
    client: Client, words: str
) -> None:
    response = client.get(RECORDS, headers={"Authorization": words})
    assert response.status_code == 401
    assert response.json()["type"].endswith("#problem-sign-in")


def test_a_token_ends_with_its_revocation_and_with_its_account(ilse: User, ilse_asks: Ask) -> None:
    assert ilse_asks("GET", RECORDS).status_code == 200
    User.objects.update(is_active=False)
    assert ilse_asks("GET", RECORDS).status_code == 401
    User.objects.update(is_active=True)
    accounts.revoke_token(user=ilse, token_id=ApiToken.objects.get().pk)
    assert ilse_asks("GET", RECORDS).status_code == 401


def test_a_session_brings_records_as_a_token_does(as_ilse: Client, ilse: User) -> None:
    opened = as_ilse.post(RECORDS, game("Hazel"), content_type="text/plain")
    assert ImportBatch.objects.get(pk=opened.json()["id"]).owner == ilse


# What somebody brought


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_who_sees_records_is_said_with_them(ilse: User, ilse_asks: Ask, visibility: str) -> None:
    brought(ilse_asks, game("Hazel"), visibility)
    record = Record.objects.get()
    assert (record.owner, record.visibility) == (ilse, visibility)
    response = ilse_asks("GET", f"{RECORDS}/{record.pk}")
    assert response.json()["visibility"] == visibility
    assert ("no-store" in response["Cache-Control"]) == (visibility == "private")


def test_nobody_brings_records_as_withdrawn(ilse_asks: Ask) -> None:
    assert ilse_asks("POST", f"{RECORDS}?visibility=withdrawn", game("Hazel")).status_code == 400


@pytest.mark.usefixtures("anonymous_uploads")
def test_without_an_account_records_are_public_and_nobody_s(client: Client) -> None:
    hidden = client.post(f"{RECORDS}?visibility=private", game("Hazel"), content_type="text/plain")
    assert hidden.status_code == 401
    opened = client.post(RECORDS, game("Hazel"), content_type="text/plain").json()
    batch = ImportBatch.objects.get()
    assert (batch.owner, batch.visibility) == (None, Visibility.PUBLIC)
    assert client.get(opened["url"]).status_code == 200


def test_an_import_is_there_for_its_owner_and_for_staff(
    client: Client, keeper: Client, ilse_asks: Ask, tomo_asks: Ask
) -> None:
    batch = brought(ilse_asks, game("Hazel") + game("Cedar", moves=ILLEGAL_MOVES))
    address = f"/api/v1/imports/{batch.pk}"
    for method, path in (("GET", ""), ("GET", "/items"), ("POST", "/cancel")):
        asked = f"{address}{path}"
        assert client.generic(method, asked).status_code == 404
        assert tomo_asks(method, asked).status_code == 404
        assert keeper.generic(method, asked).status_code == 200
        assert ilse_asks(method, asked).status_code == 200


def test_an_owner_cancels_an_import(ilse_asks: Ask) -> None:
    opened = ilse_asks("POST", RECORDS, game("Hazel")).json()
    assert ilse_asks("POST", f"{opened['url']}/cancel").json()["status"] == "cancelled"


def test_the_ledger_leads_an_owner_to_what_is_private(ilse_asks: Ask) -> None:
    batch = brought(ilse_asks, game("Hazel"), "private")
    items = ilse_asks("GET", f"/api/v1/imports/{batch.pk}/items").json()["results"]
    assert [item["record"] for item in items] == [Record.objects.get().pk]


# Changes


def test_an_owner_amends_shows_hides_and_withdraws(ilse_asks: Ask) -> None:
    brought(ilse_asks, game("Hazel"))
    record = Record.objects.get()
    address = f"{RECORDS}/{record.pk}"
    amended = ilse_asks("PUT", address, game("Cedar"))
    assert amended.json()["seats"][0]["name"] == "Cedar"
    for visibility in ("private", "unlisted", "public"):
        shown = ilse_asks("PATCH", address, f'{{"visibility": "{visibility}"}}')
        assert shown.json()["visibility"] == visibility
    assert ilse_asks("DELETE", address).status_code == 204
    record.refresh_from_db()
    assert (record.visibility, record.revision) == (Visibility.WITHDRAWN, 6)
    assert record.owner is not None


def test_what_is_withdrawn_only_staff_bring_back(keeper: Client, ilse_asks: Ask) -> None:
    brought(ilse_asks, game("Hazel"))
    address = f"{RECORDS}/{Record.objects.get().pk}"
    ilse_asks("DELETE", address)
    refused = ilse_asks("PATCH", address, '{"visibility": "public"}')
    assert refused.status_code == 403
    assert "Only staff" in refused.json()["detail"]
    assert ilse_asks("PATCH", address, '{"visibility": "withdrawn"}').status_code == 200
    assert ilse_asks("DELETE", address).status_code == 204
    shown = keeper.patch(address, {"visibility": "public"}, content_type="application/json")
    assert shown.json()["visibility"] == "public"


def test_what_is_another_s_is_not_changed(ilse_asks: Ask, tomo_asks: Ask) -> None:
    brought(ilse_asks, game("Hazel"))
    record = Record.objects.get()
    address = f"{RECORDS}/{record.pk}"
    changes = (("PUT", game("Cedar")), ("PATCH", '{"visibility": "private"}'), ("DELETE", ""))
    for method, text in changes:
        assert tomo_asks(method, address, text).status_code == 403
    ilse_asks("PATCH", address, '{"visibility": "private"}')
    for method, text in (("GET", ""), *changes):
        assert tomo_asks(method, address, text).status_code == 404
    record.refresh_from_db()
    assert (record.revision, record.visibility) == (2, Visibility.PRIVATE)


@pytest.mark.usefixtures("anonymous_uploads")
def test_an_owner_who_has_gone_owns_nothing(ilse: User, ilse_asks: Ask) -> None:
    brought(ilse_asks, game("Hazel"))
    address = f"{RECORDS}/{Record.objects.get().pk}"
    accounts.delete_account(user=ilse, withdraws=False)
    assert ilse_asks("DELETE", address).status_code == 401
    assert Client().delete(address).status_code == 401
    assert Record.objects.get().visibility == Visibility.PUBLIC
