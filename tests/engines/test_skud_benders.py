"""Original Benders in words, pictures, packed positions and whole random games."""

import io
import random
from collections import Counter
from contextlib import suppress

import pytest

from archive.engines import core
from archive.engines.base import IllegalMove
from archive.engines.core import nearest, play_turn
from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.policy import POLICY
from archive.engines.skud_pai_sho.state import ARRANGE, BONUS, CHOOSE, REST, Move, State
from archive.engines.skud_pai_sho.tables import CODES, KOI, POINTS, X, Y, kind_of, members
from archive.importers import garden_gate, read_records
from archive.notation import write_ndjson_line, write_tgr
from archive.replay import judge, normal_record
from tests.engines.skud_cases import position

TAGS = {"Options": "original-benders"}
CHOICES = ("R,W,K,B,KOI", "R,W,K,B,DRA")


def benders(board: str, **words: object) -> State:
    return position(board, tags=TAGS, **words)  # type: ignore[arg-type]


def turn_texts(states: tuple[State, ...], moves: tuple[Move, ...]) -> list[str]:
    """The bodies of a game's turns."""
    bodies, turn = [], []
    for before, move, after in zip(states, moves, states[1:], strict=False):
        turn.append(move)
        if not after.owed:
            bodies.append(ENGINE.write(before, tuple(turn)))
            turn = []
    return bodies


@pytest.mark.parametrize(
    "body",
    [
        "R,W,K,B,KOI",
        "R,R,B,B,BIS",
        "(1,5)-(2,3)+KOI(8,0)",
        "(3,0)-(3,2)>(3,3)-(3,5)",
        "(3,0)-(3,2)>(3,3)-(3,5)+R(0,3)",
        "(1,5)-(2,3)+R(0,3)+L(8,0)",
        "(1,5)-(2,3)+B(2,2)-(3,3)+B(5,2)",
        "(3,0)-(3,2)>(3,3)-(3,5)+B(-2,-2)-(-3,-3)+B(-5,-2)-(-6,-3)",
        "+R(0,3)+L(8,0)",
    ],
)
def test_a_body_is_written_as_read(body: str) -> None:
    state = benders("")
    assert ENGINE.write(state, ENGINE.read(state, body)) == body


def test_an_underscore_is_a_plus_before_each_bonus() -> None:
    state = benders("")
    read = ENGINE.read(state, "(1,5)-(2,3)_R(0,3)_L(8,0)")
    assert ENGINE.write(state, read) == "(1,5)-(2,3)+R(0,3)+L(8,0)"


@pytest.mark.parametrize(
    ("board", "body", "meant"),
    [
        ("3,0:GBAD 3,3:HR 3,5:HR3", "(3,0)-(3,2)>(3,3)-(3,5)", "(3,0)-(3,2)>(3,3)-(3,4)"),
        ("3,0:GBAD 3,3:HR3", "(3,0)-(3,2)>(3,3)-(3,5)", "(3,0)-(3,2)"),
        ("2,2:GKOI", "(2,2)-(2,4)", "(2,2)-(2,3)"),
        ("3,3:GKOI 5,2:GR3", "(5,2)-(5,3)+R3(8,0)+R4(0,8)", "(5,2)-(5,3)+R3(8,0)"),
        ("3,3:GKOI 5,2:GR3", "(5,2)-(5,3)+R3(8,1)+O(0,8)", "(5,2)-(5,3)+O(0,8)"),
    ],
)
def test_what_may_have_been_meant(board: str, body: str, meant: str) -> None:
    assert meant in nearest(ENGINE, benders(board), body, 12)


def test_another_bender_may_have_been_meant() -> None:
    state = benders("3,3:GKOI 5,2:GR3", hands=(None, "R3 DRA"))
    assert "(5,2)-(5,3)+DRA(8,0)" in nearest(ENGINE, state, "(5,2)-(5,3)+BIS(8,0)")


@pytest.mark.parametrize(
    ("board", "hand", "body", "words"),
    [
        (
            "0,-8:GR3 1,-2:GR4",
            "R3 R4 BIS",
            "(0,-8)-(1,-6)+BIS(8,0)",
            (
                "Guest arranges Rose from (0,-8) to (1,-6), "
                "Harmony Bonus: Sky Bison in the Gate (8,0)."
            ),
        ),
        (
            "3,0:GBAD 3,3:HR",
            None,
            "(3,0)-(3,2)>(3,3)-(3,5)",
            "Guest arranges Badgermole from (3,0) to (3,2), shifts Host's Rock to (3,5).",
        ),
        (
            "3,0:GDRA 3,3:HL",
            None,
            "(3,0)-(3,3)",
            "Guest arranges Dragon from (3,0) to (3,3), captures the White Lotus.",
        ),
        (
            "3,3:GKOI 5,2:GR3",
            "R3 R4 R L",
            "(5,2)-(5,3)+L(8,0)+R(0,4)",
            (
                "Guest arranges Rose from (5,2) to (5,3), "
                "Harmony Bonus: White Lotus in the Gate (8,0), Harmony Bonus: Rock at (0,4)."
            ),
        ),
    ],
)
def test_a_turn_in_words(board: str, hand: str | None, body: str, words: str) -> None:
    turn = play_turn(ENGINE, benders(board, hands=(None, hand)), body)
    assert ENGINE.describe(turn.states, turn.moves) == words


