"""A whole import in this process: for the command line and the samples, without a broker."""

import time

from archive.models import ImportBatch
from archive.services import batches, settling, splitting

LOOK_AGAIN_SECONDS = 0.5


def import_batch(*, batch: ImportBatch) -> ImportBatch:
    """Split, settle and close a batch; it may have been begun before, and goes on from there.

    Workers of the site may help, and this waits for what they hold.
    """
    while not _import_free(batch):
        time.sleep(LOOK_AGAIN_SECONDS)
    return batch


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
