"""Imports by real workers, which are killed, doubled, cancelled and robbed of their messages.

Whatever happens, the archive is the one that a straight import makes.
"""

import socket
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis

from tests import services
from tests.archive.games import game, mixed_games
from tests.archive.sites import Site

pytestmark = [pytest.mark.services, pytest.mark.slow(30)]

RECORDS = 2_000
MakeSite = Callable[..., Site]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "games.tgr"
    path.write_text(mixed_games(RECORDS))
    return str(path)


@pytest.fixture(scope="module")
def straight(games: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The archive that one process makes of the games, one after the other."""
    site = Site(tmp_path_factory.mktemp("straight"), database_url="", redis_url="")
    try:
        site.ask("import_straight", games)
        made: dict[str, Any] = site.ask("picture")
    finally:
        site.close()
    assert len(made["ledger"]) == RECORDS
    return made


@pytest.fixture
def make_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeSite]:
    """Makes a site with the database and the broker of these names."""
    with ExitStack() as stack:

        def make(database: str = "sqlite", broker: str = "folder") -> Site:
            database_url = redis_url = ""
            if database == "postgresql":
                server: str = request.getfixturevalue("postgresql_url")
                database_url = stack.enter_context(services.fresh_database(server))
            if broker == "redis":
                redis_url = request.getfixturevalue("redis_url")
                redis.Redis.from_url(redis_url).flushdb()
            site = Site(tmp_path, database_url=database_url, redis_url=redis_url)
            stack.callback(site.close)
            return site

        yield make


@pytest.fixture(params=["folder", "redis"])
def broker(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    make_site: MakeSite, database: str, broker: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database, broker)
    batch_id = site.ask("open_batch", games)
    worker = site.start_worker()
    while_reading = site.wait_until(batch_id, lambda now: now["received"] > 0)
    site.kill(worker)
    worker = site.start_worker()
    midway = site.wait_settled(batch_id, RECORDS // 3)
    site.kill(worker)
    assert not while_reading["is_final"]
    assert not midway["is_final"]
    site.start_worker()
    site.wait_final(batch_id)
    assert site.ask("picture") == straight


def test_two_workers_leave_the_archive_of_one(
    make_site: MakeSite, database: str, broker: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database, broker)
    site.start_worker()
    site.start_worker()
    batch_id = site.ask("open_batch", games)
    site.wait_final(batch_id)
    assert site.ask("picture") == straight


def test_messages_delivered_again_change_nothing(
    make_site: MakeSite, database: str, games: str, straight: dict[str, Any]
) -> None:
    site = make_site(database)
    batch_id = site.ask("open_batch", games)
    site.ask("deliver", batch_id, 3)
    site.start_worker()
    site.start_worker()
    site.wait_settled(batch_id, RECORDS // 3)
    site.ask("deliver", batch_id, 3)
    site.wait_final(batch_id)
    site.ask("deliver", batch_id, 2)
    assert site.ask("picture") == straight


def test_a_double_click_is_one_import(
    make_site: MakeSite, games: str, straight: dict[str, Any]
) -> None:
    site = make_site()
    token = str(uuid.uuid4())
    clicks = [site.ask("open_batch", games, token) for _ in range(2)]
    assert clicks[0] == clicks[1]
    site.start_worker()
    site.wait_final(clicks[0])
    assert site.ask("picture") == straight


def test_a_folder_emptied_midway_only_delays(
    make_site: MakeSite, games: str, straight: dict[str, Any]
) -> None:
    site = make_site()
    batch_id = site.ask("open_batch", games)
    worker = site.start_worker()
    site.wait_settled(batch_id, RECORDS // 3)
    site.kill(worker)
    for message in (site.folder / "broker" / "messages").iterdir():
        message.unlink()
    site.start_worker()
    site.wait_final(batch_id)
    assert site.ask("picture") == straight


def test_a_broker_that_comes_back_empty_only_delays(
    make_site: MakeSite, tmp_path: Path, games: str, straight: dict[str, Any]
) -> None:
    port = services.free_port()
    with services.own_redis(port) as url:
        site = Site(tmp_path, database_url="", redis_url=url)
        try:
            batch_id = site.ask("open_batch", games)
            site.start_worker()
            site.wait_settled(batch_id, RECORDS // 4)
        except BaseException:
            site.close()
            raise
    try:
        waiting = site.ask("open_batch", games)  # no broker: the page is served all the same
        with services.own_redis(port):
            site.wait_final(batch_id)
            site.wait_final(waiting)
            made = site.ask("picture")
    finally:
        site.close()
    assert made["records"] == straight["records"]
    assert made["ledger"][:RECORDS] == straight["ledger"]


def test_cancelling_midway_accounts_for_all_and_the_rest_can_be_sent_again(
    make_site: MakeSite, tmp_path: Path, games: str, straight: dict[str, Any]
) -> None:
    site = make_site()
    batch_id = site.ask("open_batch", games)
    site.start_worker()
    site.wait_until(batch_id, lambda now: now["is_split"] and now["stored"] > 200)
    assert site.ask("cancel", batch_id)
    final = site.wait_final(batch_id)
    assert (final["status"], final["received"]) == ("cancelled", RECORDS)
    assert final["stored"] < len(straight["records"])
    rest = tmp_path / "rest.tgr"
    rest.write_text(site.ask("rejected_text", batch_id))
    site.wait_final(site.ask("open_batch", str(rest)))
    made = site.ask("picture")
    assert made["records"] == straight["records"]


def test_a_small_import_does_not_wait_for_a_large_one(
    make_site: MakeSite, tmp_path: Path, games: str
) -> None:
    site = make_site()
    small = tmp_path / "small.tgr"
    small.write_text(game("Amber"))
    large, second = site.ask("open_batch", games), site.ask("open_batch", str(small))
    site.start_worker()
    site.wait_final(second)
    assert not site.ask("progress", large)["is_final"]


def test_a_broker_that_says_nothing_does_not_keep_a_page_waiting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        site = Site(tmp_path, database_url="", redis_url=url)
        path = tmp_path / "one.tgr"
        path.write_text(game("Amber"))
        try:
            started = time.monotonic()
            batch_id = site.ask("open_batch", str(path))
            assert time.monotonic() - started < 20
            assert site.ask("progress", batch_id)["status"] == "waiting"
        finally:
            site.close()
