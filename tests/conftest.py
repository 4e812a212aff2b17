"""What every test may ask for. Helpers that belong to one folder live in its own conftest."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFORMANCE = ROOT.parent / "shared" / "conformance"


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of conformance records, which lies beside the project and not in it."""
    if not CONFORMANCE.is_dir():
        pytest.skip(f"no conformance records at {CONFORMANCE}")
    return CONFORMANCE
