"""Who sees which record where: every page and file, every visibility, visitors and staff."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from archive.models import Event, ImportBatch, Player, Record, Visibility
from archive.selectors import records as reads
from archive.services import players, records
from archive.signals import record_changed
from tests.archive.games import game

Import = Callable[[str], ImportBatch]

OPENED = (
    "/records/{pk}",
    "/records/{pk}.tgr",
    "/records/{pk}.ndjson",
    "/records/{pk}/original",
    "/records/{pk}/positions/1.svg",
    "/api/records/{pk}/plies",
)
LISTED = (
    "/",
    "/records/",
    "/records/?player=Hazel",
    "/records/?text=Hazel",
    "/records/?result=%2A",
    "/records/?chosen=skud-pai-sho:accent:W",
    "/records/?sort=longest",
    "/records/export.tgr",
    "/records/export.ndjson",
    "/players/{known}",
    "/events/{event}",
)
GONE_WITH_IT = ("/players/{hazel}", "/events/{cup}")


@pytest.fixture
def place(import_text: Import) -> dict[str, int]:
    """A record of Hazel's at an event of its own, and another that stays public."""
    import_text(
        game("Hazel", "Tomo", Event="Hazel Cup")
        + game("Tomo", "Renske", Event="Spring Cup")
        + game("Renske", "Hazelnut")
    )
    return {
        "pk": Record.objects.get(seats__name="Hazel").pk,
        "known": Player.objects.get(name="Tomo").pk,
        "hazel": Player.objects.get(name="Hazel").pk,
        "event": Event.objects.get(name="Spring Cup").pk,
        "cup": Event.objects.get(name="Hazel Cup").pk,
    }


@pytest.fixture(params=["visitor", "staff"])
def reader(request: pytest.FixtureRequest, client: Client, db: None) -> tuple[str, Client]:
    if request.param == "staff":
        client.force_login(User.objects.create_user("keeper", is_staff=True))
    return request.param, client


def show(pk: int, visibility: Visibility) -> None:
    records.set_visibility(record_ids=[pk], visibility=visibility)


@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("address", OPENED)
def test_who_opens_a_record(
    place: dict[str, int], reader: tuple[str, Client], address: str, visibility: Visibility
) -> None:
    name, client = reader
    show(place["pk"], visibility)
    response = client.get(address.format(**place))
    is_open = visibility in {Visibility.PUBLIC, Visibility.UNLISTED}
    assert response.status_code == (200 if is_open or name == "staff" else 404)
    if response.status_code == 200:
        assert ("no-store" in response.get("Cache-Control", "")) == (not is_open)


@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("address", LISTED)
def test_only_public_records_are_listed_whoever_reads(
    place: dict[str, int], reader: tuple[str, Client], address: str, visibility: Visibility
) -> None:
    _, client = reader
    show(place["pk"], visibility)
    response = client.get(address.format(**place))
    assert response.status_code == 200
    page = response.getvalue().decode()
    assert "Tomo" in page or "Hazelnut" in page
    is_there = f"/records/{place['pk']}" in page or "Hazel Cup" in page
    assert is_there == (visibility == Visibility.PUBLIC and address != "/events/{event}")


@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("address", GONE_WITH_IT)
def test_people_and_events_of_hidden_records_alone_have_no_page(
    place: dict[str, int], reader: tuple[str, Client], address: str, visibility: Visibility
) -> None:
    _, client = reader
    show(place["pk"], visibility)
    expected = 200 if visibility == Visibility.PUBLIC else 404
    assert client.get(address.format(**place)).status_code == expected


@pytest.mark.parametrize("visibility", Visibility.hidden())
def test_home_counts_what_is_public(place: dict[str, int], visibility: Visibility) -> None:
    before = reads.holdings()
    assert (before.records, before.players, before.events) == (3, 4, 2)
    show(place["pk"], visibility)
    after = reads.holdings()
    assert (after.records, after.players, after.events) == (2, 3, 1)
    assert after.games == (("Skud Pai Sho", 2),)


