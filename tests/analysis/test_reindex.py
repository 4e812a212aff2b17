"""An index built beside the one in use and swapped for it, whatever happens meanwhile."""

import datetime as dt
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from analysis import tasks
from analysis.models import Entry, Generation, JobRun, LongJob, PositionStat, Status, Visit
from analysis.services import generations, indexing, rebuilding, sweeping
from archive.models import Record, Visibility
from archive.services import amending, records
from tests.analysis.desk import Desk, import_text, listening, mixed_text, numbers, samples
from tests.analysis.pictures import index_picture, recount
from tests.archive.games import game

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "skud-pai-sho"


@pytest.fixture(autouse=True)
def small(settings: Settings) -> None:
    settings.STAT_VISITS = 4
    settings.INDEX_RECORDS = 7
    settings.FOLD_RECORDS = 17


@pytest.fixture
def desk() -> Iterator[Desk]:
    with listening() as desk:
        import_text(mixed_text(each=4, more=30))
        desk.deliver()
        yield desk


def numbers_of(status: Status) -> list[int]:
    return list(Generation.objects.filter(game=GAME, status=status).values_list("pk", flat=True))


def age_claims() -> None:
    """Let every worker that holds a long job have been silent for long."""
    LongJob.objects.update(claimed_at=timezone.now() - dt.timedelta(hours=2))


def make_older() -> None:
    """Let the index in use be by an earlier edition of its engine."""
    Generation.objects.filter(game=GAME).update(edition=0)


def test_what_is_built_anew_is_the_same(desk: Desk) -> None:
    before, was = index_picture(), numbers_of(Status.ACTIVE)
    out = StringIO()
    call_command("reindex", stdout=out)
    assert f"{GAME}: " in out.getvalue()
    assert index_picture() == before == recount()
    assert numbers_of(Status.ACTIVE) != was
    assert JobRun.objects.filter(name="rebuild", failure="").count() == 5


def test_pages_read_the_old_index_until_the_new_one_is_whole(desk: Desk) -> None:
    before, (was,) = index_picture(), numbers_of(Status.ACTIVE)
    visits = Visit.objects.filter(entry__generation=was).count()
    for job in rebuilding.rebuild(game=GAME):
        if job.stage != rebuilding.FINISHED:
            assert numbers_of(Status.ACTIVE) == [was]
            assert index_picture() == before
    assert numbers_of(Status.ACTIVE) != [was]
    # A page that began before the swap still finds all of it.
    assert list(generations.clear_retired(now=timezone.now())) == []
    assert Visit.objects.filter(entry__generation=was).count() == visits
    later = timezone.now() + dt.timedelta(hours=1)
    assert sum(generations.clear_retired(now=later)) > 0
    assert not Generation.objects.filter(pk=was).exists()
    assert Visit.objects.count() == Visit.objects.filter(entry__generation__status="active").count()
    assert index_picture() == before


