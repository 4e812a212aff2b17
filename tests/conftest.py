"""What every test may ask for. Helpers that belong to one folder live in its own conftest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services

ROOT = Path(__file__).resolve().parent.parent
CONFORMANCE = ROOT.parent / "shared" / "conformance"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: one that began last would run alone."""
    items.sort(key=lambda item: -_seconds(item.get_closest_marker("slow")))


def _seconds(slow: pytest.Mark | None) -> float:
    if slow is None:
        return 0
    return float(slow.args[0]) if slow.args else 10


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of conformance records, which lies beside the project and not in it."""
    if not CONFORMANCE.is_dir():
        pytest.skip(f"no conformance records at {CONFORMANCE}")
    return CONFORMANCE


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """The address of a PostgreSQL server, without a database; see `tests.services`."""
    with services.postgresql_server() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis database that a test may fill and empty."""
    with services.redis_server() as url:
        yield url
