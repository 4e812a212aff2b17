"""The quick way to a position's canonical form against the plain one, where images are alike."""

from collections.abc import Iterator
from random import Random

import pytest

from archive.engines import core
from archive.engines.base import Outcome, Setup
from archive.engines.skud_pai_sho import canonical
from archive.engines.skud_pai_sho.rules import ENGINE
from archive.engines.skud_pai_sho.scoring import RING
from archive.engines.skud_pai_sho.state import (
    BASIC_HAND,
    MIRRORS,
    ROTATIONS,
    State,
    assemble,
    pack,
    start,
    transform,
)
from archive.engines.skud_pai_sho.tables import KINDS, POINTS, SIZE, WHEEL, value_of

RULES = start(Setup(2, "2022")).rules
BOARDS = 60
GROUPS = {
    "half turns": (ROTATIONS[0], ROTATIONS[2]),
    "quarter turns": ROTATIONS,
    "a diagonal": (ROTATIONS[0], MIRRORS[2]),
    "everything": (*ROTATIONS, *MIRRORS),
}


def scattered(rng: Random, hands: bytes) -> State:
    """A position with a few flowers and accents anywhere."""
    board = bytearray(SIZE)
    for _ in range(rng.randrange(1, 5)):
        board[rng.choice(POINTS)] = value_of(rng.randrange(KINDS), rng.randrange(2))
    return assemble(RULES, rng.randrange(4, 9), owed=False, board=bytes(board), hands=hands)


def laid_over(state: State, group: str) -> State:
    """All images of a position under some symmetries, one laid over the other."""
    board = bytearray(SIZE)
    for by in GROUPS[group]:
        image = transform(state, by)
        for here in POINTS:
            board[here] = board[here] or image.board[here]
    return assemble(RULES, state.turn, owed=False, board=bytes(board), hands=state.hands)


def positions(group: str) -> Iterator[State]:
    for number in range(BOARDS):
        rng = Random(f"{group} {number}")
        hands = bytearray(BASIC_HAND * 2)
        for _ in range(rng.randrange(3)):
            hands[rng.randrange(6)] -= 1
        hands[WHEEL] = rng.randrange(2)
        yield laid_over(scattered(rng, bytes(hands)), group)


@pytest.mark.parametrize("group", GROUPS)
def test_a_symmetrical_position_has_the_form_that_packing_every_image_finds(group: str) -> None:
    several = 0
    for state in positions(group):
        assert canonical.canonical(state) == core.canonical(ENGINE, state)
        several += len(canonical.canonical(state)[1]) > 1
    assert several > BOARDS // 8


@pytest.mark.parametrize("turn", range(6))
def test_an_empty_board_has_the_form_that_packing_every_image_finds(turn: int) -> None:
    hands = bytearray(BASIC_HAND * 2)
    for change in (0, 0, 3, KINDS + 4):
        hands[change] -= change > 0
        state = assemble(RULES, turn, owed=False, board=bytes(SIZE), hands=bytes(hands))
        assert canonical.canonical(state) == core.canonical(ENGINE, state)


def test_a_position_of_an_old_game_and_of_a_new_one_are_one_until_a_ring() -> None:
    old, new = (start(Setup(2, "2022", plays_on=plays_on)) for plays_on in (True, False))
    assert pack(old) == pack(new)
    ended = Outcome((0,), RING)
    assert pack(old._replace(ended=ended)) != pack(new._replace(ended=ended))