def test_records_that_come_change_and_go_meanwhile_are_in_both(desk: Desk) -> None:
    steps = rebuilding.rebuild(game=GAME)
    next(steps)
    old = numbers()
    records.delete(record_ids=[old[0], old[-1]])
    next(steps)
    records.set_visibility(record_ids=[*old[1:5], *old[-5:-1]], visibility=Visibility.PRIVATE)
    next(steps)
    import_text(mixed_text(each=8, more=60))
    chosen = Record.objects.filter(game=GAME, visibility="public").order_by("pk")
    for record in (chosen[0], chosen[len(chosen) // 2]):
        amending.amend(record_id=record.pk, text=game(f"Amended {record.pk}"))
    desk.deliver()
    assert index_picture() == recount()
    for _ in steps:
        pass
    desk.deliver()
    assert index_picture() == recount()
    assert numbers_of(Status.BUILDING) == []


def test_of_two_rebuilds_at_once_the_later_one_counts(desk: Desk) -> None:
    first = rebuilding.rebuild(game=GAME)
    next(first)
    second = rebuilding.rebuild(game=GAME)
    next(second)
    assert rebuilding.FINISHED not in {job.stage for job in first}
    stages = [job.stage for job in second]
    assert stages[-1] == rebuilding.FINISHED
    assert index_picture() == recount()


def test_a_command_whose_place_was_taken_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = indexing.index_records

    def taken(**given: object) -> int:
        generations.begin(game=GAME, anew=True)
        return index(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(indexing, "index_records", taken)
    with pytest.raises(CommandError, match="another reindex took the place of this one"):
        call_command("reindex", GAME)
    assert index_picture() == recount()


def test_a_rebuild_whose_worker_died_is_taken_up_where_it_was(desk: Desk) -> None:
    died = rebuilding.rebuild(game=GAME)
    job = next(died)
    del died
    (building,) = numbers_of(Status.BUILDING)
    assert rebuilding.unfinished() == [GAME]
    assert rebuilding.take_up(game=GAME) is None  # its worker may only be slow
    age_claims()
    taken = rebuilding.take_up(game=GAME)
    assert taken is not None
    assert (taken.cursor, taken.done) == (job.cursor, job.done)
    assert job.done > 0
    for _ in rebuilding.go_on(taken):
        pass
    assert numbers_of(Status.ACTIVE) == [building]
    assert index_picture() == recount()


def test_a_worker_that_was_only_slow_spoils_nothing(desk: Desk) -> None:
    slow = rebuilding.rebuild(game=GAME)
    next(slow)
    age_claims()
    taken = rebuilding.take_up(game=GAME)
    assert taken is not None
    pieces = rebuilding.go_on(taken)
    next(pieces)
    for _ in slow:
        pass
    for _ in pieces:
        pass
    assert taken.stage == rebuilding.FINISHED
    assert index_picture() == recount()


def test_an_index_of_an_earlier_edition_is_built_anew_in_slices(
    desk: Desk, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.IMPORT_SLICE_SECONDS = 0
    sent: list[tuple[object, ...]] = []

    def send(*words: object, **_: float) -> bool:
        sent.append(words)
        return True

    monkeypatch.setattr(tasks, "send", send)
    make_older()
    assert rebuilding.stale_games() == [GAME]
    tasks.sweep()
    messages = [words[1:] for words in sent if words[0] is tasks.rebuild]
    assert messages == [(GAME,)]
    slices = 0
    while messages:
        sent.clear()
        tasks.rebuild(*messages[0])
        messages = [words[1:] for words in sent if words[0] is tasks.rebuild]
        slices += 1
    assert slices > 5
    assert rebuilding.stale_games() == rebuilding.unfinished() == []
    assert index_picture() == recount()
    (run,) = JobRun.objects.filter(name="rebuild")
    assert run.done == Record.objects.filter(game=GAME).count()


def test_a_message_that_comes_late_begins_no_rebuild(desk: Desk) -> None:
    tasks.rebuild(GAME)
    assert numbers_of(Status.BUILDING) == []


def test_until_then_it_loses_what_is_hidden_deleted_or_amended_and_nothing_else(
    desk: Desk,
) -> None:
    make_older()
    mine = list(Record.objects.filter(game=GAME).order_by("pk"))
    hidden, gone, amended, judged, *_ = [record for record in mine if record.verdict == "valid"]
    records.set_visibility(record_ids=[hidden.pk], visibility=Visibility.PRIVATE)
    records.delete(record_ids=[gone.pk])
    amending.amend(record_id=amended.pk, text=game("Amended"))
    Record.objects.filter(pk=judged.pk).update(revision=2)  # as a newer edition judges it
    indexing.index_records(record_ids=[hidden.pk, gone.pk, amended.pk, judged.pk])
    left = set(Entry.objects.filter(generation__game=GAME).values_list("record", flat=True))
    assert left.isdisjoint({hidden.pk, gone.pk, amended.pk})
    assert judged.pk in left
    assert list(sweeping.unindexed()) == []
    (generation,) = Generation.objects.filter(game=GAME)
    assert generation.games == len(left)


def test_a_worker_of_an_older_release_leaves_a_newer_index_alone(desk: Desk) -> None:
    Generation.objects.filter(game=GAME).update(edition=99)
    import_text(samples(8))
    desk.deliver()
    assert rebuilding.stale_games() == []
    generations.begin(game=GAME)
    Generation.objects.filter(game=GAME, status=Status.BUILDING).update(edition=99)
    assert generations.begin(game=GAME) is None
    assert Generation.objects.filter(game=GAME, status=Status.BUILDING).count() == 1


def test_an_empty_game_has_an_empty_index(db: None) -> None:
    call_command("reindex", "quaterno", stdout=StringIO())
    (generation,) = Generation.objects.filter(game="quaterno", status=Status.ACTIVE)
    assert (generation.games, generation.counters) == (0, "{}")
    assert not PositionStat.objects.exists()


def test_a_game_that_is_not_there_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="No game is called 'go'"):
        call_command("reindex", "go")