def test_a_player_page_counts_and_names_what_is_public(
    client: Client, place: dict[str, int]
) -> None:
    tomo, hazel = (Player.objects.get(name=name) for name in ("Tomo", "Hazel"))
    players.merge(into=tomo, other=hazel)
    address = f"/players/{tomo.pk}"
    assert "Also written <bdi>Hazel</bdi>" in client.get(address).content.decode()
    show(place["pk"], Visibility.PRIVATE)
    response = client.get(address)
    assert [(tally.seat, tally.games) for tally in response.context["found"].tallies] == [
        ("Host", 1)
    ]
    assert "Hazel" not in response.content.decode()


def test_a_name_that_hidden_records_alone_have_finds_nobody(
    client: Client, place: dict[str, int]
) -> None:
    tomo, hazel = (Player.objects.get(name=name) for name in ("Tomo", "Hazel"))
    players.merge(into=tomo, other=hazel)
    searches = (
        *("/records/?player=hazel", "/api/v1/players?name=hazel", "/api/v1/records?player=hazel"),
        "/players/?game=skud-pai-sho&name=hazel",
    )
    assert all("Tomo" in client.get(search).content.decode() for search in searches)
    show(place["pk"], Visibility.PRIVATE)
    for search in searches:
        page = client.get(search).content.decode()
        assert "Hazelnut" in page
        assert "Tomo" not in page


# Ledgers


@pytest.mark.parametrize("visibility", Visibility.hidden())
def test_a_repeat_of_a_hidden_record_does_not_say_where_it_is(
    import_text: Import, place: dict[str, int], reader: tuple[str, Client], visibility: Visibility
) -> None:
    name, client = reader
    show(place["pk"], visibility)
    again = import_text(game("Hazel", "Tomo", Event="Told again"))
    assert (again.stored, again.duplicate) == (0, 1)
    for address in (f"/imports/{again.pk}/", f"/imports/{again.pk}/items/1/"):
        page = client.get(address).content.decode()
        assert (f"/records/{place['pk']}" in page) == (name == "staff")
        assert ("a record that is not public" in page) == (name == "visitor")


@pytest.mark.parametrize(
    ("visibility", "is_kept"),
    [(Visibility.UNLISTED, True), (Visibility.PRIVATE, False), (Visibility.WITHDRAWN, False)],
)
def test_the_ledger_that_brought_a_record_forgets_it_when_it_is_hidden(
    client: Client, import_text: Import, visibility: Visibility, *, is_kept: bool
) -> None:
    batch = import_text(game("Hazel", "Tomo"))
    pk = Record.objects.get().pk
    show(pk, visibility)
    for address in (f"/imports/{batch.pk}/", f"/imports/{batch.pk}/items/1/"):
        assert (f"/records/{pk}" in client.get(address).content.decode()) == is_kept
    original = client.get(f"/imports/{batch.pk}/items/1/original")
    assert original.status_code == (200 if is_kept else 404)


# The service


def test_another_visibility_raises_the_revision_once(place: dict[str, int]) -> None:
    everyone = list(Record.objects.values_list("pk", flat=True))
    assert set(Record.objects.values_list("revision", flat=True)) == {1}
    show(place["pk"], Visibility.WITHDRAWN)
    assert records.set_visibility(record_ids=everyone, visibility=Visibility.WITHDRAWN) == 2
    assert records.set_visibility(record_ids=everyone, visibility=Visibility.WITHDRAWN) == 0
    assert set(Record.objects.values_list("revision", flat=True)) == {2}


@pytest.mark.django_db(transaction=True)
def test_every_change_is_heard_with_another_revision(import_text: Import) -> None:
    import_text(game("Ilse", "Tomo", Event="Spring Cup") + game("ilse", "Renske"))
    first, second = Record.objects.order_by("pk").values_list("pk", flat=True)
    ilse, other = (Player.objects.get(name=name) for name in ("Ilse", "ilse"))
    heard: list[tuple[list[int], list[int]]] = []

    def hear(record_ids: list[int], **_: object) -> None:
        found = Record.objects.filter(pk__in=record_ids).order_by("pk")
        heard.append((record_ids, list(found.values_list("revision", flat=True))))

    record_changed.connect(hear)
    try:
        show(first, Visibility.PRIVATE)
        show(first, Visibility.PRIVATE)
        players.merge(into=ilse, other=other)
        players.rename(player=ilse, name="Ilse B.")
        players.rename_event(event=Event.objects.get(), name="Spring Open")
        records.delete(record_ids=[first, second])
        records.delete(record_ids=[first])
    finally:
        record_changed.disconnect(hear)
    assert heard == [
        ([first], [2]),
        ([second], [2]),
        ([first, second], [3, 3]),
        ([first], [4]),
        ([first, second], []),
    ]


