"""What tests of the archive share."""

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from archive.models import ImportBatch
from archive.services import batches, importing


@pytest.fixture
def import_text(db: None) -> Callable[..., ImportBatch]:
    """Import a text straight, without a worker."""

    def imported(text: str | bytes, name: str = "games.tgr") -> ImportBatch:
        data = text.encode() if isinstance(text, str) else text
        return importing.import_batch(batch=batches.open_batch(uploads=[(name, [data])]))

    return imported


@pytest.fixture
def anonymous_uploads(settings: LazySettings) -> None:
    """A site that lets anybody upload, for tests of what importing does."""
    settings.ANONYMOUS_UPLOADS = True


@pytest.fixture
def ilse(db: None) -> User:
    """Somebody with an account."""
    return User.objects.create_user("ilse", "ilse@example.org", "a long enough secret")


@pytest.fixture
def as_ilse(ilse: User) -> Client:
    client = Client()
    client.force_login(ilse)
    return client
