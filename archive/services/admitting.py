"""How much may wait for workers: imports of one sender that have not ended, and bytes of all."""

import uuid
from typing import Final

from django.conf import settings
from django.db.models import QuerySet, Sum

from archive.models import BatchStatus, ImportBatch, Upload

RETRY_SECONDS: Final = 30
"""So long who is told to wait should wait: a short import has ended by then."""


class MustWait(Exception):
    """An upload is not taken just now; the text says why, and what to do."""


def admit(*, owner_id: int | None, form_token: uuid.UUID | None = None) -> None:
    """Raises MustWait where too much waits already. Asked before anything of an upload is stored.

    Without a lock, so that uploads do not wait for each other: those that come in the same moment
    pass together, a few more than the bound. A form that was taken is not asked again.
    """
    if form_token and ImportBatch.objects.filter(form_token=form_token).exists():
        return
    waiting = ImportBatch.objects.filter(status__in=BatchStatus.open())
    count = waiting.filter(owner_id=owner_id).count()
    if owner_id and count >= settings.IMPORT_OPEN:
        raise MustWait(
            f"Of your imports {count} have not ended yet. Another is taken when one of them has; "
            "nothing of this one was stored. Send it again in a minute."
        )
    is_full = _bytes_of(waiting) >= settings.IMPORT_WAITING_BYTES
    if is_full or (not owner_id and count >= settings.IMPORT_OPEN_ANONYMOUS):
        raise MustWait(
            "So much waits to be imported that no more is taken just now, and nothing of this was "
            "stored. Send it again in a few minutes."
        )


def _bytes_of(waiting: QuerySet[ImportBatch]) -> int:
    sizes = Upload.objects.filter(batch__in=waiting).aggregate(size=Sum("size"))
    return sizes["size"] or 0
