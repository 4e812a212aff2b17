"""Verdicts: where the moves lead, what the record claims, and what cannot be judged."""

import io

import pytest

from archive.importers import read_records
from archive.notation import fingerprint, write_tgr
from archive.replay import Judgement, judge, normal_record

OPENING = "0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.R3(0,8)"
# Two flowers walk apart, and Guest closes a Harmony Ring in move 13.
RING = """0H.R,W,K,B 0G.R,W,K,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-2,-5) 2H.(0,8)-(-1,8)
3G.(-2,-5)-(-4,-4) 3H.(-1,8)-(-2,8) 4G.R4(0,-8) 4H.(-2,8)-(-1,8) 5G.(0,-8)-(2,-6)
5H.(-1,8)-(-2,8) 6G.(2,-6)-(4,-4) 6H.(-2,8)-(-1,8) 7G.R5(8,0) 7H.(-1,8)-(-2,8) 8G.(8,0)-(5,2)
8H.(-2,8)-(-1,8) 9G.(5,2)-(4,4) 9H.(-1,8)-(-2,8) 10G.R4(-8,0) 10H.(-2,8)-(-1,8)
11G.(-8,0)-(-6,2) 11H.(-1,8)-(-2,8) 12G.(-6,2)-(-4,4)"""
RING_PLIES = 25
AFTER = "\n12H.(-2,8)-(-1,8)"


def judged(moves: str, **tags: str) -> Judgement:
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    text = f'[Game "skud-pai-sho"]\n{lines}\n{moves}\n'
    (record,) = read_records(io.BytesIO(text.encode()), "file")
    return judge(record, steps=True)


def codes(judgement: Judgement) -> list[str]:
    return [warning.code for warning in judgement.warnings]


@pytest.mark.parametrize(
    ("moves", "tags", "verdict"),
    [
        (OPENING, {}, "valid"),
        (OPENING, {"Result": "*"}, "valid"),
        (OPENING, {"Result": "Host"}, "valid"),
        (OPENING, {"Result": "Host", "Termination": "resignation"}, "valid"),
        (OPENING, {"Result": "Draw", "Termination": "agreement"}, "valid"),
        (OPENING, {"Result": "Host", "Termination": "Harmony  Ring"}, "contradictory"),
        (OPENING, {"Result": "*", "Termination": "midline"}, "contradictory"),
        (OPENING + " Host", {}, "valid"),
        (RING, {}, "valid"),
        (RING, {"Result": "*"}, "valid"),
        (RING, {"Result": "guest"}, "valid"),
        (RING, {"Result": "1-0"}, "valid"),
        (RING, {"Result": "Guest", "Termination": "harmony ring"}, "valid"),
        (RING, {"Result": "Guest", "Termination": "resignation"}, "valid"),
        (RING, {"Result": "Guest", "Termination": "midline"}, "contradictory"),
        (RING, {"Result": "Host"}, "contradictory"),
        (RING, {"Result": "Draw"}, "contradictory"),
        (RING + " Host", {}, "contradictory"),
        (RING, {"Options": "no-such-option"}, "unverified"),
        (RING, {"Rules": "2031-01"}, "unverified"),
        (RING, {"Date": "2016.05.01"}, "unverified"),
    ],
)
def test_the_verdict_follows_from_the_board_and_the_claim(
    moves: str, tags: dict[str, str], verdict: str
) -> None:
    judgement = judged(moves, **tags)
    assert judgement.verdict == verdict
    ended = moves.startswith(RING)
    assert judgement.result == ("Guest" if ended else "*")
    assert judgement.termination == ("harmony ring" if ended else None)
    assert judgement.plies == (RING_PLIES if ended else 4)
    assert len(judgement.steps) == judgement.plies


BENDERS = """0H.R,W,K,B,BIS 0G.R,W,K,B,BIS 1G.R3(0,-8) 1H.R3(0,8) 2G.(0,-8)-(1,-6)
2H.(0,8)-(0,7) 3G.R4(0,-8) 3H.(0,7)-(0,6) 4G.(0,-8)-(2,-6)+BIS(8,0) 4H.(0,6)-(0,7)"""
BLOOMED = " 5G.(8,0)-(7,1)"
TAKEN_BACK = " 5H.(0,7)-(0,6) 6G.(7,1)-(7,2)"


