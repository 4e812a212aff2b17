"""The numbers that Prometheus reads: who may see them, and what they count."""

from collections.abc import Callable

import pytest
from celery import current_app
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from analysis.services import runs
from archive.config.env import env_networks
from archive.tasks import resume
from tests.archive.games import ILLEGAL_MOVES, game
from tests.services import free_port

pytestmark = pytest.mark.django_db

TOKEN = "a token for the tests"  # noqa: S105 (of a test)
Importer = Callable[..., object]
Numbers = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def numbers(client: Client, settings: Settings) -> Callable[[], Numbers]:
    settings.METRICS_TOKEN = TOKEN

    def read() -> Numbers:
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(answer.content.decode())
            for sample in family.samples
        }

    return read


def key(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return name, frozenset(labels.items())


def test_without_a_setting_the_numbers_do_not_exist(client: Client) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert answer.status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", TOKEN, f"Basic {TOKEN}"])
def test_a_wrong_token_sees_a_page_that_is_not_there(
    client: Client, settings: Settings, given: str
) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers={"Authorization": given}).status_code == 404


@pytest.mark.parametrize(
    ("sender", "forwarded", "status"),
    [
        ("10.1.2.3", "", 200),
        ("192.0.2.7", "", 404),
        ("192.0.2.7", "10.1.2.3", 404),
        ("10.9.9.9", "192.0.2.7", 404),
        ("10.9.9.9", "10.1.2.3", 200),
    ],
)
def test_an_inside_address_sees_the_numbers_and_nobody_through_the_proxy(
    client: Client, settings: Settings, sender: str, forwarded: str, status: int
) -> None:
    settings.METRICS_NETWORKS = env_networks("UNSET", "10.0.0.0/8")
    settings.TRUSTED_PROXIES = env_networks("UNSET", "10.9.9.9")
    answer = client.get("/metrics", REMOTE_ADDR=sender, HTTP_X_FORWARDED_FOR=forwarded)
    assert answer.status_code == status


def test_requests_are_counted_by_page_and_not_by_address(
    client: Client, numbers: Callable[[], Numbers]
) -> None:
    there = key("tilebook_request_seconds_count", method="GET", page="archive:record", status="404")
    nowhere = key("tilebook_request_seconds_count", method="GET", page="none", status="404")
    before = numbers()
    for number in range(3):
        client.get(f"/records/{900_000 + number}")
        client.get(f"/nowhere/{number}")
    after = numbers()
    assert after[there] - before.get(there, 0) == 3
    assert after[nowhere] - before.get(nowhere, 0) == 3
    assert not [name for name in after if "900000" in str(name)]


def test_records_and_imports_are_counted(
    import_text: Importer, numbers: Callable[[], Numbers]
) -> None:
    import_text(game("Ilse", "Tomo") + game("Tomo", "Renske") + game("A", "B", moves=ILLEGAL_MOVES))
    now = numbers()
    assert now[key("tilebook_records", game="skud-pai-sho", visibility="public")] == 2
    assert now[key("tilebook_imports_open")] == 0
    assert now[key("tilebook_broker_up")] == 1
    queues = {dict(labels)["queue"] for name, labels in now if name == "tilebook_queue_messages"}
    assert queues == {"imports", "small", "index"}


def test_runs_of_jobs_are_seen_with_their_failures(numbers: Callable[[], Numbers]) -> None:
    with runs.noted("sweep"):
        pass
    with pytest.raises(OSError, match="full"), runs.noted("sweep"):
        raise OSError("full")
    now = numbers()
    assert now[key("tilebook_runs_failed", job="sweep")] == 1
    assert now[key("tilebook_run_age_seconds", job="sweep")] >= 0
    assert now[key("tilebook_index_waiting")] == 0
    assert now[key("tilebook_index_faults")] == 0


def test_a_broker_that_is_down_is_a_number_and_no_error(
    numbers: Callable[[], Numbers], monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(current_app.conf, "broker_read_url", nowhere)
    now = numbers()
    assert now[key("tilebook_broker_up")] == 0
    assert not [name for name, _ in now if name == "tilebook_queue_messages"]


def test_a_job_is_counted_with_its_end(numbers: Callable[[], Numbers]) -> None:
    ended = key("tilebook_jobs_total", job="archive.imports.resume", state="SUCCESS")
    timed = key("tilebook_job_seconds_count", job="archive.imports.resume")
    before = numbers()
    resume.apply()
    after = numbers()
    assert after[ended] - before.get(ended, 0) == 1
    assert after[timed] - before.get(timed, 0) == 1
