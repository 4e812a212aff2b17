"""Bench records into an archive, without an import and without a message to anybody."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

PROCESSES: Final = 2


def fill(environment: Mapping[str, str], path: Path, first: int, count: int) -> None:
    """Store so many records of a file, from one on, by several processes."""
    each = -(-count // PROCESSES)
    command = [sys.executable, "-m", "tests.bench.one_fill", str(path)]
    running = [
        subprocess.Popen(
            [*command, str(first + at), str(min(each, count - at))], env=environment, cwd=ROOT
        )
        for at in range(0, count, each)
    ]
    if {process.wait() for process in running} != {0}:
        raise RuntimeError("Records could not be stored; what happened stands above.")