def chosen() -> State:
    state = ENGINE.start(ENGINE.header(TAGS).setup)
    for body in CHOICES:
        state = play_turn(ENGINE, state, body).states[-1]
    return state


def test_choosing_names_the_bender() -> None:
    state = ENGINE.start(ENGINE.header(TAGS).setup)
    turn = play_turn(ENGINE, state, CHOICES[0])
    assert ENGINE.describe(turn.states, turn.moves) == (
        "Host chooses Rock, Wheel, Knotweed, Boat, Koi."
    )
    assert ENGINE.scene(state).captions == ("Host to choose accents and a Bender.",)


def test_every_choice_holds_one_bender() -> None:
    state = ENGINE.start(ENGINE.header(TAGS).setup)
    moves = list(ENGINE.moves(state))
    assert len(moves) == 19 * 4
    assert Counter(CODES[move.chosen[-1]] for move in moves) == dict.fromkeys(CODES[KOI:], 19)


def test_the_bender_chosen_is_a_facet_of_its_own() -> None:
    facets = [facet for facet in ENGINE.facets(chosen()) if facet.kind == "bender"]
    assert [(facet.label, facet.seat, facet.value, facet.count) for facet in facets] == [
        ("Bender chosen", 0, "Koi", 1),
        ("Bender chosen", 1, "Dragon", 1),
    ]
    offered = {kind.kind: [value for value, _ in kind.choices] for kind in ENGINE.facet_kinds}
    assert offered["bender"] == ["Koi", "Badgermole", "Dragon", "Sky Bison"]
    assert len(offered["accent"]) == 7


def test_the_tray_shows_the_bender_in_hand_and_the_one_that_is_lost() -> None:
    hands = [tray for tray in ENGINE.scene(chosen()).trays if tray.role == "hand"]
    assert [
        [(item.glyph, item.group) for item in tray.items if item.group == "benders"]
        for tray in hands
    ] == [[("KOI", "benders")], [("DRA", "benders")]]
    board = "3,3:GO -3,-3:GL 3,5:HR3"
    state = benders(board, hands=("R3", "R3"))._replace(chosen=chosen().chosen)
    lost = [tray.items for tray in ENGINE.scene(state).trays if tray.role == "captured"]
    assert "KOI" in {item.glyph for item in lost[0]}
    assert "DRA" in {item.glyph for item in lost[1]}


def test_two_bonuses_are_announced() -> None:
    state = benders("3,3:GKOI 5,2:GR3", hands=(None, "R3 R4 R L"))
    moves = ENGINE.read(state, "(5,2)-(5,3)+L(8,0)")
    arranged = ENGINE.check(state, moves[0])
    assert ENGINE.scene(arranged).captions[0] == "Guest may take two Harmony Bonuses."
    first = ENGINE.check(arranged, moves[1])
    assert ENGINE.scene(first).captions[0] == "Guest may take a Harmony Bonus."
    assert ENGINE.label(first) == ENGINE.label(state)
    assert ENGINE.rest(first) == Move(REST)


def test_a_shift_leaves_a_trail() -> None:
    state = benders("3,0:GBAD 3,3:HR")
    turn = play_turn(ENGINE, state, "(3,0)-(3,2)>(3,3)-(3,5)")
    (board,) = ENGINE.scene(
        turn.states[-1], tuple(zip(turn.states, turn.moves, strict=False))
    ).boards
    assert [(link.start, link.end) for link in board.links if link.role == "trail"] == [
        ((3, 0), (3, 2)),
        ((3, 3), (3, 5)),
    ]
    assert {(mark.role, mark.at) for mark in board.marks} == {
        ("last-from", (3, 0)),
        ("last-to", (3, 2)),
        ("last-from", (3, 3)),
        ("last-to", (3, 5)),
    }
    assert ENGINE.points("(3,0)-(3,2)>(3,3)-(3,5)") == ((3, 0), (3, 2), (3, 3), (3, 5))


