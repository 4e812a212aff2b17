"""The index is what a plain count of the records makes it, whatever happened to them."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from pytest_django import Settings

from analysis import tasks
from analysis.models import Entry, Fault, Generation, JobRun, PositionStat, Summary, Visit
from analysis.services import indexing, sweeping
from archive.engines.pai_chi.rules import PaiChi
from archive.models import Record, Visibility
from archive.services import amending, records
from tests.analysis.desk import Desk, count, import_text, listening, mixed_text, numbers, samples
from tests.analysis.pictures import index_picture, recount
from tests.archive.games import MOVES, game

months_of_entries = import_module("analysis.migrations.0008_months_of_entries")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small(settings: Settings) -> None:
    """Every limit is so low that these few records pass it."""
    settings.STAT_VISITS = 4
    settings.INDEX_RECORDS = 20
    settings.FOLD_RECORDS = 17
    settings.FOLD_PLIES = 400


@pytest.fixture
def desk() -> Iterator[Desk]:
    with listening() as desk:
        yield desk


def found(**names: Any) -> list[int]:
    return list(Record.objects.filter(**names).order_by("pk").values_list("pk", flat=True))


def same_as_recounted() -> bool:
    kept, right = index_picture(), recount()
    assert kept.keys() == right.keys()
    for name in right:
        assert kept[name] == right[name]
    return True


def test_every_figure_is_that_of_a_plain_count(desk: Desk) -> None:
    import_text(mixed_text())
    desk.deliver()
    assert {record["games"] > 0 for record in index_picture().values()} == {True}
    assert PositionStat.objects.count() > 10
    assert same_as_recounted()


def test_changes_take_records_out_of_every_figure_and_bring_them_back(desk: Desk) -> None:
    import_text(mixed_text())
    desk.deliver()
    often = PositionStat.objects.count()
    hidden = numbers()[::3]
    records.set_visibility(record_ids=hidden, visibility=Visibility.UNLISTED)
    desk.deliver()
    seldom = PositionStat.objects.count()
    assert seldom < often
    assert same_as_recounted()
    records.delete(record_ids=numbers()[::4])
    amended = found(visibility="public", seats__name="Guest of all")[:5]
    assert len(amended) == 5
    for number in amended:
        shorter = MOVES.replace(" 3G.R5(0,-8)", "")
        amending.amend(record_id=number, text=game(f"Amended {number}", moves=shorter))
    desk.deliver()
    assert same_as_recounted()
    records.set_visibility(record_ids=hidden, visibility=Visibility.PUBLIC)
    import_text(mixed_text(more=80))
    desk.deliver()
    assert PositionStat.objects.count() > seldom
    assert same_as_recounted()


@pytest.mark.parametrize("seed", [1, 2])
def test_messages_out_of_order_and_twice_change_nothing(desk: Desk, seed: int) -> None:
    import_text(mixed_text(each=5))
    desk.deliver_badly(seed)
    records.set_visibility(record_ids=numbers()[::2], visibility=Visibility.PRIVATE)
    records.delete(record_ids=numbers()[::5])
    desk.deliver_badly(seed)
    assert same_as_recounted()


def test_what_no_message_told_is_found_by_a_sweep(desk: Desk) -> None:
    import_text(mixed_text(each=5))
    desk.deliver()
    import_text(mixed_text(each=8))
    records.delete(record_ids=numbers()[::5])
    records.set_visibility(record_ids=numbers()[::7], visibility=Visibility.WITHDRAWN)
    for ids in list(sweeping.unindexed()):
        indexing.index_records(record_ids=ids)
    count()
    assert list(sweeping.unindexed()) == []
    assert same_as_recounted()


def test_a_record_that_becomes_one_of_another_game_changes_index(desk: Desk) -> None:
    import_text(samples(3))
    desk.deliver()
    first = found(game="quaterno")[0]
    amending.amend(record_id=first, text=game("Amber"))
    desk.deliver()
    generations = Entry.objects.filter(record=first).values_list("generation__game", flat=True)
    assert list(generations) == ["skud-pai-sho"]
    assert same_as_recounted()


def test_a_record_hidden_while_it_is_indexed_is_in_no_figure(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text(samples(2))
    chosen, write = numbers()[0], indexing._write

    def write_and_hide(generation: Generation, drafts: Any, **more: Any) -> None:
        write(generation, drafts, **more)
        if chosen in drafts:
            records.set_visibility(record_ids=[chosen], visibility=Visibility.PRIVATE)

    monkeypatch.setattr(indexing, "_write", write_and_hide)
    indexing.index_records(record_ids=numbers())
    count()
    assert not Entry.objects.filter(record=chosen).exists()
    assert same_as_recounted()


def test_a_replay_that_another_has_overtaken_writes_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text(game("Amber") + game("Birch"))
    chosen, write = numbers()[0], indexing._write
    shorter = game("Amber", moves=MOVES.replace(" 3G.R5(0,-8)", ""))

    def write_late(*given: Any, **more: Any) -> None:
        monkeypatch.setattr(indexing, "_write", write)
        amending.amend(record_id=chosen, text=shorter)
        indexing.index_records(record_ids=[chosen])
        count()
        write(*given, **more)

    monkeypatch.setattr(indexing, "_write", write_late)
    indexing.index_records(record_ids=numbers())
    count()
    assert Entry.objects.get(record=chosen).revision == 2
    assert same_as_recounted()


def break_pai_chi(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(_self: PaiChi, _state: Any) -> Any:
        raise ZeroDivisionError("no measure")

    monkeypatch.setattr(PaiChi, "measured", measured)


def test_a_record_that_breaks_its_engine_stops_no_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text(samples(3))
    desk.deliver()
    bad = found(game="pai-chi")
    Record.objects.filter(pk__in=bad).update(revision=2)
    records.delete(record_ids=found(game="quadtria")[:1])
    break_pai_chi(monkeypatch)
    tasks.index_records(numbers())
    count()
    run = JobRun.objects.filter(name="index").first()
    assert run is not None
    assert [note.split(":")[0] for note in run.notes] == [f"Record {pk} is left out" for pk in bad]
    assert "ZeroDivisionError: no measure" in run.notes[0]
    assert list(Fault.objects.values_list("record", flat=True)) == bad
    picture = index_picture()
    assert picture["pai-chi"]["records"] == picture["pai-chi"]["counters"] == {}
    assert picture["quaterno"]["games"] == 3


def test_a_faulty_record_is_left_alone_until_it_changes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text(samples(2))
    with monkeypatch.context() as broken:
        break_pai_chi(broken)
        desk.deliver()
        assert Fault.objects.count() == 2
    assert list(sweeping.unindexed()) == []
    assert indexing.index_records(record_ids=numbers()) == 0
    changed, other = found(game="pai-chi")
    records.set_visibility(record_ids=[changed, other], visibility=Visibility.PRIVATE)
    desk.deliver()
    assert not Fault.objects.exists()
    records.set_visibility(record_ids=[changed, other], visibility=Visibility.PUBLIC)
    desk.deliver()
    assert same_as_recounted()


def test_a_record_that_its_engine_judges_otherwise_now_waits_for_a_decision(desk: Desk) -> None:
    import_text(game("Amber") + game("Birch"))
    desk.deliver()
    amber, birch = numbers()
    text = Record.objects.get(pk=amber).text.replace("(0,-8)-(-1,-6)", "(0,-8)-(-7,-6)")
    Record.objects.filter(pk=amber).update(text=text, revision=2)
    tasks.index_records([amber, birch])
    count()
    assert list(Entry.objects.values_list("record", "is_counted")) == [(birch, True)]
    assert Fault.objects.get().message.startswith(
        "Edition 1 of its engine judges it illegal, and it was stored as valid."
    )


def test_texts_longer_than_a_column_are_cut_and_stop_nothing(desk: Desk) -> None:
    import_text(samples(1))
    Record.objects.update(rules="r" * 3_000, options="o" * 3_000)
    desk.deliver()
    assert Entry.objects.count() == Record.objects.count()
    assert len(Entry.objects.values_list("options", flat=True)[0]) == 500


def test_a_record_without_any_move_has_one_position(desk: Desk) -> None:
    import_text('[Game "quadtria"]\n[Red "a"]\n[Blue "b"]\n[Result "*"]\n\n*\n')
    desk.deliver()
    assert Visit.objects.count() == Summary.objects.count() == Record.objects.count() == 1
    assert Visit.objects.get().move == ""


def test_records_of_a_game_without_engine_are_in_no_index(desk: Desk) -> None:
    import_text(samples(1))
    Record.objects.filter(game="quaterno").update(game="unheard-of", revision=2)
    desk.deliver()
    assert not Generation.objects.filter(game="unheard-of").exists()
    assert not Entry.objects.filter(record__in=found(game="unheard-of")).exists()


def test_entries_of_earlier_times_learn_their_months(desk: Desk) -> None:
    dates = ("2024.05.04", "2024.05.??", "2024.??.??", "????.??.??", "2023.12.31")
    import_text("".join(game(day, Date=day) for day in dates))
    desk.deliver()
    known = dict(Entry.objects.values_list("record", "month"))
    assert sorted(known.values()) == ["", "", "2023-12", "2024-05", "2024-05"]
    Entry.objects.update(month="")
    months_of_entries.fill(apps, None)
    assert dict(Entry.objects.values_list("record", "month")) == known
