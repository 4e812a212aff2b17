"""What Skud Pai Sho tells statistics, in positions of a few tiles."""

from typing import Final

import pytest

from archive.engines.base import Event, Setup
from archive.engines.core import canonical, play_turn
from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.state import MIRROR, MIRRORS, ROTATIONS, State
from archive.engines.skud_pai_sho.tables import CODES, POINTS, WHEEL
from tests.engines.skud_cases import hand_text, position
from tests.engines.test_skud_rules import CASES

OASIS: Final = {"Options": "ancient-oasis"}
RING: Final = "-6,3:GR4 2,3:GR5 2,-2:GR4 -6,-2:GR5 5,5:HR3"
"""Guest's Ring, and a Rose of Host's that is not in it."""


def said(event: Event) -> str:
    """An event in short: ``Guest arranged R3 (1,2)-(1,3)``."""
    words = [("Nobody", *ENGINE.seat_names)[event.seat + 1], event.kind, event.tile]
    places = [
        f"({spot[1]:g},{spot[2]:g})" for spot in (event.origin, event.spot) if spot is not None
    ]
    words += ["-".join(places), event.other]
    return " ".join(word for word in words if word)


def told(state: State, body: str) -> list[str]:
    """What the moves of a turn did."""
    turn = play_turn(ENGINE, state, body)
    steps = zip(turn.states, turn.moves, turn.states[1:], strict=False)
    return [
        said(event) for before, move, after in steps for event in ENGINE.events(before, move, after)
    ]


def test_chosen_accents_are_told_one_by_one() -> None:
    assert told(ENGINE.start(Setup(2)), "R,B,B,K") == [
        "Host chosen R",
        "Host chosen K",
        "Host chosen B",
        "Host chosen B",
    ]


def test_a_plant_is_an_arrival() -> None:
    assert told(position(""), "R3(0,8)") == ["Guest planted R3 (0,8)"]


def test_a_plant_beside_a_pond_may_form_a_harmony_without_a_bonus() -> None:
    state = position("3,3:HP 3,7:GR4", tags=OASIS)
    assert told(state, "R3(3,4)") == ["Guest planted R3 (3,4)", "Guest harmony R3 R4"]


def test_a_captured_tile_leaves_before_its_captor_comes() -> None:
    assert told(position("1,2:GR3 1,4:HW3"), "(1,2)-(1,4)") == [
        "Guest captured W3 (1,4) R3",
        "Guest arranged R3 (1,2)-(1,4)",
    ]


def test_a_special_flower_may_bounce_instead() -> None:
    board = "1,2:GO -3,-3:GL 1,4:HO -5,-3:HL"
    assert told(position(board), "(1,2)-(1,4)")[0] == "Guest captured O (1,4) O"
    bouncing = position(board, tags={"Options": "special-flowers-bounce"})
    assert told(bouncing, "(1,2)-(1,4)")[0] == "Guest bounced O (1,4) O"


def test_a_bonus_that_is_not_taken_is_told() -> None:
    assert told(position("-3,5:GR3 0,4:GR4"), "(0,4)-(0,5)") == [
        "Guest arranged R4 (0,4)-(0,5)",
        "Guest harmony R3 R4",
        "Guest bonus not taken",
    ]


def test_two_flowers_that_stay_in_harmony_form_none() -> None:
    assert told(position("-3,5:GR3 0,5:GR4"), "(0,5)-(1,5)") == ["Guest arranged R4 (0,5)-(1,5)"]


@pytest.mark.parametrize(
    ("hand", "body", "expected"),
    [
        ("R4", "+R4(0,8)", ["Guest bonus R4 basic flower", "Guest planted R4 (0,8)"]),
        ("R4 L", "+L(0,8)", ["Guest bonus L special flower", "Guest planted L (0,8)"]),
        ("R4 R", "+R(2,2)", ["Guest bonus R accent", "Guest placed R (2,2)"]),
    ],
)
def test_a_bonus_says_what_it_was_used_for(hand: str, body: str, expected: list[str]) -> None:
    assert told(position("", hands=(None, hand), owed=True), body) == expected


