"""An import that no worker moves says so, and is taken up again as soon as that is safe."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from archive.models import ImportBatch, ImportItem
from archive.services import batches, settling, splitting
from tests.archive.games import game
from tests.archive.test_services import opened, split

pytestmark = pytest.mark.django_db


def fragment(client: Client, batch: ImportBatch, said: str = "") -> str:
    address = reverse("archive:import-progress", args=[batch.pk])
    return client.get(address, {"said": said}).content.decode()


def silent_for(batch: ImportBatch, seconds: int) -> None:
    """Move all signs of workers into the past."""
    then = timezone.now() - timedelta(seconds=seconds)
    signs = ("created", "started", "claimed_at", "settled_at")
    given = dict.fromkeys((name for name in signs if getattr(batch, name) is not None), then)
    ImportBatch.objects.filter(pk=batch.pk).update(**given)
    batch.items.exclude(claim=None).update(claimed_at=then)


def held() -> ImportBatch:
    """A batch that was split, and of which a worker has claimed the first record."""
    batch = opened(game("Amber"))
    split(batch)
    assert settling.claim_items(batch_id=batch.pk)
    batch.refresh_from_db()
    return batch


def test_a_moment_without_a_sign_is_not_worth_a_word(client: Client) -> None:
    batch = held()
    silent_for(batch, 9)
    assert "No worker" not in fragment(client, batch)


def test_a_worker_that_is_silent_is_said_with_when_another_takes_over(client: Client) -> None:
    batch = held()
    silent_for(batch, 25)
    page = fragment(client, batch, said="0")
    assert page.count("No worker has reported for 25 seconds. Another takes over after 90 sec") == 2
    assert "a second" not in page
    assert fragment(client, batch, said="silent").count("No worker has reported") == 1


def test_a_worker_that_holds_a_record_and_beats_is_a_sign(client: Client) -> None:
    batch = held()
    silent_for(batch, 25)
    batch.items.update(claimed_at=timezone.now())
    assert "No worker" not in fragment(client, batch)


def test_where_nobody_took_over_in_time_no_time_is_promised(client: Client) -> None:
    batch = held()
    silent_for(batch, 400)
    assert "for 7 minutes. The import goes on when one runs; nothing is lost." in fragment(
        client, batch
    )


def test_an_import_that_no_worker_has_begun_says_that_it_waits(client: Client) -> None:
    batch = opened(game("Amber"))
    silent_for(batch, 30)
    assert "No worker has taken it up for 30 seconds." in fragment(client, batch)


def test_claims_of_workers_that_are_gone_are_free_at_once() -> None:
    batch, waiting = held(), opened(game("Fern"))
    assert splitting.claim_batch(batch_id=waiting.pk)
    assert settling.settle_some(batch_id=batch.pk) == 0
    assert batches.free_claims() == 2
    assert settling.settle_some(batch_id=batch.pk) == 1
    assert splitting.claim_batch(batch_id=waiting.pk)
    assert ImportItem.objects.get(batch=batch).status == "stored"


def test_there_may_be_no_claims_to_free() -> None:
    assert batches.free_claims() == 0
