"""Pages, lists and files with records of every game: each shows its own seats and its own words."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from archive import engines
from archive.models import ImportBatch, Record
from archive.notation.record import ParsedRecord
from archive.views.pages import BOARDS
from tests.archive.games import game
from tests.archive.shipped import shortest

Importer = Callable[..., ImportBatch]

SLUGS = tuple(engine.slug for engine in engines.all_engines())
LOST = {"Result": "Lost"}
SHARED = {"Result": "Player1+Player3+Player4"}


def chosen() -> list[ParsedRecord]:
    """The shortest sample of each game, a lost one, and one of four players who shared it."""
    stones = "shifting-stones"
    return [
        *(shortest(slug) for slug in SLUGS if slug != stones),
        shortest(stones, **LOST),
        shortest(stones, **SHARED),
    ]


@pytest.fixture
def mixed(import_text: Importer) -> list[Record]:
    batch = import_text(b"".join(record.original for record in chosen()))
    assert batch.stored == len(chosen())
    return list(Record.objects.order_by("pk").prefetch_related("seats"))


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_a_record_has_the_seats_of_those_who_played(client: Client, mixed: list[Record]) -> None:
    for record, read in zip(mixed, chosen(), strict=True):
        names = [name for name in read.players() if name]
        assert [seat.name for seat in record.seats.all()] == names
        page = text_of(client, f"/records/{record.pk}")
        assert f"<title>{' – '.join(names)}, " in page
        assert "No name" not in page
        assert page.count('class="place-name"') == len(names)


def test_positions_bring_the_trays_of_those_seats_only(client: Client, mixed: list[Record]) -> None:
    for record in mixed:
        plies = client.get(f"/api/records/{record.pk}/plies").json()["plies"]
        assert len(plies) == record.plies + 1
        seats = {str(seat.number) for seat in record.seats.all()}
        assert all(set(ply["trays"]) - {"-1"} == seats for ply in plies)


def test_results_are_said_in_words(client: Client, mixed: list[Record]) -> None:
    lost, shared = mixed[-2:]
    listed = {row.record.pk: row for row in client.get("/records/").context["rows"]}
    assert lost.scores is not None
    assert shared.scores is not None
    assert listed[lost.pk].result == f"Lost, score {lost.scores[0]}"
    scores = "–".join(map(str, shared.scores))
    assert listed[shared.pk].result == f"Player1, Player3 and Player4 won {scores}"
    assert [seat.won for seat in listed[shared.pk].seats] == [True, False, True, True]
    for record in mixed:
        page = text_of(client, f"/records/{record.pk}")
        assert page.count(listed[record.pk].result) >= 2


@pytest.mark.parametrize(
    ("query", "games"),
    [
        ({"result": "Lost"}, ["shifting-stones"]),
        ({"result": "Player3"}, ["shifting-stones"]),
        ({"result": "Player2"}, []),
        ({"ending": "four strikes"}, ["shifting-stones"]),
        ({"game": "quadtria"}, ["quadtria"]),
        ({"player": "Sample", "seat": "South"}, ["quadtria"]),
        ({"player": "Sample", "seat": "Player4"}, ["shifting-stones"]),
        ({"player": "Sample", "seat": "Player5"}, []),
        ({"player": "Sample", "seat": "Host"}, ["pai-chi", "quaterno", "skud-pai-sho"]),
    ],
)
def test_filters_know_every_games_seats_and_results(
    client: Client, mixed: list[Record], query: dict[str, str], games: list[str]
) -> None:
    rows = client.get("/records/", query).context["rows"]
    assert sorted(row.record.game for row in rows) == games


def test_filters_offer_seats_under_the_games_that_have_them(client: Client, db: None) -> None:
    form = client.get("/records/").context["filters"].form
    offered = {heading: choices for heading, choices in form.fields["seat"].choices if heading}
    assert offered["Skud Pai Sho, Quaterno, Pai Chi"] == [("Host", "Host"), ("Guest", "Guest")]
    assert offered["Quadtria"] == [("South", "South"), ("North", "North")]
    assert [value for value, _ in offered["Shifting Stones"]] == [
        f"Player{number}" for number in range(1, 6)
    ]
    results = dict(form.fields["result"].choices)
    assert ("Lost", "Lost") in results["Any game"]


def test_home_shows_every_game(client: Client, mixed: list[Record]) -> None:
    page = text_of(client, "/")
    for engine in engines.all_engines():
        assert re.search(rf"games? of {engine.name}<", page)
    assert page.count('<svg class="board') == min(len(mixed), BOARDS)


def test_home_shows_each_game_before_a_second_one_of_any(
    client: Client, mixed: list[Record], import_text: Importer
) -> None:
    import_text("".join(game(f"Player {number}") for number in range(8)))
    shown = [miniature.row.record for miniature in client.get("/").context["latest"]]
    assert {record.game for record in shown} == set(SLUGS)
    assert [record.pk for record in shown] == sorted((one.pk for one in shown), reverse=True)


def test_what_goes_out_comes_in_again(
    client: Client, mixed: list[Record], import_text: Importer
) -> None:
    for form in ("tgr", "ndjson"):
        text = client.get(f"/records/export.{form}").getvalue().decode()
        batch = import_text(text, f"again.{form}")
        assert (batch.received, batch.duplicate) == (len(mixed), len(mixed))
    for record in mixed:
        one = client.get(f"/records/{record.pk}.tgr").content.decode()
        assert one == record.text


def test_moves_of_two_stand_side_by_side_and_those_of_more_below_each_other(
    client: Client, mixed: list[Record]
) -> None:
    pages = [client.get(f"/records/{record.pk}").context["page"] for record in mixed]
    seats = [record.seats.count() for record in mixed]
    assert {1, 2, 4} <= set(seats)
    assert [len(page.headings) for page in pages] == [2 if count == 2 else 1 for count in seats]
    labels = [turn.label for turn in pages[-1].replay.rounds][:5]
    assert labels == ["1A", "1B", "1C", "1D", "2A"]


def test_every_position_is_a_picture_of_its_own(client: Client, mixed: list[Record]) -> None:
    for record in mixed:
        drawn = text_of(client, f"/records/{record.pk}/positions/{record.plies}.svg")
        assert 'font-size="' in drawn
