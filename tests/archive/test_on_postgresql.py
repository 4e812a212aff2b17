"""What holds on SQLite holds on PostgreSQL: the same tests, with the other database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = [pytest.mark.services, pytest.mark.slow(60)]

SAME_TESTS = {
    "archive": (
        "tests/archive/test_services.py",
        "tests/archive/test_visibility.py",
        "tests/archive/test_amend.py",
        "tests/archive/test_own_records.py",
        "tests/archive/test_pseudonyms.py",
        "tests/archive/test_rejudging.py",
        "tests/archive/test_import_turns.py",
        "tests/archive/test_import_meanwhile.py",
        "tests/archive/test_import_taken_back.py",
        "tests/archive/test_imports_conformance.py",
    ),
    "analysis": (
        "tests/analysis/test_index.py",
        "tests/analysis/test_index_check.py",
        "tests/analysis/test_reindex.py",
        "tests/analysis/test_ratings.py",
        "tests/analysis/test_explorer_pages.py::test_filters_apply_to_all_that_is_shown",
    ),
    "api": ("tests/archive/api/test_records.py", "tests/analysis/api"),
}


@pytest.mark.parametrize("part", SAME_TESTS)
def test_the_same_holds_on_postgresql(part: str, postgresql_url: str, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment = kept | {
        "DATABASE_URL": f"{postgresql_url}/same_{part}",
        "TILEBOOK_VAR": str(tmp_path),
    }
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "not slow",
            "-p",
            "no:cacheprovider",
            *SAME_TESTS[part],
        ],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-5000:]
