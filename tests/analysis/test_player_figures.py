"""The figures of players and events agree with a recount over the records themselves."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from analysis.models import OpeningName
from analysis.ratings import PROVISIONAL
from analysis.selectors.people.crosstable import MOST_CROSSED, event_tables
from analysis.selectors.people.fare import points_words
from analysis.selectors.people.leaders import Asked, leaderboard
from analysis.selectors.people.opponents import duel
from analysis.selectors.people.page import PlayerFigures, player_figures
from analysis.services import indexing, rating
from analysis.services import openings as opening_names
from analysis.statistics import Ending
from archive import engines
from archive.models import Event, Player, Record, Seat, Visibility
from archive.services import records
from tests.analysis.rated import SKUD, STONES, add, add_samples, count_all, skud
from tests.archive.games import game as written

FLOWERS = {
    "R3": "Rose",
    "R4": "Chrysanthemum",
    "R5": "Rhododendron",
    "W3": "Jasmine",
    "W4": "Lily",
    "W5": "White Jade",
}
PART = {"HX-Request": "true"}


def outcome(record: Record, seat: int) -> str:
    """How a seat fared, read from the words of the result alone."""
    names = engines.get(record.game).seat_names  # type: ignore[union-attr]
    winners = record.result.split("+")
    if record.result == "*":
        return "unknown"
    if record.result == "Draw" or (names[seat] in winners and len(winners) > 1):
        return "shared"
    return "won" if names[seat] in winners else "lost"


def seats_of(player: Player) -> Iterator[tuple[Record, int]]:
    for seat in Seat.objects.filter(player=player).select_related("record"):
        yield seat.record, seat.number


def figures(player: Player, game: str) -> PlayerFigures:
    found = player_figures(player.pk, game=game, page=1)
    assert found is not None
    return found


@pytest.mark.parametrize("game", [SKUD, STONES])
def test_the_record_by_seat_is_that_of_a_recount(db: None, game: str) -> None:
    add_samples(game)
    for player in Player.objects.all():
        counted = Counter((seat, outcome(record, seat)) for record, seat in seats_of(player))
        engine = engines.get(game)
        assert engine is not None
        told: Counter[tuple[int, str]] = Counter()
        for row in figures(player, game).records:
            seat = engine.seat_names.index(row.seat)
            for name in ("won", "shared", "lost", "unknown"):
                told[seat, name] = getattr(row.fare, name)
        assert +told == counted


@pytest.mark.parametrize("game", [SKUD, STONES])
def test_opponents_are_those_who_sat_at_the_table(db: None, game: str) -> None:
    add_samples(game)
    for player in Player.objects.all()[:4]:
        met: Counter[str] = Counter()
        ahead: Counter[str] = Counter()
        for record, mine in seats_of(player):
            for other in record.seats.exclude(number=mine).select_related("player"):
                assert other.player is not None
                met[other.player.name] += 1
                pair = outcome(record, mine), outcome(record, other.number)
                ahead[other.player.name] += pair in {("won", "lost"), ("shared", "lost")}
        chosen = figures(player, game).chosen
        assert chosen is not None
        assert {row.name: row.fare.games for row in chosen.opponents.rows} == met
        assert {row.name: row.fare.won for row in chosen.opponents.rows} == {
            name: ahead[name] for name in met
        }


def test_results_over_time_and_accents_add_up(db: None) -> None:
    add_samples(SKUD)
    player = Player.objects.get(name="Sample player Ada")
    found = figures(player, SKUD)
    chosen = found.chosen
    assert chosen is not None
    games = list(seats_of(player))
    assert sum(span.fare.games for span in chosen.spans) == len(games) == chosen.fare.games
    years = Counter(f"{record.date_earliest:%Y}" for record, _ in games)
    assert {span.when: span.fare.games for span in chosen.spans} == years
    taken = Counter(
        facet.value for record, seat in games for facet in record.facets.filter(seat=seat)
    )
    told = {row.value: row.fare.games for rows in chosen.choices.values() for row in rows}
    assert told == taken


def test_openings_without_names_are_positions_that_came_up_again(db: None) -> None:
    add_samples(SKUD)
    OpeningName.objects.all().delete()
    player = Player.objects.get(name="Sample player Ada")
    games = list(seats_of(player))
    chosen = figures(player, SKUD).chosen
    assert chosen is not None
    assert chosen.openings.rows
    for row in chosen.openings.rows:
        # By other rules or options the same moves lead to another position.
        shown = Record.objects.get(pk=row.record)
        alike = [
            record
            for record, seat in games
            if row.turns in record.text
            and chosen.engine.seat_names[seat] == row.seat
            and (record.rules, record.options) == (shown.rules, shown.options)
        ]
        assert row.fare.games == len(alike)


def test_favourite_openings_go_by_their_names(db: None) -> None:
    add_samples(SKUD)
    opening_names.refresh()
    player = Player.objects.get(name="Sample player Ada")
    chosen = figures(player, SKUD).chosen
    assert chosen is not None
    begun: Counter[tuple[str, str]] = Counter()
    for record, seat in seats_of(player):
        guest, host = re.findall(r" 1[GH]\.(\w\d)\(0,-?8\)", record.text)
        assert guest == host
        name = FLOWERS[guest]
        if not record.facets.filter(kind="accent", value="Wheel").exists():
            # The mirror image with the colours exchanged is then the same position.
            name = " or ".join(FLOWERS[f"{colour}{guest[1]}"] for colour in "RW")
        begun[f"{name} start", chosen.engine.seat_names[seat]] += 1
    told = {(row.name, row.seat): row.fare.games for row in chosen.openings.rows}
    assert told.items() <= begun.items()
    assert sorted(told.values()) == sorted(begun.values())[-len(told) :]
    assert all(row.ply == 4 for row in chosen.openings.rows)


def test_chosen_accents_are_no_favourite_opening(db: None) -> None:
    opening_names.refresh()
    add(written("Ada", "Bo", moves="0H.W,K,W,R 0G.K,R,R,B *") + written("Ada", "Bo"))
    count_all()
    chosen = figures(Player.objects.get(name="Ada"), SKUD).chosen
    assert chosen is not None
    assert chosen.latest == 2
    assert [row.name for row in chosen.openings.rows] == ["Rhododendron start"]


def test_of_two_at_a_table_the_one_with_the_greater_part_has_won() -> None:
    ending = Ending(5, (0, 3))
    assert duel(ending, 0, 1).letter(0) == "w"
    assert duel(ending, 1, 0).letter(0) == "l"
    assert duel(ending, 0, 3).letter(0) == "s"
    assert duel(ending, 1, 2).letter(0) == "s"
    assert duel(Ending(5, None), 0, 1).letter(0) == "u"


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "0"),
        (60, "1"),
        (30, "½"),
        (150, "2½"),
        (20, "⅓"),
        (75, "1¼"),
        (72, "1.20"),
        (12, "0.20"),
    ],
)
def test_points_are_told_in_victories(points: int, words: str) -> None:
    assert points_words(points) == words


def test_a_crosstable_has_every_game_from_both_sides(db: None) -> None:
    add_samples("quadtria")
    event = Event.objects.get(name="Sample corners day")
    found = event_tables(event.pk)
    assert found is not None
    (table,) = found.tables
    assert table.is_crossed
    seen: dict[int, list[str]] = defaultdict(list)
    for row in table.rows:
        for cell in row.cells:
            for game in cell or ():
                seen[game.record].append(game.mark)
    assert seen.keys() == set(event.records.values_list("pk", flat=True))
    assert all(sorted(marks) in (["0", "1"], ["½", "½"], ["*", "*"]) for marks in seen.values())
    finished = event.records.exclude(result="*").count()
    assert sum(row.fare.points for row in table.rows) == 60 * finished
    assert [row.fare.points for row in table.rows] == sorted(
        (row.fare.points for row in table.rows), reverse=True
    )


def test_tables_of_more_than_two_have_standings_with_shared_victories(db: None) -> None:
    add_samples(STONES)
    for event in Event.objects.filter(records__seats__number=2).distinct():
        found = event_tables(event.pk)
        assert found is not None
        (table,) = found.tables
        assert not table.is_crossed
        assert all(row.cells == () for row in table.rows)
        decided = event.records.exclude(result="*").count()
        assert sum(row.fare.points for row in table.rows) == 60 * decided


def test_more_players_than_fit_side_by_side_have_standings_alone(db: None) -> None:
    players = [f"Player {number}" for number in range(MOST_CROSSED + 1)]
    games = [
        skud(name, "Somebody", "Host", "2024.05.04", number=number, Event="Great open")
        for number, name in enumerate(players)
    ]
    unnamed = skud("Ada", "?", "Host", "2024.05.05", number=30, Event="Great open")
    add("".join([*games, unnamed]))
    count_all()
    found = event_tables(Event.objects.get(name="Great open").pk)
    assert found is not None
    (table,) = found.tables
    assert not table.is_crossed
    assert len(table.rows) == MOST_CROSSED + 2
    assert table.unnamed == 1
    assert table.rows[0].rank == table.rows[1].rank == 1
    assert table.rows[-1].name == "Somebody"


def test_hidden_records_are_in_no_figure(db: None) -> None:
    ids = add(skud("Ada", "Bo", "Host", "2024.05.04") + skud("Ada", "Chen", "Guest", "2024.05.05"))
    records.set_visibility(record_ids=ids[1:], visibility=Visibility.UNLISTED)
    indexing.index_records(record_ids=ids)
    count_all()
    chosen = figures(Player.objects.get(name="Ada"), SKUD).chosen
    assert chosen is not None
    assert (chosen.fare.won, chosen.fare.lost) == (1, 0)
    assert [row.name for row in chosen.opponents.rows] == ["Bo"]


def test_what_was_hidden_a_moment_ago_is_shown_nowhere(db: None, client: Client) -> None:
    """The index still holds the record: its job has not run yet."""
    kept, hidden = add(
        skud("Ada", "Bo", "Host", "2024.05.04", Event="Club night")
        + skud("Ada", "Secret", "Guest", "2024.05.05", Event="Club night")
    )
    count_all()
    rating.refresh(game=SKUD)
    ada, event = Player.objects.get(name="Ada"), Event.objects.get()
    pages = [
        f"/players/{ada.pk}/figures",
        f"/events/{event.pk}/figures",
        "/players/?provisional=1",
        "/explore/skud-pai-sho/newest?sort=known",
        "/explore/skud-pai-sho/newest",
        "/explore/skud-pai-sho/games",
        "/explore/skud-pai-sho/games.tgr",
        "/stats/skud-pai-sho/games/",
        "/stats/skud-pai-sho/games/?mark=seat%7C0%7Cl",
        f"/explore/openings/{OpeningName.objects.get(name='Rhododendron start').pk}",
    ]
    before = {page: _shown(client, page) for page in pages}
    assert all("Secret" in text for text in before.values() if "Ada" in text)
    records.set_visibility(record_ids=[hidden], visibility=Visibility.PRIVATE)
    for page in pages:
        text = _shown(client, page)
        assert "Secret" not in text, page
        assert f"/records/{hidden}" not in text, page
    assert client.get("/explore/openings", {"records": f"{hidden}"}).content.strip() == b""
    assert f"{kept}" in client.get("/explore/openings", {"records": f"{kept}"}).content.decode()


def _shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return b"".join(answer).decode()


def test_a_player_without_rating_and_result_has_a_page(db: None, client: Client) -> None:
    add(skud("Ada", "?", "*", "????.??.??"))
    count_all()
    page = client.get(f"/players/{Player.objects.get(name='Ada').pk}/figures")
    assert page.status_code == 200
    assert "No game here counts in a rating" in page.content.decode()


def test_leaders_stand_by_rating_and_the_provisional_apart(db: None, client: Client) -> None:
    add_samples(SKUD)
    add(skud("Newcomer", "Sample player Ada", "Host", "2024.10.02"))
    count_all()
    rating.refresh(game=SKUD)
    board = leaderboard(Asked(game=SKUD))
    ratings = [row.point.rating for row in board.rows]
    assert ratings == sorted(ratings, reverse=True)
    assert [row.rank for row in board.rows] == list(range(1, len(ratings) + 1))
    assert all(row.point.games >= PROVISIONAL for row in board.rows)
    few = leaderboard(Asked(game=SKUD, provisional=True))
    assert [row.name for row in few.rows] == ["Newcomer"]
    page = client.get("/players/", {"game": SKUD, "name": "newcom"}).content.decode()
    assert "Newcomer" in page
    assert "provisional" in page
    assert "Sample player Ada" not in page


def test_names_are_found_also_of_those_without_a_rating(db: None, client: Client) -> None:
    add(skud("Ada", "?", "Host", "2024.05.04"))
    page = client.get("/players/", {"game": SKUD, "name": "ad"}).content.decode()
    assert "Without a rating in this game" in page
    assert "Nobody is called so" in client.get("/players/?name=zz").content.decode()
    assert "Without a rating in this game" in client.get("/players/?name=a%00d").content.decode()


def test_pages_are_whole_without_script_and_parts_with_it(db: None, client: Client) -> None:
    add_samples("quadtria")
    player, event = Player.objects.first(), Event.objects.first()
    assert player is not None
    assert event is not None
    for address in (f"/players/{player.pk}/figures", f"/events/{event.pk}/figures"):
        whole = client.get(address).content.decode()
        part = client.get(address, headers=PART).content.decode()
        assert "<h1" in whole
        assert "<html" not in part
        body = re.search(r'<div class="figures".*</div>', whole, re.DOTALL)
        assert body is not None
        assert part.strip() in whole
    assert f"/players/{player.pk}/figures" in client.get(f"/players/{player.pk}").content.decode()
    assert f"/events/{event.pk}/figures" in client.get(f"/events/{event.pk}").content.decode()


@pytest.mark.parametrize(
    "address", ["/players/0/figures", "/events/0/figures", "/players/?game=go"]
)
def test_what_is_not_there_is_not_found(db: None, client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_number_of_queries_does_not_grow_with_games(
    db: None, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    add_samples(SKUD)
    rating.refresh(game=SKUD)
    player = Player.objects.get(name="Sample player Ada")
    event = Event.objects.get(name="Sample evening league")
    with django_assert_max_num_queries(14):
        client.get(f"/players/{player.pk}/figures", {"game": SKUD})
    with django_assert_max_num_queries(6):
        client.get(f"/events/{event.pk}/figures")
    with django_assert_max_num_queries(7):
        client.get("/players/", {"game": SKUD, "name": "a"})


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "9" * 30])
def test_any_number_of_a_page_is_answered(db: None, client: Client, page: str) -> None:
    add(skud("Ada", "Bo", "Host", "2024.05.04"))
    count_all()
    pk = Player.objects.get(name="Ada").pk
    answer = client.get(f"/players/{pk}/figures", {"opponents": page, "game": "go"})
    assert "Bo" in answer.content.decode()
