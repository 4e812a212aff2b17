"""A site of its own for one test: reads a question a line from its input, answers on its output.

Runs in its own process, because its database and its broker are not those of the tests.
"""

import json
import sys
import uuid
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django

django.setup()

from archive import tasks  # noqa: E402 (Django is set up first)
from archive.models import ImportBatch  # noqa: E402 (as above)
from archive.selectors import imports  # noqa: E402 (as above)
from archive.services import batches, importing  # noqa: E402 (as above)
from tests.archive.ledger import archive_picture, check_ledger  # noqa: E402 (as above)


def open_batch(path: str, token: str | None = None) -> str:
    """What the page does: keep the upload, then ask for a worker."""
    batch = batches.open_batch(
        uploads=[("games.tgr", [Path(path).read_bytes()])],
        form_token=uuid.UUID(token) if token else None,
    )
    tasks.enqueue_batch(batch.pk)
    return str(batch.pk)


def import_straight(path: str) -> str:
    batch = batches.open_batch(uploads=[("games.tgr", [Path(path).read_bytes()])])
    return str(importing.import_batch(batch=batch).pk)


def deliver(batch_id: str, times: int) -> None:
    """Send messages that were sent already."""
    for _ in range(times):
        tasks.split.delay(batch_id)
        tasks.settle.delay()


def progress(batch_id: str) -> dict[str, Any]:
    return asdict(imports.progress(uuid.UUID(batch_id)))


def cancel(batch_id: str) -> bool:
    return batches.cancel_batch(batch=ImportBatch.objects.get(pk=batch_id))


def rejected_text(batch_id: str) -> str:
    return b"".join(imports.rejected_text(ImportBatch.objects.get(pk=batch_id))).decode()


def picture() -> dict[str, object]:
    for batch in ImportBatch.objects.all():
        check_ledger(batch)
    return archive_picture()


QUESTIONS = {
    question.__name__: question
    for question in (
        open_batch,
        import_straight,
        deliver,
        progress,
        cancel,
        rejected_text,
        picture,
    )
}

for line in sys.stdin:
    name, arguments = json.loads(line)
    sys.stdout.write(json.dumps(QUESTIONS[name](*arguments), default=repr) + "\n")
    sys.stdout.flush()
