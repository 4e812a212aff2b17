"""What belongs to an account: records, imports, names, tokens; and its end."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.models import (
    ApiToken,
    Claim,
    ClaimStatus,
    ImportBatch,
    Player,
    Record,
    Visibility,
)
from archive.services import accounts, batches, importing, players, records
from tests.archive.games import ILLEGAL_MOVES, game, upload

pytestmark = pytest.mark.django_db

Brought = Callable[..., ImportBatch]


@pytest.fixture
def brought(ilse: User) -> Brought:
    """Import a text as Ilse."""

    def imported(text: str, visibility: Visibility = Visibility.PUBLIC) -> ImportBatch:
        batch = batches.open_batch(
            uploads=[upload("mine.tgr", text)], owner_id=ilse.pk, visibility=visibility
        )
        return importing.import_batch(batch=batch)

    return imported


@pytest.fixture
def tomo(db: None) -> User:
    return User.objects.create_user("tomo", "tomo@example.org", "another long secret")


@pytest.fixture
def as_tomo(tomo: User) -> Client:
    client = Client()
    client.force_login(tomo)
    return client


@pytest.fixture
def as_staff(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    return client


# Records


@pytest.mark.parametrize("seen_by", ["public", "unlisted", "private"])
def test_who_sees_records_is_chosen_at_the_import(
    as_ilse: Client, ilse: User, seen_by: str
) -> None:
    as_ilse.post("/import/", {"text": game("Hazel"), "seen_by": seen_by})
    importing.import_batch(batch=ImportBatch.objects.get())
    record = Record.objects.get()
    assert (record.visibility, record.owner) == (seen_by, ilse)
    assert as_ilse.get(f"/records/{record.pk}").status_code == 200


def test_nobody_brings_records_as_withdrawn(as_ilse: Client) -> None:
    sent = as_ilse.post("/import/", {"text": game("Hazel"), "seen_by": "withdrawn"})
    assert sent.status_code == 400
    assert not ImportBatch.objects.exists()


def test_repeats_of_one_batch_stay_their_owner_s(brought: Brought, ilse: User) -> None:
    text = game("Hazel") + game("Hazel", Date="2026.03.01") + game("Hazel", Date="2026.03.02")
    brought(text, Visibility.PRIVATE)
    assert set(Record.objects.values_list("owner", "visibility")) == {(ilse.pk, "private")}


def test_an_owner_shows_hides_and_withdraws(as_ilse: Client, brought: Brought) -> None:
    brought(game("Hazel"))
    record = Record.objects.get()
    address = f"/records/{record.pk}/edit"
    for visibility in ("private", "unlisted", "public", "withdrawn", "public"):
        as_ilse.post(address, {"visibility": visibility})
    record.refresh_from_db()
    assert record.visibility == Visibility.WITHDRAWN
    assert record.revision == 5
    assert "Only staff can bring it back" in as_ilse.get(address).content.decode()


def test_an_owner_amends_and_what_is_wrong_is_said(as_ilse: Client, brought: Brought) -> None:
    brought(game("Hazel"))
    record = Record.objects.get()
    address = f"/records/{record.pk}/edit"
    assert "[Host &quot;Hazel&quot;]" in as_ilse.get(address).content.decode()
    wrong = as_ilse.post(address, {"text": game("Hazel", moves=ILLEGAL_MOVES)})
    assert wrong.status_code == 400
    assert "<mark>2G.(0,-8)-(-7,-6)</mark>" in wrong.content.decode()
    assert as_ilse.post(address, {"text": game("Cedar")}).status_code == 302
    record.refresh_from_db()
    assert record.seats.get(number=0).name == "Cedar"
    assert record.owner is not None


def test_staff_read_what_owners_did_to_a_record(
    as_ilse: Client, as_staff: Client, brought: Brought
) -> None:
    brought(game("Hazel"))
    record = Record.objects.get()
    as_ilse.post(f"/records/{record.pk}/edit", {"text": game("Cedar")})
    as_ilse.post(f"/records/{record.pk}/edit", {"visibility": "unlisted"})
    as_ilse.post("/my/uploads", {"records": [record.pk], "visibility": "private"})
    as_ilse.post("/my/uploads", {"records": [record.pk], "visibility": "private"})
    history = as_staff.get(f"/admin/archive/record/{record.pk}/history/").content.decode()
    for words in ("Amended.", "Made unlisted.", "Made private."):
        assert history.count(words) == 1
    assert history.count("<td>ilse") == 3


def test_an_amendment_does_not_say_where_a_hidden_record_is(
    as_ilse: Client, brought: Brought, import_text: Callable[[str], ImportBatch]
) -> None:
    import_text(game("Hazel"))
    hidden = Record.objects.get()
    records.set_visibility(record_ids=[hidden.pk], visibility=Visibility.PRIVATE)
    brought(game("Cedar"))
    mine = Record.objects.exclude(pk=hidden.pk).get()
    page = as_ilse.post(f"/records/{mine.pk}/edit", {"text": game("Hazel")}).content.decode()
    assert "repeat a record that is not public" in page
    assert f"record {hidden.pk}" not in page


def test_several_records_are_changed_at_once_and_only_one_s_own(
    as_ilse: Client, as_tomo: Client, brought: Brought
) -> None:
    brought(game("Hazel") + game("Cedar") + game("Fern"))
    first, second, third = Record.objects.order_by("pk").values_list("pk", flat=True)
    fields = {"records": [first, second], "visibility": "private"}
    assert as_tomo.post("/my/uploads", fields).status_code == 302
    assert not Record.objects.exclude(visibility=Visibility.PUBLIC).exists()
    as_ilse.post("/my/uploads", fields)
    assert Record.objects.get(visibility=Visibility.PUBLIC).pk == third
    page = as_ilse.get("/my/uploads").content.decode()
    assert "3 records" in page
    assert "mine.tgr" in page
    assert as_ilse.post("/my/uploads", {"visibility": "public"}).status_code == 400
    assert f"/records/{first}" not in as_tomo.get("/my/uploads").content.decode()


def test_one_s_own_records_are_taken_along_whoever_sees_them(
    as_ilse: Client, as_tomo: Client, brought: Brought
) -> None:
    brought(game("Hazel"), Visibility.PRIVATE)
    brought(game("Cedar"))
    mine = as_ilse.get("/my/records.tgr").getvalue().decode()
    assert "Hazel" in mine
    assert "Cedar" in mine
    assert as_tomo.get("/my/records.ndjson").getvalue() == b""
    assert as_ilse.get("/my/records.exe").status_code == 404
    data = json.loads(as_ilse.get("/my/account.json").content)
    assert data["email"] == "ilse@example.org"
    assert [row["visibility"] for row in data["records"]] == ["private", "public"]


@pytest.mark.parametrize(
    "tail", ["", "progress", "items/1/", "items/1/original", "files/1", "rejected"]
)
def test_an_import_is_its_owner_s_alone(
    client: Client,
    as_ilse: Client,
    as_tomo: Client,
    as_staff: Client,
    brought: Brought,
    *,
    tail: str,
) -> None:
    batch = brought(game("Hazel", moves=ILLEGAL_MOVES))
    address = f"/imports/{batch.pk}/{tail}"
    assert client.get(address).status_code == 404
    assert as_tomo.get(address).status_code == 404
    assert as_staff.get(address).status_code == 200
    mine = as_ilse.get(address)
    assert mine.status_code == 200
    assert {"private", "no-store"} <= set(mine["Cache-Control"].split(", "))


def test_nobody_cancels_the_import_of_another(as_tomo: Client, ilse: User) -> None:
    batch = batches.open_batch(uploads=[upload("a.tgr", game("Hazel"))], owner_id=ilse.pk)
    assert as_tomo.post(f"/imports/{batch.pk}/cancel").status_code == 404
    batch.refresh_from_db()
    assert batch.is_open


def test_what_is_mended_is_seen_as_its_import(as_ilse: Client, brought: Brought) -> None:
    batch = brought(game("Hazel", moves=ILLEGAL_MOVES), Visibility.PRIVATE)
    as_ilse.post(f"/imports/{batch.pk}/items/1/", {"text": game("Hazel")})
    importing.import_batch(batch=ImportBatch.objects.get(mends__isnull=False))
    assert Record.objects.get().visibility == Visibility.PRIVATE


# Names


def test_a_claim_is_confirmed_by_staff_and_then_the_games_are_one_s_own(
    as_ilse: Client, as_staff: Client, brought: Brought, ilse: User
) -> None:
    brought(game("Hazel") + game("Cedar"))
    hazel = Player.objects.get(name="Hazel")
    page = as_ilse.get(f"/players/{hazel.pk}").content.decode()
    assert f"/players/{hazel.pk}/claim" in page
    assert as_ilse.post(f"/players/{hazel.pk}/claim", {"reason": ""}).status_code == 400
    for _ in range(2):
        as_ilse.post(f"/players/{hazel.pk}/claim", {"reason": "Ask Renske."})
    claim = Claim.objects.get()
    record = Record.objects.get(seats__player=hazel)
    assert f"/records/{record.pk}" not in as_ilse.get("/my/games").content.decode()
    chosen = {"action": "confirm", "_selected_action": [str(claim.pk)]}
    as_staff.post("/admin/archive/claim/", chosen)
    assert f"/records/{record.pk}" in as_ilse.get("/my/games").content.decode()
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.WITHDRAWN)
    assert f"/records/{record.pk}" not in as_ilse.get("/my/games").content.decode()


def test_a_player_is_one_person(ilse: User, tomo: User, brought: Brought) -> None:
    brought(game("Hazel"))
    hazel = Player.objects.get(name="Hazel")
    first, second = (
        accounts.claim(user=user, player=hazel, reason="I am.") for user in (ilse, tomo)
    )
    accounts.decide(claim_id=first.pk, status=ClaimStatus.CONFIRMED)
    with pytest.raises(accounts.Refused, match="Another account is Hazel already"):
        accounts.decide(claim_id=second.pk, status=ClaimStatus.CONFIRMED)
    accounts.decide(claim_id=first.pk, status=ClaimStatus.REFUSED)
    accounts.decide(claim_id=second.pk, status=ClaimStatus.CONFIRMED)


def test_a_claim_is_taken_back_by_who_made_it(
    as_ilse: Client, as_tomo: Client, ilse: User, brought: Brought
) -> None:
    brought(game("Hazel"))
    made = accounts.claim(user=ilse, player=Player.objects.get(name="Hazel"), reason="I am.")
    address = f"/my/games/{made.pk}/withdraw"
    assert as_tomo.post(address).status_code == 404
    assert as_ilse.post(address).status_code == 302
    assert not Claim.objects.exists()


def test_merging_players_keeps_who_they_are(ilse: User, tomo: User, brought: Brought) -> None:
    brought(game("Hazel", "hazel") + game("Fern"))
    one, other = (Player.objects.get(name=name) for name in ("Hazel", "hazel"))
    confirmed = accounts.claim(user=ilse, player=other, reason="I am.")
    accounts.decide(claim_id=confirmed.pk, status=ClaimStatus.CONFIRMED)
    accounts.claim(user=tomo, player=one, reason="No, I am.")
    accounts.claim(user=tomo, player=other, reason="No, I am.")
    players.merge(into=one, other=other)
    assert set(Claim.objects.values_list("user", "player", "status")) == {
        (ilse.pk, one.pk, "confirmed"),
        (tomo.pk, one.pk, "waiting"),
    }


# Tokens


def test_a_token_is_shown_once_and_kept_as_a_digest(as_ilse: Client) -> None:
    page = as_ilse.post("/my/tokens", {"name": "my bot"})
    token = page.context["made"]
    assert token in page.content.decode()
    held = ApiToken.objects.get()
    assert token not in (held.name, held.prefix, held.digest)
    assert token.startswith(held.prefix)
    again = as_ilse.get("/my/tokens").content.decode()
    assert "my bot" in again
    assert token not in again


def test_a_token_opens_what_its_owner_may_open_until_it_is_revoked(
    as_ilse: Client, as_tomo: Client, ilse: User, brought: Brought
) -> None:
    brought(game("Hazel"), Visibility.PRIVATE)
    address = f"/api/records/{Record.objects.get().pk}/plies"
    token = accounts.make_token(user=ilse, name="bot")

    def answer(text: str) -> int:
        return Client().get(address, headers={"authorization": text}).status_code

    assert Client().get(address).status_code == 404
    assert answer(f"Bearer {token}") == 200
    assert ApiToken.objects.get().last_used is not None
    assert answer(f"Bearer {token}x") == 401
    assert answer("Bearer") == 401
    held = ApiToken.objects.get()
    assert as_tomo.post(f"/my/tokens/{held.pk}/revoke").status_code == 404
    assert as_ilse.post(f"/my/tokens/{held.pk}/revoke").status_code == 302
    assert answer(f"Bearer {token}") == 401


def test_the_token_of_a_closed_account_opens_nothing(ilse: User) -> None:
    token = accounts.make_token(user=ilse, name="bot")
    ilse.is_active = False
    ilse.save()
    assert accounts.token_of(token) is None


def test_there_is_an_end_to_tokens(as_ilse: Client, ilse: User) -> None:
    for number in range(accounts.MOST_TOKENS):
        accounts.make_token(user=ilse, name=str(number))
    refused = as_ilse.post("/my/tokens", {"name": "one more"})
    assert refused.status_code == 400
    assert "Revoke one" in refused.content.decode()


# The end


def test_deleting_asks_for_the_password_again(as_ilse: Client) -> None:
    asked = as_ilse.get("/my/account/delete")
    assert asked.status_code == 302
    assert asked["Location"].startswith("/account/reauthenticate/")
    secret = {"password": "a long enough secret"}
    as_ilse.post(asked["Location"], secret)
    assert as_ilse.get("/my/account/delete").status_code == 200
    unsure = as_ilse.post("/my/account/delete", {"records": "withdraw"})
    assert unsure.status_code == 400
    gone = as_ilse.post("/my/account/delete", {"records": "withdraw", "sure": "on"}, follow=True)
    assert "Your account is deleted" in gone.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("withdraws", "left"),
    [
        (True, {"Hazel": "withdrawn", "Cedar": "withdrawn", "Fern": "withdrawn"}),
        (False, {"Hazel": "public", "Cedar": "unlisted"}),
    ],
)
def test_records_are_withdrawn_or_stay_without_an_owner(
    ilse: User, brought: Brought, left: dict[str, str], *, withdraws: bool
) -> None:
    brought(game("Hazel"))
    brought(game("Cedar"), Visibility.UNLISTED)
    brought(game("Fern"), Visibility.PRIVATE)
    accounts.make_token(user=ilse, name="bot")
    accounts.delete_account(user=ilse, withdraws=withdraws)
    rows = Record.objects.filter(seats__number=0).values_list("seats__name", "visibility")
    assert dict(rows) == left
    assert not Record.objects.exclude(owner=None).exists()
    assert not ImportBatch.objects.exists()
    assert not ApiToken.objects.exists()


def test_an_account_does_not_go_while_its_import_runs(ilse: User) -> None:
    batches.open_batch(uploads=[upload("a.tgr", game("Hazel"))], owner_id=ilse.pk)
    with pytest.raises(accounts.Refused, match="still runs"):
        accounts.delete_account(user=ilse, withdraws=True)
    assert User.objects.filter(pk=ilse.pk).exists()


def test_staff_do_not_delete_themselves_here(ilse: User) -> None:
    ilse.is_staff = True
    ilse.save()
    with pytest.raises(accounts.Refused, match="back room"):
        accounts.delete_account(user=ilse, withdraws=True)
