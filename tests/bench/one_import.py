"""One measured import in a process of its own: `python -m tests.bench.one_import FILE WORKERS`.

The environment says which database and broker. WORKERS 0: in this process, with a clock on all that
goes to the database; else real worker processes, whose memory is read from the kernel. Prints JSON.
"""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402 (Django is set up first)
from django.db import connection  # noqa: E402 (as above)

from archive import tasks  # noqa: E402 (as above)
from archive.models import ImportBatch  # noqa: E402 (as above)
from archive.services import batches, importing  # noqa: E402 (as above)

SILENT_SECONDS = 120.0
PIECE = 1 << 20


class Clock:
    """Seconds between asking the database and its answer, commits included."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, call: Any, *arguments: Any) -> Any:
        started = time.perf_counter()
        try:
            return call(*arguments)
        finally:
            self.seconds += time.perf_counter() - started

    @contextmanager
    def running(self) -> Iterator[None]:
        # A commit passes no execute wrapper; the driver's own method is the only place for a clock.
        commit = connection._commit  # type: ignore[attr-defined]
        connection._commit = lambda: self.timed(commit)  # type: ignore[attr-defined]
        try:
            with connection.execute_wrapper(self.timed):
                yield
        finally:
            connection._commit = commit  # type: ignore[attr-defined]


def pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while data := file.read(PIECE):
            yield data


def in_this_process(batch: ImportBatch) -> dict[str, float]:
    clock, started = Clock(), time.perf_counter()
    with clock.running():
        importing.import_batch(batch=batch)
    return {"seconds": time.perf_counter() - started, "database": clock.seconds}


def by_workers(batch: ImportBatch, workers: int) -> dict[str, float]:
    command = ("celery", "-A", "archive.config.celery", "-q", "worker", "-Q", "imports,small")
    worker = subprocess.Popen(
        [sys.executable, "-m", *command, "-l", "WARNING", "-c", str(workers)],
        start_new_session=True,
    )
    try:
        idle = idle_memory(worker.pid, workers)
        started = time.perf_counter()
        tasks.enqueue_batch(batch.pk)
        wait_final(batch.pk)
        seconds = time.perf_counter() - started
        peak = {pid: memory(pid, "VmHWM") for pid in idle}
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    return {
        "seconds": seconds,
        "idle": max(idle.values()),
        "above_idle": max(peak[pid] - idle[pid] for pid in idle),
    }


def idle_memory(parent: int, workers: int) -> dict[int, int]:
    """Bytes in use by the worker and its children, once they have done a first small import."""
    warm_up = batches.open_batch(uploads=[("warm-up", [b"0H.R,R,B,K"] * workers)])
    tasks.enqueue_batch(warm_up.pk)
    wait_final(warm_up.pk)
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    processes = [parent, *map(int, children)]
    for pid in processes:
        Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak begins anew
    return {pid: memory(pid, "VmRSS") for pid in processes}


def memory(pid: int, field: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    values = dict(line.split(":", 1) for line in lines)
    return int(values[field].split()[0]) << 10


def wait_final(batch_id: uuid.UUID) -> None:
    """Until the import has ended; gives up where nothing moves any more."""
    seen, until = -1, 0.0
    while (batch := ImportBatch.objects.get(pk=batch_id)).is_open:
        if batch.received + batch.settled != seen:
            seen, until = batch.received + batch.settled, time.monotonic() + SILENT_SECONDS
        if time.monotonic() > until:
            raise TimeoutError(f"The worker is silent; its log stands above. {batch}")
        time.sleep(0.1)


def main(path: Path, workers: int) -> None:
    call_command("migrate", verbosity=0)
    batch = batches.open_batch(uploads=[(path.name, pieces(path))])
    measured = by_workers(batch, workers) if workers else in_this_process(batch)
    batch.refresh_from_db()
    counts = {name: getattr(batch, name) for name in ("stored", "duplicate", "rejected")}
    sys.stdout.write(json.dumps({**measured, **counts}) + "\n")


# The worker is ended with this process.
signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended."))
main(Path(sys.argv[1]), int(sys.argv[2]))
