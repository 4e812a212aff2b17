"""The whole site on one machine: `make run`."""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from contextlib import suppress
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from archive import tasks
from archive.management import running
from archive.services import batches, demo

HOST = "127.0.0.1"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NOTE = settings.VAR_DIR / "running.json"
DEMO = settings.VAR_DIR / "demo-password"
GRACE_SECONDS = 15.0
"""How long a process may take to finish what it is doing before it is killed."""


class Command(BaseCommand):
    help = "Prepare the database and static files, then run web server and worker until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, port: int, **_options: Any) -> None:
        # Closing the terminal and `kill` end the site as Ctrl-C does.
        for number in ENDING:
            signal.signal(number, _interrupt)
        processes: dict[str, subprocess.Popen[bytes]] = {}
        left = running.left(NOTE)
        try:
            _refuse_taken_port(port, left)
            if left:
                self.stderr.write(running.how_to_end(left))
            call_command("migrate", verbosity=0, interactive=False)
            if not left and _has_all_workers() and batches.free_claims():
                tasks.take_up()
            call_command("collectstatic", verbosity=0, interactive=False)
            call_command("load_samples")
            password = demo.demo_password(DEMO)
            processes["web server"] = _start(*_web_server(port))
            processes["worker"] = _start(*_worker())
            _give_way(processes["worker"].pid)
            running.note(NOTE, {name: process.pid for name, process in processes.items()})
            if password:
                self.stdout.write(f"To import, log in as {demo.EMAIL} with {password}")
            self.stdout.write(f"Tilebook is at http://{HOST}:{port}/ (Ctrl-C stops it)")
            ended = _wait_for_one(processes)
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
            return
        finally:
            _stop(processes)
            if processes:
                NOTE.unlink(missing_ok=True)
        raise CommandError(f"The {ended} ended by itself, so the site stopped; see above why.")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _has_all_workers() -> bool:
    """Whether no other machine can have workers of this site: its database and broker are files."""
    return connection.vendor == "sqlite" and not settings.REDIS_URL


def _refuse_taken_port(port: int, left: running.Pids) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            why = running.how_to_end(left) if left else "Is Tilebook running already?"
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). {why}\n"
                f"Another port: make run PORT={port + 1}"
            ) from error


def _web_server(port: int) -> tuple[str, ...]:
    return (
        *("gunicorn", "archive.config.wsgi", "--bind", f"{HOST}:{port}"),
        *("--workers", "2", "--threads", "4", "--log-level", "warning"),
    )


def _worker() -> tuple[str, ...]:
    return (
        *("celery", "--app", "archive.config.celery", "--quiet", "worker", "--beat"),
        *("--queues", "imports,small,index", "--concurrency", "2", "--loglevel", "WARNING"),
    )


def _start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    # A session of its own: a terminal's Ctrl-C reaches this command alone, which passes it on once.
    return subprocess.Popen(  # noqa: S603 (the words are this file's own)
        [sys.executable, "-m", module, *arguments], start_new_session=True
    )


def _give_way(pid: int) -> None:
    """Pages come before jobs, as with `serve_worker`."""
    nice = os.getpriority(os.PRIO_PROCESS, pid) + settings.WORKER_NICE
    os.setpriority(os.PRIO_PROCESS, pid, nice)


def _wait_for_one(processes: dict[str, subprocess.Popen[bytes]]) -> str:
    while True:
        for name, process in processes.items():
            if process.poll() is not None:
                return name
        time.sleep(0.2)


def _stop(processes: dict[str, subprocess.Popen[bytes]]) -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    for process in processes.values():
        process.terminate()
    deadline = time.monotonic() + GRACE_SECONDS
    for process in processes.values():
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        # Whoever is too slow, and the children of one that was killed.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
