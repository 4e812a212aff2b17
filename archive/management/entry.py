"""The way into a long-running process: this one becomes it, so that signals reach it."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Final, NoReturn

MEMORY: Final = Path("/dev/shm")  # noqa: S108 (a folder of our own is made in it)
"""Where the numbers lie. They are mapped: on a disk that is full the system would kill their writer."""


def become(module: str, *arguments: str) -> NoReturn:
    """Run a module of this Python in place of this process, with a folder for its numbers."""
    sys.stdout.flush()
    folder = tempfile.mkdtemp(prefix=f"tilebook-{module}-", dir=MEMORY if MEMORY.is_dir() else None)
    # Read when the Prometheus client is imported, hence set before the process begins.
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": folder}
    os.execve(  # noqa: S606 (no shell: the words are the commands' own)
        sys.executable, [sys.executable, "-m", module, *arguments], environment
    )
