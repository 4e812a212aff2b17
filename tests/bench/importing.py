"""Imports from end to end: rates, the database's share, and the memory of real workers."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests import services
from tests.bench import records
from tests.bench.table import Row, rate
from tests.conftest import ROOT

RECORDS: Final = int(os.environ.get("BENCH_RECORDS", "10000"))
MEGABYTE: Final = 1_000_000
LARGE: Final = int(os.environ.get("BENCH_MEGABYTES", "200")) * MEGABYTE


def import_rows() -> list[Row]:
    """Records a second with one worker and two, on SQLite and on PostgreSQL."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="tilebook-bench-") as folder:
        path = Path(folder) / "records.tgr"
        size = records.write_file(path, RECORDS)
        for database, broker in (("SQLite", "folder"), ("PostgreSQL", "Redis")):
            for workers in (1, 2):
                found = run(path, workers, database=database, broker=broker)
                rows.append(
                    Row(
                        f"import of {RECORDS:,} records ({size / MEGABYTE:.0f} MB), {database}, "
                        f"{broker} as broker, {workers} worker{'s' if workers > 1 else ''}",
                        f"{rate(RECORDS, found['seconds'])} records/s",
                        outcome(found),
                    )
                )
            found = run(path, 0, database=database, broker=broker)
            rows.append(
                Row(
                    f"share of the database in it, {database}, in one process",
                    f"{found['database'] / found['seconds']:.0%}",
                    f"{found['database']:.1f} s of {found['seconds']:.1f} s, commits included",
                )
            )
    return rows


def memory_rows() -> list[Row]:
    """The peak of a worker above its idle state, for large files of several shapes."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="tilebook-bench-") as folder:
        path = Path(folder) / "large.tgr"
        for shape, comment_bytes in (("20 kB", 18_500), ("900 kB", 900_000)):
            records.write_file(path, LARGE // (comment_bytes + 1_500), comment_bytes=comment_bytes)
            rows.append(memory_row(path, f"records of {shape}"))
        path.write_bytes(b"0H.R,R,B,K 0G.R,R,B,K " + b"x" * LARGE)
        rows.append(memory_row(path, "one line without an end"))
    return rows


def memory_row(path: Path, shape: str) -> Row:
    found = run(path, 1, database="SQLite", broker="folder")
    return Row(
        f"peak memory of importing {path.stat().st_size / MEGABYTE:.0f} MB, {shape}",
        f"{found['above_idle'] / MEGABYTE:.0f} MB above idle ({found['idle'] / MEGABYTE:.0f} MB)",
        outcome(found),
    )


def outcome(found: dict[str, Any]) -> str:
    return (
        f"{found['stored']:,} stored, {found['duplicate']:,} duplicate, "
        f"{found['rejected']:,} rejected in {found['seconds']:.1f} s"
    )


def run(path: Path, workers: int, *, database: str, broker: str) -> dict[str, Any]:
    """What one import says of itself, on a fresh site."""
    with site(database, broker) as environment:
        command = [sys.executable, "-m", "tests.bench.one_import", str(path), str(workers)]
        found: dict[str, Any] = json.loads(said(command, environment))
    return found


def said(command: list[str], environment: Mapping[str, str]) -> bytes:
    """What a process prints. Ended with this one, and in time to end its own worker."""
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            printed, _ = process.communicate()
        finally:
            process.terminate()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return printed


@contextmanager
def site(database: str, broker: str) -> Iterator[dict[str, str]]:
    """The environment of a new, empty site."""
    with tempfile.TemporaryDirectory(prefix="tilebook-bench-") as folder:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "archive.config.settings",
            "TILEBOOK_VAR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        if database == "SQLite":
            yield environment
            return
        with (
            services.postgresql_server() as server,
            services.fresh_database(server) as database_url,
            services.own_redis(services.free_port()) as redis_url,
        ):
            yield environment | {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
