"""A player who is shown by a pseudonym: nothing that the site gives out says the name."""

import json
from collections.abc import Callable, Iterator

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import BinaryField, Model
from django.test import Client

from archive.importers import Fragment, parse
from archive.models import (
    Event,
    ImportBatch,
    ImportItem,
    Player,
    PlayerName,
    Record,
    RecordVersion,
)
from archive.notation import fingerprint
from archive.notation.masking import masked_text
from archive.services import accounts, amending, batches, importing, players, pseudonyms
from tests.archive.games import ILLEGAL_MOVES, MOVES, game, upload

Import = Callable[..., ImportBatch]

pytestmark = pytest.mark.django_db

REAL = "Ilse Aarden"
OTHER = "ilse aarden"
SHOWN = "Heron"
TOLD = MOVES.replace(" 1G", " {Well played, Ilse Aarden!} 1G")


@pytest.fixture
def player(import_text: Import) -> Player:
    """Ilse Aarden with four games, one amended before, and a game of others that speaks of her."""
    import_text(
        game(REAL, "Tomo", Event="The Ilse Aarden Cup", moves=TOLD) + game("Tomo", OTHER),
        f"{REAL} against all.tgr",
    )
    import_text(json.dumps({"tags": {"Host": "Renske", "Guest": REAL}, "moves": MOVES}) + "\n")
    import_text(
        f"https://skudpaisho.com/?host={REAL.replace(' ', '%20')}&guest=Fern&game=" + link()
    )
    import_text(game("Renske", "Tomo", Annotator=REAL))
    first = Record.objects.get(seats__number=0, seats__name=REAL, format="tgr")
    amending.amend(record_id=first.pk, text=game(REAL, "Tomo", Event="Cup", moves=TOLD) + "\n")
    one, other = (Player.objects.get(name=name) for name in (REAL, OTHER))
    return players.merge(into=one, other=other)


def link() -> str:
    return ";".join(MOVES.split()[:-1])


def stored_texts() -> Iterator[tuple[str, str]]:
    """Every value of every row of the archive, and of the log of staff, as text."""
    models: list[type[Model]] = [*apps.get_app_config("archive").get_models(), LogEntry]
    for model in models:
        for row in model._default_manager.all():
            for field in model._meta.concrete_fields:
                value = field.value_from_object(row)
                is_bytes = isinstance(field, BinaryField) and value is not None
                text = bytes(value).decode() if is_bytes else str(value)
                yield f"{model.__name__}.{field.name}", text


def test_the_name_stands_in_no_row_any_more(player: Player, ilse: User) -> None:
    claim = accounts.claim(user=ilse, player=player, reason="It is me.")
    for changed_rows in ([player], [claim], Event.objects.all()):
        LogEntry.objects.log_actions(ilse.pk, changed_rows, CHANGE, "Seen.")
    assert [place for place, text in stored_texts() if REAL.casefold() in text.casefold()]
    changed = pseudonyms.give(player=player, pseudonym=SHOWN)
    assert changed == Record.objects.count() == 5
    assert not [place for place, text in stored_texts() if REAL.casefold() in text.casefold()]
    assert not [place for place, text in stored_texts() if "Ilse%20Aarden" in text]
    assert Record.objects.filter(seats__name=SHOWN).count() == 4
    assert set(PlayerName.objects.filter(player=player).values_list("text", flat=True)) == {SHOWN}
    assert set(Record.objects.values_list("revision", flat=True)) >= {3}
    assert RecordVersion.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        *("/", "/records/", "/records/export.tgr", "/records/export.ndjson", "/players/{player}"),
        *("/records/{pk}", "/records/{pk}.tgr", "/records/{pk}.ndjson", "/records/{pk}.txt"),
        *("/records/{pk}/original", "/records/{pk}/positions/1.svg", "/api/records/{pk}/plies"),
        *("/imports/{batch}/", "/imports/{batch}/items/1/", "/imports/{batch}/items/1/original"),
    ],
)
def test_no_page_and_no_file_says_the_name(player: Player, address: str) -> None:
    record = Record.objects.filter(seats__number=0, seats__player=player).order_by("pk")[0]
    batch = ImportItem.objects.filter(record=record).order_by("pk")[0].batch_id
    pseudonyms.give(player=player, pseudonym=SHOWN)
    path = address.format(pk=record.pk, player=player.pk, batch=batch)
    answer = Client().get(path)
    if answer.status_code == 404:
        assert path.endswith("original")
        return
    assert answer.status_code == 200
    text = answer.getvalue().decode()
    assert "ilse" not in text.casefold()
    assert SHOWN in text or path.endswith(("/plies", ".txt"))


def test_a_search_for_the_name_finds_nothing(client: Client, player: Player) -> None:
    for field in ("player", "text"):
        assert client.get(f"/records/?{field}=Aarden").context["count"]
    pseudonyms.give(player=player, pseudonym=SHOWN)
    for field in ("player", "text", "event"):
        page = client.get(f"/records/?{field}=Aarden")
        assert page.context["count"] == 0
    assert client.get(f"/records/?player={SHOWN}").context["count"] == 4


