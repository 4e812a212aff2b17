"""Jobs: an id comes in, a service is called, the next message is sent. All may run twice."""

import logging
import time
import uuid
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from archive.services import batches, settling, splitting

logger = logging.getLogger(__name__)


def enqueue_batch(batch_id: uuid.UUID) -> None:
    """Ask a worker to import a batch. Call it on commit; a broker that is down fails no request:
    `resume` finds the batch when it is back."""
    _send(split, batch_id)


# A worker that hangs in one place is stopped, and the place counts one more attempt.
@shared_task(name="archive.imports.split", time_limit=2 * settings.IMPORT_SPLIT_SECONDS)
def split(batch_id: str) -> None:
    """Cut an upload into items, and ask for their settling as they come."""
    claim = splitting.claim_batch(batch_id=uuid.UUID(batch_id))
    if claim is None:
        return
    for _ in splitting.split_batch(claim=claim):
        _send(settle, claim.batch_id)
    _send(settle, claim.batch_id)


@shared_task(
    name="archive.imports.settle",
    time_limit=settings.IMPORT_SLICE_SECONDS + 10 * settings.IMPORT_LEASE_SECONDS,
)
def settle(batch_id: str) -> None:
    """Judge and store waiting items for a while, then let other imports have their turn."""
    identity = uuid.UUID(batch_id)
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    while settling.settle_some(batch_id=identity):
        if time.monotonic() > until:
            _send(settle, identity)
            return
    batches.close_batch(batch_id=identity)


@shared_task(name="archive.imports.resume")
def resume() -> None:
    """Take up what a dead worker or a lost message has left lying."""
    now = timezone.now()
    for batch_id in batches.unsplit_batches(now=now):
        _send(split, batch_id)
    for batch_id in batches.unsettled_batches(now=now):
        _send(settle, batch_id)


@worker_ready.connect
def resume_at_start(**_: Any) -> None:
    """Once for what lies there, once for what the worker before this one held when it died."""
    resume.delay()
    resume.apply_async(countdown=settings.IMPORT_LEASE_SECONDS + 1)


def _send(task: "Task[[str], None]", batch_id: uuid.UUID) -> None:
    try:
        task.apply_async((str(batch_id),), retry=False)
    except OperationalError:
        logger.warning("No broker for import %s: it waits for one.", batch_id, exc_info=True)
