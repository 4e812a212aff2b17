"""The board, the tiles, and everything about them that never changes.

A *point* is a number: rows of 18, of which 17 are used, so that point + 1 is the neighbour to the
right and point + 18 the one above; the unused column keeps rows apart when whole sets of points are
shifted. A *set of points* is an integer with one bit a point. A *link* is a pair of points of one
row or column, written as ``lower << 9 | higher``.

A *kind* of tile is a number from 0; what stands on a point is a *value*: 0 for nothing, else
``1 + kind``, with 32 added for Guest's tiles and 64 for a flower or Bender in a Gate.
"""

from collections.abc import Callable, Iterator
from typing import Final

HOST: Final = 0
GUEST: Final = 1
SEATS: Final = ("Host", "Guest")

# ---- tiles: the six Basic Flowers stand in the order of the Harmony circle ----
CODES: Final = (
    "R3", "R4", "R5", "W3", "W4", "W5", "L", "O", "R", "W", "K", "B", "P", "M", "T",
    "KOI", "BAD", "DRA", "BIS",
)  # fmt: skip
NAMES: Final = (
    "Rose",
    "Chrysanthemum",
    "Rhododendron",
    "Jasmine",
    "Lily",
    "White Jade",
    "White Lotus",
    "Orchid",
    "Rock",
    "Wheel",
    "Knotweed",
    "Boat",
    "Pond",
    "Bamboo",
    "Lion Turtle",
    "Koi",
    "Badgermole",
    "Dragon",
    "Sky Bison",
)
KIND_OF: Final = {code: kind for kind, code in enumerate(CODES)}
KINDS: Final = len(CODES)
BASICS: Final = 6
LOTUS, ORCHID, ROCK, WHEEL, KNOTWEED, BOAT, POND, BAMBOO, TURTLE = range(6, 15)
KOI, BADGERMOLE, DRAGON, BISON = range(15, KINDS)
FLOWERS: Final = 8
"""How many kinds are flowers; those from `ROCK` to before `KOI` are accents, from there Benders."""
ACCENTS: Final = KOI - ROCK
PACE: Final = (3, 4, 5, 3, 4, 5, 2, 6, *(0,) * ACCENTS, 1, 4, 4, 5)
"""By kind: how many steps a flower or a Bender may go."""

GUEST_BIT: Final = 32
GROWING_BIT: Final = 64
BLOOMING: Final = 63
"""``value & BLOOMING`` is the same tile outside a Gate."""


VALUES: Final = 128


def value_of(kind: int, seat: int) -> int:
    """The value of a tile outside the Gates."""
    return 1 + kind + seat * GUEST_BIT


def kind_of(value: int) -> int:
    """The kind of tile of a value that is not 0."""
    return (value & 31) - 1


def seat_of(value: int) -> int:
    """The owner of a value that is not 0."""
    return value >> 5 & 1


# ---- points ----
WIDTH: Final = 18
SIZE: Final = 17 * WIDTH


def point(x: int, y: int) -> int:
    """The number of a point of the 17 x 17 grid."""
    return (y + 8) * WIDTH + x + 8


def _half_width(y: int) -> int:
    return min(8, 12 - abs(y)) if abs(y) <= 8 else -1


def on_board(x: int, y: int) -> bool:
    """Whether (x, y) is one of the 249 points."""
    return abs(x) <= _half_width(y)


