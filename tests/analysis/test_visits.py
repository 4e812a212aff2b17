"""Visits are written past the models: what is read back is what was written."""

import pytest
from django.db import DatabaseError, transaction
from pytest_django.fixtures import SettingsWrapper

from analysis.models import Visit
from analysis.services import visits

pytestmark = pytest.mark.django_db

ROWS = [
    (-(2**63), 1, 0, "R,R,B,K"),
    (2**63 - 1, 1, 1, ""),
    (0, 2, 32_767, "tab\there, end\nhere, \\N, \\., 100 %s, ünï, '"),
]


def test_rows_are_read_back_as_they_were_written() -> None:
    visits.insert(iter(ROWS))
    kept = Visit.objects.order_by("entry_id", "ply")
    assert list(kept.values_list("position", "entry_id", "ply", "move")) == ROWS


def test_no_rows_are_no_fault() -> None:
    visits.insert([])
    assert not Visit.objects.exists()


def test_a_row_that_the_database_refuses_raises_what_django_raises() -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        visits.insert([*ROWS, (0, 3, -1, "before the start")])
    assert not Visit.objects.exists()


def test_positions_with_enough_visits_are_found_among_many(settings: SettingsWrapper) -> None:
    settings.STAT_VISITS = 3
    count = 2 * visits.KEYS_AT_ONCE
    times = {key: 3 if key % 700 == 0 else 2 for key in range(-count, count)}
    visits.insert((key, entry, 0, "") for key, most in times.items() for entry in range(most))
    assert visits.often(iter(times)) == [key for key, most in times.items() if most == 3]
    assert visits.often([1, 700, 5_000_000]) == [700]
    assert visits.often([]) == []
