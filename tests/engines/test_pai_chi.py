"""Pai Chi: conformance, and the rules that its records seldom meet."""

import random

import pytest

from archive.engines import core
from archive.engines.base import RuleError
from archive.engines.pai_chi import ENGINE
from archive.engines.pai_chi.state import HAND, REMOVED, State, assemble
from archive.engines.pai_chi.tables import CODES, KINDS, LETTERS, POINTS, TILES, WHEEL, point
from tests.engines.referee import CONFORMANCE, Case, cases, disagreements

CASES = [*cases("pai-chi", "games"), *cases("pai-chi", "illegal")]
needs_conformance = pytest.mark.skipif(
    not CONFORMANCE.exists(), reason="the shared conformance records are not beside the project"
)


@needs_conformance
def test_conformance_records_are_all_there() -> None:
    assert len(CASES) == 145


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_it_agrees_with_the_referee(case: Case) -> None:
    assert disagreements(case) == {}


def position(text: str, *, turn: int = 0, removed: str = "") -> State:
    """The position of a board text; ``removed`` tiles as ``GJ HR``, the others in hand."""
    where = bytearray([HAND] * TILES)
    for item in text.split():
        place, _, name = item.partition(":")
        x, y = map(int, place.split(","))
        where[_tile(name)] = point(x, y)
    for name in removed.split():
        where[_tile(name)] = REMOVED
    return assemble(turn, 0, bytes(where), None)


def _tile(name: str) -> int:
    return LETTERS.index(name[0]) * KINDS + CODES.index(name[1])


def play(state: State, *bodies: str) -> State:
    for body in bodies:
        state = core.play_turn(ENGINE, state, body).states[-1]
    return state


def refusal(state: State, body: str) -> str:
    with pytest.raises(RuleError) as caught:
        core.play_turn(ENGINE, state, body)
    return f"{caught.value.code}: {caught.value.detail}"


def ending(state: State) -> tuple[tuple[int, ...], str] | None:
    outcome = ENGINE.outcome(state)
    return None if outcome is None else (outcome.winners, outcome.reason)


@pytest.mark.parametrize(
    ("board", "body", "refused"),
    [
        ("", "J(0,0)", "move.region: The Jasmine is placed in the own port, not on (0,0)."),
        ("", "J(0,-6)", "move.off-board: (0,-6) is not a point of the board."),
        ("", "--", "move.pass: Guest has a legal turn and may not pass."),
        ("0,0:GK", "(0,0)-(0,1)", "move.immobile: A Knotweed never moves."),
        ("0,0:HR 0,1:GJ", "(0,1)-(1,0)=HL", "move.exchange: Only a Boat exchanges flowers, not the Jasmine."),
        ("0,1:GJ", "(0,1)-(0,2)-(0,3)", "move.way: Only a Boat's way is written out: the Jasmine names where it starts and ends."),
        ("0,1:GJ 1,1:HS 0,2:HL 0,0:HP -1,1:HC", "(0,1)-(2,1)", "move.blocked: The Jasmine cannot reach (2,1) from (0,1) in 3 steps: the way is blocked."),
        ("0,1:GJ 0,2:GO", "(0,1)-(0,2)", "move.no-removal: The Jasmine may not remove Guest's Lotus at (0,2)."),
    ],
)  # fmt: skip
def test_it_says_why_a_turn_is_refused(board: str, body: str, refused: str) -> None:
    assert refusal(position(board), body) == refused


def test_a_flower_removes_the_flower_disharmonious_to_it_of_either_player() -> None:
    after = play(position("0,1:GJ 0,2:GR"), "(0,1)-(0,2)")
    assert ENGINE.board_text(after) == "0,2:GJ"
    assert [facet.value for facet in ENGINE.facets(after)] == ["Rose"]


def test_a_harmony_of_lotus_and_opposites_counts_and_two_win() -> None:
    state = position("-2,0:GJ 0,0:GO 2,0:GR 0,3:GL -4,-5:HS")
    assert [len(own) for own in _harmonies(state)] == [1, 0]
    assert ending(play(state, "D(1,1)")) is None
    assert ending(play(state, "D(0,-1)")) == ((0,), "two harmonies")


