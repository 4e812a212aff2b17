"""What holds for every engine, in every position that random games reach (design, section 7.6)."""

import random
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archive.engines import AnyEngine, all_engines, core, diagram, get
from archive.engines.base import CHANCE, IllegalMove
from tests.laws.setups import SETUPS

ENGINES = all_engines()
GAMES = 20
each_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
few = settings(
    max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
games = st.integers(min_value=0, max_value=GAMES - 1)
looks = st.integers(min_value=0, max_value=2**16)


class Played(NamedTuple):
    """A random game: its states, one more than its moves."""

    states: tuple[Any, ...]
    moves: tuple[Any, ...]


def played(engine: AnyEngine, game: int) -> Played:
    """A seeded random game, under each of the engine's setups in turn."""
    return _played(engine.slug, game)


@cache
def _played(slug: str, game: int) -> Played:
    engine = get(slug)
    assert engine is not None
    setups = SETUPS[slug]
    setup = engine.header(setups[game % len(setups)]).setup
    return Played(*core.playout(engine, setup, random.Random(game)))


def seen(engine: AnyEngine, game: int, look: int) -> Any:
    """One state of a random game; every third look falls on the opening, which has its own rules."""
    states = played(engine, game).states
    return states[look // 3 % (min(10, len(states)) if look % 3 == 0 else len(states))]


def some(items: tuple[Any, ...], look: int, count: int) -> list[Any]:
    return list(items) if len(items) <= count else random.Random(look).sample(items, count)


def refused(engine: AnyEngine, state: Any, move: Any) -> bool:
    """Whether a move is refused; then with a code and a sentence."""
    try:
        engine.check(state, move)
    except IllegalMove as error:
        refusal = error
    else:
        return False
    assert refusal.code.startswith("move."), refusal.code
    assert refusal.detail.endswith("."), refusal.detail
    return True


@each_engine
@few
@given(game=games, look=looks)
def test_law_1_listed_moves_are_legal(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    moves = tuple(engine.moves(state))
    assert len(set(moves)) == len(moves)
    assert moves == tuple(engine.moves(state))
    if engine.outcome(state) is not None:
        assert moves == ()
    for move in moves:
        assert not refused(engine, state, move)


@each_engine
@few
@given(game=games)
def test_law_1_a_game_goes_on_until_it_ends(engine: AnyEngine, game: int) -> None:
    """A position without moves has an outcome, or every move of the whole game fails there."""
    one = played(engine, game)
    last = one.states[-1]
    if engine.outcome(last) is None and not any(True for _ in engine.moves(last)):
        assert all(refused(engine, last, move) for move in one.moves)


@each_engine
@few
@given(game=games, look=looks)
def test_law_2_other_moves_are_refused(engine: AnyEngine, game: int, look: int) -> None:
    """Moves of other positions of the game, and moves with a part of another."""
    state = seen(engine, game, look)
    rng = random.Random(look)
    legal = set(engine.moves(state))
    strangers = set(some(played(engine, game).moves, look, 60))
    known = sorted(legal | strangers)
    for _ in range(80):
        one, other = rng.choice(known), rng.choice(known)
        if one[0] == other[0]:
            field = rng.randrange(len(one))
            strangers.add(type(one)(*one[:field], other[field], *one[field + 1 :]))
    for move in strangers:
        assert refused(engine, state, move) == (move not in legal), move


@each_engine
@few
@given(game=games, look=looks)
def test_law_3_playing_changes_nothing_behind(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    packed, shown = engine.pack(state), repr(state)
    for move in some(tuple(engine.moves(state)), look, 20):
        after = engine.play(state, move)
        assert after == engine.play(state, move) == engine.check(state, move)
        assert hash(after) == hash(engine.play(state, move))
    assert (engine.pack(state), repr(state)) == (packed, shown)


@each_engine
@few
@given(game=games, look=looks)
def test_law_4_an_unpacked_state_packs_and_plays_alike(
    engine: AnyEngine, game: int, look: int
) -> None:
    state = seen(engine, game, look)
    packed = engine.pack(state)
    again = engine.unpack(packed)
    assert engine.pack(again) == packed
    assert engine.outcome(again) == engine.outcome(state)
    assert engine.actor(again) == engine.actor(state)
    assert engine.board_text(again) == engine.board_text(state)
    moves = tuple(engine.moves(state))
    assert moves == tuple(engine.moves(again))
    for move in some(moves, look, 20):
        one, other = engine.play(state, move), engine.play(again, move)
        assert engine.pack(one) == engine.pack(other)


@each_engine
@few
@given(game=games, look=looks)
def test_law_5_symmetries_are_those_of_the_rules(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    symmetries = engine.symmetries(state)
    assert engine.transform(state, symmetries[0]) == state
    legal = tuple(engine.moves(state))
    for by in symmetries:
        image = engine.transform(state, by)
        assert set(engine.moves(image)) == {engine.transform_move(move, by) for move in legal}
        for move in some(legal, look, 20):
            first_played = engine.transform(engine.play(state, move), by)
            first_turned = engine.play(image, engine.transform_move(move, by))
            assert engine.pack(first_played) == engine.pack(first_turned)


@each_engine
@few
@given(game=games, look=looks)
def test_law_6_images_have_one_canonical_form(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    least, reached = core.canonical(engine, state)
    assert engine.canonical(state) == (least, reached)
    moves = some(tuple(engine.moves(state)), look, 20)
    for by in engine.symmetries(state):
        image = engine.transform(state, by)
        image_least, image_reached = core.canonical(engine, image)
        assert image_least == least
        for move in moves:
            image_move = engine.transform_move(move, by)
            assert core.canonical_move(engine, image_move, image_reached) == (
                core.canonical_move(engine, move, reached)
            )


@each_engine
@few
@given(game=games, look=looks)
def test_law_7_text_and_moves_are_one_to_one(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    rest = engine.rest(state)
    texts: dict[str, Any] = {}
    for move in engine.moves(state):
        if move == rest:
            continue
        body = engine.write(state, (move,))
        assert engine.read(state, body) == (move,)
        assert texts.setdefault(body, move) == move
        assert body
        assert not set(body) & set(" ;{}")


@each_engine
@few
@given(game=games)
def test_law_7_whole_turns_are_read_as_written(engine: AnyEngine, game: int) -> None:
    """A game written turn by turn and played from that text arrives at the same positions."""
    one = played(engine, game)
    state, moves, before = one.states[0], [], one.states[0]
    for move, after in zip(one.moves, one.states[1:], strict=True):
        moves.append(move)
        if engine.label(after) == engine.label(before):
            continue
        turn = core.play_turn(engine, state, engine.write(before, tuple(moves)))
        assert turn.moves == tuple(moves)
        assert turn.states[-1] == after
        assert engine.describe(turn.states, turn.moves).endswith(".")
        state, moves, before = after, [], after


@each_engine
@few
@given(game=games)
def test_law_8_outcomes_name_seats_and_known_reasons(engine: AnyEngine, game: int) -> None:
    one = played(engine, game)
    seats = range(len(engine.seat_names))
    for state in one.states:
        assert engine.actor(state) in {CHANCE, *seats}
        outcome = engine.outcome(state)
        if outcome is None:
            continue
        assert set(outcome.winners) <= set(seats)
        assert len(outcome.scores) in {0, *engine.seats}
        assert outcome.scores == engine.scores(state)
        assert outcome.reason in engine.reasons
        assert state is one.states[-1]


@each_engine
@few
@given(game=games, look=looks)
def test_law_9_scenes_hold_one_piece_a_place(engine: AnyEngine, game: int, look: int) -> None:
    state = seen(engine, game, look)
    scene = engine.scene(state)
    drawings = engine.artwork().keys() | dict(scene.drawings).keys()
    assert {item.glyph for tray in scene.trays for item in tray.items} <= drawings
    for board in scene.boards:
        places = [piece.at for piece in board.pieces]
        assert len(set(places)) == len(places)
        assert set(places) <= set(board.points)
        assert {piece.glyph for piece in board.pieces} <= drawings


@each_engine
@few
@given(game=games, look=looks)
def test_law_9_drawings_are_read_as_drawn(engine: AnyEngine, game: int, look: int) -> None:
    scene, letters = engine.scene(seen(engine, game, look)), engine.seat_letters
    boards = diagram.read(diagram.draw(scene, letters), letters)
    for board, read in zip(scene.boards, boards, strict=True):
        assert read == {piece.at: (piece.owner, piece.glyph) for piece in board.pieces}


LAWS_OF_A_STATE: tuple[Any, ...] = (
    test_law_1_listed_moves_are_legal,
    test_law_2_other_moves_are_refused,
    test_law_3_playing_changes_nothing_behind,
    test_law_4_an_unpacked_state_packs_and_plays_alike,
    test_law_5_symmetries_are_those_of_the_rules,
    test_law_6_images_have_one_canonical_form,
    test_law_7_text_and_moves_are_one_to_one,
    test_law_9_scenes_hold_one_piece_a_place,
    test_law_9_drawings_are_read_as_drawn,
)
LAWS_OF_A_GAME: tuple[Any, ...] = (
    test_law_1_a_game_goes_on_until_it_ends,
    test_law_7_whole_turns_are_read_as_written,
    test_law_8_outcomes_name_seats_and_known_reasons,
)


@each_engine
@settings(few, max_examples=4, derandomize=False)
@given(game=st.integers(min_value=GAMES, max_value=2**32), looks=st.tuples(looks, looks, looks))
def test_every_law_in_games_that_no_run_has_seen(
    engine: AnyEngine, game: int, looks: tuple[int, ...]
) -> None:
    for law in LAWS_OF_A_GAME:
        law.hypothesis.inner_test(engine, game=game)
    for law in LAWS_OF_A_STATE:
        for look in looks:
            law.hypothesis.inner_test(engine, game=game, look=look)


@each_engine
@few
@given(game=games)
def test_facets_are_among_the_choices(engine: AnyEngine, game: int) -> None:
    offered = {kind.kind: {value for value, _ in kind.choices} for kind in engine.facet_kinds}
    for facet in engine.facets(played(engine, game).states[-1]):
        assert facet.value in offered[facet.kind]
        assert facet.count > 0
