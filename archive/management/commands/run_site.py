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

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

HOST = "127.0.0.1"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
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
        try:
            _refuse_taken_port(port)
            call_command("migrate", verbosity=0, interactive=False)
            call_command("collectstatic", verbosity=0, interactive=False)
            call_command("load_samples")
            processes["web server"] = _start(*_web_server(port))
            processes["worker"] = _start(*_worker())
            self.stdout.write(f"Tilebook is at http://{HOST}:{port}/ (Ctrl-C stops it)")
            ended = _wait_for_one(processes)
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
            return
        finally:
            _stop(processes)
        raise CommandError(f"The {ended} ended by itself, so the site stopped; see above why.")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _refuse_taken_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). Is Tilebook running already? "
                "Another port: make run PORT=8001"
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