def test_what_stands_between_breaks_a_harmony_only_by_disharmony_or_a_rock() -> None:
    free = position("-2,0:GJ 0,0:GL 2,0:GD 1,0:HK")
    assert [len(own) for own in _harmonies(free)] == [1, 0]
    for between in ("1,0:HC", "1,0:HP", "1,0:HS", "1,0:HO", "-1,0:HR"):
        assert [len(own) for own in _harmonies(position(f"-2,0:GJ 0,0:GL 2,0:GD {between}"))] == [0, 0]  # fmt: skip


def _harmonies(state: State) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    links = ENGINE.scene(state).boards[0].links
    by_owner: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for link in links:
        by_owner[link.owner].append(tuple(map(int, (*link.start, *link.end))))
    return by_owner[0][::2], by_owner[1][::2]


def test_all_flowers_of_the_other_removed_wins() -> None:
    state = position("0,0:GJ 1,0:HR", removed="HJ HL HD HC HP")
    assert ending(play(state, "(0,0)-(1,0)")) == ((0,), "all flowers removed")


def test_a_boat_exchanges_as_many_flowers_as_the_pile_had() -> None:
    state = position("0,0:GB 1,0:HL 2,0:HP", removed="GJ")
    assert refusal(state, "(0,0)-(1,0)-(2,0)-(3,0)") == (
        "move.exchange-number: The Boat passes over 2 flowers and the removed pile has 1 flower: "
        "1 to exchange, 0 written."
    )
    after = play(state, "(0,0)-(1,0)-(2,0)-(3,0)=GJ")
    assert ENGINE.board_text(after) == "1,0:GJ 2,0:HP 3,0:GB"


def test_two_passes_in_a_row_are_a_draw() -> None:
    held = "0,0:GK 0,1:GO 1,0:HO"
    gone = " ".join(
        f"{seat}{code}" for seat in LETTERS for code in CODES if f"{seat}{code}" not in held
    )
    assert ending(play(position(held, removed=gone.replace("GJ", "").replace("HJ", "") + " "), "J(0,-4)")) is None  # fmt: skip
    without = position(held, removed=gone)
    assert [ENGINE.write(without, (move,)) for move in ENGINE.moves(without)] == ["--"]


def scattered(rng: random.Random, *, wheels: bool, hands: str) -> State:
    """A position in which all tiles but some stand anywhere, the others in hand."""
    points = rng.sample(POINTS, TILES)
    where = bytearray(points)
    for tile in range(TILES):
        if CODES[tile % KINDS] in hands:
            where[tile] = HAND
        elif (tile % KINDS == WHEEL and not wheels) or rng.random() < 0.5:
            where[tile] = REMOVED
    return assemble(rng.randrange(2), 0, bytes(where), None)


@pytest.mark.parametrize(
    ("wheels", "hands", "count"),
    [(True, "", 4), (False, "", 8), (True, "JRGO", 1), (False, "JRGO", 2), (False, "L", 4), (True, "KDP", 4)],
)  # fmt: skip
def test_symmetries_hold_as_far_as_regions_and_wheels_allow(
    *, wheels: bool, hands: str, count: int
) -> None:
    rng = random.Random(hands)
    for _ in range(12):
        state = scattered(rng, wheels=wheels, hands=hands)
        found = ENGINE.symmetries(state)
        if wheels and all(state.where[seat + WHEEL] == REMOVED for seat in (0, KINDS)):
            continue
        assert len(found) == count
        moves = list(ENGINE.moves(state))
        for by in found:
            image = ENGINE.transform(state, by)
            mapped = sorted(ENGINE.transform_move(move, by) for move in moves)
            assert sorted(ENGINE.moves(image)) == mapped
            for move in rng.sample(moves, min(20, len(moves))):
                there = ENGINE.play(image, ENGINE.transform_move(move, by))
                assert there == ENGINE.transform(ENGINE.play(state, move), by)


def test_the_first_token_tells_pai_chi_from_its_neighbours() -> None:
    assert ENGINE.recognise("1G.J(0,-4)")
    assert not ENGINE.recognise("1G.C(4,0)")
    assert not ENGINE.recognise("1G.R3(0,-8)")
