"""The board, the tiles, and everything about them that never changes.

A *square* is a number: rows of 19, the largest board, whatever the size of the one played on; (0,0)
is in the middle. A *kind* of tile is a number from 0; what stands on a square is a *value*: 0 for
nothing, else ``1 + kind``, with 8 added for Host's tiles. A *half* is the distance from the centre
to the edge: 5 for a board of 11 x 11.
"""

from functools import cache
from typing import Final, NamedTuple

GUEST: Final = 0
HOST: Final = 1
SEATS: Final = ("Guest", "Host")
LETTERS: Final = "GH"

CODES: Final = "SMFAKCD"
NAMES: Final = ("Sun", "Moon", "Fan", "Anchor", "Stick", "Compass", "Soldier")
SUN, MOON, FAN, ANCHOR, STICK, COMPASS, SOLDIER = range(7)
KINDS: Final = len(CODES)
PLACED: Final = range(FAN, KINDS)
"""The kinds that are placed, and that figures are made of."""
PLACEMENTS: Final = 2 * len(PLACED)
HOST_BIT: Final = 8

MOST: Final = 9
"""The half of the largest board."""
LEAST: Final = 4
WIDTH: Final = 2 * MOST + 1
SIZE: Final = WIDTH * WIDTH
NEAREST: Final = 4
"""Tiles are placed at least so far from the centre, by the larger coordinate."""


def value_of(kind: int, seat: int) -> int:
    """The value of a seat's tile."""
    return 1 + kind + seat * HOST_BIT


def kind_of(value: int) -> int:
    """The kind of tile of a value that is not 0."""
    return (value & 7) - 1


def seat_of(value: int) -> int:
    """The owner of a value that is not 0."""
    return value >> 3


def square(x: int, y: int) -> int:
    """The number of a square."""
    return (y + MOST) * WIDTH + x + MOST


X: Final = tuple(number % WIDTH - MOST for number in range(SIZE))
Y: Final = tuple(number // WIDTH - MOST for number in range(SIZE))
NAME: Final = tuple(f"({X[number]},{Y[number]})" for number in range(SIZE))
RADIUS: Final = tuple(max(abs(X[number]), abs(Y[number])) for number in range(SIZE))
READING_ORDER: Final = tuple(sorted(range(SIZE), key=lambda here: (-Y[here], X[here])))

NORTH, EAST, SOUTH, WEST = range(4)
QUARTERS: Final = ("north", "east", "south", "west")


def _quarter(x: int, y: int) -> int:
    if abs(x) == abs(y):
        return -1
    if abs(y) > abs(x):
        return NORTH if y > 0 else SOUTH
    return EAST if x > 0 else WEST


QUARTER: Final = tuple(_quarter(X[number], Y[number]) for number in range(SIZE))
"""By square: its quarter, -1 on a diagonal."""

MAIN, ANTI = 0, 1
"""The diagonals y = x and y = -x."""
MIRROR: Final = (
    tuple(square(Y[number], X[number]) for number in range(SIZE)),
    tuple(square(-Y[number], -X[number]) for number in range(SIZE)),
)
"""By diagonal and square: the mirror image of the square over the diagonal."""


def step_between(start: int, end: int) -> int:
    """What one step along the queen line from a square to another adds; 0 where none joins them."""
    dx, dy = X[end] - X[start], Y[end] - Y[start]
    if dx and dy and abs(dx) != abs(dy):
        return 0
    return ((dy > 0) - (dy < 0)) * WIDTH + (dx > 0) - (dx < 0)


class Ground(NamedTuple):
    """The squares of a board of one size, in reading order, and what lies round each.

    ``rays``: by square, the squares outwards in each of the eight directions. ``beside``: by
    square, its orthogonal neighbours. ``open``: where tiles may be placed.
    """

    squares: tuple[int, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    beside: tuple[tuple[int, ...], ...]
    open: tuple[int, ...]


_DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _ray(half: int, x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
    found = []
    x, y = x + dx, y + dy
    while abs(x) <= half and abs(y) <= half:
        found.append(square(x, y))
        x, y = x + dx, y + dy
    return tuple(found)


@cache
def ground(half: int) -> Ground:
    """The board of one size."""
    squares = tuple(here for here in READING_ORDER if RADIUS[here] <= half)
    known = set(squares)
    rays = tuple(
        tuple(_ray(half, X[here], Y[here], dx, dy) for dx, dy in _DIRECTIONS)
        if here in known
        else ()
        for here in range(SIZE)
    )
    beside = tuple(tuple(ray[0] for ray in eight[::2] if ray) for eight in rays)
    placeable = tuple(here for here in squares if RADIUS[here] >= NEAREST and QUARTER[here] >= 0)
    return Ground(squares, rays, beside, placeable)
