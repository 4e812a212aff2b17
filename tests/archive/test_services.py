"""Batches opened, settled, cancelled, mended; records stored, rewritten, deleted."""

import datetime as dt
import uuid
from collections.abc import Callable

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from archive.models import (
    BatchStatus,
    Event,
    ImportBatch,
    ImportItem,
    ItemStatus,
    Player,
    PlayerName,
    Record,
    RecordFacet,
    Seat,
    UploadChunk,
)
from archive.selectors import imports
from archive.services import batches, importing, judging, players, records, settling, splitting
from archive.signals import record_changed
from tests.archive.games import ILLEGAL_MOVES, game, mixed_games, upload
from tests.archive.ledger import archive_picture, check_ledger

pytestmark = pytest.mark.django_db
Import = Callable[..., ImportBatch]


def split(batch: ImportBatch) -> int:
    claim = splitting.claim_batch(batch_id=batch.pk)
    assert claim is not None
    return sum(splitting.split_batch(claim=claim))


def opened(text: str) -> ImportBatch:
    return batches.open_batch(uploads=[upload("games.tgr", text)])


def expire(batch: ImportBatch) -> None:
    """Let all claims of a batch be as old as those of a dead worker."""
    long_ago = timezone.now() - dt.timedelta(hours=1)
    ImportBatch.objects.filter(pk=batch.pk, claim__isnull=False).update(claimed_at=long_ago)
    batch.items.filter(claim__isnull=False).update(claimed_at=long_ago)


# Opening


def test_an_upload_is_kept_byte_for_byte_in_bounded_chunks() -> None:
    data = bytes(range(256)) * 12_000
    pieces = [data[:10], data[10:2_500_000], data[2_500_000:]]
    batch = batches.open_batch(uploads=[("a\0b/../c.tgr", pieces), ("empty.tgr", [])])
    first, second = batch.uploads.all()
    chunks = [bytes(chunk.data) for chunk in first.chunks.all()]
    assert b"".join(chunks) == data
    assert max(map(len, chunks)) <= 2 * batches.CHUNK_BYTES
    assert (first.size, second.size) == (len(data), 0)
    assert first.name == "a␀b/../c.tgr"
    assert batch.status == BatchStatus.WAITING


def test_one_form_sent_twice_makes_one_batch() -> None:
    token = uuid.uuid4()
    made = [
        batches.open_batch(uploads=[upload("a", game("Amber"))], form_token=token) for _ in range(2)
    ]
    assert made[0] == made[1]
    assert UploadChunk.objects.count() == 1


def test_an_upload_over_the_bound_is_refused_and_nothing_of_it_stays(
    settings: Settings,
) -> None:
    settings.IMPORT_UPLOAD_BYTES = 3 << 20
    megabyte = b"x" * (1 << 20)
    batches.open_batch(uploads=[("a", [megabyte] * 2), ("b", [megabyte])])
    with pytest.raises(batches.UploadRefused, match="3 MiB"):
        batches.open_batch(uploads=[("a", [megabyte] * 2), ("b", [megabyte, b"x"])])
    assert ImportBatch.objects.count() == 1


# Settling


def test_every_record_is_accounted_for(import_text: Import) -> None:
    batch = import_text(mixed_games(60))
    assert batch.status == BatchStatus.FINISHED
    check_ledger(batch)
    assert (batch.received, batch.duplicate, batch.rejected) == (60, 6, 3)
    assert Record.objects.count() == batch.stored == 51


def test_a_stored_record_has_all_its_rows(import_text: Import) -> None:
    text = game("Amber", "?", Event="Spring Cup", Date="2021.05.??", Round="3", Site="Here")
    batch = import_text("# kept by hand\n" + text)
    record = Record.objects.get()
    assert bytes(record.original) == ("# kept by hand\n" + text).encode()
    assert record.event == Event.objects.get(name="Spring Cup")
    assert (record.date_earliest, record.date_latest) == (dt.date(2021, 5, 1), dt.date(2021, 5, 31))
    assert (record.date_text, record.round, record.site) == ("2021.05.??", "3", "Here")
    assert (record.game, record.verdict, record.plies) == ("skud-pai-sho", "valid", 7)
    assert (record.result, record.claimed_result, record.board_result) == ("*", "*", "*")
    host, guest = record.seats.all()
    assert (host.name, host.player) == ("Amber", Player.objects.get(name="Amber"))
    assert (guest.name, guest.player) == ("?", None)
    assert record.board
    chosen = {(facet.seat, facet.value, facet.count) for facet in record.facets.all()}
    assert len(chosen) == 6, "Host chose Wheels twice, Guest Rocks twice"
    assert batch.items.get().record == record


