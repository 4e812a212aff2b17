"""A whole import in this process: for the command line and the samples, without a broker."""

import logging
import time

from django.db import connection

from archive.models import ImportBatch
from archive.services import batches, outages, settling, splitting

logger = logging.getLogger(__name__)

LOOK_AGAIN_SECONDS = 0.5
OUTAGE_SECONDS = 2.0


def import_batch(*, batch: ImportBatch) -> ImportBatch:
    """Split, settle and close a batch; it may have been begun before, and goes on from there.

    Workers of the site may help, and this waits for what they hold, and for the end of an outage.
    """
    while not _import_unless_out(batch):
        time.sleep(LOOK_AGAIN_SECONDS)
    return batch


def _import_unless_out(batch: ImportBatch) -> bool:
    try:
        return _import_free(batch)
    except Exception as error:
        if not outages.is_outage(error):
            raise
        logger.warning("Import %s waits: %s", batch.pk, error)
        connection.close_if_unusable_or_obsolete()
        time.sleep(OUTAGE_SECONDS)
        return False


def _import_free(batch: ImportBatch) -> bool:
    """Do what no other worker is doing; True when the batch has come to its end."""
    claim = splitting.claim_batch(batch_id=batch.pk)
    if claim is not None:
        for _ in splitting.split_batch(claim=claim):
            pass
    while settling.settle_some(batch_id=batch.pk):
        pass
    batches.close_batch(batch_id=batch.pk)
    batch.refresh_from_db()
    return not batch.is_open and batch.settled == batch.received
