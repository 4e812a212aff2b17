"""People act while imports run: what they change is respected, and the import comes to its end."""

import pytest
from pytest_django import Settings

from archive.models import ImportItem, Record
from archive.services import batches, judging, records, settling
from tests.archive.games import game
from tests.archive.test_services import opened, shuffled, split

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("deleted", [1, 2])
def test_a_record_deleted_while_its_import_runs_does_not_stop_it(
    settings: Settings, deleted: int
) -> None:
    settings.IMPORT_CLAIM_ITEMS = 1
    dates = ("", "2021.05.01", "2021.05.02")
    batch = opened("".join(game("Amber", Date=date) for date in dates))
    split(batch)
    claims = [settling.claim_items(batch_id=batch.pk) for _ in dates]
    for claim in shuffled(claims, "backward"):
        assert claim is not None
        items = list(ImportItem.objects.filter(pk__in=claim.item_ids))
        settling._store(claim, items, [judging.judge_item(items[0], is_sample=False)])
    record = batch.items.get(number=deleted).record
    assert record is not None
    records.delete(record_ids=[record.pk])
    assert batches.close_batch(batch_id=batch.pk)
    batch.refresh_from_db()
    statuses = list(batch.items.values_list("status", flat=True))
    assert (batch.stored, batch.duplicate) == (2, 1)
    assert (statuses.count("stored"), statuses.count("duplicate")) == (2, 1)
    assert Record.objects.count() == 1
    assert batch.items.get(number=deleted).record is None