def test_statistics_are_told_of_a_shift() -> None:
    state = benders("3,0:GBAD 3,3:HR")
    turn = play_turn(ENGINE, state, "(3,0)-(3,2)>(3,3)-(3,5)")
    told = ENGINE.events(turn.states[0], turn.moves[0], turn.states[1])
    assert [(event.kind, event.seat, event.tile, event.origin, event.spot) for event in told] == [
        ("arranged", 1, "BAD", (0, 3, 0), (0, 3, 2)),
        ("shifted", 1, "R", (0, 3, 3), (0, 3, 5)),
    ]


def test_a_drained_koi_and_its_broken_harmony_are_drawn() -> None:
    (board,) = ENGINE.scene(benders("3,3:GKOI 5,3:GR3 3,4:HK 8,0:HKOI")).boards
    assert [piece.states for piece in board.pieces if piece.at == (3, 3)] == [("drained",)]
    assert [piece.states for piece in board.pieces if piece.at == (8, 0)] == [()]
    assert [(link.role, link.owner) for link in board.links] == [("broken", 1)]


@pytest.mark.parametrize(
    ("state", "packed"),
    [
        (
            position("0,8:HR3 0,-8:GR3 2,2:GR4 3,3:HK 4,1:GO", hands=("R3 L R", "W5 O B")),
            (
                "0000080001000000000001000100000000000000000000000100010000000100000004319118a0"
                "12b20bf421"
            ),
        ),
        (
            position(
                "0,8:HR3 2,2:GR4 3,3:HT 4,1:GL",
                to_move="Host",
                hands=("R3 L R", "W5 O T"),
                tags={"Options": "ancient-oasis ignore-clashing", "Rules": "2017-09"},
                owed=True,
            ),
            "02810b000100000000000100010000000000000000000000010001000000000000019117a012b20ff421",
        ),
    ],
)
def test_positions_without_benders_are_packed_as_ever(state: State, packed: str) -> None:
    """As they were before the engine knew Benders, so that what is stored stays true."""
    assert ENGINE.pack(state).hex() == packed
    assert ENGINE.pack(ENGINE.unpack(bytes.fromhex(packed))).hex() == packed


@pytest.mark.parametrize("owed", [0, 1, 2])
def test_a_position_with_benders_is_unpacked_as_packed(owed: int) -> None:
    board = "3,3:GKOI 8,0:HDRA 2,2:GBAD -5,5:HBIS 0,8:GKOI"
    state = benders(board, hands=("R3 BAD", "R4 DRA"), owed=owed)
    packed = ENGINE.pack(state)
    again = ENGINE.unpack(packed)
    assert ENGINE.pack(again) == packed
    assert again._replace(rules=state.rules) == state._replace(turn=again.turn)
    assert again.rules == state.rules


def busy_game(seed: int, tags: dict[str, str], limit: int = 120) -> tuple[list[State], list[Move]]:
    """A random game in which a move of a Bender, or a bonus, is played wherever there is one."""
    rng = random.Random(seed)
    states = [ENGINE.start(ENGINE.header(tags).setup)]
    moves: list[Move] = []
    while len(moves) < limit and states[-1].ended is None:
        state = states[-1]
        choices = tuple(ENGINE.moves(state))
        busy = [move for move in choices if is_busy(state, move)]
        moves.append(rng.choice(busy if busy and rng.random() < 0.7 else choices))
        states.append(ENGINE.play(state, moves[-1]))
    return states, moves


def is_busy(state: State, move: Move) -> bool:
    """Whether a move plays, arranges or pairs a Bender, or earns a bonus."""
    if move.kind == ARRANGE:
        is_bender = kind_of(state.board[move.start]) >= KOI
        return is_bender or bool(ENGINE.play(state, move).owed)
    return move.kind == BONUS and (move.tile >= KOI or state.owed == 1)


BUSY_TAGS = (TAGS, {"Options": "original-benders ancient-oasis informal-start all-accents"})


@pytest.mark.parametrize("seed", range(8))
def test_busy_games_are_played_again_from_their_text(seed: int) -> None:
    states, moves = busy_game(seed, BUSY_TAGS[seed % 2])
    state = states[0]
    for body in turn_texts(tuple(states), tuple(moves)):
        turn = play_turn(ENGINE, state, body)
        assert ENGINE.write(state, turn.moves) == body
        state = turn.states[-1]
    if not states[-1].owed:
        assert state == states[-1]


def record_text(states: list[State], moves: list[Move]) -> str:
    """The game as a record in TGR."""
    state, tokens = states[0], []
    for body in turn_texts(tuple(states), tuple(moves)):
        number, seat = ENGINE.label(state)
        tokens.append(f"{number}{'HG'[seat]}.{body}")
        state = play_turn(ENGINE, state, body).states[-1]
    lines = "\n".join(tokens)
    return f'[Game "skud-pai-sho"]\n[Options "original-benders"]\n\n{lines}\n'


