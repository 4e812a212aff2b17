"""Several workers in one process that index, count, hide, rebuild and check at the same time."""

import random
from concurrent.futures import ThreadPoolExecutor

from django.db import connections

from analysis.services import checking, folding, indexing, rebuilding
from archive.models import Record, Visibility
from archive.services import records

WORKERS = 3
ROUNDS = 8


def stir(seed: int) -> list[str]:
    """Let three workers do what comes to their minds, then one do what is left. What went wrong."""
    numbers = list(Record.objects.order_by("pk").values_list("pk", flat=True))
    indexing.index_records(record_ids=numbers)
    with ThreadPoolExecutor(WORKERS) as pool:
        works = [pool.submit(_work, seed + number, numbers) for number in range(WORKERS)]
    indexing.index_records(record_ids=numbers)
    _count()
    return [repr(error) for work in works if (error := work.exception())]


def _work(seed: int, numbers: list[int]) -> None:
    dice = random.Random(seed)
    try:
        for _ in range(ROUNDS):
            _do_something(dice, dice.sample(numbers, 20))
    finally:
        connections.close_all()


def _do_something(dice: random.Random, numbers: list[int]) -> None:
    visibility = dice.choice([Visibility.PUBLIC, Visibility.PRIVATE])
    records.set_visibility(record_ids=numbers[:5], visibility=visibility)
    indexing.index_records(record_ids=numbers)
    _count()
    chance = dice.random()
    if chance < 0.15:
        for _ in rebuilding.rebuild(game="skud-pai-sho"):
            pass
    elif chance < 0.3:
        for generation in checking.active():
            job = checking.take_up(generation_id=generation.pk)
            for _ in checking.go_on(job) if job else ():
                pass


def _count() -> None:
    for generation_id in rebuilding.waiting():
        while folding.fold(generation_id=generation_id):
            pass