# Queries


def test_hiding_costs_no_query_more(
    client: Client, place: dict[str, int], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/")
    with CaptureQueriesContext(connection) as home:
        client.get("/")
    before = len(home)
    show(place["pk"], Visibility.PRIVATE)
    client.get("/")
    with django_assert_num_queries(before):
        client.get("/")
    with django_assert_num_queries(3):
        client.get("/records/")


def test_an_open_record_asks_nobody_who_he_is(client: Client, place: dict[str, int]) -> None:
    response = client.get(f"/records/{place['pk']}/positions/1.svg")
    assert "Cookie" not in response.get("Vary", "")
    show(place["pk"], Visibility.UNLISTED)
    page = client.get(f"/records/{place['pk']}").content.decode()
    assert '<meta name="robots" content="noindex">' in page


# The back room


@pytest.fixture
def keeper(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("keeper"))
    return client


def act(client: Client, action: str, *pks: int, **more: str) -> str:
    chosen = {"action": action, "_selected_action": [str(pk) for pk in pks]} | more
    response = client.post("/admin/archive/record/", chosen, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("visibility", Visibility)
def test_staff_show_and_hide_in_the_back_room(
    keeper: Client, place: dict[str, int], visibility: Visibility
) -> None:
    show(place["pk"], Visibility.PRIVATE)
    act(keeper, f"make_{visibility.value}", place["pk"])
    assert Record.objects.get(pk=place["pk"]).visibility == visibility
    assert Record.objects.filter(visibility=Visibility.PUBLIC).exclude(pk=place["pk"]).count() == 2


def test_staff_delete_in_the_back_room(keeper: Client, place: dict[str, int]) -> None:
    assert "Are you sure" in act(keeper, "delete_selected", place["pk"])
    act(keeper, "delete_selected", place["pk"], post="yes")
    assert not Record.objects.filter(pk=place["pk"]).exists()
    assert Record.objects.count() == 2


def test_an_action_on_too_many_records_does_nothing(
    keeper: Client, place: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archive.admin.records.CHANGED_AT_ONCE", 2)
    everyone = Record.objects.values_list("pk", flat=True)
    for action in ("make_private", "delete_selected"):
        assert "choose 2 at most" in act(keeper, action, *everyone)
    assert Record.objects.filter(visibility=Visibility.PUBLIC).count() == 3


def test_staff_who_may_not_change_records_do_not(client: Client, place: dict[str, int]) -> None:
    guest = User.objects.create_user("guest", is_staff=True)
    client.force_login(guest)
    chosen = {"action": "make_private", "_selected_action": [str(place["pk"])]}
    assert client.post("/admin/archive/record/", chosen).status_code == 403
    assert client.get(f"/admin/archive/record/{place['pk']}/amend/").status_code == 403
    assert Record.objects.get(pk=place["pk"]).visibility == Visibility.PUBLIC


@pytest.mark.parametrize("kind", ["player", "event"])
def test_a_name_changed_in_the_back_room_reaches_the_records(
    keeper: Client, place: dict[str, int], kind: str
) -> None:
    names = {"names-TOTAL_FORMS": "0", "names-INITIAL_FORMS": "0", "name": "Another"}
    pk = place["hazel" if kind == "player" else "cup"]
    assert keeper.post(f"/admin/archive/{kind}/{pk}/change/", names).status_code == 302
    model = Player if kind == "player" else Event
    assert model.objects.get(pk=pk).name == "Another"
    assert Record.objects.get(pk=place["pk"]).revision == 2
