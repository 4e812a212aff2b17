"""What Quadtria tells statistics."""

from archive.engines.quadtria import ENGINE
from tests.engines.tellings import standing, told, told_last
from tests.engines.test_quadtria import play, position, start


def test_a_move_names_its_passage_the_same_either_way() -> None:
    assert told(ENGINE, start(), "1D1-2B4") == ["South moved ball (1,-1)-2:(11,1) [B4-D1]"]
    back = position("2B4 1D5", "1A1", pegs=0b11)
    assert told(ENGINE, back, "2B4-1D1") == ["South moved ball 2:(11,1)-(1,-1) [B4-D1]"]


def test_a_move_within_a_quad_names_the_quad() -> None:
    state = position("C1 D1", "A1", boards=1)
    assert told(ENGINE, state, "C1-C3") == ["South moved ball (-3,-1)-(-2,-2) [within C]"]


def test_pegs_are_told_by_board_when_the_last_ball_leaves_home() -> None:
    leaving = position("1D1 2C3", "1A1 1A3 2A1", pegs=0b10)
    assert told(ENGINE, leaving, "1D1-2B4")[1:] == ["South peg [board 1]"]


def test_a_quadtria_is_told_once_by_the_turn_that_makes_it() -> None:
    state = position("1B1 1B2 2B5", "1A1 2A2")
    assert told(ENGINE, state, "2B5-1B4")[1:] == [
        "South peg [board 1]",
        "South peg [board 2]",
        "South quadtria ball [quad B of board 1]",
    ]
    made = play(state, "2B5-1B4", "2A2-1A3")
    assert ENGINE.measured(made)[0] == (1, 0)
    more = made._replace(balls=(made.balls[0] | position("2C1", "").balls[0], made.balls[1]))
    assert [event.split()[1] for event in told(ENGINE, more, "2C1-1C2")] == ["moved"]


def test_a_home_quad_becomes_a_quadtria_when_its_peg_is_turned() -> None:
    home = position("1D2 1D3 2D4", "1A1 2A1")
    assert not any("quadtria" in event for event in told(ENGINE, home, "2D4-1D5"))
    assert "South quadtria ball [quad D of board 1]" in told(
        ENGINE, home._replace(pegs=1), "2D4-1D5"
    )


def test_how_and_where_a_game_was_won() -> None:
    home = "1D2 1D3 1D5 1B1 2D1 2D2 2D4 2C1 2C3 2C4"
    won = play(position(home, "1A1 2A1", pegs=1), "1B1-2B2")
    assert told_last(ENGINE, won) == [
        "South won-by [quadtrias]",
        "South won-in [quad D of board 1]",
        "South won-in [quad C of board 2]",
    ]
    corners = position("1A1 1A5 1B2 1B4 1C1 1C5 1D2 2D5", "2A1")
    assert told_last(ENGINE, play(corners, "2D5-1D4")) == [
        "South won-by [corners]",
        "South won-in [board 1]",
    ]
    single = position("B1 B2 B4", "A1 A2", boards=1)
    assert told_last(ENGINE, play(single, "B4-B3")) == [
        "South won-by [quadtria]",
        "South won-in [quad B]",
    ]
    assert told_last(ENGINE, single) == []
    assert not any("won-over" in event for event in told(ENGINE, single, "B4-D1"))
    assert told(ENGINE, single, "B4-B3")[-1] == "South won-over ball [within B]"


def test_balls_stand_on_both_boards_and_are_balanced_between_them() -> None:
    state = position("1D1 2C3 2D5", "1A1 1A3 2A1")
    assert standing(ENGINE, state) == {
        "South ball (1,-1)", "South ball 2:(8,-2)", "South ball 2:(13,-3)",
        "North ball (-3,3)", "North ball (-2,2)", "North ball 2:(7,3)",
    }  # fmt: skip
    assert ENGINE.measured(state) == ((0, 0), (1, 2), (2, 3))
