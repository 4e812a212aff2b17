"""What must hold of any archive, and a picture of one that two ways of importing share."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from archive.models import ImportBatch, ItemStatus, Record, RecordFacet, Seat


def check_ledger(batch: ImportBatch) -> None:
    """Every record of the upload is accounted for, on the batch and on its items."""
    batch.refresh_from_db()
    items = batch.items.all()
    assert batch.received == batch.stored + batch.duplicate + batch.rejected == items.count()
    for status in (ItemStatus.STORED, ItemStatus.DUPLICATE, ItemStatus.REJECTED):
        assert getattr(batch, status) == items.filter(status=status).count()
    assert not items.filter(status=ItemStatus.WAITING).exists()
    assert list(items.values_list("number", flat=True)) == list(range(batch.received))
    assert not items.filter(status=ItemStatus.REJECTED, problem=None).exists()
    assert not items.exclude(status=ItemStatus.REJECTED).filter(record=None).exists()


def archive_picture() -> dict[str, object]:
    """All that the archive holds, without row ids and times."""
    seats = _by_record(Seat.objects.values_list("record", "number", "name", "player__name"))
    facets = _by_record(RecordFacet.objects.values_list("record", "kind", "seat", "value", "count"))
    return {
        "records": sorted(
            (
                record.fingerprint,
                bytes(record.original),
                record.text,
                str(record.tags),
                record.date_text,
                record.event.name if record.event else "",
                tuple(seats[record.pk]),
                tuple(sorted(facets[record.pk])),
            )
            for record in Record.objects.select_related("event")
        ),
        "seats": Seat.objects.count(),
        "facets": RecordFacet.objects.count(),
        "ledger": [
            (item.number, item.status, item.verdict, _repeats(item.record), item.problem)
            for batch in ImportBatch.objects.order_by("created")
            for item in batch.items.select_related("record").order_by("number")
        ],
    }


def _by_record(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for record, *row in rows:
        found[record].append(tuple(row))
    return found


def _repeats(record: Record | None) -> tuple[str, bytes] | None:
    return (record.fingerprint, bytes(record.original)) if record else None
