"""What Quaterno tells statistics."""

import pytest

from archive.engines.quaterno import ENGINE
from archive.engines.quaterno.state import ACT, Move
from tests.engines.tellings import standing, told
from tests.engines.test_quaterno import PLACED, after


def test_the_first_tile_placed_in_a_quarter_claims_it() -> None:
    assert told(ENGINE, after(), "F(2,-5)") == [
        "Guest placed F (2,-5) [south]",
        "Guest claimed F [south]",
    ]
    assert told(ENGINE, after("F(2,-5)", "F(0,5)"), "A(1,-5)") == ["Guest placed A (1,-5) [south]"]


def test_suns_and_moons_claim_no_quarter() -> None:
    state = after(setup="guest-moon=(0,-4)")
    assert told(ENGINE, state, "F(2,-5)")[1:] == ["Guest claimed F [south]"]


def test_a_move_says_from_where_to_where() -> None:
    assert told(ENGINE, after(*PLACED), "(2,-5)-(2,0)") == ["Guest moved F (2,-5)-(2,0)"]


@pytest.mark.parametrize(
    ("body", "events"),
    [
        ("(1,-5)*(1,5)-(1,0)", ["Guest acted A (1,-5) [Draw Near]", "Guest displaced A (1,5)-(1,0) [A]"]),
        ("(2,-5)*(2,5)", [
            "Guest acted F (2,-5) [Swap]",
            "Guest displaced K (2,5)-(2,-5) [F]",
            "Guest swapped F (2,-5)-(2,5) [K]",
        ]),
        ("(-5,-5)*(1,-5)-(1,1)", ["Guest acted S (-5,-5) [Orbit]", "Guest displaced-own A (1,-5)-(1,1) [S]"]),
    ],
)  # fmt: skip
def test_an_action_tells_who_acts_and_whom_it_displaces(body: str, events: list[str]) -> None:
    assert told(ENGINE, after(*PLACED), body) == events


def test_an_unjudged_swap_of_a_tile_with_itself_moves_nothing() -> None:
    state = after(*PLACED)
    place = state.places[2]
    move = Move(ACT, start=place, target=place)
    events = ENGINE.events(state, move, ENGINE.play(state, move))
    assert [event.kind for event in events] == ["acted"]


def test_figures_are_told_when_they_are_made_and_counted_after() -> None:
    bodies = (
        "F(2,-5)", "F(-5,2)", "A(1,-5)", "A(-5,1)", "K(3,-5)", "K(2,5)", "C(-2,-4)", "C(0,4)",
        "D(-3,-4)", "D(3,5)",
    )  # fmt: skip
    setup = "guest-moon=(0,0)"
    before = after(*bodies, setup=setup)
    assert told(ENGINE, before, "(3,-5)-(4,-5)") == [
        "Guest moved K (3,-5)-(4,-5)",
        "Guest figure F",
        "Guest figure A",
    ]
    assert ENGINE.measured(before) == ((0, 0),)
    assert ENGINE.measured(after(*bodies, "(3,-5)-(4,-5)", setup=setup)) == ((2, 0),)


def test_only_tiles_on_the_board_stand() -> None:
    assert standing(ENGINE, after("F(2,-5)")) == {
        "Guest S (-5,-5)", "Guest M (5,-5)", "Host S (5,5)", "Host M (-5,5)", "Guest F (2,-5)",
    }  # fmt: skip
