"""The pages of the explorer: addresses that carry a position, and what they show."""

import html
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from analysis.models import NameSource, OpeningName
from analysis.selectors import starts
from analysis.selectors.openings import names_of_records
from analysis.services import openings
from archive.models import Record, Visibility
from tests.analysis.plain_count import fill, samples
from tests.archive.games import MOVES, game
from tests.archive.shipped import shipped

pytestmark = pytest.mark.django_db

SKUD = "/explore/skud-pai-sho/"
LINE = "W,K,W,R K,R,R,B R5(0,-8) R5(0,8)"


def get(client: Client, address: str, status: int = 200, /, **query: str) -> str:
    response = client.get(address, query)
    assert response.status_code == status
    return str(response.content.decode())


def test_every_game_can_be_explored(client: Client) -> None:
    page = get(client, "/explore/")
    for slug in ("skud-pai-sho", "quaterno", "quadtria", "pai-chi", "shifting-stones"):
        assert f'href="/explore/{slug}/"' in page
        get(client, f"/explore/{slug}/")


def test_a_game_that_is_unknown_is_not_found(client: Client) -> None:
    get(client, "/explore/chess/", 404)
    get(client, "/explore/chess/step", 404)


def test_the_address_carries_the_position(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    page = get(client, SKUD, moves=LINE)
    assert "1 game passes through this position." in page
    assert 'aria-current="page">1H.R5(0,8)<' in page
    assert "(0,-8)-(-1,-6)" in page


def test_tokens_of_a_record_are_read_as_moves(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    page = get(client, SKUD, moves="0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8)")
    assert "1 game passes through this position." in page


def test_a_position_in_no_record_has_a_page(client: Client) -> None:
    page = get(client, SKUD, moves="R,R,K,K W,W,B,B R3(0,-8)")
    assert "No game of the archive passes through this position." in page


def test_a_move_against_the_rules_gets_a_page_that_helps(client: Client) -> None:
    page = get(client, SKUD, 404, moves="W,K,W,R K,R,R,B R5(0,-8) R5(3,3)")
    assert "1H.R5(3,3) cannot be played" in page
    assert "To the position before it" in page
    assert "moves=R,W,W,K+R,R,K,B+R5(0,-8)" in page


@pytest.mark.parametrize(
    "query",
    [
        {"moves": "\x00 <script>"},
        {"moves": "x " * 3000},
        {"Options": "ancient-oasis=3"},
        {"record": "99"},
        {"record": "nothing", "ply": "x"},
        {"moves": "🀄", "since": "yesterday", "least": "-1"},
    ],
)
def test_nonsense_is_never_an_error_of_the_site(client: Client, query: dict[str, str]) -> None:
    assert client.get(SKUD, query).status_code == 404
    assert client.get(f"{SKUD}step", query).status_code == 404
    assert client.get(f"{SKUD}games", query).status_code == 404


def test_a_filter_that_cannot_be_read_filters_nothing_and_says_so(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    page = get(client, SKUD, since="yesterday")
    assert "1 game passes through this position." in page
    assert "Enter a valid date." in page


def test_filters_apply_to_all_that_is_shown(client: Client) -> None:
    fill(game("Bo", moves=MOVES) + game("Chen", moves=MOVES))
    assert "2 games pass through" in get(client, SKUD)
    assert "1 game passes through" in get(client, SKUD, player="Chen")
    listed = get(client, f"{SKUD}games", player="Chen")
    assert "Chen" in listed
    assert ">Bo<" not in listed
    exported = client.get(f"{SKUD}games.tgr", {"player": "Chen"})
    text = b"".join(exported.streaming_content).decode()  # type: ignore[attr-defined]
    assert 'Host "Chen"' in text
    assert 'Host "Bo"' not in text


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ({"since": "2023-07-01"}, True),
        ({"until": "2023-07-01"}, True),
        ({"since": "2024-01-01"}, False),
        ({"until": "2022-12-31"}, False),
    ],
)
def test_a_partly_known_date_fits_where_it_may(
    client: Client, query: dict[str, str], *, fits: bool
) -> None:
    fill(game("Bo", moves=MOVES, Date="2023.??.??"))
    page = get(client, SKUD, **query)
    assert ("1 game passes through" in page) == fits


def test_an_address_with_empty_fields_becomes_the_short_one(client: Client) -> None:
    response = client.get(SKUD, {"player": "", "moves": "W,K,W,R", "seat": ""})
    assert response.status_code == 302
    assert parse_qs(urlsplit(response["Location"]).query) == {"moves": ["W,K,W,R"]}


def test_rules_and_options_begin_apart(client: Client) -> None:
    fill(
        game("Bo", moves=MOVES)
        + game("Chen", moves=MOVES, Options="no-alternative-win")
        + game("Dagny", moves=MOVES, Rules="2017-09")
    )
    assert "1 game passes through" in get(client, SKUD)
    assert "1 game passes through" in get(client, SKUD, Options="no-alternative-win")
    ways = get(client, f"{SKUD}starts")
    assert "Options no-alternative-win" in ways
    assert "Rules 2017-09" in ways


def test_whoever_comes_to_the_usual_start_is_told_of_the_games_that_began_otherwise(
    client: Client,
) -> None:
    others = [
        game("Old", moves=MOVES.replace("1H.R5(0,8)", "1H.W5(0,8)"), Date="2017.02.01"),
        game("Chen", moves=MOVES, Options="no-alternative-win"),
    ]
    fill(game("Bo", moves=MOVES) + "".join(others))
    page = get(client, SKUD)
    assert '<a href="/explore/skud-pai-sho/starts">2 more games</a>' in page
    assert "more game" not in get(client, SKUD, player="Bo")
    assert "more game" not in get(client, SKUD, moves=LINE)
    ways = get(client, f"{SKUD}starts")
    assert ways.count('<td class="number">1</td>') == 3
    assert ">Rules 2017-01, as on 2017.02.01<" in ways
    assert ">Options no-alternative-win<" in ways


def test_the_ways_to_begin_are_listed_to_the_last_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starts, "PAGE_SIZE", 2)
    fill(samples("shifting-stones", 5))
    pages = [get(client, "/explore/shifting-stones/")]
    while further := re.search(r'rel="next" href="([^"]*)"', pages[-1]):
        pages.append(get(client, further[1]))
    deals = [re.findall(r"record=(\d+)&", page) for page in pages]
    assert [len(set(found)) for found in deals] == [2, 2, 1]
    assert len({deal for found in deals for deal in found}) == 5
    assert 'rel="prev" href="/explore/shifting-stones/starts?after=2"' in pages[-1]
    for astray in ("1000000", "-1", "x"):
        assert 'rel="next"' in get(client, "/explore/shifting-stones/starts", after=astray)


