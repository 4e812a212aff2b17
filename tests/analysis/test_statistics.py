"""Every chart shows what a plain count of the replays shows, and opens exactly its games."""

import csv
import io
import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from analysis import tasks
from analysis.models import Entry, FilteredStat, Generation
from analysis.selectors import behind, filtering, statistics_pages
from analysis.selectors.figures import catalogue
from analysis.selectors.figures.base import Cell, Chart, Column, Row
from analysis.selectors.figures.maps import Picked
from analysis.selectors.figures.survival import kaplan_meier
from analysis.selectors.filtering import Filter
from analysis.selectors.openings import names_of_records
from analysis.selectors.statistics_charts import Question, answer
from analysis.services import filtered, indexing
from analysis.services import openings as opening_names
from analysis.statistics import wilson
from archive import engines
from archive.services import batches, importing
from tests.analysis.desk import count, numbers
from tests.analysis.plain_statistics import (
    Plain,
    Played,
    ids,
    letters_score,
    plain_wilson,
    replay_all,
)
from tests.archive.games import mixed_games
from tests.archive.shipped import shipped

pytestmark = pytest.mark.django_db

GAMES = [engine.slug for engine in engines.all_engines()]
CHECKED_MARKS = 10
"""Cells of each chart whose games are looked up."""
FILTERS = (
    Filter(),
    Filter(result="Host"),
    Filter(least=40),
    Filter(since=date(2023, 3, 1), until=date(2024, 4, 1)),
    Filter(player="a", seat="Guest", least=20),
)


def contradictory() -> str:
    """Games that the board ended, in which another result is claimed."""
    ended = [one for one in shipped() if one.tag("Termination") in {"harmony ring", "midline"}]
    text = ""
    for record in ended[:8]:
        told = record.original.decode()
        claimed = "Guest" if '[Result "Host"]' in told else "Host"
        told = told.replace(f'[Result "{record.tag("Result")}"]', f'[Result "{claimed}"]')
        text += told.replace('[Host "', '[Host "Not ') + "\n\n"
    return text


