"""The messages of the index: few where few do, none where there is no broker, all found by a sweep."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import current_app
from pytest_django import Settings

from analysis import tasks
from analysis.models import Entry, Generation, JobRun
from analysis.services import folding, queues
from tests.analysis.desk import import_text, numbers, samples
from tests.analysis.pictures import index_picture, recount
from tests.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def empty_queue() -> Iterator[None]:
    current_app.control.purge()
    yield
    current_app.control.purge()


def waiting() -> int:
    lengths = queues.lengths()
    assert lengths is not None
    return lengths["index"]


def test_what_is_imported_is_told_in_few_messages(settings: Settings) -> None:
    settings.INDEX_RECORDS = 20
    tasks.enqueue(list(range(50)))
    assert waiting() == 3


def test_one_message_to_count_is_on_its_way_however_much_waits(settings: Settings) -> None:
    settings.FOLD_WAIT_SECONDS = 0
    import_text(samples(2))
    current_app.control.purge()
    for number in numbers():
        tasks.index_records([number])
    games = Generation.objects.count()
    to_rate = games
    assert waiting() == games + to_rate
    first = Generation.objects.order_by("pk")[0]
    tasks.fold(first.pk)
    assert not Entry.objects.filter(generation=first, is_counted=False).exists()
    assert folding.want(generation_id=first.pk)


def test_without_a_broker_a_page_tries_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    settings.INDEX_RECORDS = 1
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    with monkeypatch.context() as down:
        down.setattr(tasks.index_records, "apply_async", _sent_to(nowhere))
        tasks.enqueue(list(range(500)))
    assert [record.message for record in caplog.records if record.name == "analysis.tasks"] == [
        "No broker for analysis.index_records: it waits for one."
    ]


def _sent_to(url: str) -> Callable[..., object]:
    send = tasks.index_records.apply_async

    def sent(*given: Any, **more: Any) -> object:
        with current_app.connection_for_write(url) as connection:
            return send(*given, connection=connection, **more)

    return sent


def test_a_sweep_finds_what_lost_messages_left_lying(settings: Settings) -> None:
    settings.FOLD_WAIT_SECONDS = 0
    import_text(samples(2))
    current_app.control.purge()  # as a broker that comes back empty
    tasks.sweep()
    assert waiting() > 0
    for number in numbers():
        tasks.index_records([number])
    current_app.control.purge()
    tasks.sweep()
    assert not any(
        folding.want(generation_id=pk) for pk in Generation.objects.values_list("pk", flat=True)
    )
    for pk in Generation.objects.values_list("pk", flat=True):
        tasks.fold(pk)
    assert index_picture() == recount()


def test_a_sweep_leaves_alone_what_may_well_be_on_its_way() -> None:
    import_text(samples(2))
    current_app.control.purge()
    for _ in range(tasks.MANY_MESSAGES):
        tasks.send(tasks.index_records, [])
    tasks.sweep()
    current_app.control.purge()
    tasks.sweep()
    found = JobRun.objects.filter(name="sweep").values_list("done", flat=True)
    assert list(found) == [len(numbers()), 0]
