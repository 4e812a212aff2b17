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
    timed,
)

pytestmark = [pytest.mark.services, pytest.mark.slow(20)]

RATE = 120
"""Requests that one address may send to the API in a minute."""


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
    with timed("The database is back: until pages are served"):
        wait_until(town.is_well)
    with timed("and until the import that it interrupted has ended"):
        last = town.site.wait_final(begun)
    assert (last["received"], last["stored"]) == (400, 400)
    assert town.site.wait_final(batch_of(town.send(games)))["duplicate"] == 400


# Redis is down


def test_without_redis_pages_are_served_and_uploads_wait_for_it(town: Town) -> None:
    """Rates are counted by the process itself: the door is neither shut nor wide open."""
    assert town.broker
    town.broker.stop()
    for path in ("/", "/records/", "/records/1", "/stats/skud-pai-sho/", "/api/v1/records"):
        answer = town.ask("GET", path)
        assert answer.status == 200, path
        assert answer.seconds < 5
    taken = [town.paste(new_games(5)), town.send(new_games(5))]
    assert all(answer.seconds < 2 for answer in taken)
    waiting = [*map(batch_of, taken)]
    assert town.site.ask("progress", waiting[0])["status"] == "waiting"
    ready = town.ask("GET", "/readyz")
    assert (ready.status, ready.text[:6]) == (200, "ready\n")
    assert "The broker of the jobs does not answer" in ready.text
    assert {town.ask("GET", "/api/v1/games").status for _ in range(RATE + 1)} == {200, 429}
    town.broker.start()  # with nothing of what it held
    with timed("Redis is back: until what waited is imported"):
        for batch_id in waiting:
            assert town.site.wait_final(batch_id)["stored"] == 5
    wait_until(lambda: town.ask("GET", "/api/v1/games").status == 200)


# A record that breaks the engine; a worker that runs out of memory


@pytest.fixture(scope="module")
def poisoned(town: Town) -> str:
    """An import, at its end, of sound games between those that the engine fails at."""
    texts = [game(f"Who {bug}", Site=bug) + new_games(1) for bug in (*BUGS, AT_STATISTICS)]
    batch_id = batch_of(town.send("".join(texts)))
    with timed("An import with records that break the engine: until its end"):
        town.site.wait_final(batch_id)
    return batch_id


def test_records_that_break_the_engine_are_rejected_with_a_note_and_no_other_is(
    town: Town, poisoned: str
) -> None:
    last = town.site.ask("progress", poisoned)
    assert (last["received"], last["stored"], last["rejected"]) == (10, 7, 3)
    notes = town.site.ask("bug_notes")
    assert "ZeroDivisionError: a bug of the engine" in notes["fails"]
    assert "TooLong: It was stopped after 0.5 seconds." in notes["loops"]
    assert "5 workers took it" in notes["kills"]
    assert set(notes) == {"fails", "loops", "kills"}
    for page in ("", *(f"items/{number}/" for number in (1, 3, 5))):
        answer = town.ask("GET", f"/imports/{poisoned}/{page}")
        # No page does again what a worker has died of.
        assert (answer.status, answer.seconds < 5) == (200, True)
        assert "The fault is the site" in answer.text


@pytest.mark.usefixtures("poisoned")
def test_a_worker_that_runs_out_of_memory_loses_one_process_and_no_record(town: Town) -> None:
    """The record at which it happened was tried again, and is among those that are stored."""
    log = (town.site.folder / "worker-0.log").read_text()
    assert "No memory is left for archive.imports.settle: its process ends." in log
    assert town.worker.poll() is None


@pytest.mark.usefixtures("poisoned")
def test_a_stored_record_that_ends_workers_of_the_index_is_left_out_of_it(town: Town) -> None:
    with timed("and until the one that breaks the index is left out of it"):
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
