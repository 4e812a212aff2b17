"""States and moves of Shifting Stones, and what they are when packed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from archive.engines.base import CHANCE, Outcome, Setup
from archive.engines.geometry import Symmetry
from archive.engines.shifting_stones import scoring
from archive.engines.shifting_stones.header import Deal, deal_of
from archive.engines.shifting_stones.scoring import DECK, HELD
from archive.engines.shifting_stones.tables import FACES, SPOTS

SHIFT, FLIP, SCORE, END, SKIP, DRAW = range(6)
"""The kinds of move: three actions, the two ways to end a turn, and what the deck then gives."""


class Move(NamedTuple):
    """One decision, or one drawn card.

    ``card``: the number of the card used, scored or drawn. ``spot`` and ``other``: the stone turned
    over, or the two that change places, the lower spot first. What a move does not use is -1.
    """

    kind: int
    card: int = -1
    spot: int = -1
    other: int = -1


class State(NamedTuple):
    """A position with all that the rules need.

    ``turn``: turns completed. ``acted`` and ``scored``: whether the turn in progress has an action,
    and a scored card. ``owed``: the cards still to be drawn before the turn is over. ``skipped``: the
    seats whose last turn was a skip, one bit each. ``strikes``: turns without a score, of one player
    alone. ``faces``: what the stones show. ``where``: by card, see `scoring`. ``ended``: the outcome.
    """

    deal: Deal
    turn: int
    acted: bool
    scored: bool
    owed: int
    skipped: int
    strikes: int
    faces: bytes
    where: bytes
    ended: Outcome | None


state_of: Final[Callable[[tuple[Any, ...]], State]] = partial(tuple.__new__, State)
"""A State of its fields in their order: what `State(...)` does, in less than half of the time."""


def start(setup: Setup) -> State:
    """The state before the first turn."""
    deal = deal_of(setup)
    faces = bytes(FACES.index(face) for face in deal.stones if face in FACES)
    where = bytearray([DECK] * len(deal.cards))
    for seat, hand in enumerate(deal.hands):
        for card in hand:
            where[deal.number[card]] = HELD + seat
    return State(deal, 0, False, False, 0, 0, 0, faces, bytes(where), None)


def seat_of(state: State) -> int:
    """Whose turn it is, also while cards are drawn."""
    return state.turn % state.deal.seats


def actor(state: State) -> int:
    """The seat that decides next, or CHANCE while cards are drawn."""
    return CHANCE if state.owed else seat_of(state)


# ---- packing ----
def pack(state: State) -> bytes:
    """The turn in progress, skips, strikes, stones and cards; then the setup that all refer to."""
    head = (
        seat_of(state),
        state.acted << 1 | state.scored,
        state.owed,
        state.skipped,
        state.strikes,
        int(state.ended is not None),
        len(state.where),
    )
    options = "\n".join(f"{name}={value}" for name, value in state.deal.setup.options)
    words = f"{state.deal.setup.seats}\n{options}".encode()
    return bytes(head) + state.faces + state.where + words


def unpack(packed: bytes) -> State:
    """A state that packs to the same bytes."""
    turn, acts, owed, skipped, strikes, ended, cards = packed[:7]
    faces, where = packed[7 : 7 + SPOTS], packed[7 + SPOTS : 7 + SPOTS + cards]
    seats, *lines = packed[7 + SPOTS + cards :].decode().split("\n")
    pairs = (line.partition("=") for line in lines if line)
    setup = Setup(int(seats), options=tuple((name, value) for name, _, value in pairs))
    deal = deal_of(setup)
    outcome = scoring.outcome(deal, where, strikes) if ended else None
    return State(
        deal, turn, bool(acts & 2), bool(acts & 1), owed, skipped, strikes, faces, where, outcome
    )  # fmt: skip


IDENTITY: Final = Symmetry("identity", tuple(range(SPOTS)))
"""The only symmetry: patterns stand unturned and unmirrored, and each card is its own."""
