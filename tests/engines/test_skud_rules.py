"""Every rule of Skud Pai Sho in a position of a few tiles: tests/data/skud-pai-sho/*.txt."""

from pathlib import Path

import pytest

from archive.engines.base import IllegalMove, Outcome, RuleError
from archive.engines.core import Turn, play_turn
from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.state import Move, State
from tests.engines.skud_cases import SEATS, Case, board_of, hand_text, position, read_cases

DATA = Path(__file__).parents[1] / "data" / "skud-pai-sho"
CASES = [*read_cases(DATA / "rules.txt"), *read_cases(DATA / "benders.txt")]


def said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "no"
    winner = SEATS[outcome.winners[0]] if outcome.winners else "Draw"
    return f"{winner}, {outcome.reason}"


def found(case: Case, turn: Turn[State, Move]) -> dict[str, str]:
    """What the case may expect, as the engine has it."""
    after = turn.states[-1]
    return {
        "after": ENGINE.board_text(after),
        "bonus": ("no", "yes", "two")[turn.states[1].owed],
        "links": f"{len(after.host)} {len(after.guest)}",
        "ends": said(after.ended),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rule(case: Case) -> None:
    state = case.position()
    if "refused" in case.lines:
        with pytest.raises(RuleError) as caught:
            play_turn(ENGINE, state, case.lines["move"])
        assert f"{caught.value.code} {caught.value.detail}" == case.lines["refused"]
        return
    turn = play_turn(ENGINE, state, case.lines["move"])
    facts = found(case, turn)
    expected = {word: text for word, text in case.lines.items() if word in facts}
    if "after" in expected:
        assert board_of(expected["after"]) == turn.states[-1].board, facts["after"]
        del expected["after"]
    assert expected == {word: facts[word] for word in expected}
    if "hand" in case.lines:
        seat, _, tiles = case.lines["hand"].partition(" ")
        assert hand_text(turn.states[-1], ("host", "guest").index(seat)) == tiles


def test_every_case_expects_something() -> None:
    expecting = {"refused", "after", "bonus", "links", "ends", "hand"}
    assert [case.name for case in CASES if not expecting & case.lines.keys()] == []
    assert len({case.name for case in CASES}) == len(CASES)


def test_only_a_boat_has_a_second_point() -> None:
    """No notation writes such a move, but who asks for it is refused too."""
    state = position("0,-8:GR3", hands=(None, "R3 R K"), owed=True)
    (rock,) = ENGINE.read(state, "+R(1,1)")
    ENGINE.check(state, rock)
    with pytest.raises(IllegalMove) as caught:
        ENGINE.check(state, rock._replace(end=rock.start + 1))
    assert caught.value.code == "move.boat-only"