@pytest.mark.parametrize(
    ("moves", "claim", "verdict", "code"),
    [
        (BENDERS, "*", "valid", None),
        (BENDERS, "Guest", "valid", None),
        (BENDERS + BLOOMED, "*", "unverified", "bison.bloomed"),
        (BENDERS + BLOOMED + TAKEN_BACK, "Guest", "unverified", "bison.bloomed"),
        (BENDERS + BLOOMED + " 5H.(0,7)-(4,7)", "*", "illegal", "move.too-far"),
        (BENDERS + BLOOMED + " 6G.(7,1)-(7,2)", "*", "illegal", "move.number"),
        (BENDERS + " 5G.(8,0)-(4,3)", "*", "illegal", "move.too-far"),
    ],
)
def test_a_bison_that_blooms_makes_a_record_unverified_and_rules_hold_on(
    moves: str, claim: str, verdict: str, code: str | None
) -> None:
    judgement = judged(moves, Options="OriginalBenderExpansion", Result=claim)
    assert judgement.verdict == verdict
    assert (judgement.problem.code if judgement.problem else None) == code
    assert len(judgement.steps) == judgement.plies


def test_an_unverified_bison_is_named() -> None:
    problem = judged(BENDERS + BLOOMED, Options="original-benders").problem
    assert problem is not None
    assert problem.message.startswith("Guest's Sky Bison has left its Gate")


def test_records_with_benders_are_contradicted_as_others() -> None:
    tags = {"Options": "original-benders", "Termination": "harmony ring"}
    assert judged(BENDERS, Result="Host", **tags).verdict == "contradictory"


def test_a_move_after_the_end_is_illegal() -> None:
    problem = judged(RING + AFTER).problem
    assert problem is not None
    assert problem.code == "move.after-end"
    assert problem.message == "The game had ended before this move: harmony ring."
    assert (problem.ply, problem.token, problem.line, problem.column) == (25, AFTER[1:], 8, 1)


def test_an_old_record_may_play_on_past_a_ring() -> None:
    judgement = judged(RING + AFTER + " 13G.R3(0,-8)", Date="2018.05.01", Result="Guest")
    assert judgement.verdict == "valid"
    (warning,) = judgement.warnings
    assert (warning.code, warning.line) == ("move.after-end", 10)
    assert warning.message == (
        "The game had ended before 12H.(-2,8)-(-1,8) (harmony ring), which sites of that time could "
        "miss; the result is the board's."
    )
    assert judgement.result == "Guest"


def test_the_report_says_which_other_rules_accept_a_record() -> None:
    # By the rules of early 2017 Host starts with the kind that clashes with Guest's.
    judgement = judged("0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.W3(0,8)")
    assert judgement.verdict == "illegal"
    assert judgement.plies == 3
    (warning,) = judgement.warnings
    assert warning.code == "rules.other-fits"
    assert warning.message == (
        "By the rules 2017-01 every move of this record is legal. If it was played by them, add "
        'the tag [Rules "2017-01"].'
    )
    assert judged("0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.W4(0,8)").warnings == ()
    named = judged("0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.W3(0,8)", Rules="2022")
    assert codes(named) == []


def test_what_cannot_be_judged_is_played_as_far_as_it_can_be_shown() -> None:
    far = judged(OPENING + " 2G.(0,-8)-(8,3) 2H.(5,5)-(6,6)", Rules="2031-01")
    assert far.verdict == "unverified"
    assert far.problem is not None
    assert far.problem.code == "rules.unknown"
    assert far.plies == 5
    assert far.board == "0,8:HR3 8,3:GR3"
    assert normal_record(far).moves[5].body == "(5,5)-(6,6)"


@pytest.mark.parametrize("tags", [{"Rules": "2031-01"}, {"Options": "x"}, {"Date": "2016.05.01"}])
@pytest.mark.parametrize(
    ("moves", "code", "ply"),
    [
        ("hello", "move.unreadable", 4),
        ("2X.(0,-8)-(1,-6)", "move.unreadable", 4),
        ("3G.(0,-8)-(1,-6)", "move.number", 4),
        ("2H.(0,8)-(1,6)", "move.seat", 4),
        ("* 2G.(0,-8)-(1,-6)", "move.after-result", 4),
        ("2G.(5,5)-(6,6) hello", "move.unreadable", 5),
    ],
)
def test_what_cannot_be_judged_is_well_formed(
    tags: dict[str, str], moves: str, code: str, ply: int
) -> None:
    judgement = judged(f"{OPENING} {moves}", **tags)
    assert judgement.verdict == "illegal"
    assert judgement.problem is not None
    assert (judgement.problem.code, judgement.problem.ply) == (code, ply)