@pytest.fixture(scope="module")
def archive(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """All samples, games that nobody finished, games that claim what the board denies."""
    texts = [record.original.decode() + "\n\n" for record in shipped()]
    text = "".join(texts) + contradictory() + mixed_games(30)
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        importing.import_batch(batch=batches.open_batch(uploads=[("games.tgr", [text.encode()])]))
        indexing.index_records(record_ids=numbers())
        count()
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def replays(archive: None, django_db_blocker: DjangoDbBlocker) -> dict[str, list[Played]]:
    with django_db_blocker.unblock():
        return {game: replay_all(game) for game in GAMES}


def fits(played: Played, chosen: Filter) -> bool:
    """The filter, read anew."""
    record = played.record
    sat = [
        chosen.player.lower() in seat.name.lower()
        for seat in record.seats.all()
        if not chosen.seat or played.engine.seat_names[seat.number] == chosen.seat
    ]
    early, late = record.date_earliest, record.date_latest
    return (
        (not chosen.player or any(sat))
        and (chosen.since is None or (late is not None and late >= chosen.since))
        and (chosen.until is None or (early is not None and early <= chosen.until))
        and (not chosen.result or chosen.result in record.result.split("+"))
        and played.plies >= (chosen.least or 0)
    )


def question(game: str, section: str, chosen: Filter) -> Question:
    engine, generation = engines.get(game), filtering.active(game)
    assert engine is not None
    assert generation is not None
    return Question(engine, generation, section, chosen, Picked())


def opened(game: str, cell: Cell, chosen: Filter) -> frozenset[int]:
    asked = question(game, catalogue.RESULTS, chosen)
    where = (asked.generation, asked.engine, chosen, cell.marks)
    found = behind.games(*where, most=10_000)
    records = found.records
    while found.reached is not None:
        found = behind.games(*where, below=found.reached, most=10_000)
        records += found.records
    return frozenset(records)


def test_the_archive_of_this_test_has_games_of_every_sort(replays: dict[str, list[Played]]) -> None:
    skud = replays["skud-pai-sho"]
    assert sum(len(games) for games in replays.values()) > 300
    assert sum(played.record.verdict == "contradictory" for played in skud) >= 5
    assert sum(played.record.result == "*" for played in skud) > 10
    assert Entry.objects.count() == sum(len(games) for games in replays.values())


@pytest.mark.parametrize("chosen", FILTERS, ids=lambda chosen: chosen.query or "all games")
@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_that_of_a_plain_count(
    replays: dict[str, list[Played]], game: str, chosen: Filter
) -> None:
    mine = [played for played in replays[game] if fits(played, chosen)]
    engine = engines.get(game)
    assert engine is not None
    plain = Plain(engine, mine)
    dice = random.Random(7)
    for section in catalogue.sections(engine):
        if section.slug == catalogue.OPENINGS:
            continue
        found = answer(question(game, section.slug, chosen))
        assert found.games == len(mine)
        for chart in found.charts:
            own = own_columns(chart)
            right = plain.table(own)
            assert_same(own, right)
            links = [
                (row, column, cell)
                for row in own.rows
                for column, cell in zip(own.columns, row.cells, strict=True)
                if cell.marks and cell.base
            ]
            for row, column, cell in dice.sample(links, min(CHECKED_MARKS, len(links))):
                number = right[row.label, column.label]
                assert opened(game, cell, chosen) == number.ids, (chart.name, row, column)


def own_columns(chart: Chart) -> Chart:
    """A chart without its columns of all games, and without rows that only those have."""
    keep = [at for at, column in enumerate(chart.columns) if not column.is_all]
    rows = tuple(
        Row(row.label, tuple(row.cells[at] for at in keep), row.x, row.spot)
        for row in chart.rows
        if any(row.cells[at].value is not None for at in keep)
    )
    columns = tuple(chart.columns[at] for at in keep)
    return Chart(
        chart.name, chart.title, chart.kind, chart.rows_are, columns, rows, chart.games,
        chart.scale, chart.note,
    )  # fmt: skip


def even_share(chart: Chart, row: str) -> float:
    """What the intervals of an advantage are counted from."""
    return 1 / int(row.partition(" ")[0]) if chart.name == "shares" else 0.5


def assert_same(chart: Chart, right: dict[tuple[str, str], Any]) -> None:
    shown = {
        (row.label, column.label): (column, cell)
        for row in chart.rows
        for column, cell in zip(chart.columns, row.cells, strict=True)
    }
    for place, number in right.items():
        assert place in shown or not number.value, (chart.name, place, number)
    for place, (column, cell) in shown.items():
        value = right[place].value if place in right else None
        if chart.name == "lengths" and column.unit == "share" and value is not None:
            value /= chart.games
        assert (cell.value or 0) == pytest.approx(value or 0), (chart.name, place, cell)
        if column.unit == "share" and cell.low is not None and value is not None:
            above = even_share(chart, place[0]) if "Above" in column.label else 0
            low, high = plain_wilson(value + above, cell.base)
            assert (cell.low, cell.high) == pytest.approx((low - above, high - above))


# ---- the arithmetic, against values that others have published ----
def test_kaplan_meier_gives_the_values_of_the_leukaemia_trial_of_freireich() -> None:
    # The treated group of Freireich et al. (1963), as in every textbook of survival analysis.
    gone = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
    kept = {6: 1, 9: 1, 10: 1, 11: 1, 17: 1, 19: 1, 20: 1, 25: 1, 32: 2, 34: 1, 35: 1}
    steps = [(step.turn, round(step.share, 3), step.at_risk) for step in kaplan_meier(gone, kept)]
    assert steps == [
        (6, 0.857, 21), (7, 0.807, 17), (10, 0.753, 15), (13, 0.690, 12),
        (16, 0.627, 11), (22, 0.538, 7), (23, 0.448, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_of_newcombe(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


# ---- files ----
def test_no_cell_of_a_csv_begins_like_a_formula() -> None:
    label = '=HYPERLINK("http://example.org")'
    columns = (Column("+score", "share"),)
    chart = Chart("x", "x", "bars", "@rows", columns, (Row(label, (Cell(-0.25, 9),)),), 9)
    rows = list(csv.reader(io.StringIO(statistics_pages.as_csv(chart))))
    assert rows[0] == ["'@rows", "'+score", "'+score, of games"]
    assert rows[1] == [f"'{label}", "-0.25", "9"]


def test_a_chart_is_given_out_as_csv_and_json_with_the_same_numbers(
    archive: None, client: Client
) -> None:
    address = "/stats/skud-pai-sho/results/endings"
    table = list(csv.DictReader(io.StringIO(client.get(f"{address}.csv").content.decode())))
    data = client.get(f"{address}.json").json()
    assert data["as_of"]
    assert [row["Ending"] for row in table] == [row["label"] for row in data["rows"]]
    labels = [column["label"] for column in data["columns"]]
    for line, row in zip(table, data["rows"], strict=True):
        values = dict(zip(labels, [cell["value"] for cell in row["cells"]], strict=True))
        assert {label: float(line[label]) for label in labels} == values


def test_what_a_browser_has_is_not_sent_again(archive: None, client: Client) -> None:
    first = client.get("/stats/skud-pai-sho/results/seats.figure")
    again = client.get(
        "/stats/skud-pai-sho/results/seats.figure", headers={"If-None-Match": first["ETag"]}
    )
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    Generation.objects.update(as_of=datetime(2030, 1, 1, tzinfo=UTC))
    changed = client.get(
        "/stats/skud-pai-sho/results/seats.figure", headers={"If-None-Match": first["ETag"]}
    )
    assert changed.status_code == 200


@pytest.mark.parametrize(
    "mark",
    ["visit|x|=", "visit|99999999999999999999|=", "opening|x", "first|planted|=|=1..99999", ""],
)
def test_a_mark_that_no_chart_makes_is_answered_in_words(
    archive: None, client: Client, mark: str
) -> None:
    response = client.get("/stats/skud-pai-sho/games/", {"mark": mark})
    assert response.status_code in {200, 404}
    assert "<h1>" in response.content.decode()


@pytest.mark.parametrize("mark", ["\0", "visit|5|\0", "month|2024-05|\0"])
def test_a_mark_with_a_nul_goes_to_no_database(archive: None, client: Client, mark: str) -> None:
    """PostgreSQL refuses such texts."""
    assert client.get("/stats/skud-pai-sho/games/", {"mark": mark}).status_code == 404


def test_a_list_of_games_is_read_page_by_page(archive: None, client: Client) -> None:
    seen: list[int] = []
    query = "?mark=seat%7C0%7Cw"
    while query:
        response = client.get(f"/stats/skud-pai-sho/games/{query}")
        seen += [row.record.pk for row in response.context["games"]]
        after = response.context["after"]
        query = f"?mark=seat%7C0%7Cw&after={after}" if after else ""
    winners = Entry.objects.filter(generation__game="skud-pai-sho", winners=1)
    assert sorted(seen) == sorted(winners.values_list("record", flat=True))
    assert len(seen) == len(set(seen)) > 50


# ---- openings ----
FLOWERS = {"R3": "Rose", "R4": "Chrysanthemum", "R5": "Rhododendron"}
FLOWERS |= {"W3": "Jasmine", "W4": "Lily", "W5": "White Jade"}


def start_of(played: Played) -> str:
    """What both planted; where no Wheel was chosen, a start is one with its mirror image."""
    bodies = [step.body for step in played.steps[:4]]
    (planted,) = {body.partition("(")[0] for body in bodies[2:]}
    if any("W" in body.split(",") for body in bodies[:2]):
        return f"{FLOWERS[planted]} start"
    return " or ".join(FLOWERS[f"{colour}{planted[1]}"] for colour in "RW") + " start"


def test_every_game_is_counted_under_its_one_opening(
    archive: None, replays: dict[str, list[Played]]
) -> None:
    opening_names.refresh()
    cache.clear()
    chosen = Filter(least=4)
    charts = answer(question("skud-pai-sho", catalogue.OPENINGS, chosen)).charts
    rows = own_columns(charts[1]).rows
    right: dict[str, set[int]] = defaultdict(set)
    for played in replays["skud-pai-sho"]:
        if played.plies >= 4:
            right[start_of(played)].add(played.pk)
    assert {row.label: row.cells[1].value for row in rows} == {
        name: len(games) for name, games in right.items()
    }
    for row in rows:
        assert opened("skud-pai-sho", row.cells[1], chosen) == right[row.label]
    named = names_of_records(set().union(*right.values()))
    assert {pk: name.name for pk, name in named.items()} == {
        pk: name for name, games in right.items() for pk in games
    }


def test_openings_are_those_that_the_first_turns_say(
    archive: None, replays: dict[str, list[Played]]
) -> None:
    opening_names.refresh()
    cache.clear()
    chosen = Filter(least=4)
    share, score, length = (
        own_columns(chart)
        for chart in answer(question("skud-pai-sho", catalogue.OPENINGS, chosen)).charts
    )
    long = [played for played in replays["skud-pai-sho"] if played.plies >= 4]
    games = [played for played in long if start_of(played) == "Rose start"]
    rose = next(row for row in score.rows if row.label == "Rose start")
    assert rose.cells[1].value == len(games) > 10
    guest = [played.letter(1) for played in games]
    assert rose.cells[0].value == pytest.approx(letters_score(guest, for_two=True))
    assert opened("skud-pai-sho", rose.cells[1], chosen) == ids(games)
    turns = next(row for row in length.rows if row.label == "Rose start").cells[0].value
    assert turns == pytest.approx(sum(one.plies - 4 for one in games) / len(games))
    at = [column.label for column in share.columns].index("Rose start")
    month = next(row for row in share.rows if row.cells[at].value)
    then = [one for one in long if one.month == month.label]
    mine = [one for one in then if one in games]
    assert month.cells[at].value == pytest.approx(len(mine) / len(then))
    assert opened("skud-pai-sho", month.cells[at], chosen) == ids(mine)


# ---- a job for many games ----
def test_many_games_are_added_up_by_a_job_and_kept(
    archive: None, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "/stats/skud-pai-sho/?result=Host"
    few = client.get(address).context["charts"]
    cache.clear()
    settings.FILTER_RECORDS = 10
    settings.FILTER_SLICE_RECORDS = 7
    sent: list[int] = []
    monkeypatch.setattr(tasks, "send", lambda _task, pk: sent.append(pk))
    waiting = client.get(address)
    assert "Adding up the games" in waiting.content.decode()
    assert client.get("/stats/skud-pai-sho/results/progress?result=Host").status_code == 200
    assert len(sent) == 1  # however often the page asks
    for done in filtered.add_up(stat_id=sent[0]):
        stat = FilteredStat.objects.get()
        assert stat.done <= done <= stat.total
        assert stat.as_of is None
    ready = client.get("/stats/skud-pai-sho/results/progress?result=Host")
    assert (ready.status_code, ready["HX-Refresh"]) == (204, "true")
    shown = client.get(address)
    assert [chart.chart for chart in shown.context["charts"]] == [chart.chart for chart in few]
    Generation.objects.update(as_of=datetime(2031, 1, 1, tzinfo=UTC))
    later = client.get(address)
    assert "Games have come since" in later.content.decode()
    assert len(sent) == 2
    assert filtered.forget_old() == 0
    FilteredStat.objects.update(asked=datetime(2026, 1, 1, tzinfo=UTC))
    assert filtered.forget_old() == 1
