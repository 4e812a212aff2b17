"""A stored record gets another text: judged as an import, the earlier text kept, the bell rung."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.models import ImportBatch, Record, RecordFacet, RecordVersion, Visibility
from archive.services import amending, batches, importing, records
from archive.signals import record_changed
from tests.archive.games import ILLEGAL_MOVES, game, upload
from tests.archive.shipped import shortest
from tests.archive.test_services import opened, split

pytestmark = pytest.mark.django_db
Import = Callable[[str], ImportBatch]

TURNED = "0H.R,B,W,K 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) *"


@pytest.fixture
def record(import_text: Import) -> Record:
    import_text(game("Amber", "Bramble", Event="Spring Cup", Result="Host"))
    return Record.objects.get()


def refusal(record: Record, text: str) -> dict[str, object]:
    with pytest.raises(amending.NotAmended) as caught:
        amending.amend(record_id=record.pk, text=text)
    return caught.value.problem


def test_an_amended_record_is_what_its_new_text_says(record: Record) -> None:
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.UNLISTED)
    text = game("Amber", "Cedar", moves=TURNED, Event="Autumn Cup", Date="2024.05.01")
    amended = amending.amend(record_id=record.pk, text=text)
    stored = Record.objects.get()
    assert (stored.pk, stored.created) == (record.pk, record.created)
    assert (stored.revision, amended.revision) == (3, 3)
    assert stored.visibility == Visibility.UNLISTED
    assert bytes(stored.original) == text.encode()
    assert stored.fingerprint != record.fingerprint
    assert (stored.plies, stored.result, stored.date_text) == (4, "*", "2024.05.01")
    assert stored.event is not None
    assert stored.event.name == "Autumn Cup"
    assert [seat.name for seat in stored.seats.all()] == ["Amber", "Cedar"]
    chosen = RecordFacet.objects.filter(record=stored, seat=0).values_list("value", flat=True)
    assert set(chosen) == {"Rock", "Boat", "Wheel", "Knotweed"}


def test_every_earlier_text_is_kept_byte_for_byte(record: Record) -> None:
    texts = [game("Amber", "Bramble", Round=str(number)) for number in range(3)]
    for text in texts:
        amending.amend(record_id=record.pk, text=text)
    versions = record.versions.order_by("revision")
    assert [version.revision for version in versions] == [1, 2, 3]
    earlier = [bytes(version.original) for version in versions]
    assert earlier == [bytes(record.original), *(text.encode() for text in texts[:2])]
    records.delete(record_ids=[record.pk])
    assert not RecordVersion.objects.exists()


def test_a_sample_stays_a_sample() -> None:
    batch = batches.open_batch(uploads=[upload("a.tgr", game("Amber"))], is_sample=True)
    importing.import_batch(batch=batch)
    amended = amending.amend(record_id=Record.objects.get().pk, text=game("Amber", "Cedar"))
    assert Record.objects.get(pk=amended.pk).is_sample


def test_a_record_can_be_amended_in_any_form_and_to_any_game(record: Record) -> None:
    other = shortest("quadtria")
    amending.amend(record_id=record.pk, text=other.original.decode())
    stored = Record.objects.get()
    assert (stored.game, stored.verdict, stored.plies) == ("quadtria", "valid", len(other.moves))
    assert stored.seats.count() == len(other.players())


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (game("Amber", moves=ILLEGAL_MOVES), "move.", (5, 46)),
        (game("Amber", moves="0H.W,K,W,R\0 *"), "text.control-character", (5, 11)),
        ("nothing of the kind", "", None),
        ("", "file.empty", None),
        (game("Amber") + game("Cedar"), "record.several", None),
    ],
)
def test_a_text_that_cannot_be_stored_changes_nothing(
    record: Record, text: str, code: str, place: tuple[int, int] | None
) -> None:
    before = Record.objects.values().get()
    problem = refusal(record, text)
    assert str(problem["code"]).startswith(code)
    assert problem["message"]
    if place:
        assert (problem["line"], problem["column"]) == place
    assert Record.objects.values().get() == before
    assert not RecordVersion.objects.exists()


def test_a_record_never_comes_to_repeat_another(record: Record, import_text: Import) -> None:
    import_text(game("Cedar", Date="2024.05.01"))
    other = Record.objects.exclude(pk=record.pk).get()
    for date in ("2024.05.01", "2024.05.??", ""):
        problem = refusal(record, game("Cedar", Date=date, Round="9"))
        assert f"record {other.pk}" in str(problem["message"])
    amended = amending.amend(record_id=record.pk, text=game("Cedar", Date="2024.05.02"))
    assert amended.fingerprint == other.fingerprint
    assert import_text(game("Cedar", Date="2024.05.02")).duplicate == 1


def test_a_record_may_stay_the_same_game_with_other_words(record: Record) -> None:
    amending.amend(record_id=record.pk, text="{told better}\n" + game("Amber", "Bramble"))
    assert Record.objects.get().fingerprint == record.fingerprint
    assert Record.objects.get().text != record.text


def test_the_same_text_again_is_no_change(record: Record) -> None:
    amending.amend(record_id=record.pk, text=bytes(record.original).decode())
    assert Record.objects.get().revision == 1
    assert not RecordVersion.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_amending_is_heard_and_a_refusal_is_not(import_text: Import) -> None:
    import_text(game("Amber"))
    record = Record.objects.get()
    heard: list[list[int]] = []

    def hear(record_ids: list[int], **_: object) -> None:
        heard.append(record_ids)

    record_changed.connect(hear)
    try:
        refusal(record, game("Amber", moves=ILLEGAL_MOVES))
        amending.amend(record_id=record.pk, text=game("Amber", "Cedar"))
    finally:
        record_changed.disconnect(hear)
    assert heard == [[record.pk]]


def test_an_import_that_still_runs_leaves_an_amended_record_alone() -> None:
    batch = opened(game("Amber", Round="1") + game("Amber", Round="2"))
    split(batch)
    importing.import_batch(batch=batch)
    record = Record.objects.get()
    amending.amend(record_id=record.pk, text=game("Amber", Round="3"))
    ImportBatch.objects.filter(pk=batch.pk).update(status="running", finished=None)
    batch.items.filter(number=0).update(status="duplicate")
    batch.items.filter(number=1).update(status="stored")
    assert batches.close_batch(batch_id=batch.pk)
    assert Record.objects.get().round == "3"


# The back room


@pytest.fixture
def keeper(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("keeper"))
    return client


def test_staff_amend_in_the_back_room(keeper: Client, record: Record) -> None:
    address = f"/admin/archive/record/{record.pk}/amend/"
    assert address in keeper.get(f"/admin/archive/record/{record.pk}/change/").content.decode()
    assert "[Host &quot;Amber&quot;]" in keeper.get(address).content.decode()
    text = game("Amber", "Cedar").replace("\n", "\r\n")
    response = keeper.post(address, {"text": text})
    assert response.status_code == 302
    assert bytes(Record.objects.get().original) == game("Amber", "Cedar").encode()
    version = RecordVersion.objects.get()
    kept = f"/admin/archive/record/{record.pk}/versions/{version.pk}"
    assert kept in keeper.get(response["Location"]).content.decode()
    assert keeper.get(kept).content == bytes(record.original)


def test_a_refused_text_is_shown_with_its_place_and_not_lost(
    keeper: Client, record: Record
) -> None:
    address = f"/admin/archive/record/{record.pk}/amend/"
    response = keeper.post(address, {"text": game("Cedar", moves=ILLEGAL_MOVES)})
    page = response.content.decode()
    assert response.status_code == 400
    assert "<mark>2G.(0,-8)-(-7,-6)</mark>" in page
    assert "(line 5)" in page
    assert "[Host &quot;Cedar&quot;]" in page
    empty = keeper.post(address, {"text": ""})
    assert empty.status_code == 400
    assert "This field is required" in empty.content.decode()
    assert Record.objects.get().revision == 1


def test_a_record_that_came_as_a_link_is_amended_as_text(keeper: Client, record: Record) -> None:
    Record.objects.filter(pk=record.pk).update(format="garden-gate-link", original=b"https://x")
    page = keeper.get(f"/admin/archive/record/{record.pk}/amend/").content.decode()
    assert "[Host &quot;Amber&quot;]" in page


@pytest.mark.parametrize("tail", ["amend/", "versions/1"])
def test_visitors_come_to_the_door_of_the_back_room(
    client: Client, record: Record, tail: str
) -> None:
    response = client.get(f"/admin/archive/record/{record.pk}/{tail}")
    assert response.status_code == 302
    assert "/admin/login/" in response["Location"]