def test_a_rejected_record_keeps_its_text_and_its_place(import_text: Import) -> None:
    bad = game("Bramble", moves=ILLEGAL_MOVES)
    batch = import_text(game("Amber") + bad)
    item = batch.items.get(status=ItemStatus.REJECTED)
    assert item.problem is not None
    assert (item.verdict, item.problem["line"], item.problem["ply"]) == ("illegal", 11, 4)
    assert b"".join(imports.rejected_text(batch)) == bad.encode()
    assert Record.objects.count() == 1


def test_a_claim_takes_few_queries_however_many_records(
    django_assert_max_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.IMPORT_CLAIM_ITEMS = 100
    batch = opened(mixed_games(200))
    split(batch)
    settling.settle_some(batch_id=batch.pk)
    with django_assert_max_num_queries(45):
        assert settling.settle_some(batch_id=batch.pk) == 100


def test_a_claim_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "CLAIM_BYTES", 1000)
    batch = opened("".join(game(f"Player {number}") for number in range(30)))
    split(batch)
    claim = settling.claim_items(batch_id=batch.pk)
    assert claim is not None
    items = ImportItem.objects.filter(pk__in=claim.item_ids)
    assert 1 < len(items) < 30
    assert sum(item.size for item in items) <= 1000


def test_what_one_worker_holds_another_does_not_take() -> None:
    batch = opened("".join(game(f"Player {number}") for number in range(3)))
    split(batch)
    assert settling.claim_items(batch_id=batch.pk)
    assert settling.claim_items(batch_id=batch.pk) is None
    expire(batch)
    assert settling.settle_some(batch_id=batch.pk) == 3


def test_a_worker_that_comes_back_late_stores_nothing() -> None:
    batch = opened(game("Amber"))
    split(batch)
    late = settling.claim_items(batch_id=batch.pk)
    assert late is not None
    expire(batch)
    assert settling.settle_some(batch_id=batch.pk) == 1
    items = list(ImportItem.objects.filter(pk__in=late.item_ids))
    findings = [judging.judge_item(item, is_sample=False) for item in items]
    settling._store(late, items, findings)
    batches.close_batch(batch_id=batch.pk)
    check_ledger(batch)
    assert Record.objects.count() == batch.stored == 1


def test_a_fault_of_the_site_rejects_one_record_and_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = judging.judge_item

    def failing(item: ImportItem, *, is_sample: bool) -> judging.Finding:
        if b"Poison" in bytes(item.original):
            raise ZeroDivisionError
        return real(item, is_sample=is_sample)

    monkeypatch.setattr(judging, "judge_item", failing)
    batch = importing.import_batch(batch=opened(game("A") + game("Poison") + game("B")))
    check_ledger(batch)
    item = batch.items.get(number=1)
    assert item.problem is not None
    assert (batch.stored, item.problem["code"]) == (2, "engine.bug")
    incident = item.problem["message"].split("incident ")[1][:8]
    assert incident in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_record_that_ends_workers_is_taken_alone_and_at_last_given_up() -> None:
    batch = opened(game("A") + game("B") + game("C"))
    split(batch)
    batch.items.filter(number=1).update(attempts=settling.ALONE_AFTER)
    taken = [settling.claim_items(batch_id=batch.pk) for _ in range(3)]
    assert [len(claim.item_ids) for claim in taken if claim] == [1, 1, 1]
    expire(batch)
    batch.items.filter(number=1).update(attempts=settling.MOST_ATTEMPTS)
    importing.import_batch(batch=batch)
    check_ledger(batch)
    item = batch.items.get(number=1)
    assert item.problem is not None
    assert (batch.stored, item.problem["code"]) == (2, "engine.bug")


# Splitting


def test_splitting_goes_on_where_a_dead_worker_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "COMMIT_ITEMS", 3)
    texts = [mixed_games(10), game("Last")]
    batch = batches.open_batch(uploads=[upload(f"{len(t)}.tgr", t) for t in texts])
    dead = splitting.claim_batch(batch_id=batch.pk)
    assert dead is not None
    steps = splitting.split_batch(claim=dead)
    assert (next(steps), next(steps)) == (3, 3)
    assert splitting.claim_batch(batch_id=batch.pk) is None
    expire(batch)
    assert split(batch) == 5
    assert list(steps) == [], "the first worker has lost its claim"
    importing.import_batch(batch=batch)
    check_ledger(batch)
    together = b"".join(bytes(item.original) for item in batch.items.order_by("number"))
    assert together == "".join(texts).encode()


def test_an_upload_that_ends_workers_is_given_up() -> None:
    uploads = [upload("bad.tgr", mixed_games(3)), upload("good.tgr", game("Good"))]
    batch = batches.open_batch(uploads=uploads)
    ImportBatch.objects.filter(pk=batch.pk).update(attempts=splitting.MOST_ATTEMPTS)
    importing.import_batch(batch=batch)
    check_ledger(batch)
    first, second = batch.items.order_by("number")
    assert first.problem is not None
    assert first.problem["code"] == "import.gave-up"
    assert second.status == ItemStatus.STORED


