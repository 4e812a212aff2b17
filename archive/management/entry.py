"""The way into a long-running process: this one becomes it, so that signals reach it."""

import os
import sys
import tempfile
from typing import NoReturn


def become(module: str, *arguments: str) -> NoReturn:
    """Run a module of this Python in place of this process, with a folder for its numbers."""
    sys.stdout.flush()
    environment = os.environ | {
        # Read when the Prometheus client is imported, hence set before the process begins.
        "PROMETHEUS_MULTIPROC_DIR": tempfile.mkdtemp(prefix=f"tilebook-{module}-"),
    }
    os.execve(  # noqa: S606 (no shell: the words are the commands' own)
        sys.executable, [sys.executable, "-m", module, *arguments], environment
    )
