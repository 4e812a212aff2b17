"""Figures: mirrored pairs over a diagonal that a player's Sun and Moon span."""

from typing import Final

from archive.engines.base import Outcome
from archive.engines.quaterno.tables import (
    ANTI,
    GUEST,
    HOST,
    KINDS,
    MAIN,
    MIRROR,
    MOON,
    PLACED,
    SUN,
)

FIGURES: Final = "two figures"
PASSES: Final = "two passes"
REASONS: Final = (FIGURES, PASSES)
TO_WIN: Final = 2

Places = tuple[int, ...]
"""By ``seat * KINDS + kind``: the square where that tile stands, -1 before it is placed."""
Spent = tuple[int, int]
"""By seat: the kinds of which it has made figures, one bit a kind."""


def axis(places: Places, seat: int) -> int:
    """The diagonal on which a player's Sun and Moon both stand, or -1."""
    sun, moon = places[seat * KINDS + SUN], places[seat * KINDS + MOON]
    for diagonal in (MAIN, ANTI):
        if MIRROR[diagonal][sun] == sun and MIRROR[diagonal][moon] == moon:
            return diagonal
    return -1


def mirrored(places: Places, diagonal: int) -> int:
    """The kinds whose two tiles are each other's image over a diagonal and off it, as bits."""
    image = MIRROR[diagonal]
    found = 0
    for kind in PLACED:
        one, other = places[kind], places[KINDS + kind]
        if one >= 0 and image[one] == other != one:
            found |= 1 << kind
    return found


def with_figures(places: Places, spent: Spent, mover: int) -> Spent:
    """The figures made when a turn is over: the mover's first. Rules, section Figures and end."""
    own = list(spent)
    for seat in (mover, 1 - mover):
        diagonal = axis(places, seat)
        if diagonal >= 0:
            own[seat] |= mirrored(places, diagonal) & ~(own[GUEST] | own[HOST])
    return own[GUEST], own[HOST]


def scores(spent: Spent) -> tuple[int, int]:
    """The number of figures by seat."""
    return spent[GUEST].bit_count(), spent[HOST].bit_count()


def winner(spent: Spent, mover: int) -> int:
    """Who has won by figures, or -1; where both got there, the mover."""
    for seat in (mover, 1 - mover):
        if spent[seat].bit_count() >= TO_WIN:
            return seat
    return -1


def won(spent: Spent, seat: int) -> Outcome:
    """The victory of a seat."""
    return Outcome((seat,), FIGURES, scores(spent))


def drawn(spent: Spent) -> Outcome:
    """The draw after two passes."""
    return Outcome((), PASSES, scores(spent))