@pytest.mark.parametrize("seed", range(0, 8, 2))
def test_records_with_benders_are_kept_byte_for_byte_in_every_form(seed: int) -> None:
    states, moves = busy_game(seed, TAGS)
    (record,) = read_records(io.BytesIO(record_text(states, moves).encode()), "file")
    judgement = judge(record)
    bloomed = any(ENGINE.unverified((state,)) for state in states)
    assert judgement.verdict == ("unverified" if bloomed else "valid"), judgement.problem
    assert judgement.plies == len(record.moves) > 20
    kept = normal_record(judgement)
    assert [move.token for move in kept.moves] == [move.token for move in record.moves]
    text = write_tgr(kept)
    forms = (text, write_ndjson_line(kept), garden_gate.link(kept) + "\n")
    for form in forms:
        (again,) = read_records(io.BytesIO(form.encode()), "file")
        assert [move.token for move in again.moves] == [move.token for move in record.moves]
        assert judge(again).verdict == judgement.verdict
    (again,) = read_records(io.BytesIO(text.encode()), "file")
    assert write_tgr(normal_record(judge(again))) == text


def test_busy_games_show_all_that_benders_do() -> None:
    seen: set[str] = set()
    for seed in range(8):
        states, moves = busy_game(seed, BUSY_TAGS[seed % 2])
        for before, move in zip(states, moves, strict=False):
            if move.kind == BONUS and move.tile >= KOI:
                seen.add(f"plays {CODES[move.tile]}")
            seen |= {"shifts"} if move.shift else set()
            seen |= {"two bonuses"} if before.owed == 2 else set()
    assert seen == {"shifts", "two bonuses", *(f"plays {code}" for code in CODES[KOI:])}


def legal_by_trial(state: State) -> set[Move]:
    """Every arrange of a Bender that `check` accepts, of all that can be written."""
    legal = set()
    for start in members(state.tiles):
        if kind_of(state.board[start]) < KOI:
            continue
        shifts: list[tuple[int, ...]] = [(), *SHIFTS] if state.turn % 3 == 0 else [()]
        for end in POINTS:
            for shift in shifts:
                if shift and abs(X[shift[0]] - X[end]) + abs(Y[shift[0]] - Y[end]) > 2:
                    continue
                with suppress(IllegalMove):
                    move = Move(ARRANGE, -1, start, end, shift=shift)
                    ENGINE.check(state, move)
                    legal.add(move)
    return legal


SHIFTS = [
    (here, there)
    for here in POINTS
    for there in POINTS
    if 0 < abs(X[here] - X[there]) + abs(Y[here] - Y[there]) <= 3
]


@pytest.mark.parametrize("seed", range(2))
def test_no_arrange_of_a_bender_is_missing_from_the_list(seed: int) -> None:
    states, _ = busy_game(seed, BUSY_TAGS[seed % 2])
    looked_at = [state for state in states[20::13] if not state.owed and state.ended is None]
    assert looked_at
    for state in looked_at:
        listed = {
            move
            for move in ENGINE.moves(state)
            if move.kind == ARRANGE and kind_of(state.board[move.start]) >= KOI
        }
        shifted = state.turn % 3 == 0
        assert legal_by_trial(state) == {move for move in listed if shifted or not move.shift}


@pytest.mark.parametrize("seed", range(8))
def test_symmetries_hold_for_benders(seed: int) -> None:
    states, _ = busy_game(seed, BUSY_TAGS[seed % 2])
    for state in states[10::9]:
        assert ENGINE.canonical(state) == core.canonical(ENGINE, state)
        legal = tuple(ENGINE.moves(state))
        assert ENGINE.pack(ENGINE.unpack(ENGINE.pack(state))) == ENGINE.pack(state)
        assert tuple(ENGINE.moves(ENGINE.unpack(ENGINE.pack(state)))) == legal
        for by in ENGINE.symmetries(state):
            image = ENGINE.transform(state, by)
            assert set(ENGINE.moves(image)) == {ENGINE.transform_move(move, by) for move in legal}


def test_the_sample_player_plays_with_benders() -> None:
    rng = random.Random(2)
    state = ENGINE.start(ENGINE.header(TAGS).setup)
    played = 0
    for _ in range(60):
        move = POLICY.choose(state, "weaver", rng)
        assert move in set(ENGINE.moves(state))
        played += move.kind != CHOOSE
        state = ENGINE.play(state, move)
        if state.ended:
            break
    assert played > 20
