"""What machines ask of a web process, and what the log says of a request and a job."""

import json
import logging
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from pytest_django import Settings

from archive.config.env import WrongSettingError, env_choice, env_networks, env_secret
from archive.config.logs import JsonLines, Where
from archive.rest.clients import client_address, login_address
from archive.views.tracing import request_id
from tests.services import free_port

PROXY = "10.0.0.2"


@pytest.fixture
def behind_proxy(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = env_networks("UNSET", "10.0.0.0/30")


def test_a_process_lives_under_every_name_without_a_database(client: Client) -> None:
    answer = client.get("/healthz", headers={"Host": "anything.example"})
    assert answer.status_code == 200
    assert answer.content == b"alive\n"
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


def test_health_is_answered_without_https_where_pages_ask_for_it(
    client: Client, settings: Settings, db: None
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/").status_code == 301
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200


def test_a_site_is_ready_when_database_broker_and_migrations_are(client: Client, db: None) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")


def test_a_lacking_migration_is_named(client: Client, db: None) -> None:
    last = max(
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == "archive"
    )
    MigrationRecorder(connection).record_unapplied("archive", last)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert f"1 migrations are not applied, archive {last} first" in answer.content.decode()


def test_migrations_of_the_next_release_do_no_harm(client: Client, db: None) -> None:
    MigrationRecorder(connection).record_applied("archive", "9999_of_the_next_release")
    assert client.get("/readyz").status_code == 200


def nobody() -> str:
    return f"redis://127.0.0.1:{free_port()}/0"


@pytest.fixture
def silence() -> Iterator[str]:
    """A broker that takes a connection and says nothing."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


def test_a_broker_that_is_down_is_said(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_write_url", nobody())
    answer = client.get("/readyz")
    assert answer.status_code == 200, "pages are served without it"
    assert answer.content.decode().splitlines() == [
        "ready",
        "The broker of the jobs does not answer: what is to be done waits.",
    ]


def test_a_broker_that_says_nothing_does_not_keep_the_answer(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, silence: str
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_write_url", silence)
    started = time.monotonic()
    assert b"does not answer" in client.get("/readyz").content
    assert time.monotonic() - started < 10


def test_the_log_holds_no_key_that_lets_anybody_in(
    client: Client, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tilebook.requests")
    keys = ("MQ:1abc:a-signed-key", "c3d4-5e6f7a8b9c")
    client.get(f"/account/confirm-email/{keys[0]}/")
    client.get(f"/account/password/reset/key/1-{keys[1]}/")
    assert [
        line.getMessage().split(" ")[:2] for line in caplog.records if line.name[:8] == "tilebook"
    ] == [
        ["GET", "/account/confirm-email/…/"],
        ["GET", "/account/password/reset/key/1-…/"],
    ]
    assert not [line for line in caplog.records for key in keys if key in str(line.__dict__)]


def test_every_answer_has_an_id_of_its_own(client: Client, db: None) -> None:
    ids = {client.get("/")["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
    assert all(re.fullmatch(r"[0-9a-f]{32}", one) for one in ids)


@pytest.mark.usefixtures("behind_proxy", "db")
@pytest.mark.parametrize(
    ("sender", "given"),
    [(PROXY, "abc 123"), (PROXY, "abc\n"), (PROXY, "x" * 65), ("192.0.2.7", "abc-123")],
)
def test_a_wild_or_a_strangers_id_is_not_taken(client: Client, sender: str, given: str) -> None:
    answer = client.get("/", REMOTE_ADDR=sender, HTTP_X_REQUEST_ID=given)
    assert re.fullmatch(r"[0-9a-f]{32}", answer["X-Request-ID"])


@pytest.mark.usefixtures("behind_proxy", "db")
def test_an_id_is_taken_from_a_trusted_proxy(client: Client) -> None:
    answer = client.get("/", REMOTE_ADDR=PROXY, HTTP_X_REQUEST_ID="abc-123")
    assert answer["X-Request-ID"] == "abc-123"


@pytest.mark.usefixtures("behind_proxy")
@pytest.mark.parametrize(
    ("sender", "forwarded", "address"),
    [
        ("192.0.2.7", "", "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        (PROXY, "198.51.100.1", "198.51.100.1"),
        (PROXY, "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        (PROXY, "203.0.113.9, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (PROXY, "nonsense", PROXY),
        ("::ffff:192.0.2.7", "", "192.0.2.7"),
        ("", "198.51.100.1", "None"),
    ],
)
def test_an_address_is_the_nearest_that_is_no_trusted_proxy(
    sender: str, forwarded: str, address: str
) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=sender, HTTP_X_FORWARDED_FOR=forwarded)
    assert str(client_address(request)) == address


def test_all_addresses_of_one_ipv6_line_are_one_visitor() -> None:
    addresses = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9")
    seen = {login_address(RequestFactory().get("/", REMOTE_ADDR=one)) for one in addresses}
    assert seen == {"2001:db8:1:2::"}


def line(record: logging.LogRecord) -> dict[str, object]:
    assert Where().filter(record)
    told: dict[str, object] = json.loads(JsonLines().format(record))
    return told


def said(message: str, **more: object) -> logging.LogRecord:
    return logging.makeLogRecord({"name": "archive", "levelname": "INFO", "msg": message, **more})


def test_a_line_of_the_log_names_its_request() -> None:
    token = request_id.set("abc-123")
    try:
        told = line(said("Stored.", fields={"status": 200}))
    finally:
        request_id.reset(token)
    assert told["message"] == "Stored."
    assert told["request_id"] == "abc-123"
    assert told["status"] == 200
    assert "job" not in told


def test_an_error_keeps_its_traceback_in_one_line() -> None:
    with pytest.raises(WrongSettingError) as odd:
        raise WrongSettingError("X", "is odd.")
    told = line(said("Failed.", exc_info=(odd.type, odd.value, odd.tb)))
    assert "Environment variable X: is odd." in str(told["exception"])


def test_wrong_settings_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(WrongSettingError, match="LOG_FORMAT: 'xml' is none of plain, json"):
        env_choice("LOG_FORMAT", "plain", among=("plain", "json"))
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.1/8")
    with pytest.raises(
        WrongSettingError, match=r"TRUSTED_PROXIES: 10\.0\.0\.1/8 has host bits set"
    ):
        env_networks("TRUSTED_PROXIES", "")


def test_a_secret_is_made_once_and_kept_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "var" / "secret-key"
    made = env_secret("SECRET_KEY", file)
    assert env_secret("SECRET_KEY", file) == made
    assert not [path for path in (file, file.parent) if path.stat().st_mode & 0o077]
