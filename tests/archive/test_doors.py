"""What strangers try at the doors: addresses of elsewhere, other hosts, kept sessions, kept answers."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from archive.models import Record, Visibility
from archive.services import batches, importing, records
from tests.archive.games import game, upload

pytestmark = pytest.mark.django_db

SECRET = "a long enough secret"  # noqa: S105 (of a test)
ELSEWHERE = (
    *("https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example"),
    *("\\\\evil.example", "https:evil.example", "javascript:alert(1)", " //evil.example"),
)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Attempts of one test are not those of another."""
    cache.clear()


@pytest.fixture(autouse=True)
def confirmed(ilse: User) -> None:
    EmailAddress.objects.create(user=ilse, email=ilse.email, verified=True, primary=True)


@pytest.mark.parametrize("to", ELSEWHERE)
def test_no_door_leads_to_another_site(ilse: User, to: str) -> None:
    ilse.is_staff = True
    ilse.save()
    tried = {
        "/account/login/": {"login": "ilse@example.org", "password": SECRET},
        "/admin/login/": {"username": "ilse", "password": SECRET},
        "/account/logout/": {},
    }
    client = Client()
    for door, fields in tried.items():
        answer = client.post(f"{door}?next=/", fields | {"next": to})
        assert (answer.status_code, "confirm" in answer["Location"]) == (302, False), door
        assert "evil" not in answer["Location"]
        assert "javascript" not in answer["Location"]


@pytest.mark.parametrize("path", ["//evil.example/records", "//evil.example/%2e%2e/my/uploads"])
def test_an_address_that_begins_like_another_site_stays_here(client: Client, path: str) -> None:
    answer = client.get(path, {"game": ""})
    assert answer.status_code == 404 or not answer["Location"].startswith("//")


def test_another_host_gets_nothing_and_no_mail(client: Client, ilse: User) -> None:
    asked = {"email": ilse.email}
    for headers in ({"host": "evil.example"}, {"host": "testserver:80@evil.example"}):
        answer = client.post("/account/password/reset/", asked, headers=headers)
        assert answer.status_code == 400
    client.post("/account/password/reset/", asked, headers={"x-forwarded-host": "evil.example"})
    assert "http://testserver/" in str(mail.outbox[0].body)
    assert len(mail.outbox) == 1


def test_a_session_that_was_planted_is_nobodys_after_logging_in(client: Client, ilse: User) -> None:
    client.cookies["sessionid"] = "x" * 32
    client.post("/account/login/", {"login": ilse.email, "password": SECRET})
    entered = client.cookies["sessionid"].value
    assert entered != "x" * 32
    other = Client()
    for key, status in (("x" * 32, 302), (entered, 200)):
        other.cookies["sessionid"] = key
        assert other.get("/my/account").status_code == status
    client.post("/account/logout/")
    assert other.get("/my/account").status_code == 302


def test_what_one_has_kept_of_a_hidden_record_opens_it_to_nobody_else(
    ilse: User, as_ilse: Client, client: Client
) -> None:
    sent = batches.open_batch(uploads=[upload("mine.tgr", game("Hazel"))], owner_id=ilse.pk)
    importing.import_batch(batch=sent)
    record = Record.objects.get()
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.PRIVATE)
    for address in (
        *("records/{}", "records/{}.tgr", "records/{}/original", "records/{}/positions/1.svg"),
        *("records/{}/edit", "explore/records/{}?ply=1", "explore/records/{}/panel?ply=1"),
        *("api/records/{}/plies", "api/v1/records/{}"),
    ):
        path = f"/{address.format(record.pk)}"
        mine = as_ilse.get(path)
        assert mine.status_code in {200, 302}, path
        assert {"private", "no-store"} <= set(mine["Cache-Control"].split(", ")), path
        kept = {"if-none-match": mine.get("ETag", "*")}
        theirs = client.get(path, headers=kept)
        assert theirs.status_code == (302 if path.endswith("/edit") else 404), path
        assert "ETag" not in theirs
