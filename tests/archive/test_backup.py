"""Dump, drop, restore, compare: what a backup holds is what there was."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from archive.models import Record
from archive.selectors import digests
from archive.services import backups
from tests import services
from tests.archive.games import game, mixed_games
from tests.conftest import ROOT

RECORDS = 60
REAL = [pytest.mark.services, pytest.mark.slow]
"""Of tests that have databases of their own."""

SEVERAL = """
import json, sys, django
django.setup()
from django.core.management import call_command
from analysis.models import Generation, PositionStat, RatingPoint
from archive.models import Record

def figures():
    active = Generation.objects.filter(status="active").order_by("game")
    stats = PositionStat.objects.filter(generation__in=active)
    points = RatingPoint.objects.order_by("game", "player", "month")
    print(*active.values_list("game", "games", "counters"), sep="\\n")
    print(*sorted(stats.values_list("position", "games", "rows")), sep="\\n")
    print(*points.values_list("game", "player", "month", "rating", "games"), sep="\\n")

def at_one_time():
    Record.objects.update(created="2026-01-01T00:00Z")

for name, *words in json.loads(sys.argv[1]):
    print("=====")
    own = {"figures": figures, "at_one_time": at_one_time}.get(name)
    own() if own else call_command(name, *words)
    sys.stdout.flush()
