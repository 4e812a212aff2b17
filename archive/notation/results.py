"""The values of the Result tag, for any game: seats, Draw, Lost, and * for unknown."""

from collections.abc import Sequence
from typing import Final

UNKNOWN: Final = "*"
DRAW: Final = "Draw"
LOST: Final = "Lost"


def normal_result(value: str, seats: Sequence[str]) -> str | None:
    """A Result value or closing token as it is written, or None if it is no result of a game with
    these seats.

    Several winners are joined by ``+`` in the order of the seats. Forgiven: upper and lower case,
    blanks round ``+``.
    """
    known = {name.lower(): name for name in (*seats, DRAW, LOST, UNKNOWN)}
    alone = known.get(value.strip().lower())
    if alone is not None:
        return alone
    winners = [known.get(part.strip().lower()) for part in value.split("+")]
    if len(set(winners)) < len(winners) or not set(winners) <= set(seats):
        return None
    return joined([number for number, seat in enumerate(seats) if seat in winners], seats)


def joined(winners: Sequence[int], seats: Sequence[str]) -> str:
    """The Result of these winning seats: ``Host``, ``Player1+Player3``, or ``Draw`` of none."""
    return "+".join(seats[number] for number in sorted(winners)) or DRAW
