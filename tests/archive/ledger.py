"""What must hold of any archive, and a picture of one that two ways of importing share."""

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
    return {
        "records": sorted(
            (
                record.fingerprint,
                bytes(record.original),
                record.text,
                str(record.tags),
                record.date_text,
                record.event.name if record.event else "",
                tuple(record.seats.values_list("number", "name", "player__name")),
                tuple(sorted(record.facets.values_list("kind", "seat", "value", "count"))),
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


def _repeats(record: Record | None) -> tuple[str, bytes] | None:
    return (record.fingerprint, bytes(record.original)) if record else None
