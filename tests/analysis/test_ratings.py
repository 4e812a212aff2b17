"""Ratings: the fold over results, and the standings that are kept of it."""

import random
from datetime import date
from math import sqrt

import pytest

from analysis.models import RatingMark, RatingPoint
from analysis.ratings import (
    START,
    START_DEVIATION,
    Result,
    Standing,
    is_rated,
    rate_month,
)
from analysis.services import indexing, rating, rebuilding
from archive.models import Player, Record, Seat, Visibility
from archive.services import amending, players, records
from tests.analysis.rated import SKUD, STONES, add, add_samples, from_scratch, points, skud

MONTH = "2024-05"
DAY = date(2024, 5, 4)


def played(people: tuple[int, ...], winners: tuple[int, ...], text: str = "") -> Result:
    return Result(DAY, DAY, text, people, winners)


def rated(*results: Result) -> dict[int, float]:
    return {player: one.rating for player, one in rate_month({}, results, MONTH).items()}


def test_a_victory_raises_one_and_lowers_the_other_alike() -> None:
    after = rated(played((1, 2), (1,)))
    assert after[2] - START == pytest.approx(START - after[1])
    assert after[2] > START + 50


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_first_game_of_equals_moves_the_winner_as_the_formulas_say(seats: int) -> None:
    """Those of `docs/ratings.md`, written out for players of whom nothing is known."""
    variance = 350**2 + 3.5**2
    whole = seats * (variance + 175**2)
    chance = 1 / seats
    gained = variance / sqrt(whole) * (1 - chance)
    known = 2 / seats * variance / whole * chance * (1 - chance)
    after = rate_month({}, [played(tuple(range(1, seats + 1)), (0,))], MONTH)[1]
    assert after.rating == pytest.approx(1500 + gained)
    assert after.deviation == pytest.approx(sqrt(variance * (1 - known)))


def test_a_draw_between_equals_moves_nobody_and_still_tells_something() -> None:
    after = rate_month({}, [played((1, 2), ())], MONTH)
    assert [one.rating for one in after.values()] == pytest.approx([START, START])
    assert all(one.deviation < START_DEVIATION for one in after.values())


def test_a_draw_brings_unequal_players_nearer() -> None:
    before = {1: Standing(1800, 100, 20, MONTH), 2: Standing(1400, 100, 20, MONTH)}
    after = rate_month(before, [played((1, 2), ())], MONTH)
    assert after[1].rating < 1800
    assert after[2].rating > 1400


def test_five_seats_with_one_winner_raise_him_alone() -> None:
    after = rated(played((1, 2, 3, 4, 5), (3,)))
    assert after[4] > START
    others = [after[player] for player in (1, 2, 3, 5)]
    assert others == pytest.approx([others[0]] * 4)
    assert others[0] < START


def test_a_shared_victory_raises_all_who_share_it_less_than_one_alone() -> None:
    alone = rated(played((1, 2, 3, 4), (0,)))[1]
    shared = rated(played((1, 2, 3, 4), (0, 2)))
    assert shared[1] == pytest.approx(shared[3])
    assert START < shared[1] < alone
    assert shared[2] == pytest.approx(shared[4])
    assert shared[2] < START


def test_a_deviation_grows_with_the_months_without_games_and_never_past_that_of_the_new() -> None:
    def deviation(month: str) -> float:
        before = {1: Standing(1700, 80, 40, month), 2: Standing(1700, 80, 40, MONTH)}
        return rate_month(before, [played((1, 2), ())], MONTH)[1].deviation

    assert deviation("2024-04") < deviation("2023-05") < deviation("1990-01") <= START_DEVIATION


@pytest.mark.parametrize(
    ("people", "winners", "counts"),
    [
        ((1, 2), (0,), True),
        ((1, 2), (), True),
        ((1, 2), None, False),
        ((1, None), (0,), False),
        ((1,), (0,), False),
        ((1, 1), (0,), False),
        ((1, 2, 3, None, 5), (0,), False),
        ((1, 2, 3, 4, 5), (0, 4), True),
    ],
)
def test_a_game_counts_where_all_are_known_and_nobody_plays_himself(
    people: tuple[int | None, ...], winners: tuple[int, ...] | None, *, counts: bool
) -> None:
    assert is_rated(people, winners) is counts


def season(seed: int, count: int = 36) -> list[str]:
    """Games of five people over a year and a half, some without a day, some with nobody's name."""
    rng = random.Random(seed)
    games = []
    for number in range(count):
        host, guest = rng.sample(["Ada", "Bo", "Chen", "Dagny", "?"], 2)
        month = f"{rng.choice((2023, 2024)):04}.{rng.randint(1, 12):02}"
        day = rng.choice((f"{month}.{rng.randint(1, 28):02}", f"{month}.??"))
        result = rng.choice(("Host", "Guest", "Draw", "*"))
        games.append(skud(host, guest, result, day, number=number, Round=str(number)))
    return games


