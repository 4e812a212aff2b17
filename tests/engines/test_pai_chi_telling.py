"""What Pai Chi tells statistics."""

import pytest

from archive.engines.pai_chi import ENGINE
from tests.engines.tellings import standing, told, told_last
from tests.engines.test_pai_chi import play, position


@pytest.mark.parametrize(
    ("body", "turn", "told_so"),
    [
        ("J(0,-4)", 0, "Guest placed J (0,-4) [own port]"),
        ("R(1,3)", 0, "Guest placed R (1,3) [other player's port]"),
        ("R(1,-3)", 1, "Host placed R (1,-3) [other player's port]"),
        ("L(-5,1)", 0, "Guest placed L (-5,1) [east or west port]"),
        ("D(1,-1)", 1, "Host placed D (1,-1) [centre]"),
        ("G(2,2)", 0, "Guest placed G (2,2) [other player's half]"),
        ("O(2,2)", 1, "Host placed O (2,2) [own half]"),
    ],
)
def test_a_placement_names_the_region_as_its_player_sees_it(
    body: str, turn: int, told_so: str
) -> None:
    assert told(ENGINE, position("", turn=turn), body) == [told_so]


def test_a_removed_tile_leaves_before_what_removes_it_comes() -> None:
    assert told(ENGINE, position("0,1:GJ 0,2:HR"), "(0,1)-(0,2)") == [
        "Guest removed R (0,2) [J]",
        "Guest moved J (0,1)-(0,2)",
    ]
    assert told(ENGINE, position("0,1:GG 0,2:GL"), "(0,1)-(0,2)")[0] == (
        "Guest removed-own L (0,2) [G]"
    )


def test_a_boat_sends_one_flower_off_and_brings_another_back() -> None:
    state = position("0,0:GB 1,0:HL 2,0:HP", removed="GJ")
    assert told(ENGINE, state, "(0,0)-(1,0)-(2,0)-(3,0)=GJ") == [
        "Guest exchanged-out L (1,0) [J]",
        "Guest moved B (0,0)-(3,0)",
        "Guest exchanged-in J (1,0) [L]",
    ]


def test_a_wheel_moves_and_turns_what_stands_round_it() -> None:
    state = position("0,0:GW 1,1:HL 1,-1:GK")
    assert told(ENGINE, state, "(0,0)-(1,0)~") == [
        "Guest turned K (1,-1)-(0,0)",
        "Guest moved W (0,0)-(1,0)",
        "Guest turned L (1,1)-(2,0)",
    ]


def test_a_new_harmony_is_told_by_its_middle_and_its_ends() -> None:
    state = position("-2,0:GD 0,1:GL 2,0:GJ")
    assert told(ENGINE, state, "(0,1)-(0,0)") == [
        "Guest moved L (0,1)-(0,0)",
        "Guest harmony L (0,0) [Jasmine and Jade]",
    ]
    made = play(state, "(0,1)-(0,0)")
    assert ENGINE.measured(made)[0] == (1, 0)
    assert told(ENGINE, made, "J(0,4)") == ["Host placed J (0,4) [own port]"]


def test_a_harmony_of_two_of_the_others_tiles_is_the_others() -> None:
    state = position("-2,0:HD 0,1:GL 2,0:HJ")
    assert told(ENGINE, state, "(0,1)-(0,0)")[1:] == ["Host harmony L (0,0) [Jasmine and Jade]"]


def test_the_winning_harmonies_and_the_tiles_in_hand_are_told_at_the_end() -> None:
    state = position("-2,0:GJ 0,0:GO 2,0:GR 0,3:GL -4,-5:HS")
    last = told_last(ENGINE, play(state, "D(1,1)"))
    assert not any("won-with" in event for event in last)
    won = told_last(ENGINE, play(state, "D(0,-1)"))
    assert won[:2] == [
        "Guest won-with O (0,0) [Jasmine and Rose]",
        "Guest won-with O (0,0) [Lily and Jade]",
    ]
    assert won[2:9] == [f"Guest kept {code}" for code in "CPKBWSG"]
    assert len(won) == 2 + 7 + 11


def test_tiles_stand_by_owner_and_lost_flowers_are_counted() -> None:
    state = position("0,0:GJ 1,0:HR", removed="HJ HL HK GC")
    assert standing(ENGINE, state) == {"Guest J (0,0)", "Host R (1,0)"}
    assert ENGINE.measured(state)[1] == (1, 2)
