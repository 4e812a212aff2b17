"""Every figure of the explorer is that of a plain count over replays."""

import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from pytest_django import Settings

from analysis.models import Generation
from analysis.selectors import played
from analysis.selectors.explorer import Row, explored
from analysis.selectors.filtering import Filter
from analysis.selectors.lines import Line, follow
from analysis.selectors.starts import tags_of_record
from archive import engines
from archive.models import Record
from tests.analysis.plain_count import Asked, Count, Library, fill, samples
from tests.archive.games import game
from tests.archive.shipped import shipped

pytestmark = pytest.mark.django_db

OPENING = "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-1,-6) 2H.(0,8)-(1,6)"
TO_AND_FRO = "3G.(-1,-6)-(-2,-6) 3H.(1,6)-(2,6) 4G.(-2,-6)-(-1,-6) 4H.(2,6)-(1,6)"
RECURRING = f"{OPENING} {TO_AND_FRO} 5G.R5(0,-8) 5H.R3(0,8) *"
UNFINISHED = f"{OPENING} 3G.R5(0,-8) *"


def contradictory() -> str:
    """A game that Guest won on the board and that its record gives to Host."""
    won = next(
        record
        for record in shipped()
        if record.game == "skud-pai-sho"
        and record.tag("Termination") == "harmony ring"
        and record.tag("Result") == "Guest"
    )
    text = won.original.decode().replace('[Result "Guest"]', '[Result "Host"]')
    return text.replace('[Event "', '[Event "Told otherwise: ') + "\n\n"


def anyone(_: Record) -> bool:
    return True


def sat(name: str, place: str = "") -> Asked:
    def asked(record: Record) -> bool:
        engine = engines.get(record.game)
        assert engine is not None
        return any(
            name in seat.name and place in ("", engine.seat_names[seat.number])
            for seat in record.seats.all()
        )

    return asked


FILTERS: dict[str, tuple[Filter, Asked]] = {
    "nothing": (Filter(), anyone),
    "a player": (Filter(player="Bo"), sat("Bo")),
    "a player on a seat": (Filter(player="Bo", seat="Guest"), sat("Bo", "Guest")),
    "since a day": (
        Filter(since=date(2023, 6, 1)),
        lambda record: bool(record.date_latest and record.date_latest >= date(2023, 6, 1)),
    ),
    "until a day": (
        Filter(until=date(2023, 6, 1)),
        lambda record: bool(record.date_earliest and record.date_earliest <= date(2023, 6, 1)),
    ),
    "an event": (
        Filter(event="open"),
        lambda record: bool(record.event and "open" in record.event.name),
    ),
    "a result": (Filter(result="Guest"), lambda record: record.result == "Guest"),
    "no result": (Filter(result="*"), lambda record: record.result == "*"),
    "a rules profile": (Filter(rules="2022"), lambda record: record.rules == "2022"),
    "an option": (Filter(options="oasis"), lambda record: "oasis" in record.options),
    "many moves": (Filter(least=60), lambda record: record.plies >= 60),
}


def line_of(record: Record, library: Library, moves: tuple[str, ...]) -> Line:
    return follow(library.engine, tags_of_record(library.engine, record), moves)


def tells_the_same(row: Row, count: Count, library: Library) -> bool:
    tally = row.tally
    seats = library.engine.seat_names
    wins = {seat: won for seat, won in zip(seats, tally.wins, strict=False) if won}
    alone = {result: games for result, games in count.wins.items() if result in seats}
    assert row.body in count.bodies
    assert (tally.games, tally.finished, wins) == (count.games, count.finished, alone)
    assert tally.shared == count.finished - sum(alone.values())
    assert tally.left == count.left
    assert tally.last_month == count.last
    return True


def compare(line: Line, library: Library, chosen: Filter, asked: Asked) -> int:
    """Compare every figure of a position; how many rows it has."""
    found = explored(line, chosen, whole=True)
    counts, ended = library.rows(line.state, asked)
    assert len(found.rows) == len(counts)
    for row in found.rows:
        count = next(count for count in counts if row.body in count.bodies)
        assert tells_the_same(row, count, library)
        assert row.reached == library.reached(line.state, row.body, asked)
    assert (found.ended.games, found.ended.finished) == (ended.games, ended.finished)
    assert found.total.games == sum(count.games for count in counts) + ended.games
    assert [row.tally.games for row in found.rows] == sorted(
        (count.games for count in counts), reverse=True
    )
    return len(counts)


GAMES = {
    "skud-pai-sho": lambda: (
        samples("skud-pai-sho", 70)
        + contradictory()
        + game("Bo", moves=RECURRING, Date="2024.01.??")
        + game("Chen", moves=RECURRING, Date="2024.??.??")
        + game("Bo", moves=UNFINISHED)
    ),
    "quaterno": lambda: samples("quaterno", 36),
    "quadtria": lambda: samples("quadtria", 40),
    "pai-chi": lambda: samples("pai-chi", 36),
    "shifting-stones": lambda: samples("shifting-stones", 12),
}


