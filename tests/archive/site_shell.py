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

from analysis.models import Entry, Generation, JobRun  # noqa: E402 (Django is set up first)
from analysis.services import (  # noqa: E402 (as above)
    folding,
    indexing,
    queues,
    rebuilding,
    sweeping,
)
from archive import tasks  # noqa: E402 (as above)
from archive.models import ImportBatch, Record, Visibility  # noqa: E402 (as above)
from archive.selectors import imports  # noqa: E402 (as above)
from archive.services import amending, batches, importing, records  # noqa: E402 (as above)
from tests.analysis.pictures import index_picture, recount  # noqa: E402 (as above)
from tests.analysis.stirring import stir  # noqa: E402 (as above)
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


def index_straight() -> None:
    """All that workers do for the index, by this process alone."""
    for ids in sweeping.unindexed():
        indexing.index_records(record_ids=ids)
    for generation_id in rebuilding.waiting():
        while folding.fold(generation_id=generation_id):
            pass


def change(text: str) -> None:
    """Hide, delete and amend some records, which are known by what they hold."""
    pages = Record.objects.order_by("fingerprint", "date_earliest").values_list("pk", flat=True)
    numbers = list(pages)
    records.set_visibility(record_ids=numbers[::5], visibility=Visibility.PRIVATE)
    records.delete(record_ids=numbers[1::5])
    amending.amend(record_id=numbers[2], text=text)


def index_state() -> dict[str, int]:
    """Records that the index lacks or should not have, entries, and how many are counted; and how
    often the database has looked at its tables."""
    entries = Entry.objects.filter(generation__status="active", revision__gt=0)
    return {
        "lacking": sum(map(len, sweeping.unindexed())),
        "entries": entries.count(),
        "counted": entries.filter(is_counted=True).count(),
        "building": Generation.objects.filter(status="building").count(),
        "planned": JobRun.objects.filter(name="plan", failure="", finished__isnull=False).count(),
        "older": Generation.objects.filter(status="active", edition=0).count(),
    }


def make_older(game: str) -> None:
    """Let the index of a game be by an earlier edition of its engine."""
    Generation.objects.filter(game=game).update(edition=0)


def queue_lengths() -> dict[str, int] | None:
    return queues.lengths()


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
        index_straight,
        change,
        index_state,
        index_picture,
        recount,
        stir,
        make_older,
        queue_lengths,
    )
}

for line in sys.stdin:
    name, arguments = json.loads(line)
    sys.stdout.write(json.dumps(QUESTIONS[name](*arguments), default=repr) + "\n")
    sys.stdout.flush()
