"""Settling waiting items: claimed for a time, judged in memory, stored in one short transaction."""

import time
import traceback
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from archive.models import BatchStatus, ImportBatch, ImportItem, ItemStatus
from archive.selectors.import_reports import OURS
from archive.services import (
    batches,
    bug_notes,
    judging,
    locks,
    masking,
    outages,
    patience,
    records,
    repeats,
)
from archive.services.judging import Finding

CLAIM_BYTES = 4 << 20
ALONE_AFTER = 2
MOST_ATTEMPTS = 5
"""An item that so many workers took and none settled is given up; before that, it is taken alone."""

SETTLED_FIELDS = [
    *("status", "verdict", "record", "fingerprint"),
    *("date", "problem", "warnings", "claim"),
]


@dataclass(frozen=True, slots=True)
class Claim:
    batch_id: uuid.UUID
    token: uuid.UUID
    item_ids: tuple[int, ...]


def settle_some(*, batch_id: uuid.UUID) -> int:
    """Claim some waiting items of a batch and settle them; how many were claimed, 0 for none."""
    claim = claim_items(batch_id=batch_id)
    if claim is None:
        return 0
    try:
        _settle(claim)
    except Exception as error:
        if outages.is_outage(error):
            _give_back(claim)
        raise
    return len(claim.item_ids)


def _settle(claim: Claim) -> None:
    batch = ImportBatch.objects.get(pk=claim.batch_id)
    items = list(ImportItem.objects.filter(pk__in=claim.item_ids).order_by("number"))
    findings = [
        judging.of_batch(_judge(item, is_sample=batch.is_sample), batch)
        for item in _beating(claim, items)
    ]
    _store(claim, items, findings)


def _give_back(claim: Claim) -> None:
    """Let others have what an outage kept from being settled. It is no record's fault, and counts as
    no attempt."""
    with suppress(DatabaseError, InterfaceError):
        mine = ImportItem.objects.filter(claim=claim.token, status=ItemStatus.WAITING)
        mine.update(claim=None, attempts=F("attempts") - 1)


@transaction.atomic
def claim_items(*, batch_id: uuid.UUID) -> Claim | None:
    """Take the first waiting items of an open batch that nobody holds, or held too long."""
    now, token = timezone.now(), uuid.uuid4()
    free = ImportItem.objects.filter(
        batches.is_free(now=now),
        batch_id=batch_id,
        batch__status__in=BatchStatus.open(),
        status=ItemStatus.WAITING,
    ).order_by("number")
    rows = _unlocked(free).values_list("pk", "size", "attempts")[: settings.IMPORT_CLAIM_ITEMS]
    portion = _portion(rows)
    if not portion:
        return None
    ImportItem.objects.filter(pk__in=portion).update(
        claim=token, claimed_at=now, attempts=F("attempts") + 1
    )
    return Claim(batch_id, token, portion)


def _unlocked(items: QuerySet[ImportItem]) -> QuerySet[ImportItem]:
    """Rows for this transaction alone. On SQLite the transaction has the whole file for itself."""
    if connection.features.has_select_for_update_skip_locked:
        return items.select_for_update(skip_locked=True, of=("self",))
    return items


def _portion(rows: Iterable[tuple[int, int, int]]) -> tuple[int, ...]:
    """As many items as one transaction should take; one that ended workers before goes alone."""
    taken: list[int] = []
    left = CLAIM_BYTES
    for pk, size, attempts in rows:
        is_suspect = attempts >= ALONE_AFTER
        if taken and (is_suspect or size > left):
            break
        taken.append(pk)
        left -= size
        if is_suspect:
            break
    return tuple(taken)


def _beating(claim: Claim, items: Sequence[ImportItem]) -> Iterator[ImportItem]:
    """The items one by one, the claim renewed where they take long."""
    beat = time.monotonic()
    for item in items:
        if time.monotonic() - beat > settings.IMPORT_LEASE_SECONDS / 3:
            ImportItem.objects.filter(claim=claim.token).update(claimed_at=timezone.now())
            beat = time.monotonic()
        yield item