def test_an_upload_that_takes_too_long_is_cut_with_a_word(settings: Settings) -> None:
    settings.IMPORT_SPLIT_SECONDS = -1
    batch = importing.import_batch(batch=opened(mixed_games(10)))
    check_ledger(batch)
    last = batch.items.get(number=1)
    assert last.problem is not None
    assert (batch.received, last.problem["code"]) == (2, "import.too-slow")


# Cancelling and mending


def test_a_cancelled_import_keeps_what_is_stored_and_the_text_of_the_rest(
    settings: Settings,
) -> None:
    settings.IMPORT_CLAIM_ITEMS = 5
    batch = opened("".join(game(f"Player {number}") for number in range(20)))
    split(batch)
    settling.settle_some(batch_id=batch.pk)
    held = settling.claim_items(batch_id=batch.pk)
    assert held is not None
    assert batches.cancel_batch(batch=batch)
    assert not batches.cancel_batch(batch=batch)
    check_ledger(batch)
    assert (batch.status, batch.stored, batch.rejected) == (BatchStatus.CANCELLED, 5, 15)
    problem = batch.items.get(number=19).problem
    assert problem is not None
    assert problem["code"] == "import.cancelled"
    items = list(ImportItem.objects.filter(pk__in=held.item_ids).order_by("number"))
    settling._store(held, items, [judging.judge_item(item, is_sample=False) for item in items])
    check_ledger(batch)
    assert settling.settle_some(batch_id=batch.pk) == 0
    again = importing.import_batch(batch=opened(b"".join(imports.rejected_text(batch)).decode()))
    assert again.stored == 15


def test_cancelling_ends_the_splitting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "COMMIT_ITEMS", 2)
    batch = opened(mixed_games(10))
    claim = splitting.claim_batch(batch_id=batch.pk)
    assert claim is not None
    steps = splitting.split_batch(claim=claim)
    next(steps)
    batches.cancel_batch(batch=batch)
    assert list(steps) == []
    check_ledger(batch)
    assert (batch.received, batch.notes) == (2, [batches.CUT_SHORT])


def test_a_rejected_record_can_be_mended_once_however_often_it_is_sent(
    import_text: Import,
) -> None:
    item = import_text(game("Amber", moves=ILLEGAL_MOVES)).items.get()
    token = uuid.uuid4()
    made = [
        batches.resubmit_item(item=item, text=game("Amber"), form_token=token) for _ in range(2)
    ]
    assert made[0] == made[1]
    mended = importing.import_batch(batch=made[0])
    item.refresh_from_db()
    assert ([*item.mended_by.all()], mended.stored) == ([mended], 1)
    assert mended.items.get().file == item.file


# Repeats


def test_what_repeats_a_record_links_to_it_and_keeps_its_text(import_text: Import) -> None:
    first = import_text(game("Amber"))
    second = import_text("{other words}\n" + game("Amber", Event="Elsewhere"))
    check_ledger(second)
    item = second.items.get()
    assert (item.status, item.record) == (ItemStatus.DUPLICATE, first.items.get().record)
    assert b"other words" in bytes(item.original)


@pytest.mark.parametrize(
    ("dates", "outcomes"),
    [
        (("2021.05.01", "2021.05.02", "2021.05.01"), "stored stored duplicate"),
        (("2021.05.01", "2021.05.??"), "stored duplicate"),
        (("", "2021.05.01", "2021.05.02"), "stored duplicate duplicate"),
        (("2021.05.01", "", "2021.05.02"), "stored duplicate stored"),
        (("2021.05.??", "2021.??.??", ""), "stored duplicate duplicate"),
        (("2021.02.30", "2021.05.01"), "stored duplicate"),
    ],
)
def test_full_dates_that_differ_make_two_records(
    import_text: Import, dates: tuple[str, ...], outcomes: str
) -> None:
    batch = import_text("".join(game("Amber", Date=date) for date in dates))
    check_ledger(batch)
    assert " ".join(batch.items.values_list("status", flat=True)) == outcomes


