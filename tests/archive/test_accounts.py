"""Accounts: made, confirmed, entered, left; and that nobody is asked who only reads."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from archive import tasks
from archive.config import settings as shipped
from archive.models import ImportBatch, Record, Visibility
from archive.services import demo, records
from tests.archive.games import game

Import = Callable[[str], ImportBatch]

pytestmark = pytest.mark.django_db

PASSPHRASE = "amber heron 47 gates"  # noqa: S105 (of nobody)
PAGES = ("login/", "signup/", "password/reset/", "password/reset/done/", "confirm-email/")
OWN_PAGES = (
    *("/my/uploads", "/my/games", "/my/tokens", "/my/account", "/my/account.json"),
    *("/my/records.tgr", "/my/records.ndjson", "/my/account/delete"),
    *("/account/email/", "/account/password/change/"),
)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Attempts of one test are not those of another."""
    cache.clear()


def link_in(message: object) -> str:
    found = re.search(r"http://testserver(/\S+)", str(message))
    assert found, message
    return found[1]


def log_in(client: Client, name: str, secret: str) -> bool:
    client.post("/account/login/", {"login": name, "password": secret})
    return "_auth_user_id" in client.session


def test_an_account_is_entered_when_its_address_is_confirmed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    made = client.post("/account/signup/", {"email": "fern@example.org", "password1": PASSPHRASE})
    assert made.status_code == 302
    assert not log_in(client, "fern@example.org", PASSPHRASE)
    link = link_in(mail.outbox[0].body)
    assert "Yes, it is mine" in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert "_auth_user_id" in client.session
    assert link not in caplog.text
    other = Client()
    assert log_in(other, "fern@example.org", PASSPHRASE)
    other.post("/account/logout/")
    assert "_auth_user_id" not in other.session


def test_an_address_that_is_known_is_not_given_away(client: Client, ilse: User) -> None:
    fields = {"email": ilse.email, "password1": PASSPHRASE}
    assert client.post("/account/signup/", fields)["Location"] == "/account/confirm-email/"
    assert User.objects.count() == 1
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    known = client.post("/account/password/reset/", {"email": ilse.email})
    assert unknown["Location"] == known["Location"]


def test_a_forgotten_password_is_chosen_anew(client: Client, ilse: User) -> None:
    client.post("/account/password/reset/", {"email": ilse.email})
    form = client.get(link_in(mail.outbox[0].body), follow=True)
    action = form.redirect_chain[-1][0]
    client.post(action, {"password1": PASSPHRASE, "password2": PASSPHRASE})
    ilse.refresh_from_db()
    assert ilse.check_password(PASSPHRASE)


def test_a_password_is_changed_by_who_knows_it(as_ilse: Client, ilse: User) -> None:
    wrong = {"oldpassword": "not this", "password1": PASSPHRASE, "password2": PASSPHRASE}
    assert as_ilse.post("/account/password/change/", wrong).status_code == 200
    as_ilse.post("/account/password/change/", wrong | {"oldpassword": "a long enough secret"})
    ilse.refresh_from_db()
    assert ilse.check_password(PASSPHRASE)


def test_guessing_passwords_ends_soon(client: Client, ilse: User) -> None:
    for _ in range(12):
        log_in(client, ilse.email, "a guess")
    assert not log_in(client, ilse.email, "a long enough secret")
    cache.clear()
    answers = [client.post("/account/login/", {"login": "x", "password": "y"}) for _ in range(35)]
    assert answers[-1].status_code == 429
    assert "Too many attempts" in answers[-1].content.decode()


def test_passwords_are_kept_by_argon2() -> None:
    with override_settings(PASSWORD_HASHERS=shipped.PASSWORD_HASHERS):
        assert (
            get_hasher().encode(PASSPHRASE, "a salt of some length").startswith("argon2$argon2id")
        )


@pytest.mark.parametrize("page", PAGES)
def test_the_doors_keep_the_policy_of_the_site(client: Client, page: str) -> None:
    answer = client.get(f"/account/{page}")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "Skip to the content" in text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