def test_a_wheel_turns_the_tiles_round_it_together() -> None:
    state = position("-1,0:HO -1,1:GO 0,-1:HL", hands=(None, "R3 W"), owed=True)
    assert told(state, "+W(0,0)") == [
        "Guest bonus W accent",
        "Guest placed W (0,0)",
        "Guest turned O (-1,0)-(-1,1)",
        "Guest turned O (-1,1)-(0,1)",
        "Guest turned L (0,-1)-(-1,-1)",
    ]


def test_a_wheel_that_exchanges_the_tiles_of_a_harmony_forms_a_new_one() -> None:
    """The Rhododendron comes to where the Rose was in Harmony with the Chrysanthemum."""
    state = position("2,2:GR3 1,2:GR5 2,7:GR4", hands=(None, "R3 W"), owed=True)
    assert told(state, "+W(2,1)")[2:] == [
        "Guest turned R5 (1,2)-(2,2)",
        "Guest turned R3 (2,2)-(3,2)",
        "Guest harmony R4 R5",
    ]


def test_a_wheel_that_turns_both_tiles_of_a_harmony_forms_none() -> None:
    state = position("1,2:GR3 2,2:GR4", hands=(None, "R3 W"), owed=True)
    assert told(state, "+W(2,1)")[2:] == [
        "Guest turned R3 (1,2)-(2,2)",
        "Guest turned R4 (2,2)-(3,2)",
    ]


def test_a_boat_carries_a_flower_and_stands_in_its_place() -> None:
    state = position("2,2:HR3", hands=(None, "R3 B"), owed=True)
    assert told(state, "+B(2,2)-(3,3)") == [
        "Guest bonus B accent",
        "Guest carried R3 (2,2)-(3,3)",
        "Guest placed B (2,2)",
    ]


def test_a_boat_on_an_accent_removes_it_and_never_stands() -> None:
    state = position("2,2:HK", hands=(None, "R3 B"), owed=True)
    assert told(state, "+B(2,2)") == ["Guest bonus B accent", "Guest removed K (2,2)"]


def test_a_bamboo_returns_what_surrounds_it() -> None:
    state = position("3,3:GR3 3,4:HK 2,2:HR4", hands=("R3", "M"), tags=OASIS, owed=True)
    assert told(state, "+M(2,3)") == [
        "Guest bonus M accent",
        "Guest placed M (2,3)",
        "Guest returned R4 (2,2)",
        "Guest returned R3 (3,3)",
        "Guest returned K (3,4)",
    ]


def test_a_bamboo_without_an_own_flower_returns_nothing() -> None:
    state = position("3,4:HK 2,2:HR4", hands=(None, "M R3"), tags=OASIS, owed=True)
    assert told(state, "+M(2,3)") == ["Guest bonus M accent", "Guest placed M (2,3)"]


def test_an_unjudged_tile_that_vanishes_is_told() -> None:
    state = position("2,2:HR3", hands=(None, "R3 K"), owed=True)
    (move,) = ENGINE.read(state, "+K(2,2)")
    assert [said(event) for event in ENGINE.events(state, move, ENGINE.play(state, move))] == [
        "Guest bonus K accent",
        "Guest removed R3 (2,2)",
        "Guest placed K (2,2)",
    ]


def test_every_tile_that_stands_is_told_in_the_end_and_those_of_the_ring_again() -> None:
    state = position(RING.replace("2,3:GR5", "2,4:GR5"))
    assert "ring" not in {event.kind for event in ENGINE.final_events(state)}
    after = play_turn(ENGINE, state, "(2,4)-(2,3)").states[-1]
    last = [said(event) for event in ENGINE.final_events(after)]
    assert last[:5] == [
        "Guest stands R5 (-6,-2)",
        "Guest stands R4 (2,-2)",
        "Guest stands R4 (-6,3)",
        "Guest stands R5 (2,3)",
        "Host stands R3 (5,5)",
    ]
    assert sorted(last[5:]) == [
        "Guest ring R4 (-6,3)",
        "Guest ring R4 (2,-2)",
        "Guest ring R5 (-6,-2)",
        "Guest ring R5 (2,3)",
    ]


