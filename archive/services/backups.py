"""The whole database in one file, and back: by the tools that PostgreSQL and SQLite bring."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from django.db import connection

Copy = Callable[[Path], None]


class BackupError(Exception):
    """Nothing was kept, or nothing was restored; the words say why."""


def dump(*, file: Path) -> None:
    """Write what the database holds at this moment; readers and writers go on meanwhile.

    A file of that name is replaced, and only when the new one is whole.
    """
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    part.touch(mode=0o600)
    DUMPS[connection.vendor](part)
    part.rename(file)


def restore(*, file: Path) -> None:
    """Fill an empty database; refuses one that holds anything."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    tables = connection.introspection.table_names()
    if tables:
        raise BackupError(
            f"The database {connection.settings_dict['NAME']} holds {len(tables)} tables. A backup "
            "goes into an empty one: drop it and create it first, or name another by DATABASE_URL."
        )
    connection.close()
    RESTORES[connection.vendor](file)


def _dump_sqlite(part: Path) -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
        database.execute("VACUUM INTO ?", [str(part)])


def _restore_sqlite(file: Path) -> None:
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as kept:
        try:
            found = kept.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{file} is no backup of SQLite: {error}.") from error
        if found != "ok":
            raise BackupError(f"{file} is damaged: {found}.")
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            kept.backup(database)


def _dump_postgresql(part: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")


def _restore_postgresql(file: Path) -> None:
    name = connection.settings_dict["NAME"]
    rules = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    _run("pg_restore", *rules, f"--dbname={name}", str(file))


def _run(tool: str, *arguments: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603 (the words are this file's own)
            [tool, *arguments],
            env=os.environ | _postgresql_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise BackupError(
            f"There is no {tool} here: install the client of PostgreSQL, not older than the server."
        ) from error
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.strip()}")


def _postgresql_environment() -> dict[str, str]:
    """Where the database is, as PostgreSQL's tools read it; a password stands in no command line."""
    given = connection.settings_dict
    options = given["OPTIONS"]
    named = {
        "PGHOST": given["HOST"],
        "PGPORT": given["PORT"],
        "PGUSER": given["USER"],
        "PGPASSWORD": given["PASSWORD"],
        "PGDATABASE": given["NAME"],
        "PGSSLMODE": options.get("sslmode"),
        "PGSSLROOTCERT": options.get("sslrootcert"),
    }
    return {name: str(value) for name, value in named.items() if value}


DUMPS: Final[dict[str, Copy]] = {"sqlite": _dump_sqlite, "postgresql": _dump_postgresql}
RESTORES: Final[dict[str, Copy]] = {"sqlite": _restore_sqlite, "postgresql": _restore_postgresql}