def test_results_that_come_in_any_order_give_the_standings_of_a_fold_from_scratch(
    db: None,
) -> None:
    games = season(3)
    random.Random(7).shuffle(games)
    for at in range(0, len(games), 7):
        add("".join(games[at : at + 7]))
        rating.refresh(game=SKUD)
    stepwise = points()
    assert len(stepwise) > 15
    assert from_scratch() == stepwise


def named_points() -> list[tuple[str, str, float]]:
    names = dict(Player.objects.values_list("pk", "name"))
    return sorted(
        (names[point.player], point.month, point.rating) for point in RatingPoint.objects.all()
    )


def test_numbers_of_records_do_not_matter(db: None) -> None:
    games = season(5)
    add("".join(games))
    rating.refresh(game=SKUD)
    first = named_points()
    ids = list(Record.objects.values_list("pk", flat=True))
    records.delete(record_ids=ids)
    indexing.index_records(record_ids=ids)
    rating.refresh(game=SKUD)
    assert points() == []
    add("".join(reversed(games)))
    rating.refresh(game=SKUD)
    assert named_points() == first


def test_only_what_follows_a_change_is_written_again(db: None) -> None:
    add("".join(season(3)))
    rating.refresh(game=SKUD)
    before = dict(RatingPoint.objects.filter(month__lt="2024-06").values_list("pk", "rating"))
    add(skud("Ada", "Bo", "Host", "2024.06.02", number=1, Round="late"))
    assert list(RatingMark.objects.values_list("month", flat=True)) == ["2024-06"]
    rating.refresh(game=SKUD)
    assert (
        dict(RatingPoint.objects.filter(month__lt="2024-06").values_list("pk", "rating")) == before
    )
    assert not RatingMark.objects.exists()
    assert rating.refresh(game=SKUD) == 0


def test_a_deleted_a_hidden_and_an_amended_record_are_rated_away(db: None) -> None:
    ids = add("".join(season(11)))
    rating.refresh(game=SKUD)
    decided = [record for record in Record.objects.filter(pk__in=ids) if record.result == "Host"]
    amended, hidden, deleted = decided[:3]
    text = amended.text.replace('Result "Host"', 'Result "Guest"')
    amending.amend(record_id=amended.pk, text=text.rstrip().removesuffix("Host") + "Guest\n")
    records.set_visibility(record_ids=[hidden.pk], visibility=Visibility.UNLISTED)
    records.delete(record_ids=[deleted.pk])
    indexing.index_records(record_ids=[amended.pk, hidden.pk, deleted.pk])
    before = points()
    rating.refresh(game=SKUD)
    after = points()
    assert after != before
    assert from_scratch() == after


def test_the_last_game_of_a_player_deleted_leaves_him_where_he_stood_before(db: None) -> None:
    add(skud("Ada", "Bo", "Host", "2024.01.10"))
    (late,) = add(skud("Ada", "Chen", "Guest", "2024.03.10", number=1))
    rating.refresh(game=SKUD)
    records.delete(record_ids=[late])
    indexing.index_records(record_ids=[late])
    rating.refresh(game=SKUD)
    last = RatingPoint.objects.filter(is_last=True)
    assert sorted(last.values_list("month", "games")) == [("2024-01", 1), ("2024-01", 1)]


def test_players_who_are_merged_have_one_history(db: None) -> None:
    ids = add("".join(season(13)))
    rating.refresh(game=SKUD)
    ada, bo = Player.objects.get(name="Ada"), Player.objects.get(name="Bo")
    between = Record.objects.filter(seats__player=ada).filter(seats__player=bo)
    assert between.exists()
    players.merge(into=ada, other=bo)
    indexing.index_records(record_ids=ids)
    rating.refresh(game=SKUD)
    merged = points()
    assert not RatingPoint.objects.filter(player=bo.pk).exists()
    assert from_scratch() == merged


def test_a_rebuilt_index_gives_the_same_standings(db: None) -> None:
    add("".join(season(17)))
    rating.refresh(game=SKUD)
    before = points()
    for _ in rebuilding.rebuild(game=SKUD):
        pass
    assert rating.waiting() == [SKUD]
    rating.refresh(game=SKUD)
    assert points() == before
    assert rating.waiting() == []


def test_solo_games_are_in_no_rating_and_tables_of_up_to_five_are(db: None) -> None:
    add_samples(STONES)
    rating.refresh(game=STONES)
    counted: dict[int, int] = {}
    for record in Record.objects.filter(game=STONES).prefetch_related("seats"):
        people = [seat.player_id for seat in record.seats.all()]
        if len(people) > 1 and record.result != "*":
            for player in people:
                assert player is not None
                counted[player] = counted.get(player, 0) + 1
    last = RatingPoint.objects.filter(game=STONES, is_last=True)
    assert dict(last.values_list("player", "games")) == counted
    solo = Record.objects.filter(game=STONES).exclude(seats__number=1)
    assert solo.exists()
    assert Seat.objects.filter(record__game=STONES, number=4).exists()


def test_a_message_is_sent_once_until_it_has_come(db: None) -> None:
    assert rating.want(game=SKUD)
    assert not rating.want(game=SKUD)
    rating.begin(game=SKUD)
    assert rating.want(game=SKUD)
