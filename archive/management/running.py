"""Which processes `run_site` has started, noted in a file: the next start tells what one that was
killed has left running."""

import json
import os
from pathlib import Path

Pids = dict[str, int]
"""Process ids by what they are for people: ``web server``, ``worker``."""


def note(file: Path, pids: Pids) -> None:
    """Keep what runs; overwrites an older note."""
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(json.dumps(pids))
    beside.rename(file)


def left(file: Path) -> Pids:
    """Those of the note that still run; none where there is no note that can be read."""
    try:
        noted = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return {name: pid for name, pid in noted.items() if _leads_a_group(pid)}


def _leads_a_group(pid: int) -> bool:
    """Whether a process runs as `run_site` starts it, and is not another that got its number."""
    try:
        return os.getpgid(pid) == pid and not _has_ended(pid)
    except (ProcessLookupError, PermissionError):
        return False


def _has_ended(pid: int) -> bool:
    """Whether nobody has waited for its end yet (only Linux tells)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def how_to_end(pids: Pids) -> str:
    """What an earlier start has left, and the command that ends it."""
    named = " and ".join(f"the {name} (process {pid})" for name, pid in pids.items())
    numbers = " ".join(map(str, pids.values()))
    return f"An earlier start has left running: {named}. End {_them(pids)} with: kill {numbers}"


def _them(pids: Pids) -> str:
    return "it" if len(pids) == 1 else "them"