def test_of_a_draw_by_two_rings_both_are_told() -> None:
    case = next(case for case in CASES if case.lines.get("ends") == "Draw, harmony ring")
    after = play_turn(ENGINE, case.position(), case.lines["move"]).states[-1]
    assert {event.seat for event in ENGINE.final_events(after) if event.kind == "ring"} == {0, 1}


def test_measures_are_harmonies_and_those_across_a_midline() -> None:
    assert ENGINE.measured(position("-3,5:GR3 2,5:GR4 2,7:GR5 0,-3:HW3 5,-3:HW4")) == (
        (1, 2),
        (0, 1),
    )


def test_tiles_stand_in_groups() -> None:
    groups = {kind.code: kind.group for kind in ENGINE.tile_kinds}
    assert list(groups) == list(CODES)
    assert [groups[code] for code in ("R3", "W5", "L", "O", "R", "B", "P", "T")] == [
        *["Basic Flowers"] * 2,
        *["Special Flowers"] * 2,
        *["Accents"] * 2,
        *["Ancient Oasis"] * 2,
    ]


# ---- twins ----
WHEELS: Final = position("1,2:GR3 -2,3:HW4 0,1:GR3", hands=("R3 W", "R4 W R"), owed=True)


def test_the_twin_is_the_mirror_image_in_the_other_colours() -> None:
    (twin,) = ENGINE.twins(WHEELS)
    assert ENGINE.board_text(twin) == "2,3:HR4 -1,2:GW3 0,1:GW3"
    assert [hand_text(twin, seat) for seat in (0, 1)] == ["W3 W", "W4 R W"]
    assert canonical(ENGINE, twin)[0] != canonical(ENGINE, WHEELS)[0]


def test_only_wheels_tell_twins_apart() -> None:
    (twin,) = ENGINE.twins(WHEELS)
    images = {ENGINE.transform_move(move, MIRROR) for move in ENGINE.moves(WHEELS)}
    assert {move.tile for move in images ^ set(ENGINE.moves(twin))} == {WHEEL}
    unlike = set()
    for move in ENGINE.moves(WHEELS):
        image = ENGINE.transform(ENGINE.play(WHEELS, move), MIRROR)
        moved = ENGINE.play(twin, ENGINE.transform_move(move, MIRROR))
        if ENGINE.pack(image) != ENGINE.pack(moved):
            unlike.add(move.tile)
    assert unlike == {WHEEL}


def test_turns_and_one_mirror_are_all_eight_maps_of_the_board() -> None:
    """So a position with its one twin stands for all its likenesses."""
    composed = {tuple(turn.to[MIRROR.to[here]] for here in POINTS) for turn in ROTATIONS}
    assert composed == {tuple(mirror.to[here] for here in POINTS) for mirror in MIRRORS}


def test_where_no_wheel_can_come_the_mirror_image_is_the_same_position() -> None:
    state = position("1,2:GR3 -2,3:HW4", hands=("R3 R", "R4 B"))
    assert ENGINE.twins(state) == ()
    assert MIRROR in ENGINE.symmetries(state)


def test_the_formal_start_has_a_twin_in_the_other_colour() -> None:
    state = position("0,-8:GR3", to_move="Host", opening=True, hands=(None, "R3 W"))
    (twin,) = ENGINE.twins(state)
    assert ENGINE.board_text(twin) == "0,-8:GW3"
    assert [ENGINE.write(twin, (move,)) for move in ENGINE.moves(twin)] == ["W3(0,8)"]
