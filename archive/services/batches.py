"""The life of an import: opened by an upload, mended, cancelled, closed."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from archive.models import (
    BatchStatus,
    ImportBatch,
    ImportItem,
    ItemStatus,
    Upload,
    UploadChunk,
    Visibility,
)
from archive.selectors.silence import is_silent
from archive.services import repeats
from archive.services.texts import storable

CHUNK_BYTES = 1 << 20
REJECT_ITEMS = 1000

CANCELLED = {
    "code": "import.cancelled",
    "message": "The import was cancelled before this record was judged. Resubmit it to store it.",
}


CUT_SHORT = (
    "The import was cancelled before the upload was read to its end: what came after the last "
    "record of this list is not in it."
)


class UploadRefused(ValueError):
    """An upload is over a bound; the text says which, and what to do. Nothing of it was stored."""


@transaction.atomic
def open_batch(
    *,
    uploads: Iterable[tuple[str, Iterable[bytes]]],
    form_token: uuid.UUID | None = None,
    is_sample: bool = False,
    mends: ImportItem | None = None,
    owner_id: int | None = None,
    visibility: Visibility = Visibility.PUBLIC,
) -> ImportBatch:
    """Keep uploads, (name, pieces of content) each, as a batch that waits for a worker.

    The same token again gives the batch that it made before. Raises UploadRefused.
    """
    batch, is_new = ImportBatch.objects.get_or_create(
        form_token=form_token or uuid.uuid4(),
        defaults={
            "is_sample": is_sample,
            "mends": mends,
            "owner_id": owner_id,
            "visibility": visibility,
        },
    )
    if is_new:
        left: int = settings.IMPORT_UPLOAD_BYTES
        for number, (name, pieces) in enumerate(uploads):
            left -= _keep(batch, number, name, pieces, left)
    return batch


def _keep(batch: ImportBatch, number: int, name: str, pieces: Iterable[bytes], at_most: int) -> int:
    upload = Upload.objects.create(batch=batch, number=number, name=storable(name))
    for index, data in enumerate(_chunks(pieces)):
        upload.size += len(data)
        if upload.size > at_most:
            raise UploadRefused(
                f"This upload is larger than the {settings.IMPORT_UPLOAD_BYTES >> 20} MiB that "
                "the site takes at once. Nothing of it was stored. Split it into several files "
                "and send them one after the other, or pack it as ZIP or gzip."
            )
        UploadChunk.objects.create(upload=upload, number=index, data=data)
    upload.save(update_fields=["size"])
    return upload.size


def _chunks(pieces: Iterable[bytes]) -> Iterable[bytes]:
    """The same bytes in pieces of about one size, whatever size they come in."""
    held = bytearray()
    for piece in pieces:
        for start in range(0, len(piece), CHUNK_BYTES):
            held += piece[start : start + CHUNK_BYTES]
            if len(held) >= CHUNK_BYTES:
                yield bytes(held)
                held.clear()
    if held:
        yield bytes(held)


def resubmit_item(
    *, item: ImportItem, text: str, form_token: uuid.UUID, owner_id: int | None = None
) -> ImportBatch:
    """Import the mended text of a rejected record, as a batch of its own, to be seen as its import.

    It is the same person's; of an import that nobody owns, whoever mends.
    """
    return open_batch(
        uploads=[(item.file, [text.encode(errors="surrogatepass")])],
        form_token=form_token,
        is_sample=item.batch.is_sample,
        mends=item,
        owner_id=item.batch.owner_id or owner_id,
        visibility=Visibility(item.batch.visibility),
    )


def cancel_batch(*, batch: ImportBatch) -> bool:
    """Stop an import: what is stored stays, the rest is rejected and keeps its text.

    False where it had ended already. Items that a worker holds at this moment are still settled.
    """
    if not _stop(batch.pk):
        return False
    reject_rest(batch_id=batch.pk)
    return True


@transaction.atomic
def _stop(batch_id: uuid.UUID) -> bool:
    now = timezone.now()
    if not _open(batch_id).update(status=BatchStatus.CANCELLED, finished=now, claim=None):
        return False
    if ImportBatch.objects.filter(pk=batch_id, is_split=False).exists():
        add_note(batch_id=batch_id, note=CUT_SHORT)
    return True


@transaction.atomic
def add_note(*, batch_id: uuid.UUID, note: str) -> None:
    """Put a sentence on the page of a batch."""
    batch = ImportBatch.objects.select_for_update().get(pk=batch_id)
    batch.notes.append(note)
    batch.save(update_fields=["notes"])


def reject_rest(*, batch_id: uuid.UUID) -> int:
    """Reject what a cancelled batch has left, apart from items that a worker is just settling.

    In short transactions, between which others write; whoever is stopped in the middle is followed
    by the next `close_batch`.
    """
    rejected = 0
    while count := _reject_some(batch_id):
        rejected += count
    return rejected


@transaction.atomic
def _reject_some(batch_id: uuid.UUID) -> int:
    waiting = ImportItem.objects.filter(batch_id=batch_id, status=ItemStatus.WAITING)
    if connection.features.has_select_for_update_skip_locked:
        waiting = waiting.select_for_update(skip_locked=True)
    some = list(waiting.order_by("number").values_list("pk", flat=True)[:REJECT_ITEMS])
    count = ImportItem.objects.filter(pk__in=some).update(
        status=ItemStatus.REJECTED, problem=CANCELLED, claim=None
    )
    ImportBatch.objects.filter(pk=batch_id).update(rejected=F("rejected") + count)
    return count


def close_batch(*, batch_id: uuid.UUID) -> bool:
    """Finish a batch whose items are all settled; True for the one caller that finished it."""
    if ImportBatch.objects.filter(pk=batch_id, status=BatchStatus.CANCELLED).exists():
        reject_rest(batch_id=batch_id)
        return False
    settled = _open(batch_id).filter(
        ~Exists(ImportItem.objects.filter(batch=OuterRef("pk"), status=ItemStatus.WAITING)),
        is_split=True,
    )
    if not settled.exists():
        return False
    repeats.settle_repeats(batch_id=batch_id)
    changed = settled.update(status=BatchStatus.FINISHED, finished=timezone.now(), claim=None)
    return bool(changed)


def unsplit_batches(*, now: datetime) -> list[uuid.UUID]:
    """Open batches whose upload is not all items yet, and that no worker is splitting."""
    return list(
        ImportBatch.objects.filter(
            is_free(now=now), status__in=BatchStatus.open(), is_split=False
        ).values_list("pk", flat=True)
    )


def unsettled_batches(*, now: datetime) -> list[uuid.UUID]:
    """Batches with items that wait for a worker, and those that only have to be closed."""
    items = ImportItem.objects.filter(batch=OuterRef("pk"), status=ItemStatus.WAITING)
    free = items.filter(is_free(now=now))
    return list(
        ImportBatch.objects.filter(
            Q(status__in=BatchStatus.open()) & (Exists(free) | Q(is_split=True) & ~Exists(items))
            | Q(status=BatchStatus.CANCELLED) & Exists(items)
        ).values_list("pk", flat=True)
    )


def is_settling(*, now: datetime) -> bool:
    """Whether items of any batch were settled of late: who did it goes on until there are none."""
    running = ImportBatch.objects.filter(status__in=BatchStatus.open())
    return running.filter(settled_at__range=(now - lease(), now + lease())).exists()


@transaction.atomic
def free_claims() -> int:
    """Take from every worker what it holds; how many claims that were.

    For the start of a site whose workers are all known to be gone. One that lives after all does
    its work in vain, and nothing is stored twice.
    """
    items = ImportItem.objects.filter(status=ItemStatus.WAITING).exclude(claim=None)
    splitting = ImportBatch.objects.filter(status__in=BatchStatus.open()).exclude(claim=None)
    return items.update(claim=None) + splitting.update(claim=None)


def is_free(*, now: datetime) -> Q:
    """Rows that no worker holds, or one that has been silent for a lease."""
    return Q(claim=None) | is_silent("claimed_at", now=now, within=lease())


def lease() -> timedelta:
    return timedelta(seconds=settings.IMPORT_LEASE_SECONDS)


def _open(batch_id: uuid.UUID) -> QuerySet[ImportBatch]:
    return ImportBatch.objects.filter(pk=batch_id, status__in=BatchStatus.open())