def _judge(item: ImportItem, *, is_sample: bool) -> Finding:
    if item.attempts > MOST_ATTEMPTS:
        return _given_up(item)
    try:
        # With the renewing of claims after a third, no claim lapses while its worker judges.
        with patience.at_most(settings.IMPORT_LEASE_SECONDS / 2):
            return judging.judge_item(item, is_sample=is_sample)
    except MemoryError:  # may be another's doing: it counts as the end of a worker
        raise
    except Exception:  # noqa: BLE001 (a fault of ours in one record must not stop the others; staff have a note)
        return _bug(item, "Tilebook failed at this record", traceback.format_exc())


def _given_up(item: ImportItem) -> Finding:
    words = (
        f"{MOST_ATTEMPTS} workers took it, and none of them came back: killed, or out of memory."
    )
    return _bug(item, "Judging this record stopped worker after worker", words)


def _bug(item: ImportItem, what: str, words: str) -> Finding:
    """A rejection that is nobody's fault but ours, with a note for staff."""
    note = bug_notes.made(item, words)
    sentence = (
        f"{what} (incident {note.incident}). The fault is the site's, and the text is kept here: "
        "resubmit it later. The people who run the site have a note of it."
    )
    return Finding("unreadable", None, {"code": OURS, "message": sentence}, [], note)


@transaction.atomic
def _store(claim: Claim, items: Sequence[ImportItem], findings: Sequence[Finding]) -> None:
    """Settle those items that are still this claim's; another worker has the rest."""
    mine = ImportItem.objects.filter(
        pk__in=claim.item_ids, claim=claim.token, status=ItemStatus.WAITING
    )
    held = set(_unlocked(mine).values_list("pk", flat=True))
    settled = {
        item: finding for item, finding in zip(items, findings, strict=True) if item.pk in held
    }
    for item, finding in settled.items():
        item.verdict, item.problem, item.warnings = (
            finding.verdict,
            finding.problem,
            finding.warnings,
        )
        item.status, item.claim = ItemStatus.REJECTED, None
    _place({item: finding.draft for item, finding in settled.items() if finding.draft})
    # All these rows are there: an insert that updates them is bulk_update without its CASE for
    # each row and field, whose making took half of the whole import.
    ImportItem.objects.bulk_create(
        settled, update_conflicts=True, unique_fields=["id"], update_fields=SETTLED_FIELDS
    )
    _count(claim.batch_id, settled)
    bug_notes.keep(finding.note for finding in settled.values() if finding.note)


def _place(drafts: dict[ImportItem, records.Draft]) -> None:
    """Store what is new, in the order of the items; the others repeat a record."""
    drafts = dict(zip(drafts, masking.mask(list(drafts.values())), strict=True))
    locks.hold("fingerprint", (draft.record.fingerprint for draft in drafts.values()))
    shelves = repeats.shelves(draft.record.fingerprint for draft in drafts.values())
    new: list[records.Draft] = []
    for item, draft in drafts.items():
        item.fingerprint, item.date = draft.record.fingerprint, draft.record.full_date
        shelf = shelves[item.fingerprint]
        item.record = shelf.find(item.date)
        item.status = ItemStatus.DUPLICATE
        if item.record is None:
            item.record, item.status = draft.record, ItemStatus.STORED
            shelf.kept.append((item.date, draft.record))
            new.append(draft)
    records.store(drafts=new)


def _count(batch_id: uuid.UUID, items: Iterable[ImportItem]) -> None:
    times = Counter(item.status for item in items)
    ImportBatch.objects.filter(pk=batch_id).update(
        stored=F("stored") + times[ItemStatus.STORED],
        duplicate=F("duplicate") + times[ItemStatus.DUPLICATE],
        rejected=F("rejected") + times[ItemStatus.REJECTED],
        settled_at=timezone.now(),
    )
