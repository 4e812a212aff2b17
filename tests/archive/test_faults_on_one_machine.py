"""Faults of a site on one machine, with SQLite and a folder as broker, each a real one: others who write,
ten thousand jobs, a disk that is full. `docs/faults.md` has them in words."""

import os
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from celery import current_app
from django.conf import LazySettings
from django.utils import timezone

from archive.config.clock import Clock
from archive.services import dumping
from tests.archive.games import game, mixed_games
from tests.archive.test_entry import form_of, wait_until
from tests.archive.towns import (
    Town,
    batch_of,
    check_not_kept_waiting,
    check_problem,
    check_told,
    new_games,
    running,
    timed,
)
from tests.conftest import ROOT

pytestmark = [pytest.mark.services, pytest.mark.slow]

READ = (
    *("/", "/records/", "/records/1", "/rules/", "/rules/quaterno/", "/explore/", "/stats/"),
    *(
        "/explore/skud-pai-sho/",
        "/stats/skud-pai-sho/",
        "/players/",
        "/dumps/",
        "/feeds/games.atom",
    ),
    *("/api/v1/records", "/api/v1/records/1", "/api/v1/players", "/api/v1/events", "/api/v1/docs"),
)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small disk, which only root can make; elsewhere a folder of the large one."""
    folder = tmp_path_factory.mktemp("disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)]
    is_small = os.geteuid() == 0 and subprocess.run(mount, check=False).returncode == 0
    try:
        yield folder
    finally:
        if is_small:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def village(disk: Path) -> Iterator[Town]:
    """A site on SQLite, whose writers wait for each other no longer than a second."""
    (disk / "tmp").mkdir()
    own = {
        "IMPORT_LEASE_SECONDS": "1",
        "SQLITE_TIMEOUT": "1",
        "TMPDIR": str(disk / "tmp"),
        "INDEX_SWEEP_SECONDS": "3600",
    }
    with running(disk, database="", broker="", **own) as made:
        made.site.wait_final(batch_of(made.send(new_games(3))))
        yield made


@contextmanager
def written_by_another(town: Town) -> Iterator[None]:
    """The database in the hands of another process, which only reads let alone."""
    held = sqlite3.connect(town.site.folder / "site.sqlite3", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        held.execute("ROLLBACK")
        held.close()


def is_taken(town: Town, name: str) -> bool:
    """Whether a file of this name has come as an upload."""
    with closing(sqlite3.connect(town.site.folder / "site.sqlite3")) as database:
        found = database.execute("SELECT 1 FROM archive_upload WHERE name = ?", [name])
        return found.fetchone() is not None


def test_nobody_is_told_that_a_database_is_locked(village: Town, tmp_path: Path) -> None:
    games = [tmp_path / f"{number}.tgr" for number in range(2)]
    for path in games:
        path.write_text(new_games(150))
    command = [sys.executable, "manage.py", "import_records"]
    imports = [
        subprocess.Popen(
            [*command, str(path)],
            env=village.site.environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for path in games
    ]
    begun = batch_of(village.send(new_games(150)))
    village.site.wait_settled(begun, 1)
    wait_until(lambda: all(is_taken(village, path.name) for path in games))
    with written_by_another(village):
        check_told(village.paste("Words of <mine>"), "nothing of it was stored")
        check_problem(village.send(game("Ilse")))
        headers, fields = form_of(village.served)
        token = urllib.parse.urlencode(fields).encode()
        stopped = village.ask("POST", f"/imports/{begun}/cancel", token, **headers)
        check_told(stopped, "Reload this page")
        for address in ("/", "/records/", "/records/1", f"/imports/{begun}/", "/api/v1/records"):
            assert village.ask("GET", address).status == 200
    with timed("The writer is gone: until the three imports that it kept waiting have ended"):
        assert village.site.wait_final(begun)["stored"] == 150
        said = [process.communicate(timeout=60)[0] for process in imports]
    assert all("150 received = 150 stored + 0 duplicate + 0 rejected" in one for one in said), said
    assert "Traceback" not in "".join(said)


def test_an_upload_does_not_wait_for_ten_thousand_jobs_in_a_folder(village: Town) -> None:
    check_not_kept_waiting(village)
    messages = village.site.folder / "broker" / "messages"
    for message in messages.glob("*.index.msg"):
        message.unlink(missing_ok=True)


@contextmanager
def full(disk: Path) -> Iterator[Callable[[], None]]:
    """Not a byte of room on a disk. What is yielded takes also what has become free since."""
    filler = disk / "filler"

    def fill() -> None:
        piece = bytes(1 << 20)
        with filler.open("ab", buffering=0) as file:
            while piece:
                try:
                    file.write(piece)
                except OSError:
                    piece = piece[: len(piece) // 2]

    fill()
    try:
        yield fill
    finally:
        filler.unlink()


def test_a_disk_that_is_full_refuses_uploads_in_words_and_loses_none(
    village: Town, disk: Path
) -> None:
    if not disk.is_mount():
        pytest.skip("Only root can make a small disk here.")
    games, large = new_games(400), 4 * new_games(20_000)
    assert len(large) > 12 << 20, "so it is kept in a file while it comes"
    begun = batch_of(village.send(games))
    village.site.wait_settled(begun, 1)
    with full(disk) as fill:
        # Each for the first time, so that its numbers are new too.
        for path in READ:
            assert village.ask("GET", path).status == 200, path
        fill()  # SQLite gives back what its log took, now and then
        check_told(village.drop(large), "Reload this page")
        fill()
        check_problem(village.send(large))
        fill()
        time.sleep(8)  # as many tries as would give up a record that ends workers
    with timed("There is room again: until the import that it interrupted has ended"):
        assert village.site.wait_final(begun)["stored"] == 400
    assert village.site.wait_final(batch_of(village.paste(games)))["duplicate"] == 400
    assert village.worker.poll() is None


@pytest.mark.django_db
def test_a_dump_for_which_there_is_no_room_leaves_the_room_to_others(
    disk: Path, settings: LazySettings, import_text: Callable[[str], object]
) -> None:
    if not disk.is_mount():
        pytest.skip("Only root can make a small disk here.")
    settings.DUMP_DIR = disk / "dumps"
    import_text(mixed_games(40))
    name = dumping.begin(now=timezone.now())
    with full(disk), pytest.raises(OSError, match="No space left"):
        dumping.write_some(name=name, seconds=60)
    assert not list(settings.DUMP_DIR.glob(".part-*"))


def test_the_clock_of_jobs_goes_on_where_its_schedule_cannot_be_kept(disk: Path) -> None:
    if not disk.is_mount():
        pytest.skip("Only root can make a small disk here.")
    clock = Clock(current_app, schedule_filename=str(disk / "schedule-of-a-test"))
    with full(disk):
        assert clock.tick() >= 0
        clock.sync()
    clock.sync()
    clock.close()
