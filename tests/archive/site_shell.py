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

from celery import current_app  # noqa: E402 (as below)
from django.db import close_old_connections  # noqa: E402 (Django is set up first)

from analysis.models import Entry, Fault, Generation, JobRun  # noqa: E402 (Django is set up first)
from analysis.services import (  # noqa: E402 (as above)
    folding,
    indexing,
    queues,
    rebuilding,
    sweeping,
)
from analysis.tasks import index_records  # noqa: E402 (as above)
from archive import tasks  # noqa: E402 (as above)
from archive.models import BugNote, ImportBatch, Record, Visibility  # noqa: E402 (as above)
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


def crowd(count: int) -> None:
    """Fill the queue of the index: with copies of one message, as sending each takes longer."""
    index_records.apply_async([[1]], queue="copied")
    with current_app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        one = channel._get("copied")
        for _ in range(count):
            own = str(uuid.uuid4())
            one["headers"]["id"] = one["properties"]["correlation_id"] = own
            one["properties"]["delivery_tag"] = own
            channel._put("index", one)


def bug_notes() -> dict[str, str]:
    """What staff are told of imports, by the Site of the record."""
    notes = BugNote.objects.select_related("item")
    return {site_of(bytes(note.item.original).decode()): note.words for note in notes}


def faults() -> dict[str, str]:
    """What staff are told of the index, by the Site of the record."""
    texts = dict(Record.objects.values_list("pk", "text"))
    return {site_of(texts[fault.record]): fault.message for fault in Fault.objects.all()}


def site_of(text: str) -> str:
    return text.partition('[Site "')[2].partition('"')[0]


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
        crowd,
        bug_notes,
        faults,
    )
}

for line in sys.stdin:
    close_old_connections()  # as a request does: the database may have been away
    name, arguments = json.loads(line)
    sys.stdout.write(json.dumps(QUESTIONS[name](*arguments), default=repr) + "\n")
    sys.stdout.flush()