X: Final = tuple(number % WIDTH - 8 for number in range(SIZE))
Y: Final = tuple(number // WIDTH - 8 for number in range(SIZE))
POINTS: Final = tuple(number for number in range(SIZE) if on_board(X[number], Y[number]))
NAME: Final = tuple(f"({X[number]},{Y[number]})" for number in range(SIZE))
POINT_OF: Final = {NAME[number]: number for number in POINTS}
BIT: Final = tuple(1 << number for number in range(SIZE))
BOARD: Final = sum(BIT[number] for number in POINTS)


def members(points: int) -> Iterator[int]:
    """The points of a set, lowest first."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


SOUTH_GATE: Final = point(0, -8)
NORTH_GATE: Final = point(0, 8)
GATES: Final = (SOUTH_GATE, point(-8, 0), point(8, 0), NORTH_GATE)
GATE_SET: Final = sum(BIT[gate] for gate in GATES)
GROWING: Final = bytes(GROWING_BIT if number in GATES else 0 for number in range(SIZE))
"""By point: what a tile's value gains there."""
CENTRE: Final = point(0, 0)


def _garden(colour: int) -> int:
    """Where flowers of a colour (1 red, -1 white) may end a move: all but the other's pure garden."""
    return sum(
        BIT[number]
        for number in POINTS
        if number not in GATES
        and (abs(X[number]) + abs(Y[number]) >= 7 or X[number] * Y[number] * colour >= 0)
    )


_ANYWHERE = BOARD & ~GATE_SET
STAND: Final = (_garden(1),) * 3 + (_garden(-1),) * 3 + (_ANYWHERE,) * (KINDS - BASICS)
"""By kind: the points where such a tile may stand (Gates, where flowers are planted, aside)."""

CLOCKWISE: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight surrounding points in the order in which a Wheel turns."""


def _shifted(number: int, dx: int, dy: int) -> int:
    x, y = X[number] + dx, Y[number] + dy
    return point(x, y) if on_board(x, y) else -1


ROUND: Final = tuple(
    tuple(_shifted(number, dx, dy) for dx, dy in CLOCKWISE) for number in range(SIZE)
)
"""By point: the surrounding points clockwise, -1 for one off the board."""
AROUND: Final = tuple(sum(BIT[near] for near in near8 if near >= 0) for near8 in ROUND)
"""By point: the set of the surrounding points on the board."""


# ---- lines ----
def _ray(number: int, dx: int, dy: int) -> int:
    """The points that lie from a point in one direction."""
    found, here = 0, _shifted(number, dx, dy)
    while here >= 0:
        found |= BIT[here]
        here = _shifted(here, dx, dy)
    return found


RAYS: Final = tuple(
    (
        (_ray(number, -1, 0), _ray(number, 0, -1)),
        (_ray(number, 1, 0), _ray(number, 0, 1)),
    )
    for number in range(SIZE)
)
"""By point: the points to the west and the south, whose numbers are lower, then those to the east
and the north. The nearest tile is the highest of the former and the lowest of the latter."""
ROW: Final = tuple(BIT[n] | RAYS[n][0][0] | RAYS[n][1][0] for n in range(SIZE))
COLUMN: Final = tuple(BIT[n] | RAYS[n][0][1] | RAYS[n][1][1] for n in range(SIZE))


def link(a: int, b: int) -> int:
    """The number of a link between two points of one line."""
    return a << 9 | b if a < b else b << 9 | a


def ends(number: int) -> tuple[int, int]:
    """The two points of a link, the lower one first."""
    return number >> 9, number & 511


LINKS: Final = tuple(a << 9 | b for a in POINTS for high in RAYS[a][1] for b in members(high))


def _links_through() -> tuple[frozenset[int], ...]:
    through: list[set[int]] = [set() for _ in range(SIZE)]
    for number in LINKS:
        a, b = ends(number)
        for here in range(a, b + 1, 1 if b - a < WIDTH else WIDTH):
            through[here].add(number)
    return tuple(map(frozenset, through))


THROUGH: Final = _links_through()
"""By point: the links that end on it or pass over it."""


# ---- relations between two values on one line ----
HARMONY_OF: Final = (1, 2)
"""By seat: the bit of its Harmonies in `RELATION` and `JOINED`."""
CLASH: Final = 4


def _relation(one: int, other: int) -> int:
    a, b = kind_of(one), kind_of(other)
    if a < BASICS and b < BASICS:
        step = abs(a - b)
        if step == BASICS // 2:
            return CLASH
        neighbours = step in {1, BASICS - 1} and seat_of(one) == seat_of(other)
        return HARMONY_OF[seat_of(one)] if neighbours else 0
    if KOI in {a, b}:
        is_own = min(a, b) <= LOTUS and seat_of(one) == seat_of(other)
        return HARMONY_OF[seat_of(one)] if is_own else 0
    if LOTUS in {a, b} and min(a, b) < BASICS:
        return HARMONY_OF[seat_of(one if a < BASICS else other)]
    return 0


def _joined(one: int, other: int) -> int:
    """As beside a Lion Turtle: the owner's bit, 3 for two owners, 0 where nothing joins them."""
    a, b = kind_of(one), kind_of(other)
    if max(a, b) > LOTUS or a == b == LOTUS:
        return 0
    return HARMONY_OF[seat_of(one)] | HARMONY_OF[seat_of(other)]


_RELATED: Final = tuple(
    value_of(kind, seat) for seat in (HOST, GUEST) for kind in (*range(FLOWERS), KOI)
)
"""The values that may relate to others: those of Blooming flowers and Koi."""


def _table(related: Callable[[int, int], int]) -> tuple[bytes, ...]:
    rows = [bytearray(VALUES) for _ in range(VALUES)]
    for one in _RELATED:
        for other in _RELATED:
            rows[one][other] = related(one, other)
    return tuple(map(bytes, rows))


RELATION: Final = _table(_relation)
"""By the values of two tiles: CLASH, or the bit of the Harmony's owner, or 0."""
JOINED: Final = _table(_joined)
"""By the values of two tiles beside a Lion Turtle: see `_joined`."""
MAY_RELATE: Final = _table(lambda one, other: _relation(one, other) | _joined(one, other))
"""Not 0 where `RELATION` or `JOINED` is not."""


# ---- the Harmony Ring, and the midlines ----
def _sides(number: int) -> int:
    """Which half-axes (east 1, north 2, west 4, south 8) a link crosses, touches or lies on."""
    a, b = ends(number)
    if X[a] <= 0 <= X[b] and Y[a] <= 0 <= Y[b] and (X[a] == X[b] == 0 or Y[a] == Y[b] == 0):
        return 0
    meets_x, meets_y = Y[a] <= 0 <= Y[b], X[a] <= 0 <= X[b]
    return (
        (meets_x and X[b] > 0)
        | (meets_y and Y[b] > 0) << 1
        | (meets_x and X[a] < 0) << 2
        | (meets_y and Y[a] < 0) << 3
    )


SIDES: Final = {number: _sides(number) for number in LINKS}
"""By link: the half-axes that it meets. A Ring meets all four. 0 also for a link over the centre."""
OVER_CENTRE: Final = THROUGH[CENTRE]


def _winding(number: int) -> int:
    a, b = ends(number)
    return int(X[a] > 0 and X[b] > 0 and Y[a] <= 0 < Y[b])


WINDING: Final = {number: _winding(number) for number in LINKS}
"""By link: how often it crosses, upwards, the ray that leaves the centre just above east."""
MIDLINE: Final = frozenset(
    number
    for number in LINKS
    for a, b in [ends(number)]
    if 0 not in {X[a], Y[a], X[b], Y[b]} and (X[a] * X[b] < 0 or Y[a] * Y[b] < 0)
)
"""The links that cross a midline."""
