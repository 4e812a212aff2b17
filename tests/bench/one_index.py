"""One measured step of an index in a process of its own: `python -m tests.bench.one_index STEP ...`.

The environment says which site. Prints JSON. Steps:

- `index WORKERS FILE FIRST COUNT`: so many records of a file are stored, then indexed by workers, from
  the first message until all are counted. COUNT 0: what is stored is indexed anew.
- `size`: bytes on disk, on PostgreSQL.
- `pages`: milliseconds of each answer of the explorer, unfiltered and filtered, of statistics, and of
  the games behind a number.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import django

django.setup()

from django.core.management import call_command  # noqa: E402 (Django is set up first)
from django.db import connection  # noqa: E402 (as above)
from django.test import Client  # noqa: E402 (as above)

from analysis import tasks  # noqa: E402 (as above)
from analysis.models import Entry, Generation, JobRun, Status, Visit  # noqa: E402 (as above)
from analysis.statistics import load_counters  # noqa: E402 (as above)
from archive.models import Record  # noqa: E402 (as above)
from tests.bench import filling  # noqa: E402 (as above)

SILENT_SECONDS = 300.0
GAME = "skud-pai-sho"
POSITIONS = 200
MARKS = 20
PLAYER = "Bench player 003"
"""One of the busiest: he has a part in every eighteenth game, and no other name has his in it."""
SINCE = date(2020, 1, 1)
"""Records from then on have the rules of an address without tags."""


# ---- indexing ----
@contextmanager
def worker(workers: int) -> Iterator[None]:
    """Real worker processes that have nothing to do yet."""
    command = ("celery", "-A", "archive.config.celery", "-q", "worker", "-Q", "index")
    running = subprocess.Popen(
        [sys.executable, "-m", *command, "-l", "WARNING", "-c", str(workers)],
        stdout=sys.stderr,
        start_new_session=True,
    )
    try:
        before = newest_run()
        tasks.enqueue([0])
        until = time.monotonic() + SILENT_SECONDS
        while newest_run() == before:
            if time.monotonic() > until:
                raise TimeoutError("No worker takes a message; its log stands above.")
            time.sleep(0.1)
        yield
    finally:
        # Gently: a message that dies with its worker would be missed until a sweep.
        running.terminate()
        running.wait()


def newest_run() -> int:
    """The number of the last message that was worked off; only so many runs are kept."""
    newest = JobRun.objects.filter(name="index").order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0


def index(workers: int, path: Path, first: int, count: int) -> dict[str, float]:
    with worker(workers):
        before = Visit.objects.count()
        if count:
            last = Record.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            filling.fill(os.environ, path, first, count)
        else:
            before, last = 0, 0
            clear()
        ids = list(Record.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True))
        started = time.perf_counter()
        tasks.enqueue(ids)
        wait_counted(Record.objects.count())
        seconds = time.perf_counter() - started
    visits = Visit.objects.count() - before
    return {"seconds": seconds, "records": len(ids), "visits": visits}


def wait_counted(records: int) -> None:
    """Until so many entries are counted; gives up where nothing moves any more."""
    seen, until = -1, 0.0
    while (now := Entry.objects.filter(is_counted=True).count()) < records:
        here = Entry.objects.count() + now
        if here != seen:
            seen, until = here, time.monotonic() + SILENT_SECONDS
        if time.monotonic() > until:
            raise TimeoutError(f"The workers are silent: {now:,} of {records:,} are counted.")
        time.sleep(0.2)


def clear() -> None:
    """Forget the index."""
    Visit.objects.all().delete()
    Entry.objects.all().delete()
    Generation.objects.all().delete()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM FULL analysis_visit")


# ---- room ----
def size() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('analysis_visit')")
        (visits,) = cursor.fetchone()
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
            " WHERE relkind = 'r' AND relname LIKE 'analysis\\_%'"
        )
        (everything,) = cursor.fetchone()
    return {"visits": visits, "everything": int(everything), "rows": Visit.objects.count()}


# ---- pages ----
def pages() -> dict[str, list[float]]:
    """Each address is asked once; the templates have been read, by the page of another game."""
    call_command("collectstatic", verbosity=0, interactive=False)
    analyze()
    client = Client(SERVER_NAME="localhost")
    lines = ["", *reached(POSITIONS)]
    filters = {
        "unfiltered": {},
        "by player": {"player": PLAYER},
        "by date": {"since": "2019-01-01", "until": "2021-12-31"},
    }
    milliseconds(client, "/explore/quadtria/", {})
    found = {
        name: [
            milliseconds(client, f"/explore/{GAME}/", {"moves": line} | chosen) for line in lines
        ]
        for name, chosen in filters.items()
    }
    milliseconds(client, "/stats/quadtria/", {})
    behind = f"/stats/{GAME}/games/"
    return found | {
        "statistics": [milliseconds(client, f"/stats/{GAME}/", {})],
        "games behind a number that few have": [
            milliseconds(client, behind, {"mark": mark}) for mark in seldom(MARKS)
        ],
    }


def seldom(count: int) -> list[str]:
    """Marks of what happened first in turns in which it seldom does: each is looked for in games."""
    rows = Generation.objects.filter(game=GAME, status=Status.ACTIVE)
    counters = load_counters(rows.values_list("counters", flat=True).get())
    first = {key: value for key, value in counters.items() if key.startswith("first|")}
    return sorted(first, key=lambda key: (first[key], key))[:count]


def analyze() -> None:
    """What PostgreSQL's autovacuum does within a minute or so: plans are made by what it finds."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def reached(count: int) -> list[str]:
    """Lines to so many positions, each after a random ply of a random record."""
    rng = Random("Tilebook bench positions")
    records = Record.objects.filter(game=GAME, date_earliest__gte=SINCE)
    numbers = list(records.order_by("pk").values_list("pk", flat=True))
    texts = Record.objects.filter(pk__in=rng.sample(numbers, count)).order_by("pk")
    lines = [text.rpartition("]")[2].split() for text in texts.values_list("text", flat=True)]
    return [" ".join(line[: rng.randrange(1, len(line))]) for line in lines]


def milliseconds(client: Client, address: str, query: dict[str, str]) -> float:
    asked = urlencode({name: value for name, value in query.items() if value})
    started = time.perf_counter()
    answer = client.get(f"{address}?{asked}")
    seconds = time.perf_counter() - started
    if answer.status_code != 200:
        raise ValueError(f"{address}?{asked} answers {answer.status_code}.")
    return seconds * 1000


def main(step: str, *words: str) -> None:
    found: Any
    if step == "index":
        workers, path, first, count = words
        found = index(int(workers), Path(path), int(first), int(count))
    else:
        found = {"size": size, "pages": pages}[step]()
    sys.stdout.write(json.dumps(found) + "\n")


main(*sys.argv[1:])