def test_the_explorer_leads_to_the_list_of_records_with_its_filters(client: Client) -> None:
    fill(game("Bo", moves=MOVES) + game("Chen", moves=MOVES, Options="no-alternative-win"))
    filters = {"player": "Bo", "seat": "Host", "least": "3"}
    for address in (SKUD, f"{SKUD}games"):
        page = get(client, address, moves=LINE, **filters)
        (link,) = re.findall(r'href="(/records/\?[^"]*)"', page)
        listed = get(client, html.unescape(link))
        assert ">Bo<" in listed
        assert ">Chen<" not in listed


def test_a_game_with_deals_of_its_own_asks_where_to_begin(client: Client) -> None:
    fill(samples("shifting-stones", 2))
    page = get(client, "/explore/shifting-stones/")
    assert "choose where to begin" in page
    record = Record.objects.order_by("-pk").first()
    assert record is not None
    beginning = get(client, "/explore/shifting-stones/", record=str(record.pk), ply="0")
    assert "1 game passes through this position." in beginning


@pytest.mark.parametrize(
    "slug", ["skud-pai-sho", "quaterno", "quadtria", "pai-chi", "shifting-stones"]
)
def test_from_every_ply_of_a_record_the_explorer_shows_its_position(
    client: Client, slug: str
) -> None:
    fill(samples(slug, 1))
    record = Record.objects.get()
    for ply in range(0, record.plies + 1, 5):
        response = client.get(reverse("analysis:explore-record", args=[record.pk]), {"ply": ply})
        assert response.status_code == 302
        assert "1 game passes through this position." in get(client, response["Location"])


def test_a_long_game_has_an_address_that_servers_take(client: Client) -> None:
    longest = max(
        (record for record in shipped() if record.game == "skud-pai-sho"),
        key=lambda record: len(record.moves),
    )
    fill(longest.original.decode())
    record = Record.objects.get()
    address = client.get(reverse("analysis:explore-record", args=[record.pk]))["Location"]
    assert len(address) < 4_000
    assert "1 game passes through this position." in get(client, address)