@pytest.mark.parametrize("order", ["backward", "middle first", "in pairs"])
@pytest.mark.parametrize(
    "dates",
    [
        ("", "", ""),
        ("2021.05.01", "", "2021.05.02", "2021.05.01", "2021.05.03", ""),
        ("", "2021.05.01", "2021.05.02", ""),
        ("2021.05.01", "2021.05.02", "2021.05.??", "2021.05.02", "2021.05.01"),
    ],
)
def test_settling_in_any_order_leaves_the_same_archive(
    dates: tuple[str, ...], order: str, settings: Settings
) -> None:
    text = "".join(game("Amber", Date=date, Round=str(n)) for n, date in enumerate(dates))
    importing.import_batch(batch=opened(text))
    expected = archive_picture()
    Record.objects.all().delete()
    ImportBatch.objects.all().delete()

    settings.IMPORT_CLAIM_ITEMS = 1
    batch = opened(text)
    split(batch)
    claims = [settling.claim_items(batch_id=batch.pk) for _ in dates]
    for claim in shuffled(claims, order):
        assert claim is not None
        items = list(ImportItem.objects.filter(pk__in=claim.item_ids))
        settling._store(claim, items, [judging.judge_item(items[0], is_sample=False)])
    assert batches.close_batch(batch_id=batch.pk)
    check_ledger(batch)
    assert archive_picture() == expected


def shuffled(claims: list[settling.Claim | None], order: str) -> list[settling.Claim | None]:
    if order == "backward":
        return claims[::-1]
    if order == "middle first":
        middle = len(claims) // 2
        return claims[middle:] + claims[:middle]
    return [
        claim for start in range(0, len(claims), 2) for claim in claims[start : start + 2][::-1]
    ]


def test_a_record_that_turns_out_a_repeat_takes_its_links_along(settings: Settings) -> None:
    settings.IMPORT_CLAIM_ITEMS = 1
    dates = ("", "2021.05.01", "2021.05.02")
    batch = opened("".join(game("Amber", Date=date) for date in dates))
    split(batch)
    claims = [settling.claim_items(batch_id=batch.pk) for _ in dates]
    for claim in claims[::-1]:
        assert claim is not None
        items = list(ImportItem.objects.filter(pk__in=claim.item_ids))
        settling._store(claim, items, [judging.judge_item(items[0], is_sample=False)])
    assert Record.objects.count() == 2
    other = importing.import_batch(batch=opened(game("Amber", Date="2021.05.01")))
    batches.close_batch(batch_id=batch.pk)
    record = Record.objects.get()
    assert record.date_text == ""
    assert other.items.get().record == record
    assert Seat.objects.count() == 2


# Records, players


def test_a_name_is_a_person_code_point_for_code_point(import_text: Import) -> None:
    import_text(game("Amber", "amber") + game("Amber", "Amber ") + game("x" * 501, ""))
    assert set(PlayerName.objects.values_list("text", flat=True)) == {"Amber", "amber", "Amber "}
    assert Seat.objects.get(name="x" * 501).player is None


def test_merged_players_are_one_with_both_names(import_text: Import) -> None:
    import_text(game("Amber", "Bramble") + game("A. Amber", "Bramble"))
    into, other = Player.objects.get(name="Amber"), Player.objects.get(name="A. Amber")
    players.merge(into=into, other=other)
    assert {name.text for name in into.names.all()} == {"Amber", "A. Amber"}
    assert into.seats.count() == 2
    import_text(game("A. Amber", "Cedar"))
    assert into.seats.count() == 3
    with pytest.raises(ValueError, match="itself"):
        players.merge(into=into, other=into)


def test_a_deleted_record_leaves_nothing_dangling(import_text: Import) -> None:
    batch = import_text(game("Amber"))
    records.delete(record_ids=[Record.objects.get().pk])
    assert not Seat.objects.exists()
    assert not RecordFacet.objects.exists()
    item = batch.items.get()
    assert (item.record, item.status) == (None, ItemStatus.STORED)
    assert import_text(game("Amber")).stored == 1


@pytest.mark.django_db(transaction=True)
def test_the_bell_rings_once_a_transaction_after_commit(import_text: Import) -> None:
    heard: list[list[int]] = []

    def hear(record_ids: list[int], **_: object) -> None:
        assert Record.objects.filter(pk__in=record_ids).count() in {0, len(record_ids)}
        heard.append(record_ids)

    record_changed.connect(hear)
    try:
        import_text(game("Amber") + game("Bramble"))
        first, second = Record.objects.order_by("pk")
        records.delete(record_ids=[second.pk])
    finally:
        record_changed.disconnect(hear)
    assert heard == [[first.pk, second.pk], [second.pk]] or heard[0] == [first.pk, first.pk + 1]


# Progress


def test_progress_tells_what_is_left(settings: Settings) -> None:
    settings.IMPORT_CLAIM_ITEMS = 10
    batch = opened(mixed_games(30))
    first = imports.progress(batch.pk)
    assert (first.status, first.received, first.rate, first.is_final) == ("waiting", 0, 0, False)
    split(batch)
    settling.settle_some(batch_id=batch.pk)
    middle = imports.progress(batch.pk)
    assert (middle.received, middle.waiting, middle.is_split) == (30, 20, True)
    assert middle.rate > 0
    assert middle.seconds_left is not None
    last = imports.progress(importing.import_batch(batch=batch).pk)
    assert (last.waiting, last.seconds_left, last.is_final) == (0, None, True)
