"""The bell of the archive in tests: what rang, to be delivered when and as often as a test likes."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from analysis.services import folding, indexing, rebuilding
from archive.models import Record
from archive.services import batches, importing
from archive.signals import record_changed
from tests.archive.games import mixed_games
from tests.archive.shipped import shipped


class Desk:
    """Messages that no worker has taken yet."""

    def __init__(self) -> None:
        self.messages: list[list[int]] = []
        self.delivered: list[list[int]] = []

    def deliver(self) -> None:
        """Index and count all that rang since the last time, as one worker would."""
        while self.messages:
            ids = self.messages.pop(0)
            self.delivered.append(ids)
            indexing.index_records(record_ids=ids)
        count()

    def deliver_badly(self, seed: int) -> None:
        """Again, out of order, some twice, with counting in between."""
        dice = random.Random(seed)
        messages = [*self.messages, *self.delivered, *self.messages]
        self.messages.clear()
        dice.shuffle(messages)
        for ids in messages:
            indexing.index_records(record_ids=ids)
            if dice.random() < 0.3:
                count(once=True)
        count()


@contextmanager
def listening() -> Iterator[Desk]:
    desk = Desk()

    def hear(record_ids: list[int], **_: Any) -> None:
        desk.messages.append(record_ids)

    record_changed.connect(hear)
    try:
        yield desk
    finally:
        record_changed.disconnect(hear)


def count(*, once: bool = False) -> None:
    """Count what waits."""
    for generation_id in rebuilding.waiting():
        while folding.fold(generation_id=generation_id) and not once:
            pass


def import_text(text: str) -> None:
    importing.import_batch(batch=batches.open_batch(uploads=[("games.tgr", [text.encode()])]))


def samples(each: int) -> str:
    """The shortest samples of every game, in one text."""
    by_game: dict[str, list[Any]] = {}
    for record in shipped():
        by_game.setdefault(record.game, []).append(record)
    chosen = [
        record
        for records in by_game.values()
        for record in sorted(records, key=lambda one: (len(one.moves), one.index))[:each]
    ]
    return "".join(record.original.decode() + "\n\n" for record in chosen)


def mixed_text(*, each: int = 12, more: int = 40) -> str:
    """Samples of every game, and short records with repeats and illegal ones among them."""
    return samples(each) + mixed_games(more)


def numbers() -> list[int]:
    return list(Record.objects.order_by("pk").values_list("pk", flat=True))