def test_the_way_of_a_hidden_record_is_not_told(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    record = Record.objects.get()
    Record.objects.update(visibility=Visibility.PRIVATE)
    get(client, SKUD, 404, record=str(record.pk), ply="3")
    get(client, reverse("analysis:explore-record", args=[record.pk]), 404)
    get(client, reverse("analysis:explore-panel", args=[record.pk]), 404)


def test_a_step_brings_what_is_other_there(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    data = json.loads(get(client, f"{SKUD}step", moves=LINE))
    assert data["said"].startswith("Host plants Rhododendron")
    assert "1 game passes through" in data["said"]
    assert data["turn"] == 1
    assert "(0,-8)-(-1,-6)" in data["parts"]["table"]
    assert "moves=R,W,W,K+R,R,K,B+R5(0,-8)" in data["parts"]["controls"]


def test_rows_of_few_games_are_marked(client: Client) -> None:
    fill("".join(game(f"Player {number}", moves=MOVES) for number in range(10)))
    fill(game("Bo", moves="0H.R,R,K,B *"))
    page = get(client, SKUD)
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr")[1:]
    assert ["is-few" in row for row in rows] == [False, True]


def test_many_moves_are_shown_in_part_and_all_on_request(client: Client) -> None:
    fill(samples("pai-chi", 36))
    few, every = get(client, "/explore/pai-chi/"), get(client, "/explore/pai-chi/", all="1")
    assert few.count("data-row") == 15
    assert every.count("data-row") > 20
    assert f"All {every.count('data-row')} moves" in few


def test_the_games_are_listed_newest_first_or_best_known_first(client: Client) -> None:
    fill(
        game("Bo", moves=MOVES, Date="2021.02.03")
        + game("Chen", moves=MOVES, Date="2022.01.01")
        + game("Bo", moves="0H.R,R,K,B *", Date="2023.01.01")
        + game("Dagny", moves=MOVES)
    )

    def order(**query: str) -> list[str]:
        page = get(client, f"{SKUD}games", moves="W,K,W,R", **query)
        return sorted(("Bo", "Chen", "Dagny"), key=lambda name: page.index(f">{name}<"))

    assert order() == ["Chen", "Bo", "Dagny"]
    assert order(sort="known") == ["Bo", "Dagny", "Chen"]


def listed_games(client: Client, **query: str) -> list[str]:
    """The players of all pages of a list, from the first to the last."""
    seen: list[str] = []
    for _ in range(5):
        page = get(client, f"{SKUD}games", **query)
        seen += [part[:3] for part in page.split(">Player ")[1:]]
        further = page.partition('rel="next" href="')[2].partition('"')[0]
        if not further:
            break
        asked = parse_qs(further[1:].replace("&amp;", "&"))
        query = {name: values[0] for name, values in asked.items()}
    return seen


@pytest.mark.parametrize("sort", ["newest", "known"])
def test_every_game_is_on_one_page_of_the_list(client: Client, sort: str) -> None:
    fill("".join(game(f"Player {number:03}", moves=MOVES) for number in range(120)))
    assert sorted(listed_games(client, sort=sort)) == [f"{number:03}" for number in range(120)]


def test_pages_follow_each_other_whatever_the_database_thinks_of_its_tables(client: Client) -> None:
    fill("".join(game(f"Bo {day}", Date=f"2023.01.0{day}") for day in range(1, 6)))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    Record.objects.all().delete()
    fill("".join(game(f"Player {number:03}", moves=MOVES) for number in range(120)))
    assert listed_games(client, sort="newest") == [
        f"{number:03}" for number in reversed(range(120))
    ]


# ---- openings ----
def test_a_family_of_starts_has_a_name_whatever_the_accents(client: Client) -> None:
    fill(game("Bo", moves=MOVES) + game("Chen", moves=MOVES, Options="no-alternative-win"))
    assert "Rhododendron start" in get(client, SKUD, moves=LINE)
    for record in Record.objects.all():
        named = names_of_records([record.pk])[record.pk]
        assert (named.name, named.plies) == ("Rhododendron start", 4)
        assert "Rhododendron start" in get(
            client, reverse("analysis:openings-of-records"), records=str(record.pk)
        )


def test_the_accents_are_named_until_the_start_is(client: Client) -> None:
    page = get(client, SKUD, moves="W,K,W,R K,R,R,B")
    assert "Accents R,W,W,K – R,R,K,B" in page


def test_a_start_and_its_mirror_image_have_a_name_that_is_true_of_both(client: Client) -> None:
    """Without a Wheel they are one position."""
    for flower in ("R3", "W3"):
        moves = f"R,R,K,K R,K,B,B {flower}(0,-8) {flower}(0,8)"
        page = get(client, SKUD, moves=moves)
        assert ">Rose or Jasmine start<" in page
        assert ">Rose start<" not in page
    for name, flower in (("Rose start", "R3"), ("Jasmine start", "W3")):
        page = get(client, SKUD, moves=f"R,R,K,K R,W,B,B {flower}(0,-8) {flower}(0,8)")
        assert f">{name}<" in page
        assert "Rose or Jasmine start" not in page


def test_the_games_of_an_opening_are_listed(client: Client) -> None:
    other = MOVES.replace("R5(0,-8) 1H.R5(0,8)", "R4(0,-8) 1H.R4(0,8)")
    fill(game("Bo", moves=MOVES) + game("Chen", moves=other))
    name = OpeningName.objects.get(name="Chrysanthemum start")
    page = get(client, reverse("analysis:opening", args=[name.pk]))
    assert ">Chen<" in page
    assert ">Bo<" not in page


def test_names_are_loaded_once_and_staff_have_the_last_word(db: None) -> None:
    assert OpeningName.objects.filter(source=NameSource.FILE).exists()
    assert openings.refresh() == 0
    name = OpeningName.objects.get(name="Lily start")
    name.name = "The Lily"
    openings.save(name=name)
    assert openings.refresh() == 0
    assert OpeningName.objects.get(pk=name.pk).name == "The Lily"
    OpeningName.objects.get(name="Rose start").delete()
    assert openings.refresh() == 1
    assert OpeningName.objects.filter(name="Rose start").exists()


def test_positions_are_worked_out_again_for_another_edition(db: None) -> None:
    name = OpeningName(game="quadtria", name="The short way", moves="1D1-2B4")
    openings.save(name=name)
    key = name.position
    OpeningName.objects.filter(pk=name.pk).update(position=1, edition=0)
    assert openings.refresh() == 1
    assert OpeningName.objects.get(pk=name.pk).position == key


def test_a_position_has_its_name_by_any_image(client: Client) -> None:
    openings.save(name=OpeningName(game="quadtria", name="The short way", moves="1D1-2B4"))
    for move in ("1D1-2B4", "2D1-1B4", "1D1-2C2", "2D1-1C2"):
        assert "The short way" in get(client, "/explore/quadtria/", moves=move)
    assert "The short way" not in get(client, "/explore/quadtria/", moves="1D2-2B5")


def test_staff_add_names_and_are_told_what_cannot_be_played(client: Client) -> None:
    client.force_login(User.objects.create_superuser("staff"))
    address = reverse("admin:analysis_openingname_add")
    fields = {"game": "quadtria", "name": "The short way", "moves": "1D1-2B4", "tags": ""}
    refused = client.post(address, fields | {"moves": "1D1-1D1"})
    assert "cannot be played" in refused.content.decode()
    assert client.post(address, fields).status_code == 302
    assert OpeningName.objects.get(name="The short way").source == NameSource.STAFF
    again = client.post(address, fields)
    assert "already exists" in again.content.decode()


# ---- the page of a record ----
def test_the_page_of_a_record_leads_to_the_explorer(client: Client) -> None:
    fill(game("Bo", moves=MOVES))
    record = Record.objects.get()
    page = get(client, reverse("archive:record", args=[record.pk]), ply="4")
    assert f'href="{reverse("analysis:explore-record", args=[record.pk])}?ply=4"' in page
    panel = get(client, reverse("analysis:explore-panel", args=[record.pk]), ply="4")
    assert "(0,-8)-(-1,-6)" in panel
    assert "Rhododendron start" in panel


Queries = Callable[..., Any]


def test_pages_cost_few_queries(client: Client, django_assert_num_queries: Queries) -> None:
    fill(samples("skud-pai-sho", 40))
    numbers = list(Record.objects.values_list("pk", flat=True))
    with django_assert_num_queries(5):  # those of the position, and the names
        get(client, SKUD)
    with django_assert_num_queries(6):
        get(client, f"{SKUD}step", moves="R,R,K,B")
    with django_assert_num_queries(3):  # entries, visits, names
        names_of_records(numbers)
