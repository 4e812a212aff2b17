"""The clock of the jobs, and what depends on a time that may jump."""

import datetime as dt
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.config import celery_app
from archive.config.clock import Clock

NEVER = dt.datetime.max.replace(tzinfo=dt.UTC)
YEAR = dt.timedelta(days=365)
SOONEST = 30.0
"""Seconds between two messages to resume imports, the most frequent job."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "schedule")


@pytest.fixture
def clock(file: str) -> Iterator[Clock]:
    made = Clock(celery_app, schedule_filename=file)
    yield made
    made.close()


def run_ahead(clock: Clock) -> None:
    """Let every job have been sent by a clock that was a year ahead."""
    for entry in clock.schedule.values():
        entry.last_run_at = entry.default_now() + YEAR


def test_a_time_that_is_set_back_does_not_stop_jobs(clock: Clock) -> None:
    run_ahead(clock)
    clock.populate_heap()
    clock.seen = time.time() + YEAR.total_seconds()
    assert 0 < clock.tick() <= SOONEST
    assert len(vars(clock)["_heap"]) == len(clock.schedule)
    assert all((one.last_run_at or NEVER) <= one.default_now() for one in clock.schedule.values())


def test_a_schedule_that_was_kept_by_a_clock_ahead_is_put_right(clock: Clock, file: str) -> None:
    run_ahead(clock)
    clock.close()
    again = Clock(celery_app, schedule_filename=file)
    try:
        assert 0 < again.tick() <= SOONEST
        assert set(again.schedule) >= set(celery_app.conf.beat_schedule) > set()
    finally:
        again.close()