def test_a_record_that_brings_the_name_again_is_masked_or_known(
    player: Player, import_text: Import
) -> None:
    pseudonyms.give(player=player, pseudonym=SHOWN)
    again = import_text(game("Tomo", OTHER) + game(REAL, "Somebody new", moves=TOLD))
    assert (again.stored, again.duplicate) == (1, 1)
    record = Record.objects.latest("pk")
    assert record.seats.get(number=0).player == player
    assert "Aarden" not in record.text + bytes(record.original).decode()
    assert not PlayerName.objects.filter(text__icontains="aarden").exists()
    same = fingerprint(parse(Fragment("tgr", record.text.encode(), "", 0, 1)))
    assert record.fingerprint == same


def test_who_sent_it_has_the_text_back_and_nobody_else(
    player: Player, ilse: User, as_ilse: Client, client: Client, import_text: Import
) -> None:
    pseudonyms.give(player=player, pseudonym=SHOWN)
    text = game(REAL, "Somebody new")
    mine = batches.open_batch(uploads=[upload("a.tgr", text)], owner_id=ilse.pk)
    importing.import_batch(batch=mine)
    nobody_s = import_text(game(REAL, "Somebody else"))
    for tail in ("items/1/original", "files/1"):
        assert REAL in as_ilse.get(f"/imports/{mine.pk}/{tail}").getvalue().decode()
        assert client.get(f"/imports/{nobody_s.pk}/{tail}").status_code == 404


def test_an_upload_that_named_the_player_is_kept_no_longer(client: Client, player: Player) -> None:
    batch = ImportBatch.objects.order_by("created")[0]
    assert REAL in client.get(f"/imports/{batch.pk}/files/1").getvalue().decode()
    pseudonyms.give(player=player, pseudonym=SHOWN)
    assert client.get(f"/imports/{batch.pk}/files/1").status_code == 404


def test_an_amendment_that_brings_the_name_is_masked(player: Player) -> None:
    pseudonyms.give(player=player, pseudonym=SHOWN)
    record = Record.objects.filter(seats__player=player).order_by("pk")[0]
    amending.amend(record_id=record.pk, text=game(REAL, "Tomo", Event="Summer Cup"))
    record.refresh_from_db()
    assert "Aarden" not in record.text + bytes(record.original).decode()
    assert record.seats.get(number=0).player == player


def test_two_records_that_become_one_keep_apart(import_text: Import) -> None:
    import_text(game("Fern", "Tomo") + game("fern", "Tomo"))
    one, other = (Player.objects.get(name=name) for name in ("Fern", "fern"))
    pseudonyms.give(player=players.merge(into=one, other=other), pseudonym=SHOWN)
    assert Record.objects.filter(seats__name=SHOWN).count() == 2
    assert Record.objects.values("fingerprint").distinct().count() == 2


def test_a_player_merged_with_one_under_a_pseudonym_is_under_it_too(
    player: Player, import_text: Import
) -> None:
    pseudonyms.give(player=player, pseudonym=SHOWN)
    import_text(game("I. Aarden", "Fern"))
    other = Player.objects.get(name="I. Aarden")
    pseudonyms.merge(into=other, other=player)
    assert set(Player.objects.filter(names__text=SHOWN)) == {other}
    assert not [place for place, text in stored_texts() if "I. Aarden" in text]


@pytest.mark.parametrize("pseudonym", ["Tomo", "?", " "])
def test_a_pseudonym_is_nobody_else_s_name(player: Player, pseudonym: str) -> None:
    with pytest.raises(pseudonyms.NotGiven, match="another player’s"):
        pseudonyms.give(player=player, pseudonym=pseudonym)
    player.refresh_from_db()
    assert player.name == REAL


def test_staff_give_a_pseudonym_and_others_do_not(
    client: Client, as_ilse: Client, player: Player
) -> None:
    address = f"/admin/archive/player/{player.pk}/pseudonym/"
    assert as_ilse.post(address, {"pseudonym": SHOWN}).status_code == 302
    player.refresh_from_db()
    assert player.name == REAL
    client.force_login(User.objects.create_superuser("keeper"))
    assert address in client.get(f"/admin/archive/player/{player.pk}/change/").content.decode()
    assert "no way back" in client.get(address).content.decode()
    assert client.post(address, {"pseudonym": "Tomo"}).status_code == 400
    assert client.post(address, {"pseudonym": SHOWN}).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.is_pseudonym) == (SHOWN, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Well played, Ilse!", "Well played, Heron!"),
        ("ILSE and Ilses", "Heron and Ilses"),
        ("Ilse Aarden", "Heron Aarden"),
        ("1G.Bo(0,8) by Bo", "1G.Bo(0,8) by Bo"),
    ],
)
def test_prose_is_masked_by_whole_words(text: str, expected: str) -> None:
    assert masked_text(text, {"Ilse": "Heron", "Bo": "Finch"}) == expected


def test_what_was_refused_stays_with_who_sent_it(client: Client, ilse: User) -> None:
    text = game(REAL, moves=ILLEGAL_MOVES)
    batch = batches.open_batch(uploads=[upload("a.tgr", text)], owner_id=ilse.pk)
    importing.import_batch(batch=batch)
    assert client.get(f"/imports/{batch.pk}/rejected").status_code == 404
