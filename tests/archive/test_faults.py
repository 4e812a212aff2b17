"""Faults of what a site on PostgreSQL and Redis stands on, each a real one: no upload is lost, people are
told clearly, and the site comes back by itself. `docs/faults.md` has them in words.

One web server and one worker live through all of them; nobody starts them again.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import redis

from tests import services
from tests.archive.faulty import AT_STATISTICS, BUGS
from tests.archive.games import game
from tests.archive.test_entry import TOKEN, wait_until
from tests.archive.towns import (
    OUT_OF_REACH,
    Part,
    Town,
    batch_of,
    check_not_kept_waiting,
    check_problem,
    check_told,
    new_games,
    running,
)

# One group with the tests of entry commands: both gather static files into one folder.
pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.xdist_group("entry")]


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """A site on PostgreSQL and Redis, with some games in it."""
    port = services.free_port()
    with ExitStack() as stack:
        cluster = stack.enter_context(services.cluster())
        database, broker = Part(cluster.running), Part(lambda: services.own_redis(port))
        stack.callback(database.stop)
        stack.callback(broker.stop)
        own = {
            "IMPORT_LEASE_SECONDS": "1",
            "INDEX_SWEEP_SECONDS": "1",
            "FOLD_WAIT_SECONDS": "0",
            "WORKER_PROCESS_BYTES": str(1 << 30),
        }
        folder = tmp_path_factory.mktemp("town")
        places = {"database": f"{database.url}/postgres", "broker": broker.url}
        made = stack.enter_context(running(folder, **places, **own))
        made.database, made.broker = database, broker
        made.site.wait_final(batch_of(made.send(new_games(3))))
        yield made


# The database is down


def test_without_its_database_the_site_says_so_and_goes_on_when_it_is_back(town: Town) -> None:
    assert town.database
    games = new_games(400)
    begun = batch_of(town.send(games))
    town.site.wait_settled(begun, 50)
    town.database.stop()
    for path in ("/", "/records/", "/records/1", "/explore/skud-pai-sho/", "/players/1"):
        check_told(town.ask("GET", path), OUT_OF_REACH)
    for path in ("/api/v1/records", "/api/v1/records/1", f"/api/v1/imports/{begun}"):
        check_problem(town.ask("GET", path))
    refused = town.paste("Words of <mine>")
    check_told(refused, "nothing of it was stored")
    assert "Words of &lt;mine&gt;" in refused.text
    check_told(town.ask("POST", "/import/", Cookie="sessionid=somebody"), "Reload this page")
    check_problem(town.send(game("Ilse")))
    assert town.ask("GET", "/healthz").status == 200
    assert town.ask("GET", "/readyz").text == "The database does not answer.\n"
    numbers = town.ask("GET", "/metrics", Authorization=f"Bearer {TOKEN}")
    assert 'status="503"' in numbers.text
    town.database.start()
    wait_until(town.is_well)
    last = town.site.wait_final(begun)
    assert (last["received"], last["stored"]) == (400, 400)
    assert town.site.wait_final(batch_of(town.send(games)))["duplicate"] == 400


# Redis is down


def test_without_redis_pages_are_served_and_uploads_wait_for_it(town: Town) -> None:
    assert town.broker
    town.broker.stop()
    for path in ("/", "/records/", "/records/1", "/stats/skud-pai-sho/", "/api/v1/records"):
        answer = town.ask("GET", path)
        assert answer.status == 200, path
        assert answer.seconds < 5
    waiting = [batch_of(town.paste(new_games(5))), batch_of(town.send(new_games(5)))]
    assert town.site.ask("progress", waiting[0])["status"] == "waiting"
    ready = town.ask("GET", "/readyz")
    assert (ready.status, ready.text[:6]) == (200, "ready\n")
    assert "The broker of the jobs does not answer" in ready.text
    town.broker.start()  # with nothing of what it held
    for batch_id in waiting:
        assert town.site.wait_final(batch_id)["stored"] == 5


def test_rates_are_counted_while_redis_is_away(town: Town) -> None:
    """By the process itself: the door is neither shut nor wide open."""
    assert town.broker
    town.broker.stop()
    limit = int(town.site.environment.get("API_RATE_ANONYMOUS", "120/min").partition("/")[0])
    statuses = [town.ask("GET", "/api/v1/games").status for _ in range(limit + 1)]
    town.broker.start()
    assert set(statuses) == {200, 429}
    wait_until(lambda: town.ask("GET", "/api/v1/games").status == 200)


# A record that breaks the engine; a worker that runs out of memory


def test_records_that_break_the_engine_are_rejected_with_a_note_and_no_other_is(town: Town) -> None:
    worker = town.worker.pid
    sound = [game(f"Sound {number}", "of a poisoned import") for number in range(4)]
    bad = [game("Poison", Site=bug) for bug in BUGS]
    texts = [text for pair in zip(sound, bad, strict=True) for text in pair]
    batch_id = batch_of(town.send("".join(texts)))
    last = town.site.wait_final(batch_id)
    assert (last["received"], last["stored"], last["rejected"]) == (8, 4, 4)
    notes = town.site.ask("bug_notes")
    assert "ZeroDivisionError: a bug of the engine" in notes["fails"]
    assert "TooLong: It was stopped after 0.5 seconds." in notes["loops"]
    assert "5 workers took it" in notes["kills"]
    assert "5 workers took it" in notes["eats memory"]
    assert town.worker.poll() is None, worker
    for path in (
        f"/imports/{batch_id}/",
        *(f"/imports/{batch_id}/items/{n}/" for n in (2, 4, 6, 8)),
    ):
        page = town.ask("GET", path)  # and no page does again what a worker has died of
        assert (page.status, page.seconds < 5) == (200, True)
        assert "The fault is the site’s" in page.text or "The fault is the site&#x27;s" in page.text


def test_a_stored_record_that_ends_workers_of_the_index_is_left_out_of_it(town: Town) -> None:
    batch_id = batch_of(town.send(game("Poison", Site=AT_STATISTICS) + new_games(3)))
    assert town.site.wait_final(batch_id)["stored"] == 4
    wait_until(lambda: AT_STATISTICS in town.site.ask("faults"))
    assert "ended its worker" in town.site.ask("faults")[AT_STATISTICS]
    state = town.site.wait_indexed(lambda now: now["lacking"] == 0)
    assert state["entries"] > 0
    assert town.worker.poll() is None


# 10,000 jobs are queued


def test_an_upload_does_not_wait_for_ten_thousand_jobs_in_redis(town: Town) -> None:
    assert town.broker
    check_not_kept_waiting(town)
    redis.Redis.from_url(town.broker.url).delete("index")
