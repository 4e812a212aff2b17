"""Jobs of the index: an id comes in, a service is called, the next message is sent. All may run
twice, and any may be lost: `sweep` finds what is left."""

import logging
import time
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from analysis.services import folding, generations, indexing, rating, rebuilding, runs, sweeping

logger = logging.getLogger(__name__)

RATE_WAIT_SECONDS = 5.0
"""While many records come, ratings are not worked out for each of them."""


def enqueue(record_ids: list[int]) -> None:
    """Ask workers to bring the index up to date with these records."""
    size = settings.INDEX_RECORDS
    for at in range(0, len(record_ids), size):
        send(index_records, record_ids[at : at + size])


@shared_task(name="analysis.index_records")
def index_records(record_ids: list[int]) -> None:
    with runs.noted("index") as run:
        run.done = indexing.index_records(record_ids=record_ids)
    ask_to_fold()
    ask_to_rate()


def ask_to_fold() -> None:
    """Send one message for each index that has something to count, if none is on its way."""
    for generation_id in rebuilding.waiting():
        if folding.want(generation_id=generation_id):
            send(fold, generation_id)


@shared_task(name="analysis.fold")
def fold(generation_id: int) -> None:
    """Count what waits, for a while; then give way and send the message again."""
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    folding.begin(generation_id=generation_id)
    with runs.noted("count", game=folding.game_of(generation_id)) as run:
        while count := folding.fold(generation_id=generation_id):
            run.done += count
            if time.monotonic() > until and folding.want(generation_id=generation_id):
                send(fold, generation_id)
                break


def ask_to_rate() -> None:
    """Send one message, for a little later, for each game whose ratings are behind."""
    for game in rating.waiting():
        if rating.want(game=game):
            send(rate, game, wait=RATE_WAIT_SECONDS)


@shared_task(name="analysis.rate")
def rate(game: str) -> None:
    """Bring the ratings of a game up to date."""
    rating.begin(game=game)
    with runs.noted("rate", game=game) as run:
        run.done = rating.refresh(game=game)


@shared_task(name="analysis.rebuild")
def rebuild(game: str) -> None:
    """Index a game anew beside the index in use, and swap."""
    with runs.noted("rebuild", game=game) as run:
        for count in rebuilding.rebuild(game=game):
            run.done = count


@shared_task(name="analysis.sweep")
def sweep() -> None:
    """Take up what lost messages, dead workers and new editions have left lying."""
    for ids in sweeping.unindexed():
        enqueue(ids)
    for generation_id in rebuilding.waiting():
        if folding.want_again(generation_id=generation_id, now=timezone.now()):
            send(fold, generation_id)
    for game in rating.waiting():
        if rating.want_again(game=game, now=timezone.now()):
            send(rate, game)
    for game in rebuilding.stale_games():
        send(rebuild, game)
    generations.clear_retired()


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    send(sweep)


def send(task: "Task[..., None]", *arguments: Any, wait: float = 0) -> None:
    """Send a message; without a broker the work waits for `sweep`."""
    try:
        task.apply_async(arguments, retry=False, countdown=wait)
    except (OperationalError, OSError):
        logger.warning("No broker for %s: it waits for one.", task.name, exc_info=True)
