"""Jobs of the index: an id comes in, a service is called, the next message is sent. All may run
twice, and any may be lost: `sweep` finds what is left."""

import logging
import time
from collections.abc import Iterator
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from analysis.models import FilteredStat, Generation, LongJob
from analysis.selectors.filtering import Filter
from analysis.services import (
    checking,
    filtered,
    folding,
    generations,
    indexing,
    longjobs,
    plans,
    queues,
    rating,
    rebuilding,
    runs,
    sweeping,
)

logger = logging.getLogger(__name__)

RATE_WAIT_SECONDS = 5.0
"""While many records come, ratings are not worked out for each of them."""


CLEAR_SECONDS = 30.0
MANY_MESSAGES = 20
"""While so many wait for the index, what it lacks may well be on its way."""
ENDED = "Replaying it ended its worker, twice: it was killed, or had no memory left."
# What another transaction was in the way of: a deadlock, or a long wait for SQLite's one writer.
AGAIN: dict[str, Any] = {
    "autoretry_for": (OperationalError,),
    "retry_backoff": True,
    "max_retries": 5,
}


def enqueue(record_ids: list[int]) -> None:
    """Ask workers to bring the index up to date with these records."""
    size = settings.INDEX_RECORDS
    for at in range(0, len(record_ids), size):
        if not send(index_records, record_ids[at : at + size]):
            return  # each further try would keep a page waiting, and `sweep` finds them all


# A record that takes so long to replay is at fault, and the soft limit says so inside it.
@shared_task(name="analysis.index_records", bind=True, soft_time_limit=300, time_limit=600, **AGAIN)
def index_records(self: "Task[..., None]", record_ids: list[int]) -> None:
    """Bring the index up to date with these records. A message that comes back may have ended its
    worker: then its records come one by one, and one that ends another is left out."""
    came_back = bool((self.request.delivery_info or {}).get("redelivered"))
    if came_back and len(record_ids) > 1:
        for pk in record_ids:
            send(index_records, [pk])
        return
    with runs.noted("index") as run:
        due = indexing.suspect(record_ids=record_ids, words=ENDED) if came_back else record_ids
        run.done = indexing.index_records(record_ids=due, notes=run.notes, again=came_back)
    ask_to_fold()
    ask_to_rate()


def ask_to_fold() -> None:
    """Send one message, for a little later, for each index that has something to count."""
    for generation_id in rebuilding.waiting():
        if folding.want(generation_id=generation_id):
            send(fold, generation_id, wait=settings.FOLD_WAIT_SECONDS)


@shared_task(name="analysis.fold", **AGAIN)
def fold(generation_id: int) -> None:
    """Count what waits, for a while; then give way and send the message again."""
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    folding.begin(generation_id=generation_id)
    is_whole = True
    with runs.noted("count", game=folding.game_of(generation_id)) as run:
        while count := folding.fold(generation_id=generation_id):
            run.done += count
            if time.monotonic() > until:
                is_whole = False
                break
    if is_whole:
        plans.refresh(generation_id=generation_id)
    elif folding.want(generation_id=generation_id):
        send(fold, generation_id)


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


@shared_task(name="analysis.rebuild", **AGAIN)
def rebuild(game: str, token: str = "") -> None:
    """Index a game anew beside the index in use for a while, and swap when it is whole."""
    job = rebuilding.take_up(game=game, token=token)
    if job is None:
        return
    with runs.failures_noted(rebuilding.NAME, game=game):
        _work(rebuilding.go_on(job))
    if job.stage == rebuilding.FINISHED:
        _write_down(job)
        ask_to_rate()
    else:
        send(rebuild, game, str(job.claim))


@shared_task(name="analysis.check")
def check() -> None:
    """Compare the index of every game with a recount; and forget the sums of old filters."""
    filtered.forget_old()
    for generation in checking.active():
        send(check_game, generation.pk)


@shared_task(name="analysis.check_game", **AGAIN)
def check_game(generation_id: int, token: str = "") -> None:
    """Compare an index with a recount for a while; then give way and send the message again."""
    job = checking.take_up(generation_id=generation_id, token=token)
    if job is None:
        return
    with runs.failures_noted(checking.NAME, game=job.generation.game):
        _work(checking.go_on(job, most=settings.CHECK_RECORDS))
    if job.stage == checking.FINISHED:
        _write_down(job)
        longjobs.let_go(job)
    else:
        send(check_game, generation_id, str(job.claim))


def _work(pieces: Iterator[int]) -> None:
    """Work for a while."""
    until = time.monotonic() + settings.IMPORT_SLICE_SECONDS
    for _ in pieces:
        if time.monotonic() > until:
            return


def _write_down(job: LongJob) -> None:
    runs.write(
        job.name, game=job.generation.game, started=job.started, done=job.done, notes=job.notes
    )


def ask_to_filter(*, generation: Generation, chosen: Filter) -> FilteredStat:
    """The row of a filter's sums; sends the message for them, if none is on its way."""
    stat, is_wanted = filtered.want(generation=generation, chosen=chosen)
    if is_wanted:
        send(add_up, stat.pk)
    return stat


@shared_task(name="analysis.add_up")
def add_up(stat_id: int) -> None:
    """Add up the games that a filter lets through."""
    with runs.noted("filter", game=filtered.game_of(stat_id=stat_id)) as run:
        for count in filtered.add_up(stat_id=stat_id):
            run.done = count


@shared_task(name="analysis.sweep", **AGAIN)
def sweep() -> None:
    """Take up what lost messages, dead workers and new editions have left lying."""
    now = timezone.now()
    with runs.noted("sweep") as run:
        if (queues.lengths() or {}).get("index", 0) < MANY_MESSAGES:
            for ids in sweeping.unindexed():
                run.done += len(ids)
                enqueue(ids)
    for generation_id in rebuilding.waiting():
        if folding.want_again(generation_id=generation_id, now=now):
            send(fold, generation_id)
    for game in rating.waiting():
        if rating.want_again(game=game, now=now):
            send(rate, game)
    for game in {*rebuilding.stale_games(), *rebuilding.unfinished()}:
        send(rebuild, game)
    for generation_id in longjobs.forsaken(name=checking.NAME, now=now):
        send(check_game, generation_id)
    send(clear_retired)


@shared_task(name="analysis.clear_retired", **AGAIN)
def clear_retired() -> None:
    """Delete what replaced indexes hold, for a while: the next sweep goes on."""
    until = time.monotonic() + CLEAR_SECONDS
    for _ in generations.clear_retired(now=timezone.now()):
        if time.monotonic() > until:
            return


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    send(sweep)


def send(task: "Task[..., None]", *arguments: Any, wait: float = 0) -> bool:
    """Send a message; without a broker the work waits for `sweep`."""
    try:
        task.apply_async(arguments, retry=False, countdown=wait)
    except (BrokerError, OSError):
        logger.warning("No broker for %s: it waits for one.", task.name, exc_info=True)
        return False
    return True
