"""Cutting an upload into items: streamed, in small transactions, resumable after each."""

import tempfile
import time
import uuid
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import BinaryIO

from django.conf import settings
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Least
from django.utils import timezone

from archive.importers import skipped, split
from archive.importers.base import Fragment, Limits
from archive.models import (
    BatchStatus,
    ImportBatch,
    ImportItem,
    ItemStatus,
    Upload,
)
from archive.notation.record import Problem
from archive.selectors.imports import upload_bytes
from archive.services import batches, bug_notes, outages
from archive.services.texts import storable, storable_json

COMMIT_ITEMS = 500
COMMIT_BYTES = 4 << 20
MOST_ATTEMPTS = 5
"""So many workers may end in the middle of one place of an upload before it is given up."""


@dataclass(frozen=True, slots=True)
class BatchClaim:
    """Who splits a batch, how often it was tried in vain, and how many items it had then."""

    batch_id: uuid.UUID
    token: uuid.UUID
    attempt: int
    received: int


class LostClaim(Exception):
    """The batch is no longer this worker's to split."""


def claim_batch(*, batch_id: uuid.UUID, after: uuid.UUID | None = None) -> BatchClaim | None:
    """Take the splitting of a batch; None where it is done, or another worker is at it.

    `after`: the token of a claim that gave way. A new one takes its place, so that a message that
    comes twice is followed once.
    """
    now, token = timezone.now(), uuid.uuid4()
    taken = ImportBatch.objects.filter(
        Q(claim=after) if after else batches.is_free(now=now),
        pk=batch_id,
        status__in=BatchStatus.open(),
        is_split=False,
    ).update(
        status=BatchStatus.RUNNING,
        claim=token,
        claimed_at=now,
        attempts=F("attempts") + 1,
        started=Coalesce("started", now),
    )
    if not taken:
        return None
    attempt, received = ImportBatch.objects.values_list("attempts", "received").get(pk=batch_id)
    return BatchClaim(batch_id, token, attempt, received)


def split_batch(*, claim: BatchClaim) -> Generator[int, None, None]:
    """Make the items of a claimed batch; yields after each transaction how many it made.

    Ends early and without a word when the claim is lost.
    """
    attempt = claim.attempt
    try:
        for upload in list(_unsplit(claim)):
            if attempt > MOST_ATTEMPTS:
                yield _give_up(claim, upload)
            else:
                yield from _split_upload(claim, upload)
            attempt = 0
        _beat(claim, is_split=True, claim=None)
    except LostClaim:
        return
    except Exception as error:
        if outages.is_outage(error):
            _give_back(claim)
        raise


def _give_back(mine: BatchClaim) -> None:
    """Let another worker begin where an outage stopped this one: that is no fault of the upload, and
    counts as no attempt."""
    with suppress(DatabaseError, InterfaceError):
        held = ImportBatch.objects.filter(pk=mine.batch_id, claim=mine.token)
        held.update(claim=None, attempts=Least(F("attempts"), mine.attempt - 1))


def _unsplit(claim: BatchClaim) -> QuerySet[Upload]:
    uploads = Upload.objects.filter(batch_id=claim.batch_id, is_split=False)
    return uploads.order_by("number")


def _split_upload(claim: BatchClaim, upload: Upload) -> Iterator[int]:
    made = upload.items.count()
    with tempfile.TemporaryFile() as file:
        file.writelines(upload_bytes(upload))
        file.seek(0)
        for portion in _portions(_new_fragments(upload, file, made)):
            _commit(claim, upload, portion)
            yield len(portion)
        note = skipped(file, upload.name, limits())
    _finish(upload, note)


@transaction.atomic
def _give_up(claim: BatchClaim, upload: Upload) -> int:
    refusal = _refusal(upload, "import.gave-up", "Reading this file stopped worker after worker.")
    words = f"{MOST_ATTEMPTS} workers read {upload.name!r}, and none came to its end: see the log."
    bug_notes.keep(bug_notes.made(item, words) for item in _commit(claim, upload, [refusal]))
    _finish(upload)
    return 1


