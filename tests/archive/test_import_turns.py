"""Imports have their turns: messages, claims and who goes on with what."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from archive import tasks
from archive.models import BatchStatus, ImportBatch
from archive.services import batches, importing, judging, settling, splitting
from tests.archive.games import mixed_games
from tests.archive.ledger import check_ledger
from tests.archive.test_services import opened, split

pytestmark = pytest.mark.django_db


def test_splitting_gives_way_and_goes_on_by_its_own_message(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(splitting, "COMMIT_ITEMS", 1)
    settings.IMPORT_SLICE_SECONDS = 0
    sent: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(tasks, "_send", lambda task, *words: sent.append((task.name, words)))
    text = mixed_games(40)
    batch = opened(text)
    chain: list[tuple[str, ...]] = [(str(batch.pk),)]
    for message in chain:
        tasks.split(*message)
        tasks.split(*message)  # delivered twice
        chain += [words for name, words in sent if name == tasks.split.name and words not in chain]
    assert len(chain) > 1
    assert len(sent) < 3 * len(chain) + 10, "messages do not pile up"
    batch.refresh_from_db()
    assert (batch.is_split, batch.received) == (True, 40)
    importing.import_batch(batch=batch)
    check_ledger(batch)
    kept = b"".join(bytes(item.original) for item in batch.items.order_by("number"))
    assert kept == text.encode()


def test_no_message_is_added_while_items_are_settled(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.IMPORT_CLAIM_ITEMS = 2
    sent: list[str] = []
    monkeypatch.setattr(tasks, "_send", lambda task, *_: sent.append(task.name))
    batch = opened(mixed_games(5))
    split(batch)
    tasks.resume()
    assert sent == [tasks.settle.name]
    assert settling.settle_some(batch_id=batch.pk)
    tasks.resume()
    assert len(sent) == 1
    long_ago = timezone.now() - dt.timedelta(hours=1)
    ImportBatch.objects.filter(pk=batch.pk).update(settled_at=long_ago)
    tasks.resume()
    assert len(sent) == 2


def test_signs_of_a_clock_that_was_ahead_are_none() -> None:
    """A worker took records, settled some and died while the clock was a year ahead."""
    batch, other = opened(mixed_games(5)), opened(mixed_games(2))
    split(batch)
    assert settling.claim_items(batch_id=batch.pk)
    assert splitting.claim_batch(batch_id=other.pk)
    next_year = timezone.now() + dt.timedelta(days=365)
    batch.items.update(claimed_at=next_year)
    ImportBatch.objects.update(claimed_at=next_year, settled_at=next_year)
    now = timezone.now()
    assert not batches.is_settling(now=now)
    assert batch.pk in batches.unsettled_batches(now=now)
    assert batches.unsplit_batches(now=now) == [other.pk]
    for one in (batch, other):
        importing.import_batch(batch=one)
        check_ledger(one)


@pytest.mark.parametrize("seconds", [-365 * 86_400, 365 * 86_400])
def test_a_clock_that_jumps_meanwhile_stores_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    batch = opened(mixed_games(20))
    split(batch)
    late = settling.claim_items(batch_id=batch.pk)
    assert late is not None
    jumped = timezone.now() + dt.timedelta(seconds=seconds)
    monkeypatch.setattr(timezone, "now", lambda: jumped)
    importing.import_batch(batch=batch)
    items = list(batch.items.all())
    settling._store(late, items, [judging.judge_item(item, is_sample=False) for item in items])
    check_ledger(batch)
    assert (batch.received, batch.stored) == (20, 17)


def test_a_command_waits_for_what_a_worker_of_the_site_has_taken() -> None:
    batch = opened(mixed_games(40))
    dead = splitting.claim_batch(batch_id=batch.pk)
    assert dead is not None
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        for _ in splitting.split_batch(claim=dead):
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("archive.services.importing.time.sleep", nap)
        importing.import_batch(batch=batch)
    assert naps == [importing.LOOK_AGAIN_SECONDS]
    assert batch.status == BatchStatus.FINISHED
    check_ledger(batch)


def test_a_large_import_is_cancelled_in_short_transactions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "REJECT_ITEMS", 3)
    batch = opened(mixed_games(10))
    split(batch)
    with CaptureQueriesContext(connection) as asked:
        assert batches.cancel_batch(batch=batch)
    updates = [query for query in asked if query["sql"].startswith('UPDATE "archive_importitem"')]
    assert len(updates) == 4
    check_ledger(batch)
    assert batch.rejected == 10


def test_a_cancelling_that_stopped_midway_is_finished_by_a_worker() -> None:
    batch = opened(mixed_games(10))
    split(batch)
    assert batches._stop(batch.pk)
    tasks.settle()
    check_ledger(batch)
    assert (batch.status, batch.rejected) == (BatchStatus.CANCELLED, 10)
