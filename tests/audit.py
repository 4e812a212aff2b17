"""`make audit`: whether what is pinned has holes that the package index knows of.

A hole fails it. An index that knows nothing of holes, as a mirror does, or that does not answer, is
told in words and fails it only with REQUIRE_AUDIT=1: a machine without network can still be checked.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Audit:
    holes: list[str]
    asked: int
    silent: int


def read(report: str) -> Audit:
    """What pip-audit reports as JSON; a package it could not ask about has a reason in its place."""
    rows: list[dict[str, Any]] = json.loads(report)["dependencies"]
    holes = [
        f"{row['name']} {row['version']}: {hole['id']}, mended in {_versions(hole)}"
        for row in rows
        for hole in row.get("vulns", ())
    ]
    silent = sum("skip_reason" in row for row in rows)
    return Audit(holes, len(rows) - silent, silent)


def _versions(hole: dict[str, Any]) -> str:
    return ", ".join(hole["fix_versions"]) or "no version yet"


def verdict(audit: Audit, *, is_required: bool) -> tuple[bool, str]:
    """Whether it passes, and the words for it."""
    if audit.holes:
        return False, "\n".join(["Known holes:", *audit.holes])
    if audit.silent:
        among = f"{audit.silent} of {audit.asked + audit.silent} packages"
        return not is_required, f"{among} could NOT be audited: this index knows no holes of them."
    return True, f"{audit.asked} packages have no known holes."


def main(files: Sequence[str]) -> int:
    named = [part for file in files for part in ("--requirement", file)]
    rules = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json")
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", *rules, *named],
        capture_output=True,
        text=True,
        check=False,
    )
    is_required = os.environ.get("REQUIRE_AUDIT") == "1"
    if not done.stdout.strip():
        last = (done.stderr.strip().splitlines() or ["no word why"])[-1]
        sys.stderr.write(f"Nothing was audited: {last}\n")
        return int(is_required)
    passes, words = verdict(read(done.stdout), is_required=is_required)
    sys.stderr.write(f"{words}\n")
    return int(not passes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