@pytest.mark.parametrize("page", OWN_PAGES)
def test_pages_of_an_account_are_for_its_owner(as_ilse: Client, client: Client, page: str) -> None:
    asked = client.get(page)
    assert asked.status_code == 302
    assert asked["Location"].startswith("/account/login/")
    answer = as_ilse.get(page)
    assert answer.status_code in {200, 302}
    if answer.status_code == 200:
        text = answer.getvalue().decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)
        assert "private" in answer["Cache-Control"]


# Who only reads


@pytest.mark.parametrize(
    "address", ["/", "/records/", "/records/{pk}", "/records/{pk}.tgr", "/api/records/{pk}/plies"]
)
def test_of_who_only_reads_no_session_is_looked_for(
    client: Client, import_text: Import, address: str
) -> None:
    import_text(game("Hazel"))
    pk = Record.objects.get().pk
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address.format(pk=pk))
    assert answer.status_code == 200
    assert not [
        query for query in asked if "session" in query["sql"] or "auth_user" in query["sql"]
    ]
    assert not answer.wsgi_request.session.accessed
    assert not answer.cookies
    is_page = answer["Content-Type"].startswith("text/html")
    assert ("Cookie" in answer.get("Vary", "")) == is_page
    assert "private" not in answer.get("Cache-Control", "")


def test_pages_of_who_has_logged_in_are_kept_by_no_shared_cache(
    as_ilse: Client, import_text: Import
) -> None:
    import_text(game("Hazel"))
    answer = as_ilse.get("/records/")
    assert "private" in answer["Cache-Control"]
    assert "Cookie" in answer["Vary"]
    assert "/my/uploads" in answer.content.decode()


def test_sessions_that_have_run_out_are_taken_away(as_ilse: Client) -> None:
    Session.objects.create(session_key="old", expire_date=timezone.now() - timedelta(minutes=1))
    tasks.tidy()
    assert [kept.session_key for kept in Session.objects.all()] == [as_ilse.session.session_key]


# Uploading


def test_uploading_needs_an_account(client: Client, as_ilse: Client, ilse: User) -> None:
    page = client.get("/import/").content.decode()
    assert "Make an account" in page
    assert "<textarea" not in page
    refused = client.post("/import/", {"text": game("Hazel")})
    assert refused["Location"].startswith("/account/login/")
    assert not ImportBatch.objects.exists()
    assert as_ilse.post("/import/", {"text": game("Hazel")}).status_code == 302
    assert ImportBatch.objects.get().owner == ilse


def test_a_site_may_let_anybody_upload(client: Client, anonymous_uploads: None) -> None:
    sent = client.post("/import/", {"text": game("Hazel"), "seen_by": "private"})
    assert sent.status_code == 302
    batch = ImportBatch.objects.get()
    assert (batch.owner, batch.visibility) == (None, Visibility.PUBLIC)
    assert client.get(sent["Location"]).status_code == 200


def test_mending_needs_an_account_too(
    client: Client, as_ilse: Client, ilse: User, import_text: Import
) -> None:
    batch = import_text("0H.R,W,K,B 0G.R,W,K,B 1G.nonsense")
    address = f"/imports/{batch.pk}/items/1/"
    assert client.post(address, {"text": game("Hazel")})["Location"].startswith("/account/login/")
    assert as_ilse.post(address, {"text": game("Hazel")}).status_code == 302
    assert ImportBatch.objects.get(mends__isnull=False).owner == ilse


# The demo account


def test_the_demo_password_is_made_once_and_told_while_it_is_good(
    client: Client, tmp_path: Path
) -> None:
    kept = tmp_path / "demo-password"
    password = demo.demo_password(kept)
    assert demo.demo_password(kept) == password
    assert kept.stat().st_mode & 0o077 == 0
    assert log_in(client, demo.EMAIL, password)
    user = User.objects.get(email=demo.EMAIL)
    user.set_password("another")
    user.save()
    assert demo.demo_password(kept) == ""
    other = tmp_path / "other"
    assert demo.demo_password(other) == ""
    assert not other.exists()
    assert demo.demo_password(tmp_path / "other") != password


def test_what_is_hidden_is_asked_of_the_session(as_ilse: Client, import_text: Import) -> None:
    import_text(game("Hazel"))
    record = Record.objects.get()
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.PRIVATE)
    assert as_ilse.get(f"/records/{record.pk}").status_code == 404
    assert site_settings.SESSION_COOKIE_NAME in as_ilse.cookies
