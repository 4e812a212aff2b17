"""`make run` as a person sees it: one command, two processes, and nothing left when it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from archive.management import running
from tests import services
from tests.conftest import ROOT

PATIENCE_SECONDS = 120


def command(port: int) -> list[str]:
    return [sys.executable, "manage.py", "run_site", "--port", str(port)]


def environment(folder: Path) -> dict[str, str]:
    """That of a site of its own."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "archive.config.settings",
        "TILEBOOK_VAR": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A running site with the samples in it, and its address."""
    port = services.free_port()
    process = subprocess.Popen(
        command(port),
        cwd=ROOT,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process, f"http://127.0.0.1:{port}/"
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)


def started(port: int, folder: Path) -> "subprocess.CompletedProcess[str]":
    """A start that comes to its own end."""
    return subprocess.run(
        command(port),
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.2)


def page(address: str) -> str:
    """The page, as soon as the server answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address) as answer:  # noqa: S310 (our own address)
                return str(answer.read().decode())
        except OSError:
            assert time.monotonic() < until, "the site did not start"
            time.sleep(0.2)


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [*map(int, found), *(below for child in found for below in children(int(child)))]


def alive(pids: list[int]) -> list[int]:
    """Those that still run; one that nobody has waited for yet has ended too."""
    return [pid for pid in pids if _state(pid) not in {"", "Z"}]


def _state(pid: int) -> str:
    """Of a process, as the system has it; "" of one that is gone, if only while it is read."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.mark.slow
def test_it_shows_samples_and_ctrl_c_ends_all_of_it(
    site: tuple["subprocess.Popen[str]", str],
) -> None:
    process, address = site
    assert "Sample player" in page(address)
    below = children(process.pid)
    assert len(below) > 2
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, output
    assert address in output
    assert not alive(below)


@pytest.mark.slow
def test_when_the_worker_dies_the_site_says_so_and_ends(
    site: tuple["subprocess.Popen[str]", str],
) -> None:
    process, address = site
    page(address)
    below = children(process.pid)
    worker = next(pid for pid in below if b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(worker, signal.SIGKILL)
    output, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 1
    assert "The worker ended by itself" in output
    assert not alive(below)


@pytest.mark.slow
def test_what_a_killed_start_has_left_running_is_named_with_the_way_to_end_it(
    site: tuple["subprocess.Popen[str]", str], tmp_path: Path
) -> None:
    process, address = site
    page(address)
    below = children(process.pid)
    process.kill()
    process.wait()
    try:
        port = int(address.rstrip("/").rpartition(":")[2])
        again = started(port, tmp_path)
        assert again.returncode == 1
        assert f"Port {port} cannot be used" in again.stderr
        assert "left running: the web server (process" in again.stderr
        ending = again.stderr.partition("with: ")[2].splitlines()[0].split()
        assert ending[0] == "kill"
        assert set(map(int, ending[1:])) <= set(below)
        subprocess.run(ending, check=True)
        wait_until(lambda: not alive(below))
    finally:
        for pid in alive(below):
            os.kill(pid, signal.SIGKILL)
    assert running.left(tmp_path / "running.json") == {}


CLAIMED_BY_THE_DEAD = """
import django
django.setup()
from django.core.management import call_command
from archive.services import batches, settling, splitting
call_command("migrate", verbosity=0)
for _ in range(2):
    batch = batches.open_batch(uploads=[("a.tgr", [b"0H.R,W,K,B"])])
    claim = splitting.claim_batch(batch_id=batch.pk)
list(splitting.split_batch(claim=claim))
settling.claim_items(batch_id=batch.pk)
"""
OPEN = """
import django
django.setup()
from archive.models import ImportBatch
print(sum(batch.is_open for batch in ImportBatch.objects.all()))
"""


def said(code: str, folder: Path) -> str:
    """What a piece of code prints on the site of a folder."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(folder),
        stdout=-1,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_imports_of_dead_workers_are_taken_up_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("IMPORT_LEASE_SECONDS", "100000")
    said(CLAIMED_BY_THE_DEAD, tmp_path)
    assert said(OPEN, tmp_path) == "2"
    _, address = request.getfixturevalue("site")
    page(address)
    wait_until(lambda: said(OPEN, tmp_path) == "0")


def test_a_process_that_got_an_old_number_is_not_taken_for_the_site(tmp_path: Path) -> None:
    file = tmp_path / "running.json"
    assert running.left(file) == {}
    with subprocess.Popen(["sleep", "60"]) as other:
        try:
            running.note(file, {"worker": other.pid})
            assert running.left(file) == {}
        finally:
            other.kill()


def test_a_taken_port_is_said_before_anything_is_done(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = started(port, tmp_path)
    assert done.returncode == 1
    assert f"Port {port} cannot be used" in done.stderr
    assert not list(tmp_path.glob("*.sqlite3"))
