"""What can be seen of a worker from outside: the numbers of its jobs, and that it lives."""

import os
import shutil
import time
from typing import Any, Final

from celery.signals import (
    heartbeat_sent,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutdown,
)
from django.conf import settings
from prometheus_client import Counter, Histogram, start_http_server
from prometheus_client.multiprocess import mark_process_dead

from archive.views.counts import of_processes

JOBS: Final = Counter("tilebook_jobs", "Jobs that have ended, by how.", ["job", "state"])
JOB_SECONDS: Final = Histogram(
    "tilebook_job_seconds",
    "Time that jobs took.",
    ["job"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
_started: dict[str, float] = {}


def connect() -> None:
    task_prerun.connect(_begin)
    task_postrun.connect(_end)
    worker_init.connect(_serve_numbers)
    worker_ready.connect(_beat)
    heartbeat_sent.connect(_beat)
    worker_process_shutdown.connect(_forget_process)
    worker_shutdown.connect(_clear)


def _begin(task_id: str, **_: Any) -> None:
    _started[task_id] = time.perf_counter()


def _end(task_id: str, task: Any, state: str | None = None, **_: Any) -> None:
    JOBS.labels(task.name, state or "UNKNOWN").inc()
    started = _started.pop(task_id, None)
    if started is not None:
        JOB_SECONDS.labels(task.name).observe(time.perf_counter() - started)


def _serve_numbers(**_: Any) -> None:
    """Under an address of its own, since a worker answers no requests."""
    if settings.WORKER_METRICS_BIND:
        host, _colon, port = settings.WORKER_METRICS_BIND.rpartition(":")
        start_http_server(int(port), host, registry=of_processes())


def _beat(**_: Any) -> None:
    """A file that grows old when the worker hangs: see `archive.management.probe`."""
    settings.HEARTBEAT_FILE.touch()


def _forget_process(**_: Any) -> None:
    if settings.METRICS_FOLDER:
        mark_process_dead(os.getpid(), settings.METRICS_FOLDER)  # type: ignore[no-untyped-call]


def _clear(**_: Any) -> None:
    settings.HEARTBEAT_FILE.unlink(missing_ok=True)
    if settings.METRICS_FOLDER:
        shutil.rmtree(settings.METRICS_FOLDER, ignore_errors=True)
