"""What the database knows of its tables is brought up to date by who fills them."""

import pytest
from django.db import connection
from pytest_django import Settings

from analysis import tasks
from analysis.models import Entry, Generation, JobRun, Status
from analysis.services import plans, rebuilding
from tests.analysis.desk import import_text, listening, mixed_text

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "skud-pai-sho"


def known() -> int:
    """So many entries the database plans with, 0 where it has never looked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'")
        if cursor.fetchone() is None:
            return 0
        cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = 'analysis_entry'")
        return max((int(stat.split()[0]) for (stat,) in cursor), default=0)


def test_tables_are_looked_at_again_when_an_index_has_grown_by_half(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "send", lambda *_, **__: True)
    settings.PLAN_GAMES = 10
    with listening() as desk:
        for each, looks in ((3, 0), (12, 1), (13, 1), (20, 2)):
            import_text(mixed_text(each=each, more=0))
            desk.deliver()
            generation = Generation.objects.get(game=GAME)
            tasks.fold(generation.pk)
            assert JobRun.objects.filter(name="plan", game=GAME).count() == looks, generation.games
    assert known() == Entry.objects.count()


def test_an_index_is_looked_at_before_it_is_put_in_use(settings: Settings) -> None:
    with listening() as desk:
        import_text(mixed_text(each=12, more=0))
        desk.deliver()
    settings.PLAN_GAMES = 10
    (was,) = Generation.objects.filter(game=GAME)
    plans.refresh(generation_id=was.pk)
    for _ in rebuilding.rebuild(game=GAME):
        pass
    was.refresh_from_db()
    run = JobRun.objects.filter(name="plan").latest("pk")
    assert (was.status, run.done) == (Status.RETIRED, was.games)
    assert was.retired_at is not None
    assert run.finished is not None
    assert run.finished <= was.retired_at
    assert JobRun.objects.filter(name="plan").count() == 2
