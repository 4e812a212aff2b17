"""The check finds what is wrong in the index, says it, and puts it right."""

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from pytest_django import Settings

from analysis import tasks
from analysis.models import Entry, Generation, JobRun, LongJob, PositionStat, Summary, Visit
from analysis.services import checking, longjobs
from archive.models import Visibility
from archive.services import records
from tests.analysis.desk import Desk, import_text, listening, mixed_text, numbers
from tests.analysis.pictures import index_picture, recount

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STAT_VISITS = 4
    settings.INDEX_RECORDS = 20
    monkeypatch.setattr(checking, "VISITS_AT_ONCE", 200)


@pytest.fixture
def desk() -> Iterator[Desk]:
    with listening() as desk:
        import_text(mixed_text(each=4, more=20))
        desk.deliver()
        yield desk


def checked() -> list[str]:
    """What `check_index` says of all games, without its last lines."""
    out = StringIO()
    call_command("check_index", stdout=out)
    return [line for line in out.getvalue().splitlines() if "rows compared" not in line]


def test_an_index_that_is_right_is_left_as_it_is(desk: Desk) -> None:
    before = index_picture()
    assert checked() == []
    assert index_picture() == before == recount()


def lose_a_visit() -> None:
    Visit.objects.filter(entry=Entry.objects.filter(plies__gt=3)[0].pk, ply=2).delete()


def play_another_move() -> None:
    Visit.objects.filter(entry=Entry.objects.filter(plies__gt=3)[0].pk, ply=0).update(move="?")


def change_a_summary() -> None:
    first = Summary.objects.order_by("pk")[0]
    Summary.objects.filter(pk=first.pk).update(counters="\ngames=7\n")


def lose_a_summary() -> None:
    Summary.objects.order_by("pk")[:1].get().delete()


def change_a_fact() -> None:
    Entry.objects.filter(generation__game="pai-chi").update(plies=F("plies") + 1)


def lose_counters() -> None:
    Generation.objects.filter(game="quaterno").update(counters="{}", games=0)


def count_too_often() -> None:
    Generation.objects.filter(game="quaterno").update(games=F("games") + 5)


def lose_sums() -> None:
    PositionStat.objects.all().delete()


def keep_sums_of_nothing() -> None:
    generation = Generation.objects.get(game="quaterno")
    PositionStat.objects.create(generation=generation, position=-5, games=9, rows="{}")


def change_sums() -> None:
    PositionStat.objects.update(games=F("games") + 1)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lose_a_visit, "visits were kept, and are not the"),
        (play_another_move, "visits were kept, and are not the"),
        (change_a_summary, "its summary was not that of a replay."),
        (lose_a_summary, "its summary was not that of a replay."),
        (change_a_fact, "the facts in the index were not those of the record."),
        (lose_counters, "quaterno: 0 games were counted, and 4 are in the index."),
        (count_too_often, "quaterno: 9 games were counted, and 4 are in the index."),
        (lose_sums, "had no sums, and"),
        (keep_sums_of_nothing, "Position -5 had sums, and few games or none pass through it."),
        (change_sums, "pass through it."),
    ],
)
def test_what_is_wrong_is_said_and_put_right(
    desk: Desk, spoil: Callable[[], None], words: str
) -> None:
    spoil()
    assert index_picture() != recount()
    assert any(words in line for line in checked())
    assert index_picture() == recount()
    assert checked() == []


def test_a_check_in_slices_by_many_workers_finds_the_same(desk: Desk, settings: Settings) -> None:
    settings.IMPORT_SLICE_SECONDS = 0
    settings.INDEX_RECORDS = 5
    lose_a_visit()
    lose_sums()
    lose_counters()
    for generation in checking.active():
        job = checking.take_up(generation_id=generation.pk)
        slices = 0
        while job is not None and job.stage != checking.FINISHED:
            next(checking.go_on(job), None)
            slices += 1
            job = longjobs.take_over(token=str(job.claim))
        assert slices > 3
    assert index_picture() == recount()


def test_a_check_that_lost_its_claim_adds_nothing(desk: Desk) -> None:
    lose_counters()
    generation = Generation.objects.get(game="quaterno")
    first = checking.take_up(generation_id=generation.pk)
    assert first is not None
    assert checking.take_up(generation_id=generation.pk) is None
    second = checking.take_up(generation_id=generation.pk, seizes=True)
    assert second is not None
    for _ in checking.go_on(second):
        pass
    first.stage = checking.COUNTERS
    assert list(checking.go_on(first)) == []
    assert index_picture() == recount()


def test_each_round_replays_other_records_until_all_were_looked_at(
    desk: Desk, settings: Settings
) -> None:
    settings.INDEX_RECORDS = 1
    settings.CHECK_RECORDS = 3
    generation = Generation.objects.get(game="quaterno")
    ends = []
    for _ in range(3):
        tasks.check_game(generation.pk)
        ends.append(LongJob.objects.get(generation=generation).entry)
    entries = list(Entry.objects.filter(generation=generation).order_by("pk"))
    assert ends == [entries[2].pk, 0, entries[2].pk]
    assert JobRun.objects.filter(name="check", game="quaterno", failure="").count() == 3


def test_records_whose_message_is_on_its_way_are_no_difference(desk: Desk) -> None:
    records.set_visibility(record_ids=numbers()[::2], visibility=Visibility.PRIVATE)
    records.delete(record_ids=numbers()[::3])
    assert checked() == []
    desk.deliver()
    assert index_picture() == recount()


def test_a_run_tells_what_a_check_found(desk: Desk) -> None:
    lose_sums()
    tasks.check_game(Generation.objects.get(game="skud-pai-sho").pk)
    run = JobRun.objects.filter(name="check").first()
    assert run is not None
    assert run.finished is not None
    assert run.notes
    assert all(note.startswith("skud-pai-sho: Position") for note in run.notes)


def test_a_game_without_index_is_named(desk: Desk) -> None:
    with pytest.raises(CommandError, match="'go' has no index; those that have one: pai-chi, "):
        call_command("check_index", "go")
