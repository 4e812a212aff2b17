"""The index: how fast it grows, what room it takes, and how fast pages answer from it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.bench import games
from tests.bench.importing import MEGABYTE, site
from tests.bench.table import Row, rate
from tests.conftest import ROOT

RECORDS: Final = int(os.environ.get("BENCH_INDEX_RECORDS", "100000"))
MORE: Final = 1_000
"""New records, indexed into the full archive and into an empty one."""
WORKERS: Final = 2


def index_rows() -> list[Row]:
    """On PostgreSQL with one worker and two, then on SQLite."""
    path = games.file_of(RECORDS + MORE)
    rows = []
    for database, broker in (("PostgreSQL", "Redis"), ("SQLite", "folder")):
        with site(database, broker) as environment:
            first = step(environment, "index", WORKERS, path, 0, RECORDS)
            rows.append(rate_row(first, f"{database}, {broker} as broker, {WORKERS} workers"))
            if database == "PostgreSQL":
                rows += size_rows(step(environment, "size"))
            rows += page_rows(step(environment, "pages"), database)
            full = step(environment, "index", WORKERS, path, RECORDS, MORE)
            if database == "PostgreSQL":
                again = step(environment, "index", 1, path, 0, 0)
                rows.append(rate_row(again, f"{database}, {broker} as broker, 1 worker"))
        with site(database, broker) as environment:
            empty = step(environment, "index", WORKERS, path, RECORDS, MORE)
        rows.append(more_row(full, empty, database))
    return rows


def rate_row(found: Mapping[str, float], where: str) -> Row:
    visits, seconds = int(found["visits"]), found["seconds"]
    return Row(
        f"indexing {found['records']:,.0f} records until all are counted, {where}",
        f"{rate(visits, seconds)} positions/s",
        f"{visits:,} positions in {seconds:.0f} s",
    )


def size_rows(found: Mapping[str, int]) -> list[Row]:
    rows = found["rows"]
    return [
        Row(
            f"room of {rows:,} visits with their indexes on PostgreSQL",
            f"{found['visits'] / rows:.1f} bytes a visit",
            f"{found['visits'] / MEGABYTE:.0f} MB",
        ),
        Row(
            "room of the whole analysis, the sums of each record included",
            f"{found['everything'] / rows:.1f} bytes a visit",
            f"{found['everything'] / MEGABYTE:.0f} MB",
        ),
    ]


def page_rows(found: Mapping[str, list[float]], database: str) -> list[Row]:
    """95th percentiles of a fresh process, each address asked once."""
    return [
        Row(
            f"{name}: {len(times)} answers, {database}",
            f"{percentile(times, 95):.0f} ms at the 95th percentile",
            f"median {percentile(times, 50):.0f} ms, most {max(times):.0f} ms, "
            f"the first {times[0]:.0f} ms",
        )
        for name, times in found.items()
    ]


def percentile(times: list[float], percent: int) -> float:
    """The least of some times that so many percent of them do not pass."""
    return sorted(times)[-(-len(times) * percent // 100) - 1]


def more_row(full: Mapping[str, float], empty: Mapping[str, float], database: str) -> Row:
    return Row(
        f"{MORE:,} new records into {RECORDS:,}, against into an empty archive, {database}",
        f"{full['seconds'] / empty['seconds']:.2f} times as long",
        f"{full['seconds']:.1f} s against {empty['seconds']:.1f} s",
    )


def step(environment: Mapping[str, str], *words: str | int | Path) -> Any:
    """What one step says of itself; see `one_index`."""
    sys.stderr.write(f"  {' '.join(map(str, words))}\n")
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], env=environment, cwd=ROOT, check=True
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.one_index", *map(str, words)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)
