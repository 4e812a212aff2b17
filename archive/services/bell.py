"""Saying that records changed: their revision is raised, and the bell rings after commit."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet

from archive.models import Record
from archive.signals import record_changed

LOT = 10_000
"""Ids in one statement; SQLite takes no more than 32,766 values."""


def ring(record_ids: Iterable[int]) -> None:
    """Ring once the transaction is committed; not at all for no record."""
    ids = list(record_ids)
    if ids:
        transaction.on_commit(partial(record_changed.send, sender=Record, record_ids=ids))


def changed(records: QuerySet[Record], **values: object) -> int:
    """Give records these values and another revision, and ring for them. Needs a transaction.

    The rows are locked in the order of their ids, so that two such changes never wait for each
    other.
    """
    ids = list(records.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), LOT):
        lot = Record.objects.filter(pk__in=ids[start : start + LOT])
        lot.update(revision=F("revision") + 1, **values)
    ring(ids)
    return len(ids)
