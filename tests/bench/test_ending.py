"""A bench that is ended leaves nothing running."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.test_run_site import alive, children, wait_until
from tests.conftest import ROOT


def is_worker(pid: int) -> bool:
    try:
        return b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.slow
def test_a_bench_that_is_ended_ends_its_worker() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench", "import"],
        cwd=ROOT,
        env=os.environ | {"BENCH_RECORDS": "2000"},
        stderr=subprocess.DEVNULL,
    )
    below: list[int] = []
    try:
        wait_until(lambda: any(map(is_worker, children(process.pid))))
        below = children(process.pid)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
        wait_until(lambda: not alive(below))
    finally:
        process.kill()
        process.wait()
        for pid in alive(below):
            os.kill(pid, signal.SIGKILL)
