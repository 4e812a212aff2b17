"""The board, the tiles, and everything about them that never changes.

A *point* is a number: rows of 12, of which 11 are used, so that point + 1 is the neighbour to the
right and point + 12 the one above; the unused column keeps rows apart when whole sets of points are
shifted. A *set of points* is an integer with one bit a point.

A *kind* of tile is a number from 0, the six flowers first, in the order of the harmony ring. A
*tile* is one of the 24: ``seat * 12 + kind``. What stands on a point is ``1 + tile``, or 0.
"""

from collections.abc import Iterator
from typing import Final

GUEST: Final = 0
HOST: Final = 1
SEATS: Final = ("Guest", "Host")
LETTERS: Final = "GH"

CODES: Final = "JLDRCPKBWSGO"
NAMES: Final = (
    "Jasmine",
    "Lily",
    "Jade",
    "Rose",
    "Cherry",
    "Peach",
    "Knotweed",
    "Boat",
    "Wheel",
    "Rock",
    "Dragon",
    "Lotus",
)
KINDS: Final = len(CODES)
FLOWERS: Final = 6
KNOTWEED, BOAT, WHEEL, ROCK, DRAGON, LOTUS = range(FLOWERS, KINDS)
TILES: Final = 2 * KINDS
PACE: Final = (3, 3, 3, 3, 3, 3, 0, 4, 3, 0, 6, 2)
"""By kind: how many steps it may go."""

WIDTH: Final = 12
HALF: Final = 5
SIZE: Final = 11 * WIDTH


def point(x: int, y: int) -> int:
    """The number of a point."""
    return (y + HALF) * WIDTH + x + HALF


def on_board(x: int, y: int) -> bool:
    """Whether (x, y) is one of the 121 points."""
    return max(abs(x), abs(y)) <= HALF


X: Final = tuple(number % WIDTH - HALF for number in range(SIZE))
Y: Final = tuple(number // WIDTH - HALF for number in range(SIZE))
POINTS: Final = tuple(number for number in range(SIZE) if on_board(X[number], Y[number]))
READING_ORDER: Final = tuple(sorted(POINTS, key=lambda here: (-Y[here], X[here])))
NAME: Final = tuple(f"({X[number]},{Y[number]})" for number in range(SIZE))
BIT: Final = tuple(1 << number for number in range(SIZE))
BOARD: Final = sum(BIT[number] for number in POINTS)


def members(points: int) -> Iterator[int]:
    """The points of a set, lowest first."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def _shifted(number: int, dx: int, dy: int) -> int:
    x, y = X[number] + dx, Y[number] + dy
    return point(x, y) if on_board(x, y) else -1


ROUND: Final = tuple(
    tuple(_shifted(number, dx, dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    for number in range(SIZE)
)
"""By point: its neighbours to the north, east, south and west, -1 for one off the board."""
BESIDE: Final = tuple(sum(BIT[near] for near in four if near >= 0) for four in ROUND)
"""By point: the set of its neighbours."""

LINES: Final = tuple(slice(y * WIDTH, y * WIDTH + 11) for y in range(11)) + tuple(
    slice(x, SIZE, WIDTH) for x in range(11)
)
"""Every row, then every column, as slices of a board."""


# ---- regions: rules, section Regions ----
def _square(x: int, y: int) -> int:
    """The nine points round a centre."""
    return sum(BIT[point(x + dx, y + dy)] for dx in (-1, 0, 1) for dy in (-1, 0, 1))


CENTRE: Final = _square(0, 0)
PORTS: Final = (_square(0, -4), _square(0, 4))
"""By seat: its home port."""
SIDES: Final = _square(-4, 0) | _square(4, 0)
"""The east and the west port."""
FIVE: Final = CENTRE | SIDES | PORTS[GUEST] | PORTS[HOST]
HALVES: Final = (
    sum(BIT[number] for number in POINTS if Y[number] < 0),
    sum(BIT[number] for number in POINTS if Y[number] > 0),
)
"""By seat: its half of the board."""


def _regions(seat: int) -> tuple[int, ...]:
    home, foreign = PORTS[seat], PORTS[1 - seat]
    flowers = (home, SIDES, CENTRE, foreign, SIDES, CENTRE)
    return (*flowers, FIVE, CENTRE, FIVE, FIVE, HALVES[1 - seat], HALVES[seat])


REGION: Final = _regions(GUEST) + _regions(HOST)
"""By tile: where it may be placed."""
_REGION_NAMES: Final = (
    *("own port", "east or west port", "centre", "other player's port", "east or west port"),
    *("centre", "centre or a port", "centre", "centre or a port", "centre or a port"),
    *("other player's half", "own half"),
)
REGION_NAME: Final = _REGION_NAMES
"""By kind: the words for its region."""


def kind_of(value: int) -> int:
    """The kind of what stands on a point that is not empty."""
    return (value - 1) % KINDS


def seat_of(value: int) -> int:
    """The owner of what stands on a point that is not empty."""
    return int(value > KINDS)


# ---- relations between two tiles: rules, sections Harmony ring, Harmonies ----
HARMONY: Final = 1
DISCORD: Final = 2


def _relation(one: int, other: int) -> int:
    a, b = one % KINDS, other % KINDS
    if a < FLOWERS and b < FLOWERS:
        step = abs(a - b)
        if step == FLOWERS // 2:
            return DISCORD
        return HARMONY if step in {1, FLOWERS - 1} else 0
    if LOTUS in {a, b} and min(a, b) < FLOWERS:
        return HARMONY if one // KINDS == other // KINDS else DISCORD
    return 0


RELATION: Final = tuple(
    bytes(_relation(one, other) for other in range(TILES)) for one in range(TILES)
)
"""By two tiles: HARMONY, DISCORD or 0."""
CHAINED: Final = frozenset(
    tile for tile in range(TILES) if tile % KINDS < FLOWERS or tile % KINDS == LOTUS
)
"""The tiles that harmonies are made of."""


def removes(mover: int, prey: int) -> bool:
    """Whether a tile may end its move on another. Rules, section A turn."""
    kind = mover % KINDS
    if kind in {DRAGON, LOTUS}:
        return prey % KINDS != ROCK
    return kind < FLOWERS and RELATION[mover][prey] == DISCORD
