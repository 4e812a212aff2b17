"""The index by real workers, which are doubled and killed. Whatever happens, it is the one that one
process makes straight."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis

from tests import services
from tests.analysis.desk import mixed_text
from tests.archive.games import game
from tests.archive.sites import Site

pytestmark = [pytest.mark.services, pytest.mark.slow(30)]

QUICK = {
    "INDEX_RECORDS": "5",
    "FOLD_RECORDS": "10",
    "STAT_VISITS": "3",
    "FOLD_WAIT_SECONDS": "0",
    "FOLD_LATE_SECONDS": "2",
    "PLAN_GAMES": "10",
    "LONG_JOB_LATE_SECONDS": "2",
    "RETIRED_SECONDS": "0",
    "INDEX_SWEEP_SECONDS": "1",
}
AMENDED = game("Amended")
MakeSite = Callable[[str, str], Site]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "games.tgr"
    path.write_text(mixed_text(each=9, more=60))
    return str(path)


@pytest.fixture(scope="module")
def straight(games: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one process makes of the games, before and after some of them change."""
    folder = tmp_path_factory.mktemp("straight")
    site = Site(folder, database_url="", redis_url="", environment=QUICK)
    try:
        site.ask("import_straight", games)
        site.ask("index_straight")
        made = {"imported": site.ask("index_picture")}
        site.ask("change", AMENDED)
        site.ask("index_straight")
        made["changed"] = site.ask("index_picture")
    finally:
        site.close()
    assert sum(kept["games"] for kept in made["imported"].values()) > 80
    assert sum(len(kept["sums"]) for kept in made["imported"].values()) > 12
    return made


@pytest.fixture
def make_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeSite]:
    """Makes a site with the database and the broker of these names."""
    with ExitStack() as stack:

        def make(database: str, broker: str) -> Site:
            database_url = redis_url = ""
            if database == "postgresql":
                server: str = request.getfixturevalue("postgresql_url")
                database_url = stack.enter_context(services.fresh_database(server))
            if broker == "redis":
                redis_url = request.getfixturevalue("redis_url")
                redis.Redis.from_url(redis_url).flushdb()
            site = Site(
                tmp_path,
                database_url=database_url,
                redis_url=redis_url,
                queues="imports,small,index",
                environment=QUICK,
            )
            stack.callback(site.close)
            return site

        yield make


BOTH = pytest.mark.parametrize(
    ("database", "broker"), [("sqlite", "folder"), ("postgresql", "redis")]
)


def is_whole(state: dict[str, Any]) -> bool:
    return bool(
        state["entries"] > 0
        and state["counted"] == state["entries"]
        and state["lacking"] == state["building"] == state["older"] == 0
    )


@BOTH
def test_two_workers_make_the_index_of_one_while_records_come_and_change(
    make_site: MakeSite, database: str, broker: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database, broker)
    site.start_worker()
    site.start_worker()
    site.wait_final(site.ask("open_batch", games))
    site.wait_indexed(lambda now: is_whole(now) and now["planned"] > 0)
    assert site.ask("index_picture") == straight["imported"]
    site.ask("change", AMENDED)
    site.wait_indexed(is_whole)
    assert site.ask("index_picture") == straight["changed"]


@BOTH
def test_killing_workers_that_index_and_count_changes_nothing_in_the_end(
    make_site: MakeSite, database: str, broker: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database, broker)
    site.ask("import_straight", games)
    waiting = site.ask("queue_lengths")
    assert waiting["index"] > 10
    assert waiting["imports"] == 0
    worker = site.start_worker()
    indexing = site.wait_indexed(lambda now: now["entries"] > 20)
    site.kill(worker)
    worker = site.start_worker()
    counting = site.wait_indexed(lambda now: now["counted"] > indexing["counted"] + 20)
    site.kill(worker)
    assert indexing["lacking"] > 0
    assert not is_whole(counting)
    site.start_worker()
    site.start_worker()
    site.wait_indexed(is_whole)
    assert site.ask("index_picture") == straight["imported"]


@BOTH
def test_a_new_edition_is_indexed_by_workers_that_are_killed(
    make_site: MakeSite, database: str, broker: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database, broker)
    site.ask("import_straight", games)
    site.ask("index_straight")
    site.ask("make_older", "skud-pai-sho")
    assert site.ask("index_picture") != straight["imported"]
    worker = site.start_worker()
    site.wait_indexed(lambda now: now["building"] > 0)
    site.kill(worker)
    site.start_worker()
    site.start_worker()
    site.wait_indexed(is_whole)
    assert site.ask("index_picture") == straight["imported"]


@BOTH
def test_many_things_at_once_end_with_what_a_plain_count_makes(
    make_site: MakeSite, tmp_path: Path, database: str, broker: str
) -> None:
    site = make_site(database, broker)
    path = tmp_path / "few.tgr"
    path.write_text(mixed_text(each=4, more=30))
    site.ask("import_straight", str(path))
    assert site.ask("stir", 7) == []
    assert site.ask("index_picture") == site.ask("recount")