def test_a_normal_record_says_everything_in_the_one_way() -> None:
    text = (
        '[GUEST "B"]\n[host "A"][HostElo "1"]\n[x "y"]\n[game "SKUD-PAI-SHO"]\n'
        '[Options "AncientOasisExpansion"]\n\n'
        "0h.R,W,K,B;0g.R,W,K,B;1G.R3(0,-8)!? {one} 1H.R3(0,8)$1 ; 2G.(0,-8)-(1,-6) \n"
        "2H.(0,8)-(-1,6);3G.R4(0,-8);3H.R4(0,8);4G.(0,-8)-(-1,-6)_L(8,0) host"
    )
    (record,) = read_records(io.BytesIO(text.encode()), "file")
    judgement = judge(record)
    assert judgement.verdict == "valid", judgement.problem
    assert write_tgr(normal_record(judgement)) == (
        '[Game "skud-pai-sho"]\n[Host "A"]\n[Guest "B"]\n[Result "Host"]\n'
        '[Options "ancient-oasis"]\n[HostElo "1"]\n[x "y"]\n\n'
        "0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) !? {one} 1H.R3(0,8) $1 2G.(0,-8)-(1,-6) 2H.(0,8)-(-1,6)\n"
        "3G.R4(0,-8) 3H.R4(0,8) 4G.(0,-8)-(-1,-6)+L(8,0) Host\n\n"
    )


def test_a_fingerprint_is_of_the_game_and_its_players_alone() -> None:
    def of(moves: str, **tags: str) -> str:
        return fingerprint(normal_record(judged(moves, **tags)))

    same = of(OPENING, Host="A", Guest="B")
    assert (
        of(OPENING.replace(" ", ";\n"), Guest="B", Host="A", Event="Cup", Date="2020.01.01") == same
    )
    assert of(OPENING + " {well} Host", Host="A", Guest="B") == same
    assert of(OPENING, Host="A", Guest="B", Rules="2022") == same
    others = [
        of(OPENING, Host="B", Guest="A"),
        of(OPENING, Host="a", Guest="B"),
        of(OPENING, Host="A"),
        of(OPENING, Host="A", Guest="B", Options="ancient-oasis"),
        of(OPENING + " 2G.(0,-8)-(1,-6)", Host="A", Guest="B"),
    ]
    assert len({same, *others}) == 6


def test_an_unusable_game_is_unreadable_and_raises_nothing() -> None:
    (record,) = read_records(io.BytesIO(b'[Game "chess"]\n[Result "host"]\n\n1. e4\n'), "file")
    judgement = judge(record)
    assert judgement.verdict == "unreadable"
    assert judgement.state is None
    assert dict(judgement.tags)["Result"] == "host"


TWO_PLAYERS = """[Game "shifting-stones"]
[Player1 "A"]
[Player2 "B"]
[Stones "HBH/EHM/BEE"]
[Cards "1=.B./F../H.M:3 2=OB.:1 3=.T/..:1 4=OB.:1 5=TB/..:1 6=.HE/TO.:3 7=../TE:1 8=F/E/.:1"]
[Hands "1,2,3,4 5,6,7,8"]
"""


def of_two(tags: str, token: str) -> Judgement:
    text = f"{TWO_PLAYERS}{tags}\n{{Before any move.}} {token}\n"
    (record,) = read_records(io.BytesIO(text.encode()), "file")
    return judge(record)


@pytest.mark.parametrize(
    ("tags", "token"),
    [
        ('[Result "player4"]\n', ""),
        ('[Result "player4"]\n', "*"),
        ("", "Player4"),
        ('[Result "Player1+Player4"]\n', "*"),
        ('[Result "Player4"]\n[Termination "resignation"]\n', "Player4"),
    ],
)
def test_a_result_of_a_seat_at_which_nobody_plays_is_kept_and_is_none(
    tags: str, token: str
) -> None:
    judgement = of_two(tags, token)
    assert (judgement.verdict, judgement.claimed, codes(judgement)) == (
        "valid",
        "*",
        ["result.no-seat"],
    )
    written = write_tgr(normal_record(judgement))
    (again,) = read_records(io.BytesIO(written.encode()), "file")
    assert "player4" in again.tag("Result").lower()
    assert write_tgr(normal_record(judge(again))) == written
    assert codes(judge(again)) == ["result.no-seat"]


def test_a_result_of_a_seat_that_is_taken_counts() -> None:
    judgement = of_two('[Result "player2"]\n', "")
    assert (judgement.claimed, codes(judgement)) == ("Player2", [])


def test_a_token_that_names_another_than_a_seat_without_a_player_is_remarked_on() -> None:
    judgement = of_two('[Result "Player4"]\n', "Player1")
    assert (judgement.claimed, codes(judgement)) == (
        "*",
        ["result.token-differs", "result.no-seat"],
    )
