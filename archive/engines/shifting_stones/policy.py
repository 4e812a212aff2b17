"""A sample player of Shifting Stones: it scores what stands, and looks for the shortest way to it.

The cards that it plays with are invented here, from a seed. All chance is in whole numbers, so that
a seed gives the same game on every machine.
"""

from datetime import date
from functools import cache
from random import Random
from typing import Final, NamedTuple

from archive.engines.sampling import Manners, SampleEvent, below, shuffled
from archive.engines.shifting_stones.checking import stands
from archive.engines.shifting_stones.header import GREY
from archive.engines.shifting_stones.rules import ENGINE
from archive.engines.shifting_stones.scoring import DISCARDS, HELD, points
from archive.engines.shifting_stones.state import (
    END,
    FLIP,
    SCORE,
    SHIFT,
    SKIP,
    Move,
    State,
    seat_of,
)
from archive.engines.shifting_stones.tables import HAND, PAIRS, SIDE, SOLO_DECK, SPOTS, STONES

Step = tuple[int, int, int]
"""A swap or a turning over: the kind of move, and its spots."""
STEPS: Final[tuple[Step, ...]] = (
    *((FLIP, spot, -1) for spot in range(SPOTS)),
    *((SHIFT, spot, other) for spot, other in PAIRS),
)


class Style(NamedTuple):
    """What a sample player cares about.

    ``reach``: how many cards it would give for one to score. ``point``: each point of that card;
    ``cost``: each card given; ``ahead``: each card, in hand or discarded, that then
    stands. ``idle``:
    in a hundred turns, how many it lets pass. ``hoards``: scores one card a turn, and keeps the rest
    to pay with.
    """

    reach: int
    point: int
    cost: int
    ahead: int
    idle: int
    hoards: bool = False


STYLES: Final = {
    "planner": Style(reach=3, point=10, cost=15, ahead=12, idle=1),
    "spender": Style(reach=2, point=10, cost=30, ahead=0, idle=4),
    "dawdler": Style(reach=1, point=1, cost=10, ahead=0, idle=25),
    "saver": Style(reach=4, point=10, cost=1, ahead=12, idle=0, hoards=True),
}


class ShiftingStonesPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = ("planner", "spender", "dawdler", "saver")
    manners = Manners(opening=8, hopeless=5, even=3, resign=1500, agree=700, late=80, abandon=50)
    events: tuple[SampleEvent, ...] = (
        SampleEvent("Sample solo evenings", 12, date(2023, 10, 2), 7, 1, seats=1),
        SampleEvent("Sample stones for two", 14, date(2023, 11, 4), 7, 2),
        SampleEvent("Sample stones for three", 8, date(2024, 1, 6), 7, 1, seats=3),
        SampleEvent("Sample stones for four", 5, date(2024, 8, 3), 7, 1, seats=4),
        SampleEvent("Sample stones for five", 5, date(2024, 10, 5), 7, 1, seats=5),
    )

    def tags(self, seats: int, rng: Random) -> tuple[tuple[str, str], ...]:
        """Stones and hands dealt anew; the deck is the same for all games of so many players."""
        stones = shuffled(rng, [pair for pair, count in STONES.items() for _ in range(count)])
        faces = "".join(pair[below(rng, 2)] for pair in stones)
        rows = [faces[row : row + SIDE] for row in range(0, SPOTS, SIDE)]
        deck = _deck(seats)
        ids = shuffled(rng, [str(number) for number in range(1, len(deck) + 1)])
        hands = [ids[seat * HAND : (seat + 1) * HAND] for seat in range(seats)]
        return (
            ("Stones", "/".join(rows)),
            ("Cards", " ".join(f"{place}={card}" for place, card in enumerate(deck, start=1))),
            ("Hands", " ".join(",".join(hand) for hand in hands)),
        )

    def choose(self, state: State, style: str, rng: Random) -> Move:
        """The next step of the best way to a card's pattern, or the end of the turn."""
        taste = STYLES[style]
        if state.scored and taste.hoards:
            return Move(END)
        if state.acted or below(rng, 100) >= taste.idle:
            found = _way(state, taste, rng)
            if found is not None:
                return found
        return Move(END) if state.acted else _pause(state)

    def standing(self, state: State, seat: int) -> int:
        """Own points less the best of the others'."""
        deal, where = state.deal, state.where
        others = [points(deal, where, other) for other in range(deal.seats) if other != seat]
        return points(deal, where, seat) - max(others, default=0)


POLICY: Final = ShiftingStonesPolicy()


