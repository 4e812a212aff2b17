"""What holds for the statistics of every engine, in the games of the other laws."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from archive.engines import AnyEngine, core
from archive.engines.base import Event, EventKind, EventRole, Spot
from tests.laws.setups import SETUPS
from tests.laws.test_engine_laws import GAMES, Played, each_engine, few, games, looks, played, seen

Table = dict[Spot, str]
"""The tiles on the table, by where they are."""


def kinds(engine: AnyEngine) -> dict[str, EventKind]:
    return {kind.kind: kind for kind in engine.event_kinds}


def standing(engine: AnyEngine, state: Any) -> Table:
    """The tiles that stand in a position."""
    declared = kinds(engine)
    told = [event for event in engine.final_events(state) if declared[event.kind].role == "stands"]
    table = {event.spot: event.tile for event in told if event.spot is not None}
    assert len(table) == len(told)
    return table


def told(engine: AnyEngine, game: Played) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The events of every move of a game, each with the state after it."""
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        yield after, engine.events(state, move, after)


def follow(engine: AnyEngine, table: Table, events: tuple[Event, ...]) -> None:
    """Do on a table what events tell; tiles that move one after another move together."""
    declared = kinds(engine)
    for role, group in groupby(events, key=lambda event: declared[event.kind].role):
        for event in (together := list(group)):
            take(table, event, role)
        for event in together:
            put(table, event, role)


def take(table: Table, event: Event, role: EventRole) -> None:
    if role in {"moves", "leaves"}:
        origin = event.origin if role == "moves" else event.spot
        assert origin is not None, event
        assert table.pop(origin, None) == event.tile, event


def put(table: Table, event: Event, role: EventRole) -> None:
    if role in {"moves", "arrives"}:
        assert event.spot is not None, event
        assert event.spot not in table, event
        table[event.spot] = event.tile


@each_engine
@few
@given(game=games)
def test_events_lead_to_the_tiles_that_stand(engine: AnyEngine, game: int) -> None:
    one = played(engine, game)
    table = standing(engine, one.states[0])
    for after, events in told(engine, one):
        follow(engine, table, events)
        assert table == standing(engine, after), events


@each_engine
@settings(few, max_examples=4, derandomize=False)
@given(game=st.integers(min_value=GAMES, max_value=2**32))
def test_events_lead_there_in_games_that_no_run_has_seen(engine: AnyEngine, game: int) -> None:
    test_events_lead_to_the_tiles_that_stand.hypothesis.inner_test(engine, game=game)


@each_engine
def test_kinds_are_declared_once(engine: AnyEngine) -> None:
    for names in (
        [kind.code for kind in engine.tile_kinds],
        [kind.kind for kind in engine.event_kinds],
        [kind.label for kind in engine.event_kinds],
        [measure.name for measure in engine.measures],
    ):
        assert len(set(names)) == len(names)
        assert all(names)


@each_engine
@few
@given(game=games)
def test_events_are_of_declared_kinds(engine: AnyEngine, game: int) -> None:
    """Only what happens may do so without a tile."""
    one, declared = played(engine, game), kinds(engine)
    tiles = {kind.code for kind in engine.tile_kinds}
    during = [event for _, events in told(engine, one) for event in events]
    assert during
    assert "stands" not in {declared[event.kind].role for event in during}
    last = engine.final_events(one.states[-1])
    assert {declared[event.kind].role for event in last} <= {"stands", "happens"}
    for event in (*during, *last):
        kind = declared[event.kind]
        assert event.tile in tiles or (kind.role == "happens" and not event.tile), event
        assert event.seat in range(-1, len(engine.seat_names)), event
        assert kind.has_spots == (event.spot is not None), event
        assert (kind.role == "moves") == (event.origin is not None), event
        assert kind.other or not event.other, event


@each_engine
@few
@given(game=games)
def test_spots_lie_on_the_boards_of_the_scene(engine: AnyEngine, game: int) -> None:
    one = played(engine, game)
    last = one.states[-1]
    for state, events in (*told(engine, one), (last, engine.final_events(last))):
        spots = {spot for event in events for spot in (event.spot, event.origin) if spot}
        boards = engine.scene(state).boards if spots else ()
        assert {(x, y) for number, x, y in spots if (x, y) not in boards[number].points} == set()


@each_engine
@few
@given(game=games, look=looks)
def test_each_measure_has_one_number_a_seat(engine: AnyEngine, game: int, look: int) -> None:
    setups = SETUPS[engine.slug]
    seats = engine.header(setups[game % len(setups)]).setup.seats
    measured = engine.measured(seen(engine, game, look))
    assert [len(numbers) for numbers in measured] == [seats] * len(engine.measures)


@each_engine
@few
@given(game=games, look=looks)
def test_a_twin_has_the_position_as_its_twin(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    itself = core.canonical(engine, state)[0]
    for twin in engine.twins(state):
        assert engine.label(twin) == engine.label(state)
        assert engine.actor(twin) == engine.actor(state)
        assert engine.outcome(twin) == engine.outcome(state)
        assert engine.measured(twin) == engine.measured(state)
        back = engine.twins(twin)
        assert itself in {core.canonical(engine, image)[0] for image in back}
