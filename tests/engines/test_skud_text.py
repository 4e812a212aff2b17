"""Moves of Skud Pai Sho read, written, guessed at and said in words."""

import pytest

from archive.engines.base import IllegalMove, UnreadableMove
from archive.engines.core import nearest, play_turn
from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.state import State
from tests.engines.skud_cases import position

OPENING = (
    "R,W,K,B", "R,W,K,B", "W5(0,-8)", "W5(0,8)", "(0,-8)-(2,-5)", "(0,8)-(1,8)", "(2,-5)-(4,-4)",
    "(1,8)-(2,8)", "W4(0,-8)", "(2,8)-(1,8)", "(0,-8)-(-2,-6)", "(1,8)-(2,8)", "(-2,-6)-(-4,-4)",
    "(2,8)-(1,8)", "W5(-8,0)", "(1,8)-(2,8)", "(-8,0)-(-5,2)", "(2,8)-(1,8)", "(-5,2)-(-4,4)",
    "(1,8)-(2,8)", "W4(8,0)", "(2,8)-(1,8)", "(8,0)-(6,2)", "(1,8)-(2,8)", "(6,2)-(4,4)",
)  # fmt: skip
"""A game that ends in Guest's Harmony Ring."""


def played(bodies: tuple[str, ...], tags: dict[str, str] | None = None) -> State:
    state = ENGINE.start(ENGINE.header(tags or {}).setup)
    for body in bodies:
        state = play_turn(ENGINE, state, body).states[-1]
    return state


@pytest.mark.parametrize(
    "body",
    [
        "R,R,K,B",
        "R3(0,8)",
        "(0,-8)-(1,-6)",
        "(1,5)-(2,3)+R(0,3)",
        "(1,5)-(2,3)+W5(-8,0)",
        "(1,5)-(2,3)+B(2,2)-(3,3)",
        "(1,5)-(2,3)+B(2,2)",
    ],
)
def test_a_body_is_written_as_read(body: str) -> None:
    state = position("")
    assert ENGINE.write(state, ENGINE.read(state, body)) == body


def test_an_underscore_is_a_plus() -> None:
    state = position("")
    assert ENGINE.read(state, "(1,5)-(2,3)_R(0,3)") == ENGINE.read(state, "(1,5)-(2,3)+R(0,3)")


