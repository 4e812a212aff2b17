"""Quadtria: conformance, and the rules that its records seldom meet."""

import random

import pytest

from archive.engines import core
from archive.engines.base import RuleError, UnusableSetup
from archive.engines.quadtria import ENGINE
from archive.engines.quadtria.header import Rules
from archive.engines.quadtria.state import State
from archive.engines.quadtria.tables import NAMES, SPOTS, is_quadtria
from tests.engines.referee import CONFORMANCE, Case, cases, disagreements

CASES = [*cases("quadtria", "games"), *cases("quadtria", "illegal")]
needs_conformance = pytest.mark.skipif(
    not CONFORMANCE.exists(), reason="the shared conformance records are not beside the project"
)


@needs_conformance
def test_conformance_records_are_all_there() -> None:
    assert len(CASES) == 141


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_it_agrees_with_the_referee(case: Case) -> None:
    assert disagreements(case) == {}


def start(options: str = "") -> State:
    return ENGINE.start(ENGINE.header({"Options": options}).setup)


def position(south: str, north: str, *, boards: int = 2, pegs: int = 0, turn: int = 0) -> State:
    names = NAMES[boards - 1]
    balls = tuple(sum(1 << names.index(name) for name in own.split()) for own in (south, north))
    return State(Rules(boards, 0), turn, 0, (balls[0], balls[1]), pegs, None)


def play(state: State, *bodies: str) -> State:
    for body in bodies:
        state = core.play_turn(ENGINE, state, body).states[-1]
    return state


def refusal(state: State, body: str) -> str:
    with pytest.raises(RuleError) as caught:
        core.play_turn(ENGINE, state, body)
    return f"{caught.value.code}: {caught.value.detail}"


def ending(state: State) -> tuple[tuple[int, ...], str] | None:
    outcome = ENGINE.outcome(state)
    return None if outcome is None else (outcome.winners, outcome.reason)


def test_each_player_has_eight_moves_at_the_start() -> None:
    assert len(list(ENGINE.moves(start()))) == 8


def test_eight_of_ten_triples_of_a_quad_are_no_line() -> None:
    triples = [balls for balls in range(32) if balls.bit_count() == 3]
    assert len(triples) == 10
    assert sum(map(is_quadtria, triples)) == 8


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("D1-2B4", "move.unreadable: “D1-2B4” is no move: a turn is 1D1-2B4 or --."),
        ("1D1-1B4", "move.same-board: A ball goes to the other board: 1D1 and 1B4 are on the same one."),
        ("1D1-2A1", "move.no-passage: No passage joins 1D1 and 2A1."),
        ("1D1-2D2", "move.occupied: 2D2 is occupied by a ball of South."),
        ("1D1-1D1", "move.standing-still: Standing still on 1D1 is no move."),
        ("1B1-2B2", "move.empty: No ball stands on 1B1."),
        ("1A5-2B4", "move.not-yours: The ball on 1A5 is not South's."),
        ("--", "move.pass: South has a legal move and may not pass."),
    ],
)  # fmt: skip
def test_it_says_why_a_turn_is_refused(body: str, refused: str) -> None:
    assert refusal(start(), body) == refused


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("boards=3", "options.boards"),
        ("boards", "options.boards"),
        ("boards=1 move-limit=0", "options.move-limit"),
        ("boards=1 move-limit=soon", "options.move-limit"),
        ("boards=1,boards=2", "options.repeated"),
    ],
)
def test_it_refuses_options_from_which_no_game_starts(options: str, code: str) -> None:
    with pytest.raises(UnusableSetup) as caught:
        ENGINE.header({"Options": options})
    assert caught.value.code == code


