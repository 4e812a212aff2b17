"""Every record of the conformance data: verdict, plies, boards, counts and the end."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from archive.engines import core
from archive.engines.base import RuleError
from archive.engines.skud_pai_sho import ENGINE, scoring
from archive.engines.skud_pai_sho.state import Move, State

DATA = Path(__file__).parents[3] / "shared" / "conformance" / "skud"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no conformance data beside the project")

Turn = core.Turn[State, Move]

CODES = {
    "accent_not_chosen": {"move.not-in-hand"},
    "accent_on_gate": {"move.accent-on-gate"},
    "accent_on_tile": {"move.occupied"},
    "after_game_over": {"move.after-end"},
    "blocked_path": {"move.blocked"},
    "boat_bad_destination": {
        "move.boat-destination",
        "move.occupied",
        "move.onto-gate",
        "move.wrong-garden",
    },
    "boat_bad_target": {"move.boat-target"},
    "boat_clash": {"move.clash"},
    "bonus_basic_with_growing_flower": {"move.growing"},
    "bonus_tile_not_in_hand": {"move.not-in-hand"},
    "bonus_without_harmony": {"move.no-bonus"},
    "cannot_capture": {"move.no-capture", "move.sheltered"},
    "clash": {"move.clash"},
    "gate_occupied": {"move.gate-taken"},
    "malformed": {"move.accents", "move.opening-flower", "move.unreadable"},
    "no_tile": {"move.empty"},
    "not_a_gate": {"move.not-a-gate", "move.opening-gate"},
    "not_own_tile": {"move.not-yours"},
    "onto_gate": {"move.onto-gate", "move.occupied"},
    "onto_own_tile": {"move.occupied"},
    "plant_tile_not_in_hand": {"move.not-in-hand"},
    "too_far": {"move.too-far"},
    "trapped": {"move.trapped"},
    "wheel_clash": {"move.clash"},
    "wheel_gate": {"move.wheel-gate", "move.wheel-onto-gate"},
    "wheel_off_board": {"move.wheel-edge"},
    "wheel_rock": {"move.wheel-rock"},
    "wheel_wrong_garden": {"move.wheel-garden"},
    "wrong_garden": {"move.wrong-garden"},
}
"""By reason of the data: the codes that say it. Turns out of order are the reader's to refuse."""
OUT_OF_ORDER = {"wrong_player", "malformed"}


def rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def start_of(row: dict[str, Any]) -> State:
    return ENGINE.start(ENGINE.header({"Options": row["expansion"] or ""}).setup)


def due(state: State) -> str:
    number, seat = ENGINE.label(state)
    return f"{number}{ENGINE.seat_letters[seat]}."


def checked(turn: Turn, expected: dict[str, Any]) -> list[str]:
    """What a ply of the data says otherwise than the engine."""
    after = turn.states[-1]
    ours: dict[str, Any] = {
        "bonus_allowed": turn.states[1].owed,
        "harmonies_host": len(after.host),
        "harmonies_guest": len(after.guest),
        "midline_host": scoring.midline_count(after.host),
        "midline_guest": scoring.midline_count(after.guest),
    }
    if "board" in expected:
        ours["board"] = ENGINE.board_text(after)
    return [
        f"{name}: {ours[name]}, not {expected[name]}"
        for name in ours
        if ours[name] != expected[name]
    ]


def ended(state: State) -> tuple[str | None, str | None]:
    """Winner and way as the data names them."""
    outcome = state.ended
    if outcome is None:
        return None, None
    winner = ("host", "guest")[outcome.winners[0]] if outcome.winners else "both"
    return winner, {"harmony ring": "ring"}.get(outcome.reason, outcome.reason)


def differences(row: dict[str, Any]) -> list[str]:
    """Where the engine and a game of the data part."""
    state = start_of(row)
    for ply, token in enumerate(row["notation"].split(";")):
        if not token.startswith(due(state)):
            return [f"{token}: {due(state)} is due"]
        try:
            turn = core.play_turn(ENGINE, state, token.partition(".")[2])
        except RuleError as error:
            return [f"{token}: {error.code} {error.detail}"]
        state = turn.states[-1]
        found = checked(turn, row["plies"][ply - 2]) if ply > 1 else []
        if found:
            return [f"{token}: {'; '.join(found)}"]
    if ended(state) != (row["winner"], row["win_by"]):
        return [f"ends {ended(state)}, not {row['winner']}, {row['win_by']}"]
    stuck = next(ENGINE.moves(state), None) is None and state.ended is None
    return ["moves are left" if row["stop"] == "no_legal_move" else "no move is left"] * (
        stuck != (row["stop"] == "no_legal_move")
    )


@pytest.mark.parametrize(("name", "count"), [("games", 300), ("oasis", 80)])
def test_games_are_played_as_recorded(name: str, count: int) -> None:
    games = rows(name)
    assert len(games) == count
    assert {row["id"]: found for row in games if (found := differences(row))} == {}


def refusal(row: dict[str, Any]) -> tuple[int, str]:
    """Ply and code of a record's refusal; ``order`` where its token is not the one that is due."""
    state = start_of(row)
    for ply, token in enumerate(row["notation"].split(";")):
        if not token.startswith(due(state)):
            return ply, "order"
        try:
            state = core.play_turn(ENGINE, state, token.partition(".")[2]).states[-1]
        except RuleError as error:
            return ply, error.code
    return -1, "allowed"


def test_illegal_moves_are_refused_for_their_reason() -> None:
    cases = rows("illegal")
    assert len(cases) == 300
    wrong = []
    for row in cases:
        ply, code = refusal(row)
        reason = row["reason"]
        fits = code in CODES.get(reason, set()) or (code == "order" and reason in OUT_OF_ORDER)
        if ply != row["illegal_ply"] or not fits:
            wrong.append((row["id"], reason, ply, code))
    assert wrong == []