"""


@dataclass
class Keeper:
    """Runs the site's commands on one database, as the person who keeps it does."""

    folder: Path
    url: str
    drop: Callable[[], None]

    def run(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        settings = {
            "DJANGO_SETTINGS_MODULE": "archive.config.settings",
            "TILEBOOK_VAR": str(self.folder / "var"),
            "DATABASE_URL": self.url,
            "REDIS_URL": "",
            "STAT_VISITS": "2",
        }
        return subprocess.run(
            [sys.executable, *words],
            env=os.environ | settings | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def all_of(self, *commands: list[str]) -> list[str]:
        """What each of some commands prints, one after the other in one process."""
        done = self.run("-c", SEVERAL, json.dumps(commands))
        assert done.returncode == 0, done.stderr
        return done.stdout.split("=====\n")[1:]


@dataclass(frozen=True)
class Kept:
    """A database that was filled and backed up, and what it held."""

    keeper: Keeper
    backup: str
    digest: str
    figures: str


def on_sqlite(folder: Path) -> Keeper:
    def drop() -> None:
        for part in folder.glob("site.sqlite3*"):
            part.unlink()

    return Keeper(folder, f"sqlite:///{folder / 'site.sqlite3'}", drop)


def on_postgresql(folder: Path, url: str) -> Keeper:
    def drop() -> None:
        server, _slash, name = url.rpartition("/")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}"'.encode())
            connection.execute(f'CREATE DATABASE "{name}"'.encode())

    return Keeper(folder, url, drop)


MakeKeeper = Callable[[str], Keeper]


@pytest.fixture(scope="module")
def make_keeper(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MakeKeeper]:
    with ExitStack() as stack:

        def make(database: str) -> Keeper:
            folder = tmp_path_factory.mktemp(database)
            if database == "sqlite":
                return on_sqlite(folder)
            server: str = request.getfixturevalue("postgresql_url")
            return on_postgresql(folder, stack.enter_context(services.fresh_database(server)))

        yield make


@pytest.fixture(scope="module")
def kept(make_keeper: MakeKeeper) -> Callable[[str], Kept]:
    """Fills a database once, and backs it up."""
    made: dict[str, Kept] = {}

    def keep(database: str) -> Kept:
        if database not in made:
            made[database] = _filled(make_keeper(database))
        return made[database]

    return keep


def _filled(keeper: Keeper) -> Kept:
    games, backup = keeper.folder / "games.tgr", keeper.folder / "kept" / "backup"
    games.write_text(mixed_games(RECORDS))
    told = keeper.all_of(
        ["migrate", "--verbosity=0"],
        ["import_records", str(games)],
        ["reindex", "skud-pai-sho"],
        ["at_one_time"],
        ["digest"],
        ["figures"],
        ["back_up", str(backup)],
    )
    assert backup.stat().st_mode & 0o077 == 0
    return Kept(keeper, str(backup), digest=told[4], figures=told[5])


def marked(*databases: str) -> list[object]:
    return [pytest.param(database, marks=REAL) for database in databases]


@pytest.mark.parametrize("database", marked("sqlite", "postgresql"))
def test_what_was_dropped_comes_back_and_gives_the_same_figures(
    kept: Callable[[str], Kept], database: str
) -> None:
    there = kept(database)
    assert f"archive_record ({RECORDS - 9} rows)" in there.digest
    assert "skud-pai-sho" in there.figures
    there.keeper.drop()
    told = there.keeper.all_of(
        ["restore", there.backup],
        ["digest"],
        ["figures"],
        ["reindex", "skud-pai-sho"],
        ["figures"],
    )
    assert told[1] == there.digest
    assert told[2] == there.figures
    assert told[4] == there.figures


@pytest.mark.parametrize("tables", marked("archive_record archive_seat archive_recordfacet"))
def test_the_same_archive_has_the_same_digest_on_both_databases(
    kept: Callable[[str], Kept], tables: str
) -> None:
    told = [
        [line for line in kept(database).digest.splitlines() if line.split()[1] in tables.split()]
        for database in ("sqlite", "postgresql")
    ]
    assert len(told[0]) == 3
    assert told[0] == told[1]


@pytest.mark.parametrize("database", marked("sqlite", "postgresql"))
def test_what_is_no_backup_is_refused(make_keeper: MakeKeeper, database: str) -> None:
    keeper = make_keeper(database)
    wrong = keeper.folder / "wrong"
    wrong.write_bytes(b"PGDMP is not all of it" * 100)
    refused = keeper.run("manage.py", "restore", str(wrong))
    assert refused.returncode == 1
    assert "Nothing was restored." in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("database", marked("sqlite", "postgresql"))
def test_a_backup_that_fails_leaves_the_one_before(make_keeper: MakeKeeper, database: str) -> None:
    keeper = make_keeper(database)
    backup = keeper.folder / "backup"
    backup.write_bytes(b"the one before")
    (keeper.folder / "backup.part").mkdir()
    refused = keeper.run("manage.py", "back_up", str(backup))
    assert refused.returncode == 1
    assert "Nothing was backed up." in refused.stderr
    assert backup.read_bytes() == b"the one before"


@pytest.mark.parametrize("database", marked("postgresql"))
def test_a_machine_without_the_tools_of_postgresql_says_what_it_lacks(
    make_keeper: MakeKeeper, database: str
) -> None:
    keeper = make_keeper(database)
    refused = keeper.run("manage.py", "back_up", str(keeper.folder / "backup"), PATH="/nowhere")
    assert refused.returncode == 1
    assert "There is no pg_dump here: install the client of PostgreSQL" in refused.stderr


def test_a_changed_record_changes_the_digest_of_its_table(
    import_text: Callable[..., object],
) -> None:
    import_text(game("Ilse", "Tomo") + game("Tomo", "Renske"))
    before = list(digests.digests())
    Record.objects.filter(pk=Record.objects.earliest("pk").pk).update(site="Elsewhere")
    changed = set(digests.digests()) - set(before)
    assert [(digest.table, digest.rows) for digest in changed] == [("archive_record", 2)]


@pytest.mark.django_db
def test_a_database_that_holds_anything_is_not_written_over(tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.touch()
    with pytest.raises(backups.BackupError, match="drop it and create it first"):
        backups.restore(file=backup)
    with pytest.raises(backups.BackupError, match="There is no file"):
        backups.restore(file=tmp_path / "nowhere")
