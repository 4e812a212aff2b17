"""Stored records judged again: what stays gets the new edition, what differs waits for a person."""

from collections import Counter
from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from archive import engines, tasks
from archive.importers import Fragment
from archive.models import ImportBatch, Record, Rejudgement
from archive.services import amending, judging, rejudging
from archive.signals import record_changed
from tests.archive.games import ILLEGAL_MOVES, game
from tests.archive.shipped import shipped

pytestmark = pytest.mark.django_db
Import = Callable[[str], ImportBatch]

EARLIER = 0


def present(record: Record) -> int:
    engine = engines.get(record.game)
    assert engine is not None
    return engine.edition


def judged_earlier(*records: Record, **otherwise: object) -> None:
    """Let records be such as an earlier edition left them: with another verdict, if any is given."""
    pks = [record.pk for record in records]
    Record.objects.filter(pk__in=pks).update(edition=EARLIER, **otherwise)


def run() -> Counter[str]:
    return sum(rejudging.rejudge(), Counter[str]())


@pytest.fixture
def record(import_text: Import) -> Record:
    import_text(game("Amber", "Bramble"))
    return Record.objects.get()


@pytest.fixture
def many(import_text: Import) -> list[Record]:
    import_text("".join(game(f"Player {number}") for number in range(7)))
    return list(Record.objects.order_by("pk"))


@pytest.fixture
def waiting(record: Record) -> Rejudgement:
    """A record that the present edition judges otherwise, looked at again."""
    judged_earlier(record, verdict="contradictory", plies=5)
    run()
    return Rejudgement.objects.get()


# Finding


def test_records_of_every_game_stay_what_they_were(import_text: Import) -> None:
    chosen: dict[str, list[str]] = {}
    for read in shipped():
        texts = chosen.setdefault(read.game, [])
        if len(texts) < 6 and len(read.moves) < 120:
            texts.append(read.original.decode())
    stored = import_text("\n".join(text for texts in chosen.values() for text in texts)).stored
    assert set(chosen) == {engine.slug for engine in engines.all_engines()}
    judged_earlier(*Record.objects.all())
    assert run() == Counter(stayed=stored)
    assert all(record.edition == present(record) for record in Record.objects.all())
    assert set(Record.objects.values_list("revision", flat=True)) == {2}
    assert not Rejudgement.objects.exists()


def test_what_is_of_the_present_edition_or_a_later_one_is_left_alone(record: Record) -> None:
    assert run() == Counter()
    Record.objects.update(edition=present(record) + 1, plies=1)
    assert run() == Counter()
    assert Record.objects.get().plies == 1


def test_a_difference_is_written_down_and_the_record_left_as_it_is(record: Record) -> None:
    judged_earlier(record, verdict="contradictory", plies=5, board="another")
    before = Record.objects.values().get()
    assert run() == Counter(differ=1)
    assert Record.objects.values().get() == before
    row = Rejudgement.objects.get()
    assert (row.record, row.edition_from, row.edition_to) == (record, EARLIER, present(record))
    assert (row.before["verdict"], row.after["verdict"]) == ("contradictory", "valid")
    assert (row.before["plies"], row.after["plies"]) == (5, 7)
    assert (row.before["board"], row.after["board"]) == ("another", record.board)
    assert row.before["result"] == row.after["result"] == "*"
    assert not row.accepted


def test_a_difference_is_found_once(waiting: Rejudgement) -> None:
    assert run() == Counter()
    assert Rejudgement.objects.get() == waiting
    with pytest.raises(IntegrityError), transaction.atomic():
        Rejudgement.objects.create(
            record=waiting.record,
            edition_from=0,
            edition_to=waiting.edition_to,
            before={},
            after={},
        )


