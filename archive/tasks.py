"""Jobs: an id comes in, a service is called, the next message is sent. All may run twice."""

import logging
import math
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from archive.selectors import dumps
from archive.services import accounts, batches, dumping, rejudging, settling, splitting

logger = logging.getLogger(__name__)


def enqueue_batch(batch_id: uuid.UUID) -> None:
    """Ask a worker to import a batch. Call it on commit; a broker that is down fails no request:
    `resume` finds the batch when it is back."""
    _send(split, str(batch_id))


# A worker that hangs in one place is stopped, and the place counts one more attempt.
@shared_task(name="archive.imports.split", time_limit=2 * settings.IMPORT_SPLIT_SECONDS)
def split(batch_id: str, after: str = "") -> None:
    """Cut an upload into items for a while, and call workers to settle them. Then give way, and
    send the message again with the claim that it goes on from."""
    claim = splitting.claim_batch(
        batch_id=uuid.UUID(batch_id), after=uuid.UUID(after) if after else None
    )
    if claim is None:
        return
    with closing(splitting.split_batch(claim=claim)) as made:
        if _split_a_while(made, claim.received):
            _send(split, batch_id, str(claim.token))
    _send(settle)


def _split_a_while(made: Iterator[int], received: int) -> bool:
    """Whether there is more to be made. What was cut before is read again each time, so the time
    for new items is no shorter than the time that took."""
    started = time.monotonic()
    until = math.inf
    for count in made:
        now = time.monotonic()
        if count and until == math.inf:
            until = now + max(settings.IMPORT_SLICE_SECONDS, now - started)
        if (received + count).bit_length() > received.bit_length():
            _send(settle)  # more workers for more items
        received += count
        if now > until:
            return True
    return False


@shared_task(
    name="archive.imports.settle",
    time_limit=settings.IMPORT_SLICE_SECONDS + 10 * settings.IMPORT_LEASE_SECONDS,
)
def settle() -> None:
    """Judge and store waiting items for a while, a claim of each import in turn: a small one does
    not wait for a large one to end. Then send the message again, until there are none."""
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    while sum(map(_serve, batches.unsettled_batches(now=timezone.now()))):
        if time.monotonic() > until:
            _send(settle)
            return


def _serve(batch_id: uuid.UUID) -> bool:
    if settling.settle_some(batch_id=batch_id):
        return True
    batches.close_batch(batch_id=batch_id)
    return False


@shared_task(name="archive.imports.resume")
def resume() -> None:
    """Take up what a dead worker or a lost message has left lying."""
    now = timezone.now()
    for batch_id in batches.unsplit_batches(now=now):
        _send(split, str(batch_id))
    if batches.unsettled_batches(now=now) and not batches.is_settling(now=now):
        _send(settle)


@shared_task(
    name="archive.records.rejudge",
    time_limit=settings.IMPORT_SLICE_SECONDS + 10 * settings.IMPORT_LEASE_SECONDS,
)
def rejudge() -> None:
    """Judge records again for a while, where their engine has a newer edition. Then send the message
    again, until there are none."""
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    for _ in rejudging.rejudge():
        if time.monotonic() > until:
            _send(rejudge)
            return


@shared_task(
    name="archive.exports.dump",
    time_limit=settings.IMPORT_SLICE_SECONDS + 10 * settings.IMPORT_LEASE_SECONDS,
)
def dump(name: str = "") -> None:
    """Write some of a dump of the public archive, a new one if none is named. Then send the message
    again with its name, until it is whole."""
    if not settings.DUMP_KEPT:
        return
    try:
        writing = name or dumping.begin(now=timezone.now())
        is_more = dumping.write_some(name=writing, seconds=settings.IMPORT_SLICE_SECONDS)
    except dumping.DumpBusyError:
        logger.info("Another dump is being written.")
        return
    if is_more:
        _send(dump, writing)


@shared_task(name="archive.exports.check")
def check_dumps() -> None:
    """Throw away the dumps that hold what the archive shows no more, or otherwise now; where none is
    left, have another made."""
    gone = dumping.forget_untrue()
    if gone:
        logger.info("Dumps thrown away, since records in them have changed: %s", ", ".join(gone))
        if not dumps.names():
            _send(dump)


@shared_task(name="archive.accounts.tidy")
def tidy() -> None:
    """Take away what is kept of accounts and serves nobody any more."""
    accounts.forget_sessions()


@worker_ready.connect
def resume_at_start(**_: Any) -> None:
    """Once for what lies there, once for what the worker before this one held when it died; and what
    an earlier edition judged, which a new release is likely to bring."""
    resume.delay()
    rejudge.delay()
    resume.apply_async(countdown=settings.IMPORT_LEASE_SECONDS + 1)


def take_up() -> None:
    """Ask workers at once for all that is open: those who had it are gone."""
    for batch_id in batches.unsplit_batches(now=timezone.now()):
        enqueue_batch(batch_id)
    _send(settle)


def _send(task: "Task[..., None]", *arguments: str) -> None:
    try:
        task.apply_async(arguments, retry=False)
    except (OperationalError, OSError):
        logger.warning("No broker for %s%s: it waits for one.", task.name, arguments, exc_info=True)
