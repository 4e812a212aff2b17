"""Whole sites for tests of jobs: a database, a broker, and real workers that can be killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

WORKER = ("-m", "celery", "-A", "archive.config", "worker", "-B", "--concurrency=1")
PATIENCE_SECONDS = 60


@cache
def _empty_archive() -> tempfile.TemporaryDirectory[str]:
    """A folder with the tables of a site on SQLite, which are made once: each time takes seconds."""
    folder = tempfile.TemporaryDirectory(prefix="tilebook-empty-")
    own = {"DATABASE_URL": f"sqlite:///{folder.name}/site.sqlite3", "TILEBOOK_VAR": folder.name}
    _migrate(os.environ | own)
    return folder


def _migrate(environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, env=environment, cwd=ROOT, check=True)


class Site:
    """One site. Its workers have short leases, so that a test sees what takes minutes elsewhere.

    ``queues``: those that its workers serve; ``environment``: more settings.
    """

    def __init__(
        self,
        folder: Path,
        *,
        database_url: str,
        redis_url: str,
        queues: str = "imports,small",
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder, self.queues = folder, queues
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "archive.config.settings",
            "TILEBOOK_VAR": str(folder),
            "DATABASE_URL": database_url or f"sqlite:///{folder / 'site.sqlite3'}",
            "REDIS_URL": redis_url,
            "SECRET_KEY": "a secret that is long enough to be taken for a real one",
            "IMPORT_LEASE_SECONDS": "2",
            "IMPORT_RESUME_SECONDS": "1",
            "IMPORT_SLICE_SECONDS": "1",
            "IMPORT_CLAIM_ITEMS": "50",
            # Tests run beside each other, and wait for these workers.
            "WORKER_NICE": "0",
            "LOG_LEVEL": "INFO",
            "ANONYMOUS_UPLOADS": "1",
            **(environment or {}),
        }
        self.workers: list[subprocess.Popen[bytes]] = []
        if database_url:
            _migrate(self.environment)
        else:
            shutil.copytree(_empty_archive().name, folder, dirs_exist_ok=True)
        self.shell = subprocess.Popen(
            [sys.executable, "-m", "tests.archive.site_shell"],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, name: str, *arguments: object) -> Any:
        """Ask the shell one of its questions."""
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(json.dumps([name, arguments]) + "\n")
        self.shell.stdin.flush()
        answer = self.shell.stdout.readline()
        assert answer, "the site's shell has ended; its error stands above"
        return json.loads(answer)

    def start_worker(self) -> "subprocess.Popen[bytes]":
        """A worker in a process group of its own, beat included."""
        number = len(self.workers)
        log = (self.folder / f"worker-{number}.log").open("wb")
        worker = subprocess.Popen(
            [
                sys.executable,
                *WORKER,
                f"--queues={self.queues}",
                f"--hostname={number}@test",
                f"--schedule={self.folder}/beat-{number}",
            ],
            env=self.environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        self.workers.append(worker)
        return worker

    def kill(self, worker: "subprocess.Popen[bytes]") -> None:
        """SIGKILL to the worker and all its children: no goodbye."""
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def wait_until(self, batch_id: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The progress of a batch as soon as something holds of it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            progress: dict[str, Any] = self.ask("progress", batch_id)
            if is_so(progress):
                return progress
            assert time.monotonic() < until, f"{progress}\n{self.logs()}"
            time.sleep(0.05)

    def wait_indexed(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """How far the index is, as soon as something holds of it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            state: dict[str, Any] = self.ask("index_state")
            if is_so(state):
                return state
            assert time.monotonic() < until, f"{state}\n{self.logs()}"
            time.sleep(0.02)

    def wait_settled(self, batch_id: str, count: int) -> dict[str, Any]:
        return self.wait_until(
            batch_id, lambda now: now["stored"] + now["duplicate"] + now["rejected"] >= count
        )

    def wait_final(self, batch_id: str) -> dict[str, Any]:
        return self.wait_until(batch_id, lambda now: now["is_final"])

    def logs(self) -> str:
        return "\n".join(log.read_text()[-3000:] for log in self.folder.glob("worker-*.log"))

    def close(self) -> None:
        for worker in self.workers:
            if worker.poll() is None:
                self.kill(worker)
        assert self.shell.stdin is not None
        self.shell.stdin.close()
        self.shell.wait(10)
        if self.shell.stdout is not None:
            self.shell.stdout.close()
