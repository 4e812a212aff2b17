"""What tests of the API share."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.models import ImportBatch, Record
from tests.archive.games import ILLEGAL_MOVES, game


@pytest.fixture
def batch(import_text: Callable[..., ImportBatch]) -> ImportBatch:
    """Three records of Tomo's, one that breaks a rule, and one told again."""
    return import_text(
        game("Tomo", "Ilse", Event="Spring Cup", Date="2024.03.05")
        + game("Tomo", "Renske", Event="Spring Cup")
        + game("Hazel", "Tomo")
        + game("Ilse", moves=ILLEGAL_MOVES)
        + game("Hazel", "Tomo", Event="Told again")
    )


@pytest.fixture
def record(batch: ImportBatch) -> Record:
    """The record of Tomo and Ilse."""
    return Record.objects.get(seats__name="Ilse")


@pytest.fixture
def keeper(db: None) -> Client:
    """A browser of somebody who may change records."""
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    return client
