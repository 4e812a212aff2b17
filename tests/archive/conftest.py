"""What tests of the archive share."""

from collections.abc import Callable

import pytest

from archive.models import ImportBatch
from archive.services import batches, importing


@pytest.fixture
def import_text(db: None) -> Callable[..., ImportBatch]:
    """Import a text straight, without a worker."""

    def imported(text: str | bytes, name: str = "games.tgr") -> ImportBatch:
        data = text.encode() if isinstance(text, str) else text
        return importing.import_batch(batch=batches.open_batch(uploads=[(name, [data])]))

    return imported