def test_a_record_that_is_refused_now_comes_with_the_reason(record: Record) -> None:
    bad = game("Amber", "Bramble", moves=ILLEGAL_MOVES)
    judged_earlier(record, original=bad.encode())
    assert run() == Counter(differ=1)
    after = Rejudgement.objects.get().after
    assert after["verdict"] == "illegal"
    assert (after["problem"]["line"], after["problem"]["ply"]) == (5, 4)


def test_a_fault_of_the_site_stops_no_other_record(
    many: list[Record], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = judging.judge_fragment

    def failing(given: Fragment, *, is_sample: bool) -> judging.Finding:
        if b"Player 3" in given.original:
            raise ZeroDivisionError
        return real(given, is_sample=is_sample)

    judged_earlier(*many)
    monkeypatch.setattr(judging, "judge_fragment", failing)
    assert run() == Counter(stayed=6, differ=1)
    row = Rejudgement.objects.get()
    assert row.record == many[3]
    assert row.after["problem"]["message"].split("incident ")[1][:8] in caplog.text
    with pytest.raises(rejudging.NotAccepted, match="could not judge"):
        rejudging.accept(rejudgement_id=row.pk)


# Restarting, and two at once


def test_whoever_is_stopped_goes_on_where_he_was(
    many: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rejudging, "PAGE", 2)
    judged_earlier(*many[::2])
    judged_earlier(*many[1::2], plies=1)
    stopped = rejudging.rejudge()
    first = next(stopped) + next(stopped)
    assert first == Counter(stayed=2, differ=2)
    stopped.close()
    assert run() == Counter(stayed=2, differ=1)
    assert Rejudgement.objects.count() == 3


def test_two_workers_at_once_write_the_same_rows(
    many: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have read a page before either writes."""
    judged_earlier(*many[:4])
    judged_earlier(*many[4:], plies=1)
    now = present(many[0])
    pages = [rejudging._page("skud-pai-sho", EARLIER, now, 0) for _ in range(2)]
    assert rejudging._rejudge_page(pages[0], now) == Counter(stayed=4, differ=3)
    assert rejudging._rejudge_page(pages[1], now)["stayed"] == 0
    assert Rejudgement.objects.count() == 3
    assert (
        list(Record.objects.order_by("pk").values_list("revision", flat=True)) == [2] * 4 + [1] * 3
    )


def test_a_record_that_is_amended_while_it_is_judged_keeps_its_new_judgement(
    record: Record,
) -> None:
    judged_earlier(record, plies=1)
    page = rejudging._page(record.game, EARLIER, present(record), 0)
    amending.amend(record_id=record.pk, text=game("Amber", "Cedar"))
    assert rejudging._rejudge_page(page, present(record)).total() == 0
    assert not Rejudgement.objects.exists()
    assert Record.objects.get().revision == 2


def test_a_page_costs_the_same_however_many_records_there_are(
    many: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for size in (7, 1):
        monkeypatch.setattr(rejudging, "PAGE", size)
        judged_earlier(*many)
        pages = rejudging.rejudge()
        with CaptureQueriesContext(connection) as captured:
            next(pages)
        pages.close()
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.django_db(transaction=True)
def test_a_new_edition_is_heard_and_a_difference_is_when_it_is_accepted(
    import_text: Import,
) -> None:
    import_text(game("Amber") + game("Cedar"))
    stays, differs = Record.objects.order_by("pk")
    judged_earlier(stays)
    judged_earlier(differs, plies=1)
    heard: list[list[int]] = []

    def hear(record_ids: list[int], **_: object) -> None:
        heard.append(record_ids)

    record_changed.connect(hear)
    try:
        run()
        rejudging.accept(rejudgement_id=Rejudgement.objects.get().pk)
    finally:
        record_changed.disconnect(hear)
    assert heard == [[stays.pk], [differs.pk]]


# Accepting


def test_an_accepted_difference_is_the_record_from_then_on(waiting: Rejudgement) -> None:
    original = bytes(waiting.record.original)
    rejudging.accept(rejudgement_id=waiting.pk)
    record = Record.objects.get()
    assert (record.verdict, record.plies) == ("valid", 7)
    assert (record.edition, record.revision) == (waiting.edition_to, 2)
    assert bytes(record.original) == original
    assert record.seats.count() == 2
    waiting.refresh_from_db()
    assert waiting.accepted
    assert run() == Counter()


def test_what_is_illegal_by_the_new_edition_cannot_be_accepted(record: Record) -> None:
    judged_earlier(record, original=game("Amber", moves=ILLEGAL_MOVES).encode())
    run()
    before = Record.objects.values().get()
    with pytest.raises(rejudging.NotAccepted, match="amend it, hide it or delete it"):
        rejudging.accept(rejudgement_id=Rejudgement.objects.get().pk)
    assert Record.objects.values().get() == before
    assert not Rejudgement.objects.get().accepted


def test_what_would_repeat_another_record_cannot_be_accepted(many: list[Record]) -> None:
    judged_earlier(many[1], original=many[0].original)
    assert run() == Counter(differ=1)
    with pytest.raises(rejudging.NotAccepted, match=f"repeat record {many[0].pk}"):
        rejudging.accept(rejudgement_id=Rejudgement.objects.get().pk)


def test_an_amended_record_has_nothing_left_to_accept(waiting: Rejudgement) -> None:
    amending.amend(record_id=waiting.record_id, text=game("Amber", "Cedar"))
    assert not Rejudgement.objects.exists()


def test_what_was_accepted_is_not_accepted_again(waiting: Rejudgement) -> None:
    rejudging.accept(rejudgement_id=waiting.pk)
    with pytest.raises(rejudging.NotAccepted, match="changed meanwhile"):
        rejudging.accept(rejudgement_id=waiting.pk)
    assert Record.objects.get().revision == 2


# The command, the job and the back room


def test_the_command_counts_what_it_found(many: list[Record]) -> None:
    judged_earlier(*many[:5])
    judged_earlier(*many[5:], plies=1)
    said = StringIO()
    call_command("rejudge", stdout=said)
    assert "7 judged again: 5 stayed as they were, 2 differ." in said.getvalue()
    assert "back room" in said.getvalue()


def test_the_job_gives_way_and_is_called_again(
    many: list[Record], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rejudging, "PAGE", 2)
    settings.IMPORT_SLICE_SECONDS = -1
    sent: list[str] = []
    monkeypatch.setattr(tasks, "_send", lambda task, *_: sent.append(task.name))
    judged_earlier(*many)
    for _ in range(5):
        tasks.rejudge()
    assert sent == ["archive.records.rejudge"] * 4
    assert not Record.objects.filter(edition=EARLIER).exists()


def test_staff_accept_in_the_back_room(client: Client, waiting: Rejudgement) -> None:
    client.force_login(User.objects.create_superuser("keeper"))
    page = client.get("/admin/archive/rejudgement/").content.decode()
    assert "verdict: contradictory → valid" in page
    assert "plies: 5 → 7" in page
    assert client.get(f"/admin/archive/rejudgement/{waiting.pk}/change/").status_code == 200
    chosen = {"action": "accept", "_selected_action": [str(waiting.pk)]}
    said = client.post("/admin/archive/rejudgement/", chosen, follow=True).content.decode()
    assert "1 accepted." in said
    assert Record.objects.get().verdict == "valid"


def test_the_back_room_says_why_a_difference_cannot_be_accepted(
    client: Client, record: Record
) -> None:
    client.force_login(User.objects.create_superuser("keeper"))
    judged_earlier(record, original=game("Amber", moves=ILLEGAL_MOVES).encode())
    run()
    chosen = {"action": "accept", "_selected_action": [str(Rejudgement.objects.get().pk)]}
    said = client.post("/admin/archive/rejudgement/", chosen, follow=True).content.decode()
    assert "A record cannot be kept so" in said
    assert "0 accepted." in said
