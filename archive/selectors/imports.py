"""What is to be known of an import: its progress, its ledger, the records it rejected."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Max, QuerySet
from django.utils import timezone

from archive.importers import Fragment
from archive.models import ImportBatch, ImportItem, ItemStatus, Upload, UploadChunk

SILENT_SECONDS: Final = 10
"""So long may nothing move before it is worth a word."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is. ``rate`` in records a second; ``seconds_left`` None: not known yet;
    ``silent``: seconds since any worker gave a sign, of an import that has not ended."""

    status: str
    received: int
    stored: int
    duplicate: int
    rejected: int
    waiting: int
    is_split: bool
    rate: float
    seconds_left: int | None
    silent: int
    is_final: bool


def progress(batch_id: uuid.UUID) -> Progress:
    """Raises ImportBatch.DoesNotExist."""
    batch = ImportBatch.objects.get(pk=batch_id)
    waiting = batch.received - batch.settled
    rate = _rate(batch.settled, batch.started, batch.finished)
    knows = batch.is_open and batch.is_split and rate > 0
    return Progress(
        status=batch.status,
        received=batch.received,
        stored=batch.stored,
        duplicate=batch.duplicate,
        rejected=batch.rejected,
        waiting=waiting,
        is_split=batch.is_split,
        rate=rate,
        seconds_left=round(waiting / rate) if knows else None,
        silent=_silent(batch),
        is_final=not batch.is_open and waiting == 0,
    )


def _silent(batch: ImportBatch) -> int:
    if not batch.is_open:
        return 0
    signs = [batch.created, batch.started, batch.claimed_at, batch.settled_at]
    seconds = _seconds_since(signs)
    if seconds < SILENT_SECONDS:
        return seconds
    held = batch.items.filter(status=ItemStatus.WAITING).exclude(claim=None)
    return _seconds_since([*signs, held.aggregate(last=Max("claimed_at"))["last"]])


def _seconds_since(signs: Iterable[datetime | None]) -> int:
    return int((timezone.now() - max(filter(None, signs))).total_seconds())


def _rate(settled: int, started: datetime | None, finished: datetime | None) -> float:
    if started is None:
        return 0.0
    seconds = ((finished or timezone.now()) - started).total_seconds()
    return settled / seconds if seconds > 0 else 0.0


def ledger(batch: ImportBatch, status: str = "") -> QuerySet[ImportItem]:
    """The items of a batch in the order of the upload, without their bytes."""
    items = batch.items.select_related("record").defer(
        "original", "record__original", "record__text"
    )
    return items.filter(status=status) if status else items


def fragment(item: ImportItem) -> Fragment:
    """An item as it was cut from its upload."""
    return Fragment(item.format, bytes(item.original), item.file, item.index, item.line)


def upload(batch_id: uuid.UUID, number: int) -> Upload | None:
    """An upload of a batch by the number that pages show, from 1."""
    return Upload.objects.filter(batch_id=batch_id, number=number - 1).first()


def is_kept(upload: Upload) -> bool:
    """Whether its content is still there: not after a player in it was given a pseudonym."""
    return not upload.size or upload.chunks.exists()


def upload_bytes(upload: Upload) -> Iterator[bytes]:
    """An upload as it was given, piece by piece: no queryset of pieces, which would hold them all."""
    pieces = UploadChunk.objects.filter(upload=upload).values_list("data", flat=True)
    number = 0
    while (data := pieces.filter(number=number).first()) is not None:
        yield bytes(data)
        number += 1


def rejected_text(batch: ImportBatch) -> Iterator[bytes]:
    """The rejected records as they came, one after the other, ready to be mended in one file.

    Those that are not whole are left out: what is theirs is in their uploads.
    """
    rejected = batch.items.filter(status=ItemStatus.REJECTED, is_whole=True)
    originals = rejected.values_list("original", flat=True)
    for kept in originals.iterator(chunk_size=20):
        original = bytes(kept)
        yield original if original.endswith((b"\n", b"\r")) else original + b"\n"