def test_accents_are_written_in_the_order_of_the_rules() -> None:
    state = position("")
    assert ENGINE.write(state, ENGINE.read(state, "B,K,W,R")) == "R,W,K,B"


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("(0,-8)-(+1,-6)", "move.unreadable", "“(0,-8)-(+1,-6)” is no move"),
        ("(0,-8)-(1,-6)+", "move.unreadable", "“+” is no move"),
        ("R3(0,8)+R(0,0)", "move.unreadable", "only an Arrange earns a bonus"),
        ("hello", "move.unreadable", "“hello” is no move"),
        ("", "move.unreadable", "“” is no move"),
        ("1-0", "move.unreadable", "is no move"),
        ("r3(8,0)", "move.unreadable", "“r3(8,0)” is no move"),
        ("R9(0,1)", "move.unreadable", "is no move"),
        ("R4(0,-08)", "move.unreadable", "is no move"),
        ("R4(0,+8)", "move.unreadable", "is no move"),
        ("W4(0,–8)", "move.unreadable", "U+2013"),
        ("W5（0,-8)", "move.unreadable", "U+FF08"),
        ("W5(0,٨)", "move.unreadable", "U+0668"),
        ("(0,-8)-(1,-6)+", "move.unreadable", "a bonus is"),
        ("(0,-8)-(1,-6)+K(1,1)-(2,2)", "move.unreadable", "only a Boat"),
        ("R3(0,8)+L(8,0)", "move.unreadable", "only an Arrange earns a bonus"),
        ("R,W,", "move.unreadable", "is no move"),
        ("R,W,X,B", "move.unreadable", "“X” is no accent"),
        ("R3(9,0)", "move.off-board", "(9,0) is not a point of the board."),
        ("(0,-8)-(7,7)", "move.off-board", "(7,7) is not a point of the board."),
        ("(" * 6000, "move.unreadable", "too long"),
    ],
)
def test_what_cannot_be_read(body: str, code: str, words: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        ENGINE.read(position(""), body)
    assert caught.value.code == code
    assert words in caught.value.detail


@pytest.mark.parametrize(
    ("board", "body", "meant"),
    [
        ("1,2:GR3", "(1,2)-(1,-4)", "(1,2)-(1,4)"),
        ("2,1:GR3", "(1,2)-(2,3)", "(2,1)-(2,3)"),
        ("1,2:GR3", "(1,2)-(4,2)+R(1,1)", "(1,2)-(4,2)"),
        ("0,8:HR3", "R3(0,8)", "R3(0,-8)"),
        ("0,8:HR3", "r3(0,–8)", "R3(0,-8)"),
        ("0,8:HR3", "R3(0,-7)", "R3(0,-8)"),
        ("-3,5:GR3 0,6:GR4", "(0,6)-(0,5)+R3(7,0)", "(0,6)-(0,5)+R3(8,0)"),
    ],
)
def test_what_may_have_been_meant(board: str, body: str, meant: str) -> None:
    found = nearest(ENGINE, position(board), body, 12)
    assert meant in found
    assert body not in found


def test_a_flower_not_in_hand_may_be_its_twin() -> None:
    state = position("0,8:HR3", hands=(None, "W3 R5"))
    assert nearest(ENGINE, state, "R3(8,0)")[0] == "W3(8,0)"


def test_too_many_accents_may_be_one_too_many() -> None:
    assert "R,W,K,B" in nearest(ENGINE, ENGINE.start(ENGINE.header({}).setup), "R,W,K,B,B")


@pytest.mark.parametrize(
    ("board", "hand", "body", "words"),
    [
        ("", "R3", "R3(0,8)", "Guest plants Rose in the Gate (0,8)."),
        ("", "R3 P", "R3(0,8)", "Guest plants Rose in the Gate (0,8)."),
        ("0,-8:GR3", None, "(0,-8)-(1,-6)", "Guest arranges Rose from (0,-8) to (1,-6)."),
        (
            "0,-8:GR3 1,-6:HW3 1,-2:GR4",
            "R3 W",
            "(0,-8)-(1,-6)+W(2,3)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), captures the Jasmine, "
                "Harmony Bonus: Wheel at (2,3)."
            ),
        ),
        (
            "0,-8:GR3 1,-2:GR4 5,5:HR5",
            "R3 B",
            "(0,-8)-(1,-6)+B(5,5)-(6,6)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), "
                "Harmony Bonus: Boat at (5,5) carries Host's Rhododendron to (6,6)."
            ),
        ),
        (
            "0,-8:GR3 1,-2:GR4 5,5:HK",
            "R3 B",
            "(0,-8)-(1,-6)+B(5,5)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), "
                "Harmony Bonus: Boat at (5,5) removes Host's Knotweed."
            ),
        ),
        (
            "0,-8:GR3 1,-2:GR4",
            "R3 M",
            "(0,-8)-(1,-6)+M(2,-2)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), "
                "Harmony Bonus: Bamboo at (2,-2) returns 1 tile to hand."
            ),
        ),
        (
            "0,-8:GR3 1,-2:GR4",
            "R3",
            "(0,-8)-(1,-6)+R3(0,-8)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), "
                "Harmony Bonus: Rose in the Gate (0,-8). "
                "The last Basic Flower is played; equal Harmonies across a midline: a draw."
            ),
        ),
    ],
)
def test_a_turn_in_words(board: str, hand: str | None, body: str, words: str) -> None:
    turn = play_turn(ENGINE, position(board, hands=(None, hand and f"{hand} R5")), body)
    if "last Basic" in words:
        turn = play_turn(ENGINE, position(board, hands=(None, hand)), body)
    assert ENGINE.describe(turn.states, turn.moves) == words


