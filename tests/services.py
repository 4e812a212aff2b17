"""PostgreSQL and Redis for tests: those that the environment names, else servers of our own.

TEST_DATABASE_URL and TEST_REDIS_URL name servers that tests may fill and empty. Without them a
server is started from the binaries of this machine, in a temporary folder, and stopped at the end.
Where there are none, tests that need them are skipped, or fail if REQUIRE_SERVICES=1.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
import redis

START_SECONDS = 30


def unavailable(reason: str) -> NoReturn:
    """Skip the test that asked, or fail it where every service is required."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL server, without a database: ``postgresql://user@host:port``."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given.rpartition("/")[0] if given.count("/") > 2 else given
        return
    with cluster() as own, own.running() as url:
        yield url


class Cluster:
    """A PostgreSQL server of our own, which may be stopped and started again with what it holds."""

    def __init__(self, folder: Path, initdb: Path, server: Path) -> None:
        self.folder, self.server = folder, server
        self.user, self.port = _unprivileged_user(), free_port()
        if self.user:
            shutil.chown(folder, self.user)
        data = folder / "data"
        make: list[str | Path] = [initdb, "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=folder, user=self.user)

    @contextmanager
    def running(self) -> Iterator[str]:
        """Its address, without a database, while it runs."""
        options = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        place: list[str | Path] = ["-D", self.folder / "data", "-k", self.folder]
        command = [self.server, *place, "-p", str(self.port), *options]
        url = f"postgresql://postgres@127.0.0.1:{self.port}"

        def answers() -> None:
            psycopg.connect(f"{url}/postgres").close()

        with _running(command, self.folder, answers, self.user):
            yield url


@contextmanager
def cluster() -> Iterator[Cluster]:
    initdb, server = _binary("initdb"), _binary("postgres")
    if initdb is None or server is None:
        unavailable("There is no PostgreSQL server here: install one, or set TEST_DATABASE_URL.")
    folder = Path(tempfile.mkdtemp(prefix="tilebook-postgresql-"))
    try:
        yield Cluster(folder, initdb, server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(server_url: str) -> Iterator[str]:
    """A new, empty database on a server, dropped at the end."""
    name = f"imp_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{server_url}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield f"{server_url}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@contextmanager
def redis_server() -> Iterator[str]:
    """The address of a Redis database that tests may empty."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield given
        return
    with own_redis(free_port()) as url:
        yield url


@contextmanager
def own_redis(port: int) -> Iterator[str]:
    """A Redis server of our own, that keeps nothing: stopping it is losing its messages."""
    server = _binary("redis-server")
    if server is None:
        unavailable("There is no Redis server here: install one, or set TEST_REDIS_URL.")
    url = f"redis://127.0.0.1:{port}/0"
    with tempfile.TemporaryDirectory(prefix="tilebook-redis-") as folder:
        command = [str(server), "--port", str(port), "--save", "", "--dir", folder]
        with _running(command, Path(folder), lambda: redis.Redis.from_url(url).ping()):
            yield url


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _binary(name: str) -> Path | None:
    """A program on the path, or where Debian keeps those of PostgreSQL."""
    known = shutil.which(name)
    places = [Path(known)] if known else sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return places[-1] if places else None


def _unprivileged_user() -> str | None:
    """PostgreSQL does not run as root: who it runs as then; None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@contextmanager
def _running(
    command: Sequence[str | Path],
    folder: Path,
    answers: Callable[[], object],
    user: str | None = None,
) -> Iterator[None]:
    """A server, from when it answers until it is stopped."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, user=user)
    try:
        _wait_for(process, answers, folder / "log")
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(START_SECONDS)


def _wait_for(process: "subprocess.Popen[bytes]", answers: Callable[[], object], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            answers()
        except (psycopg.OperationalError, redis.ConnectionError):
            if process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"A server did not start: {log.read_text()}") from None
            time.sleep(0.1)
        else:
            return
