"""Notes for staff of what went wrong in the site itself, with the record at which it did."""

import logging
import uuid
from collections.abc import Iterable

from archive.models import BugNote, ImportItem
from archive.services.texts import storable

logger = logging.getLogger(__name__)

LENGTH = 4_000
"""Characters of a note: the end of a traceback says where and what."""
KEPT = 200
"""The newest notes that are kept: an engine that fails at everything fills no table."""


def made(item: ImportItem, words: str) -> BugNote:
    """A note that is not stored yet; the log has it already."""
    incident = uuid.uuid4().hex[:8]
    logger.error("Incident %s: item %s of import %s\n%s", incident, item.pk, item.batch_id, words)
    return BugNote(item=item, incident=incident, words=storable(words[-LENGTH:]))


def keep(notes: Iterable[BugNote]) -> None:
    """Store notes, and of all of them the newest. Belongs in the transaction that rejects."""
    if not BugNote.objects.bulk_create(notes):
        return
    for last in BugNote.objects.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]:
        BugNote.objects.filter(pk__lte=last).delete()
