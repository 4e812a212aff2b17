"""The page of job health: for staff, and in words that say what to do."""

import datetime as dt

import pytest
from celery import current_app
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from analysis.models import Entry, Fault, Generation, JobRun, LongJob, Status
from analysis.services import generations, queues, runs
from tests.analysis.desk import count, import_text, listening, samples
from tests.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("keeper", is_staff=True))
    return client


def page(client: Client) -> str:
    response = client.get("/jobs/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_only_staff_see_it(client: Client) -> None:
    assert client.get("/jobs/").status_code == 302
    client.force_login(User.objects.create_user("reader"))
    assert client.get("/jobs/")["Location"].startswith("/admin/login/")


def test_the_back_room_leads_to_it(staff: Client) -> None:
    assert 'href="/jobs/"' in staff.get("/admin/").content.decode()


def test_a_new_site_has_nothing_to_tell(staff: Client) -> None:
    assert page(staff).count("no index yet") == 5
    assert "Last failures" not in page(staff)


def test_it_tells_what_is_indexed_and_what_waits(staff: Client) -> None:
    with listening() as desk:
        import_text(samples(3))
        desk.deliver()
        assert page(staff).count("up to date") == 5
        import_text(samples(4))
        assert page(staff).count("catching up") == 5
    Entry.objects.filter(generation__game="quaterno").update(is_counted=False)
    assert page(staff).count('data-label="To count" class="number">3<') == 1
    count()


def test_it_tells_of_runs_failures_and_runs_that_did_not_end(staff: Client) -> None:
    with runs.noted("check", game="quaterno") as run:
        run.notes.append("quaterno: Position 7 had no sums.")
    with pytest.raises(OSError, match="the disk is full"), runs.noted("count"):
        raise OSError("the disk is full")
    JobRun.objects.create(name="index", started=timezone.now() - dt.timedelta(hours=3))
    shown = page(staff)
    assert "Position 7 had no sums." in shown
    assert "OSError: the disk is full" in shown
    assert "has not ended" in shown


def test_it_tells_of_records_left_out_and_of_editions(staff: Client) -> None:
    for game, edition in (("quaterno", 0), ("quadtria", 99)):
        Generation.objects.create(game=game, edition=edition, status=Status.ACTIVE)
    (index,) = generations.live("pai-chi")
    Fault.objects.create(generation=index, record=3, revision=1, message="ZeroDivisionError: no")
    shown = page(staff)
    assert "ZeroDivisionError: no" in shown
    assert "it will be built anew" in shown
    assert "manage.py reindex quadtria" in shown


def test_it_tells_how_far_a_rebuild_is(staff: Client) -> None:
    import_text(samples(2))
    building = generations.begin(game="quaterno")
    assert building is not None
    LongJob.objects.create(name="rebuild", generation=building, started=timezone.now(), done=1)
    assert "1 of 2 records" in page(staff)


def test_a_broker_that_is_down_is_said_in_words(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert queues.lengths() is not None
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(current_app.conf, "broker_read_url", nowhere)
    assert "The broker does not answer." in page(staff)


def test_old_runs_go_and_failures_stay_longer() -> None:
    for _ in range(3):
        with pytest.raises(OSError, match="full"), runs.noted("count"):
            raise OSError("full")
    for _ in range(runs.KEPT + 5):
        with runs.noted("count"):
            pass
    assert JobRun.objects.exclude(failure="").count() == 3
    assert JobRun.objects.filter(failure="").count() == runs.KEPT