def test_the_home_quad_counts_once_its_peg_is_turned() -> None:
    home = "1D2 1D3 1D5 1B1 2D1 2D2 2D4 2C1 2C3 2C4"
    unturned = position(home, "1A1 2A1")
    assert ending(play(unturned, "1B1-2B2")) is None
    # bits 1 and 2: South's pegs on the first and the second board
    assert ending(play(unturned._replace(pegs=1), "1B1-2B2")) == ((0,), "quadtrias")


def test_a_peg_turns_when_the_last_ball_leaves_home_and_stays_turned() -> None:
    left = play(position("1D1 2C3", "1A1 1A3 2A1"), "1D1-2B4")
    assert left.pegs == 0b11
    assert play(left, "1A1-2A2", "2B4-1D1").pegs == 0b11


def test_opposite_corners_in_all_quads_of_one_board_win() -> None:
    corners = "1A1 1A5 1B2 1B4 1C1 1C5 1D2"
    assert ending(play(position(corners + " 2D5", "2A1"), "2D5-1D4")) == ((0,), "corners")


def test_one_board_is_drawn_at_its_move_limit_but_a_win_on_the_last_ply_counts() -> None:
    plies = ("D1-B4", "A5-C2")
    assert ending(play(start("boards=1 move-limit=2"), *plies)) == ((), "move limit")
    assert ending(play(start("boards=1 move-limit=none"), *plies)) is None
    state = position("B1 B2 B4", "A1 A2", boards=1)._replace(rules=Rules(1, 1))
    won = play(state, "B4-B3")
    assert ending(won) == ((0,), "quadtria")
    assert [(facet.seat, facet.value) for facet in ENGINE.facets(won)] == [(0, "B")]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_position_at_its_move_limit_is_packed_as_one(limit: int) -> None:
    state = start(f"boards=1 move-limit={limit}")
    for _ in range(limit):
        state = ENGINE.play(state, next(iter(ENGINE.moves(state))))
        packed = ENGINE.pack(state)
        again = ENGINE.unpack(packed)
        assert ENGINE.pack(again) == packed
        assert ENGINE.outcome(again) == ENGINE.outcome(state)
        assert again.rules.limit - again.turn == limit - state.turn


def test_a_move_limit_means_nothing_on_two_boards() -> None:
    state = start("boards=2 move-limit=1")
    assert state == start()
    assert ending(play(state, "1D1-2B4")) is None


@pytest.mark.parametrize(
    ("boards", "pegs", "count"), [(2, 15, 16), (2, 7, 4), (1, 5, 8), (1, 1, 2)]
)
def test_symmetries_hold_as_far_as_pegs_allow(boards: int, pegs: int, count: int) -> None:
    rng = random.Random(boards)
    for _ in range(10):
        cells = rng.sample(range(SPOTS * boards), 10 * boards)
        balls = (
            sum(1 << cell for cell in cells[: 5 * boards]),
            sum(1 << cell for cell in cells[5 * boards :]),
        )
        state = State(Rules(boards, 0), rng.randrange(2), 0, balls, pegs, None)
        moves = list(ENGINE.moves(state))
        assert len(ENGINE.symmetries(state)) == count
        for by in ENGINE.symmetries(state):
            image = ENGINE.transform(state, by)
            mapped = sorted(ENGINE.transform_move(move, by) for move in moves)
            assert sorted(ENGINE.moves(image)) == mapped
            for move in moves:
                there = ENGINE.play(image, ENGINE.transform_move(move, by))
                assert there == ENGINE.transform(ENGINE.play(state, move), by)


def test_a_jump_between_boards_is_one_trail() -> None:
    state = start()
    turn = core.play_turn(ENGINE, state, "1D1-2B4")
    scene = ENGINE.scene(turn.states[-1], tuple(zip(turn.states, turn.moves, strict=False)))
    trail = scene.boards[0].links[0]
    assert (trail.role, trail.start, trail.end) == ("trail", (1.0, -1.0), (11.0, 1.0))
    assert ENGINE.points("1D1-2B4") == (trail.start, trail.end)
    assert trail.end in scene.boards[1].points
