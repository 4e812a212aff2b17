"""Scored cards, and how a game ends. Rules, section End.

Where a card is, is a number: in the DECK, among the DISCARDS, HELD by a seat or SCORED by one. In a
game whose hands are unknown every card that is not scored counts as in the deck.
"""

from typing import Final

from archive.engines.base import Outcome
from archive.engines.shifting_stones.header import Deal
from archive.engines.shifting_stones.tables import BONUS, ENDS_AT, STRIKES

DECK: Final = 0
DISCARDS: Final = 1
HELD: Final = 2
"""Held by the first seat; the next numbers by the others."""
SCORED: Final = 7
"""Scored by the first seat; the next numbers by the others."""

BY_CARDS: Final = "scored cards"
BY_STRIKES: Final = "four strikes"
ALL_SCORED: Final = "all scored"
REASONS: Final = (BY_CARDS, BY_STRIKES, ALL_SCORED)


def points(deal: Deal, where: bytes, seat: int) -> int:
    """The points of a seat's scored cards."""
    mine = SCORED + seat
    return sum(card.points for card, place in zip(deal.cards, where, strict=True) if place == mine)


def most_ones(deal: Deal, where: bytes) -> tuple[int, ...]:
    """The seats that have most 1-point cards; none if nobody has any."""
    counts = [0] * deal.seats
    for card, place in zip(deal.cards, where, strict=True):
        if place >= SCORED and card.points == 1:
            counts[place - SCORED] += 1
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most and most)


def outcome(deal: Deal, where: bytes, strikes: int) -> Outcome:
    """The outcome of a game that is over."""
    totals = [points(deal, where, seat) for seat in range(deal.seats)]
    if deal.seats == 1:
        lost = strikes >= STRIKES
        reason = BY_STRIKES if lost else ALL_SCORED
        return Outcome(() if lost else (0,), reason, tuple(totals), lost=lost)
    for seat in most_ones(deal, where):
        totals[seat] += BONUS
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return Outcome(winners, BY_CARDS, tuple(totals))


def is_over(deal: Deal, where: bytes, strikes: int, seat: int) -> bool:
    """Whether the game is over when the turn of a seat is."""
    if deal.seats == 1:
        return strikes >= STRIKES or where.count(SCORED) == len(where)
    return seat == deal.seats - 1 and last_round(deal, where)


def last_round(deal: Deal, where: bytes) -> bool:
    """Whether someone has so many scored cards that the round is the last."""
    most = max(where.count(SCORED + seat) for seat in range(deal.seats))
    return most >= ENDS_AT[deal.seats]
