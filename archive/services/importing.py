"""A whole import in this process: for the command line and the samples, without a broker."""

from archive.models import ImportBatch
from archive.services import batches, settling, splitting


def import_batch(*, batch: ImportBatch) -> ImportBatch:
    """Split, settle and close a batch; it may have been begun before, and goes on from there."""
    claim = splitting.claim_batch(batch_id=batch.pk)
    if claim is not None:
        for _ in splitting.split_batch(claim=claim):
            pass
    while settling.settle_some(batch_id=batch.pk):
        pass
    batches.close_batch(batch_id=batch.pk)
    batch.refresh_from_db()
    return batch
