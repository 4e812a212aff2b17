"""Quaterno: conformance, and the rules that its records seldom meet."""

import pytest

from archive.engines import core
from archive.engines.base import RuleError, UnusableSetup
from archive.engines.quaterno import ENGINE
from archive.engines.quaterno.state import State
from tests.engines.referee import CONFORMANCE, Case, cases, disagreements

CASES = [*cases("quaterno", "games"), *cases("quaterno", "illegal")]
needs_conformance = pytest.mark.skipif(
    not CONFORMANCE.exists(), reason="the shared conformance records are not beside the project"
)


@needs_conformance
def test_conformance_records_are_all_there() -> None:
    assert len(CASES) == 145


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_it_agrees_with_the_referee(case: Case) -> None:
    assert disagreements(case) == {}


def after(*bodies: str, setup: str = "") -> State:
    state = ENGINE.start(ENGINE.header({"Setup": setup}).setup)
    for body in bodies:
        state = core.play_turn(ENGINE, state, body).states[-1]
    return state


def refusal(state: State, body: str) -> str:
    with pytest.raises(RuleError) as caught:
        core.play_turn(ENGINE, state, body)
    return f"{caught.value.code}: {caught.value.detail}"


PLACED = (
    "F(2,-5)", "F(0,5)", "A(1,-5)", "A(1,5)", "K(3,-5)", "K(2,5)", "C(-2,-4)", "C(-2,4)",
    "D(-3,-4)", "D(3,5)",
)  # fmt: skip


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ("size=10", "setup.size"),
        ("size=21", "setup.size"),
        ("size=eleven", "setup.size"),
        ("guest-sun=(1,2)", "setup.sun"),
        ("guest-moon=(6,0)", "setup.off-board"),
        ("guest-moon=6,0", "setup.square"),
        ("guest-moon=(5,5)", "setup.same-square"),
        ("size=9 size=11", "setup.repeated"),
    ],
)
def test_it_refuses_setups_from_which_no_game_starts(setup: str, code: str) -> None:
    with pytest.raises(UnusableSetup) as caught:
        ENGINE.header({"Setup": setup})
    assert caught.value.code == code


def test_a_record_without_setup_says_that_its_start_is_assumed() -> None:
    assert [notice.code for notice in ENGINE.header({}).notices] == ["setup.assumed"]
    assert ENGINE.header({"Setup": "size=11"}).notices == ()


def test_missing_setup_keys_take_the_corners() -> None:
    state = after(setup="size=9 guest-moon=(0,0)")
    assert ENGINE.board_text(state) == "-4,4:HM 4,4:HS 0,0:GM -4,-4:GS"


def test_what_it_does_not_know_is_not_judged() -> None:
    for tags in ({"Setup": "sun=(1,1)"}, {"Options": "blind"}, {"Rules": "2031"}):
        assert ENGINE.header(tags).unverified is not None


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("F(2,-3)", "move.near-centre: (2,-3) is too near the centre: one coordinate must be 4 or more."),
        ("F(4,4)", "move.on-diagonal: (4,4) lies on a diagonal: tiles are placed in a quarter."),
        ("F(6,0)", "move.off-board: (6,0) is not a square of the board."),
        ("S(0,5)", "move.not-in-hand: Guest has no Sun to place."),
        ("(5,-5)-(5,-4)", "move.placing: Guest still has tiles to place: no tile moves or acts before all ten are placed."),
        ("--", "move.pass: Guest has a legal turn and may not pass."),
    ],
)  # fmt: skip
def test_it_says_why_a_first_turn_is_refused(body: str, refused: str) -> None:
    assert refusal(after(), body) == refused


def test_a_quarter_belongs_to_who_placed_in_it_first() -> None:
    assert refusal(after("F(2,-5)"), "F(0,-5)") == (
        "move.quarter-taken: (0,-5) lies in the south quarter, in which Guest has placed."
    )


def test_the_first_turn_of_play_is_the_sixth() -> None:
    assert ENGINE.label(after(*PLACED)) == (6, 0)


def test_a_seized_tile_can_do_nothing_but_be_a_target() -> None:
    state = after(*PLACED, "(-3,-4)-(-3,4)")
    assert refusal(state, "(-2,4)-(-2,0)") == (
        "move.seized: The Compass at (-2,4) is seized by the Soldier at (-3,4)."
    )
    swapped = core.play_turn(ENGINE, state, "(-5,5)-(-4,5)").states[-1]
    core.play_turn(ENGINE, swapped, "(-2,-4)*(-2,4)-(-2,-5)")


def test_mirrored_pairs_from_the_placement_count_at_the_first_turn_of_play() -> None:
    bodies = (
        "F(2,-5)", "F(-5,2)", "A(1,-5)", "A(-5,1)", "K(3,-5)", "K(2,5)", "C(-2,-4)", "C(0,4)",
        "D(-3,-4)", "D(3,5)",
    )  # fmt: skip
    setup = "guest-moon=(0,0)"
    assert ENGINE.scores(after(*bodies, setup=setup)) == (0, 0)
    ended = after(*bodies, "(3,-5)-(4,-5)", setup=setup)
    outcome = ENGINE.outcome(ended)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "two figures", (2, 0))
    assert {facet.value for facet in ENGINE.facets(ended)} == {"Fan", "Anchor"}
    roles = [link.role for link in ENGINE.scene(ended).boards[0].links]
    assert roles == ["harmony", "ring", "ring"]


def test_a_figure_of_both_players_is_the_movers() -> None:
    bodies = (
        "F(2,-5)", "F(-5,2)", "A(1,-5)", "A(-5,0)", "K(3,-5)", "K(2,5)", "C(-2,-4)", "C(0,4)",
        "D(-3,-4)", "D(3,5)",
    )  # fmt: skip
    made = after(*bodies, "(3,-5)-(4,-5)", setup="guest-moon=(0,0) host-moon=(3,3)")
    assert [link.role for link in ENGINE.scene(made).boards[0].links].count("harmony") == 2
    assert ENGINE.scores(made) == (1, 0)
    later = after(
        *bodies, "(3,-5)-(4,-5)", "(-5,0)-(-5,1)", setup="guest-moon=(0,0) host-moon=(3,3)"
    )
    assert ENGINE.scores(later) == (1, 1)


def test_guesses_at_a_refused_turn_are_legal() -> None:
    state = after(*PLACED)
    guesses = core.nearest(ENGINE, state, "(2,-5)-(2,7)")
    assert len(guesses) == 6
    assert guesses[0].startswith("(2,-5)-(2,")
    for guess in guesses:
        core.play_turn(ENGINE, state, guess)


def test_it_is_sure_of_fans_and_anchors_only() -> None:
    assert ENGINE.recognise("1G.F(2,-5)")
    assert not ENGINE.recognise("1G.K(0,4)")
    assert not ENGINE.recognise("0H.R,R,B,K")