# ---- playing ----
def _held(state: State) -> list[int]:
    mine = HELD + seat_of(state)
    return [card for card, place in enumerate(state.where) if place == mine]


def _pause(state: State) -> Move:
    """A turn without a score: two more cards, or the worst card given for the next to come."""
    held = _held(state)
    if not held or not state.skipped >> seat_of(state) & 1:
        return Move(END if state.skipped >> seat_of(state) & 1 else SKIP)
    card = min(held, key=lambda each: state.deal.cards[each].points)
    return Move(FLIP, card, card % SPOTS)


def _way(state: State, taste: Style, rng: Random) -> Move | None:
    """The first step of the best way to a card's pattern, paid with the least of the others."""
    held, cards = _held(state), state.deal.cards
    known = [*held, *(card for card, place in enumerate(state.where) if place == DISCARDS)]
    found = []
    for price in range(min(taste.reach, len(held) - 1) + 1):
        for faces, step in _ways(state.faces, price).items():
            reached = [card for card in held if stands(faces, cards[card])]
            if not reached:
                continue
            ahead = sum(1 for card in known if stands(faces, cards[card]))
            worth = taste.ahead * ahead - taste.cost * price
            found += [
                (worth + taste.point * cards[card].points, price, card, step) for card in reached
            ]
    if not found:
        return None
    best = max(worth for worth, *_ in found)
    likely = [way for way in found if way[0] == best]
    _, price, card, (kind, spot, other) = likely[below(rng, len(likely))]
    if not price:
        return Move(SCORE, card)
    given = min((each for each in held if each != card), key=lambda each: cards[each].points)
    return Move(kind, given, spot, other)


def _ways(faces: bytes, price: int) -> dict[bytes, Step]:
    """What the grid may show after so many steps and not fewer, with the first step of one way."""
    known, last = {faces}, {faces: STEPS[0]}
    for number in range(price):
        reached: dict[bytes, Step] = {}
        for before, first in last.items():
            for step in STEPS:
                after = _stepped(before, step)
                if after not in known:
                    known.add(after)
                    reached[after] = first if number else step
        last = reached
    return last


def _stepped(faces: bytes, step: Step) -> bytes:
    kind, spot, other = step
    after = bytearray(faces)
    if kind == FLIP:
        after[spot] ^= 1
    else:
        after[spot], after[other] = after[other], after[spot]
    return bytes(after)


# ---- cards of our own ----
DECKS: Final = (None, SOLO_DECK, {1: 14, 2: 10, 3: 8, 5: 4}, {1: 18, 2: 12, 3: 10, 5: 5},
    {1: 20, 2: 16, 3: 12, 5: 6}, {1: 24, 2: 17, 3: 13, 5: 6})  # fmt: skip
"""By number of players: how many cards of each worth are invented."""
SHAPES: Final = {
    1: ((1, 2), (2, 1), (1, 3), (3, 1)),
    2: ((1, 3), (3, 1), (2, 2)),
    3: ((2, 2), (2, 3), (3, 2)),
    5: ((2, 3), (3, 2), (3, 3)),
}
"""By points: the shapes of patterns, as rows and columns."""
SHOWN: Final = {1: 2, 2: 3, 3: 4, 5: 5}
"""By points: how many faces a pattern shows; one less for one player alone."""


@cache
def _deck(seats: int) -> tuple[str, ...]:
    """The cards for so many players as ``pattern:points``, no two alike."""
    rng = Random(f"Shifting Stones, cards for {seats}")  # noqa: S311 (a game is no secret)
    counts = DECKS[seats] or {}
    cards: dict[str, None] = {}
    for worth, count in counts.items():
        wanted = len(cards) + count
        while len(cards) < wanted:
            cards.setdefault(f"{_pattern(worth, SHOWN[worth] - (seats == 1), rng)}:{worth}")
    return tuple(cards)


def _pattern(worth: int, shown: int, rng: Random) -> str:
    """A pattern of so many faces, which the nine stones can show."""
    shapes = SHAPES[worth]
    high, wide = shapes[below(rng, len(shapes))]
    squares = shuffled(rng, list(range(high * wide)))[:shown]
    stones = shuffled(rng, [pair for pair, count in STONES.items() for _ in range(count)])
    faces = [GREY] * (high * wide)
    for square, pair in zip(squares, stones, strict=False):
        faces[square] = pair[below(rng, 2)]
    return "/".join("".join(faces[row : row + wide]) for row in range(0, high * wide, wide))