@transaction.atomic
def _finish(upload: Upload, note: str = "") -> None:
    if Upload.objects.filter(pk=upload.pk, is_split=False).update(is_split=True) and note:
        batches.add_note(batch_id=upload.batch_id, note=note)


def _new_fragments(upload: Upload, file: BinaryIO, made: int) -> Iterator[Fragment | None]:
    """The records of one upload, None for each of those that were made items before.

    Where reading takes too long, a problem stands in place of what follows.
    """
    until = time.monotonic() + settings.IMPORT_SPLIT_SECONDS
    for index, fragment in enumerate(split(file, upload.name, limits())):
        yield fragment if index >= made else None
        if time.monotonic() > until:
            yield _refusal(upload, "import.too-slow", "Reading this file takes too long.")
            return


def _refusal(upload: Upload, code: str, reason: str) -> Fragment:
    advice = " What follows in it was not read: split it into smaller files and send them again."
    return Fragment("", b"", upload.name, 0, 1, Problem(code, reason + advice), is_whole=False)


def limits() -> Limits:
    return Limits(
        record_bytes=settings.IMPORT_RECORD_BYTES,
        entries=settings.IMPORT_ENTRIES,
        entry_bytes=settings.IMPORT_ENTRY_BYTES,
        total_bytes=settings.IMPORT_TOTAL_BYTES,
        ratio=settings.IMPORT_RATIO,
    )


def _portions(fragments: Iterator[Fragment | None]) -> Iterator[list[Fragment]]:
    """Fragments in lots of one transaction; an empty lot now and then is a sign of life."""
    portion: list[Fragment] = []
    size = 0
    beat = time.monotonic()
    for fragment in fragments:
        late = time.monotonic() - beat > settings.IMPORT_LEASE_SECONDS / 3
        if late or len(portion) == COMMIT_ITEMS or size > COMMIT_BYTES:
            yield portion
            portion, size, beat = [], 0, time.monotonic()
        if fragment is not None:
            portion.append(fragment)
            size += len(fragment.original)
    if portion:
        yield portion


@transaction.atomic
def _commit(claim: BatchClaim, upload: Upload, portion: list[Fragment]) -> list[ImportItem]:
    if not portion:
        _beat(claim)
        return []
    rejected = sum(fragment.problem is not None for fragment in portion)
    received = F("received") + len(portion)
    _beat(claim, received=received, rejected=F("rejected") + rejected, attempts=0)
    # Uploads are split one after the other: what the batch holds is where the next item stands.
    held: int = ImportBatch.objects.values_list("received", flat=True).get(pk=claim.batch_id)
    return ImportItem.objects.bulk_create(
        _item(upload, number, fragment)
        for number, fragment in enumerate(portion, held - len(portion))
    )


def _beat(mine: BatchClaim, **changes: object) -> None:
    """Change the batch if it is still this claim's; else raises LostClaim."""
    batch = ImportBatch.objects.filter(
        pk=mine.batch_id, claim=mine.token, status=BatchStatus.RUNNING
    )
    if not batch.update(claimed_at=timezone.now(), **changes):
        raise LostClaim


def _item(upload: Upload, number: int, fragment: Fragment) -> ImportItem:
    problem = fragment.problem
    return ImportItem(
        batch_id=upload.batch_id,
        number=number,
        upload=upload,
        file=storable(fragment.file),
        index=fragment.index,
        line=fragment.line,
        format=fragment.format,
        original=fragment.original,
        size=len(fragment.original),
        is_whole=fragment.is_whole,
        status=ItemStatus.REJECTED if problem else ItemStatus.WAITING,
        verdict="unreadable" if problem else "",
        problem=storable_json(asdict(problem)) if problem else None,
    )