def test_choosing_in_words() -> None:
    state = ENGINE.start(ENGINE.header({}).setup)
    turn = play_turn(ENGINE, state, "R,R,W,B")
    assert ENGINE.describe(turn.states, turn.moves) == "Host chooses Rock, Rock, Wheel, Boat."


def test_a_ring_in_words() -> None:
    turn = play_turn(ENGINE, played(OPENING[:-1]), OPENING[-1])
    assert ENGINE.describe(turn.states, turn.moves) == (
        "Guest arranges Lily from (6,2) to (4,4). The Harmony Ring of Guest closes: Guest wins."
    )


def test_nothing_follows_the_end() -> None:
    with pytest.raises(IllegalMove) as caught:
        play_turn(ENGINE, played(OPENING), "(2,8)-(1,8)")
    assert caught.value.code == "move.after-end"


def test_old_records_play_on_past_a_ring() -> None:
    state = played(OPENING, {"Date": "2018.05.01"})
    ring = ENGINE.outcome(state)
    assert ENGINE.plays_on(state)
    assert ring is not None
    state = play_turn(ENGINE, state, "(2,8)-(1,8)").states[-1]
    state = play_turn(ENGINE, state, "(4,4)-(3,4)").states[-1]
    assert ENGINE.outcome(state) == ring
    with pytest.raises(IllegalMove):
        play_turn(ENGINE, state, "(1,8)-(1,-8)")


def test_old_records_do_not_play_on_past_the_last_flower() -> None:
    state = position("-2,5:HR3 2,5:HR4", hands=(None, "R3"), tags={"Date": "2018.05.01"})
    after = play_turn(ENGINE, state, "R3(0,-8)").states[-1]
    assert ENGINE.outcome(after) is not None
    assert not ENGINE.plays_on(after)


def test_the_accents_chosen_are_facets() -> None:
    facets = ENGINE.facets(played(("R,R,W,B", "K,B,W,R")))
    assert {(facet.kind, facet.seat, facet.value, facet.count) for facet in facets} == {
        ("accent", 0, "Rock", 2),
        ("accent", 0, "Wheel", 1),
        ("accent", 0, "Boat", 1),
        ("accent", 1, "Rock", 1),
        ("accent", 1, "Wheel", 1),
        ("accent", 1, "Knotweed", 1),
        ("accent", 1, "Boat", 1),
    }
    offered = {kind.kind: {value for value, _ in kind.choices} for kind in ENGINE.facet_kinds}
    assert all(facet.value in offered[facet.kind] for facet in facets)


@pytest.mark.parametrize(
    ("board", "body", "board_after"),
    [
        ("1,2:GR3", "(1,2)-(8,-3)", "8,-3:GR3"),
        ("1,2:GR3 1,3:GL", "(1,2)-(1,3)", "1,3:GR3"),
        ("1,2:GR3", "(1,2)-(0,8)", "0,8:GR3"),
        ("1,2:GK", "(1,2)-(3,2)", "3,2:GK"),
        ("1,2:GR3", "(1,2)-(1,3)+R(5,5)", "5,5:GR 1,3:GR3"),
        ("", "L(4,4)", "4,4:GL"),
    ],
)
def test_unjudged_moves_are_carried_out(board: str, body: str, board_after: str) -> None:
    state = position(board)
    for move in ENGINE.read(state, body):
        state = ENGINE.play(state, move)
    assert ENGINE.board_text(state) == board_after
    assert ENGINE.label(state) == (5, 0)


def test_what_cannot_even_be_carried_out() -> None:
    state = position("1,2:GR3")
    with pytest.raises(IllegalMove) as caught:
        ENGINE.play(state, *ENGINE.read(state, "(3,3)-(1,3)"))
    assert caught.value.code == "move.empty"
