"""The boards, and everything about them that never changes.

A *spot* is one of a board's 20 points: ``quad * 5 + number - 1``. A *cell* is a spot of one of the
boards: ``board * 20 + spot``. A *set of cells* is an integer with one bit a cell.
"""

from collections.abc import Iterator
from typing import Final

SOUTH: Final = 0
NORTH: Final = 1
SEATS: Final = ("South", "North")
LETTERS: Final = "SN"

QUADS: Final = "ABCD"
PER_QUAD: Final = 5
SPOTS: Final = 20
FULL: Final = (1 << PER_QUAD) - 1
"""All five points of a quad, as bits of the quad's own."""
HOME: Final = (3, 0)
"""By seat: its home quad."""

_AROUND: Final = ((1, 2), (2, 5), (5, 4), (4, 1), (3, 1), (3, 2), (3, 4), (3, 5))
_BETWEEN: Final = (
    *("A2-B1", "A5-B4", "A4-C1", "A5-C2", "B4-D1", "B5-D2", "C2-D1", "C5-D4"),
    *("A5-D1", "B4-C2"),
)
"""Rules, section Board: the passages within each quad, and those between quads."""


def spot(quad: int, number: int) -> int:
    """The spot of a quad's point, numbered from 1."""
    return quad * PER_QUAD + number - 1


def _passages() -> Iterator[tuple[int, int]]:
    for quad in range(len(QUADS)):
        for one, other in _AROUND:
            yield spot(quad, one), spot(quad, other)
    for passage in _BETWEEN:
        one, other = (spot(QUADS.index(end[0]), int(end[1])) for end in passage.split("-"))
        yield one, other


PASSAGES: Final = tuple(_passages())
NEXT: Final = tuple(
    tuple(sorted({other for pair in PASSAGES if here in pair for other in pair if other != here}))
    for here in range(SPOTS)
)
"""By spot: the spots to which a passage leads."""

SPOT_NAMES: Final = tuple(f"{quad}{number}" for quad in QUADS for number in range(1, PER_QUAD + 1))
NAMES: Final = (
    SPOT_NAMES,
    tuple(f"{board}{name}" for board in (1, 2) for name in SPOT_NAMES),
)
"""By number of boards less one: the names of the cells."""


def is_quadtria(balls: int) -> bool:
    """Whether three of a quad's balls, as bits, are not in line."""
    return balls.bit_count() > 3 or (balls.bit_count() == 3 and balls not in {0b10101, 0b01110})


QUADTRIA: Final = tuple(is_quadtria(balls) for balls in range(FULL + 1))
CORNERS: Final = tuple(
    balls & 0b10001 == 0b10001 or balls & 0b01010 == 0b01010 for balls in range(FULL + 1)
)
"""By the balls of a quad: whether a pair of opposite corners, 1 and 5 or 2 and 4, is among them."""


def quad_cells(board: int, quad: int) -> int:
    """The set of cells of one quad."""
    return FULL << (board * SPOTS + quad * PER_QUAD)


def members(cells: int) -> Iterator[int]:
    """The cells of a set, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
