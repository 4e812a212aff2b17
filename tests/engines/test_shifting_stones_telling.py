"""What Shifting Stones tells statistics."""

from archive.engines import core
from archive.engines.shifting_stones import ENGINE
from tests.engines.tellings import standing, told, told_last
from tests.engines.test_shifting_stones import PAIR, SOLO, TRIO_OPEN, having, play, start


def test_a_shift_moves_two_stones_for_a_card() -> None:
    assert told(ENGINE, start(SOLO), "2:(-1,1)=(0,1)>4") == [
        "Player1 acted [shift]",
        "Player1 discarded card 1 [shift]",
        "Player1 shifted S (-1,1)-(0,1) [F]",
        "Player1 shifted F (0,1)-(-1,1) [S]",
        "Player1 drawn card 1",
    ]


def test_a_flip_sends_one_face_down_and_the_other_up() -> None:
    assert told(ENGINE, start(SOLO), "9:^(-1,1)>4")[:4] == [
        "Player1 acted [flip]",
        "Player1 discarded card 2 [flip]",
        "Player1 turned-down S (-1,1)",
        "Player1 turned-up M (-1,1)",
    ]


def test_actions_are_counted_beside_scored_cards() -> None:
    events = told(ENGINE, start(TRIO_OPEN), "+9&+1&2:^(0,0)&12:(-1,0)=(0,0)")
    acts = [event for event in events if " acted" in event]
    assert acts == [f"Player1 acted [{action}]" for action in ("score", "score", "flip", "shift")]
    assert [event for event in events if "scored" in event] == [
        "Player1 scored card 2",
        "Player1 scored card 1",
    ]


def test_a_turn_without_an_action_and_a_skip_are_told_apart() -> None:
    state = start(TRIO_OPEN)
    assert told(ENGINE, state, "0") == ["Player1 idle"]
    assert told(ENGINE, play(state, "0"), "--") == ["Player2 skipped"]
    assert told(ENGINE, start(PAIR), "-->9,16") == [
        "Player1 skipped",
        "Player1 drawn card 2",
        "Player1 drawn card 5",
    ]


def test_who_has_most_cards_of_one_point_is_told_when_the_game_has_ended() -> None:
    state = having(
        start(TRIO_OPEN), scored0="1 2 3 9 10 11 13 14", scored1="16 15", scored2="5 6 7"
    )
    assert told_last(ENGINE, state) == []
    ended = play(having(state, scored0="12"), "0", "0", "0")
    assert ENGINE.outcome(ended) is not None
    assert told_last(ENGINE, ended) == ["Player1 bonus card 1", "Player3 bonus card 1"]
    assert ENGINE.measured(ended) == ((17, 8, 3), (9, 2, 3))


def test_one_player_alone_has_no_bonus() -> None:
    lost = play(start(SOLO), "0", "0", "0", "0")
    assert ENGINE.outcome(lost) is not None
    assert told_last(ENGINE, lost) == []
    assert ENGINE.measured(lost) == ((0,), (0,))


def test_the_faces_up_stand_for_nobody() -> None:
    state = core.play_turn(ENGINE, start(SOLO), "9:^(-1,1)>4").states[-1]
    assert standing(ENGINE, state) >= {"Nobody M (-1,1)", "Nobody F (0,1)", "Nobody T (1,-1)"}
    assert len(standing(ENGINE, state)) == 9
