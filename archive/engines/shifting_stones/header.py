"""What a record's tags fix before the first move: players, stones, cards and hands."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from archive.engines.base import Header, Setup, UnusableSetup
from archive.engines.shifting_stones.tables import (
    FACES,
    HAND,
    POINTS,
    SEATS,
    SIDE,
    SOLO_DECK,
    STONES,
)
from archive.engines.writing import not_judged

_STONES: Final = re.compile(f"[{FACES}]{{3}}/[{FACES}]{{3}}/[{FACES}]{{3}}")
_CARD: Final = re.compile(f"([A-Za-z0-9]+)=([{FACES}.]+(?:/[{FACES}.]+)*):([0-9]+)")
GREY: Final = "."


class Card(NamedTuple):
    """A pattern card. ``fits``: for each place of its rectangle on the grid, the spots and faces
    that must be there."""

    id: str
    pattern: str
    points: int
    fits: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game is played with. ``hands`` are the ids dealt, by seat; () where unknown.

    ``number`` finds a card's place in ``cards`` by its id.
    """

    setup: Setup
    stones: str
    cards: tuple[Card, ...]
    hands: tuple[tuple[str, ...], ...]
    number: Mapping[str, int] = field(compare=False)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.setup.seats


def read_header(tags: Mapping[str, str]) -> Header:
    """The setup that a record's tags name. Raises UnusableSetup."""
    seats = _players(tags)
    normal = {name: " ".join(tags.get(name, "").split()) for name in ("Stones", "Cards", "Hands")}
    options = tuple((name.lower(), value) for name, value in normal.items() if value)
    setup = Setup(seats, options=tuple(sorted(options)))
    _check(_deal(setup))
    return Header(
        setup=setup,
        tags=tuple((name, value) for name, value in normal.items() if name in tags),
        unverified=not_judged(tags),
    )


def _players(tags: Mapping[str, str]) -> int:
    """The number of Player tags. Rulings: without a gap."""
    named = [name for name in tags if re.fullmatch(r"Player[0-9]+", name)]
    count = len(named)
    if not named:
        raise UnusableSetup(
            "players.none", "A tag for each player is needed: Player1, Player2, ..."
        )
    if count > len(SEATS) or set(named) != set(SEATS[:count]):
        raise UnusableSetup(
            "players.gap",
            f"The players must be Player1 to Player{min(count, len(SEATS))} without a gap, five at most.",
        )
    return count


@lru_cache(maxsize=8)  # each record has its own deck, and some decks are large
def deal_of(setup: Setup) -> Deal:
    """The stones, cards and hands of a setup that `read_header` gave."""
    return _deal(setup)


def _deal(setup: Setup) -> Deal:
    """A setup that nobody has checked yet. Raises UnusableSetup."""
    options = dict(setup.options)
    stones, hands = options.get("stones", ""), options.get("hands", "")
    if not _STONES.fullmatch(stones):
        raise UnusableSetup(
            "stones.unreadable",
            f"Stones must give three rows of faces like SFB/HHO/ETT, not “{stones}”.",
        )
    known = [_card(text) for text in options.get("cards", "").split()]
    known.sort(key=lambda card: (len(card.id), card.id))
    number = {card.id: place for place, card in enumerate(known)}
    if len(number) != len(known):
        raise UnusableSetup("cards.repeated", "Cards: two cards have the same id.")
    dealt = tuple(tuple(hand.split(",")) for hand in hands.split())
    return Deal(setup, stones, tuple(known), dealt, number)


# ---- cards ----
@lru_cache(maxsize=1024)
def _card(text: str) -> Card:
    """A card of a deck; decks share most of theirs."""
    match = _CARD.fullmatch(text)
    if not match:
        raise UnusableSetup("cards.unreadable", f"Cards: “{text}” is no card like 3=S../.../..T:5.")
    rows = match[2].split("/")
    wide, high = len(rows[0]), len(rows)
    if wide > SIDE or high > SIDE or any(len(row) != wide for row in rows):
        raise UnusableSetup(
            "cards.shape", f"Cards: the pattern of “{text}” is no rectangle that fits 3 x 3 stones."
        )
    if not any(face in match[2] for face in FACES):
        raise UnusableSetup("cards.blank", f"Cards: the pattern of “{text}” has no face.")
    if not _buildable(match[2], exact=False):
        raise UnusableSetup(
            "cards.stones", f"Cards: the nine stones cannot show the pattern of “{text}”."
        )
    if int(match[3]) not in POINTS:
        raise UnusableSetup("cards.points", f"Cards: “{text}” must be worth 1, 2, 3 or 5 points.")
    return Card(match[1], match[2], int(match[3]), _fits(rows))


def _buildable(faces: str, *, exact: bool) -> bool:
    """Whether the stones can show these faces; all of the stones if ``exact``."""
    counts = {pair: sum(map(faces.count, pair)) for pair in STONES}
    return counts == STONES if exact else all(counts[pair] <= STONES[pair] for pair in STONES)


def _fits(rows: list[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By place of a pattern on the grid: its spots with their faces."""
    wide, high = len(rows[0]), len(rows)
    return tuple(
        tuple(
            ((down + y) * SIDE + right + x, FACES.index(face))
            for y, row in enumerate(rows)
            for x, face in enumerate(row)
            if face != GREY
        )
        for down in range(SIDE - high + 1)
        for right in range(SIDE - wide + 1)
    )


# ---- what must agree ----
def _check(deal: Deal) -> None:
    """Raise UnusableSetup where stones, cards and hands are no deal. Rules, section Tags."""
    if not _buildable(deal.stones, exact=True):
        raise UnusableSetup(
            "stones.count", f"Stones: “{deal.stones}” are not the nine stones of the game."
        )
    if deal.seats == 1:
        counts = Counter(card.points for card in deal.cards)
        if counts != SOLO_DECK:
            raise UnusableSetup(
                "cards.solo",
                "Cards: one player plays with eight 1-point, four 2-point, three 3-point cards and one of 5.",
            )
    elif len(deal.cards) < HAND * deal.seats:
        raise UnusableSetup("cards.few", "Cards: there must be at least four for each player.")
    if deal.hands:
        _check_hands(deal)


def _check_hands(deal: Deal) -> None:
    dealt = [card for hand in deal.hands for card in hand]
    if len(deal.hands) != deal.seats or any(len(hand) != HAND for hand in deal.hands):
        raise UnusableSetup("hands.count", "Hands must give four cards for each player.")
    if len(set(dealt)) != len(dealt):
        raise UnusableSetup("hands.repeated", "Hands: a card is dealt twice.")
    for card in dealt:
        if card not in deal.number:
            raise UnusableSetup("hands.unknown", f"Hands: there is no card “{card}”.")