@pytest.mark.parametrize("slug", GAMES)
def test_every_figure_is_that_of_a_plain_count(slug: str, settings: Settings) -> None:
    settings.STAT_VISITS = 8  # some positions have sums of their own, others are read from visits
    fill(GAMES[slug]())
    library = Library(slug)
    lines = [(record, moves) for record, moves, _ in library.lines() if len(moves) <= 6]
    some = {moves: record for record, moves in random.Random(7).sample(lines, 50)}
    rows = 0
    for moves, record in some.items():
        line = line_of(record, library, moves)
        for chosen, asked in FILTERS.values():
            rows += compare(line, library, chosen, asked)
    assert rows > 80


def test_a_game_that_comes_back_counts_once_and_by_its_first_move() -> None:
    fill(game("Bo", moves=RECURRING) + game("Chen", moves=UNFINISHED))
    library = Library("skud-pai-sho")
    line = follow(library.engine, (), OPENING.split())
    found = explored(line, Filter())
    assert {row.body: row.tally.games for row in found.rows} == {
        "(-1,-6)-(-2,-6)": 1,
        "R5(0,-8)": 1,
    }
    # The position after R5 was reached by both, though one of them played it at its second visit.
    assert {row.body: row.reached for row in found.rows} == {"(-1,-6)-(-2,-6)": 1, "R5(0,-8)": 2}


def test_a_contradictory_game_counts_by_its_board() -> None:
    fill(contradictory())
    assert Record.objects.get().verdict == "contradictory"
    library = Library("skud-pai-sho")
    total = explored(follow(library.engine, (), ()), Filter()).total
    assert (total.games, total.wins) == (1, (0, 1))


def test_an_unfinished_game_is_counted_and_in_no_score() -> None:
    fill(game("Bo", moves=UNFINISHED))
    library = Library("skud-pai-sho")
    total = explored(follow(library.engine, (), ()), Filter()).total
    assert (total.games, total.finished, total.score(0)) == (1, 0, None)


def test_the_moves_of_a_symmetrical_position_are_one_row() -> None:
    """Two boards that mirror each other: eight first moves are two."""
    fill(samples("quadtria", 40))
    library = Library("quadtria")
    start = follow(library.engine, (), ())
    assert len(list(library.engine.moves(start.state))) == 8
    assert len(explored(start, Filter()).rows) == 2
    assert compare(start, library, Filter(), anyone) == 2


def test_each_image_of_a_position_shows_its_figures_in_its_own_frame() -> None:
    fill(samples("quadtria", 40))
    library = Library("quadtria")
    engine = library.engine
    start = engine.start(engine.header({}).setup)
    bodies = [engine.write(start, (move,)) for move in engine.moves(start)]
    lines = [follow(engine, (), (body,)) for body in bodies]
    rows = [compare(line, library, Filter(), anyone) for line in lines]
    assert len(rows) == 8
    assert min(rows) > 2


def test_twins_are_added_in_the_frame_that_is_shown() -> None:
    """Two games that are mirror images with the colours exchanged, and one that is neither."""
    mirrored = (
        "0H.W,K,W,R 0G.K,R,R,B 1G.W5(0,-8) 1H.W5(0,8) 2G.(0,-8)-(1,-6) 2H.(0,8)-(-1,6) "
        "3G.W5(0,-8) *"
    )
    fill(game("Bo", moves=UNFINISHED) + game("Chen", moves=mirrored))
    library = Library("skud-pai-sho")
    line = follow(library.engine, (), OPENING.split())
    apart, together = explored(line, Filter()), explored(line, Filter(), twins=True)
    assert [(row.body, row.tally.games, row.reached) for row in apart.rows] == [("R5(0,-8)", 1, 1)]
    assert [(row.body, row.tally.games, row.reached) for row in together.rows] == [
        ("R5(0,-8)", 2, 2)
    ]
    assert (together.total.games, together.twin_games) == (2, 1)


def test_an_index_of_another_edition_shows_nothing() -> None:
    fill(game("Bo", moves=UNFINISHED))
    library = Library("skud-pai-sho")
    line = follow(library.engine, (), ())
    assert explored(line, Filter()).total.games == 1
    Generation.objects.update(edition=999)
    assert explored(line, Filter()).total.games == 0


def test_games_of_a_player_are_the_same_named_or_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(samples("skud-pai-sho", 40))
    line = follow(Library("skud-pai-sho").engine, (), ())
    chosen = Filter(player="Sample player")
    named = explored(line, chosen)
    monkeypatch.setattr(played, "NARROW", 0)
    assert explored(line, chosen) == named
    assert named.total.games > 0


Queries = Callable[..., Any]


@pytest.mark.parametrize(
    ("chosen", "moves", "count"),
    [
        (Filter(), "", 4),  # the index, the sums here, the sums after each move, the rarer ones
        (Filter(), "0H.R,R,K,B", 5),  # and the visits of a position without sums
        (
            Filter(player="Bo"),
            "",
            4,
        ),  # the index, the games, their visits here, and after each move
    ],
)
def test_a_position_costs_few_queries(
    chosen: Filter, moves: str, count: int, django_assert_num_queries: Queries
) -> None:
    fill(samples("skud-pai-sho", 40))
    library = Library("skud-pai-sho")
    line = follow(library.engine, (), moves.split())
    with django_assert_num_queries(count):
        assert explored(line, chosen).total.games
