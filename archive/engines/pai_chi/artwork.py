"""The tiles of Pai Chi as drawings of our own: one `Glyph` per tile, and the sign of a held one.

White flowers have round petals, red ones pointed, so that shape says what colour says; opposites on
the harmony ring have the same number of them.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from archive.engines.drawing import circle, mirrored, outlined, tile
from archive.engines.scene import Glyph, Stroke

MIDDLE: Final = -10.0
ROUND_PETAL: Final = ((0, 4), (11, 9), (15, 24), (0, 29))
POINTED_PETAL: Final = ((0, 4), (13, 9), (12, 20), (0, 34))


def _turned(points: tuple[tuple[float, float], ...], angle: float) -> list[str]:
    """Points, (aside, outwards), turned clockwise by an angle in turns, as path numbers."""
    right, down = sin(2 * pi * angle), -cos(2 * pi * angle)
    return [
        f"{out * right - aside * down:.1f} {MIDDLE + out * down + aside * right:.1f}"
        for aside, out in points
    ]


def _petals(count: int, shape: tuple[tuple[float, float], ...]) -> str:
    width = {3: 1.45, 4: 1.1, 5: 0.9}[count]
    start, first, second, tip = shape
    right = (start, (first[0] * width, first[1]), (second[0] * width, second[1]), tip)
    paths = []
    for step in range(count):
        one = _turned(right, step / count)
        other = _turned(tuple((-aside, out) for aside, out in right), step / count)
        paths.append(f"M{one[0]}C{one[1]} {one[2]} {one[3]}C{other[2]} {other[1]} {other[0]}Z")
    return "".join(paths)


def _flower(code: str, count: int, paint: str) -> Glyph:
    shape = ROUND_PETAL if paint == "white" else POINTED_PETAL
    return tile(
        code,
        outlined(paint, _petals(count, shape), 2.4),
        outlined("gold", circle(6.5, 0, MIDDLE), 2.2),
    )


VINES: Final = "M -30 12 C -30 -34 8 -38 8 -14 C 8 6 -20 4 -14 -14 C -8 -34 30 -34 30 12"
VINE_LEAVES: Final = mirrored("M 20 -26 C 26 -36 36 -36 40 -32 C 36 -24 28 -22 20 -26 Z")
HULL: Final = "M -36 0 C -20 6 20 6 36 0 C 30 16 18 19 0 19 C -18 19 -30 16 -36 0 Z"
SAIL: Final = "M -3 -39 C 22 -30 26 -14 24 -4 L -3 -4 Z"
MAST: Final = "M -3 -40 L -3 2"
SPOKES: Final = " ".join(
    f"M 0 {MIDDLE:g} L {17 * cos(pi * step / 3):.1f} {MIDDLE + 17 * sin(pi * step / 3):.1f}"
    for step in range(6)
)
ARROW: Final = "M -27 -6 A 27 27 0 0 1 23 -24"
ARROW_HEAD: Final = "M 32 -12 L 15 -18 L 31 -31 Z"
STONES: Final = (
    "M -33 16 L -29 -4 L -14 -12 L 2 -2 L 6 16 Z M 2 -2 L 10 -20 L 27 -18 L 35 2 L 32 16 L 6 16 Z"
)
STONE_TOP: Final = "M -14 -12 L -9 -32 L 8 -36 L 18 -19 L 10 -20 L 2 -2 Z"
DRAGON_BODY: Final = "M 26 14 C 0 20 -34 10 -30 -8 C -27 -22 0 -12 4 -20 C 7 -28 -6 -34 -18 -30"
DRAGON_SPINE: Final = "M -33 -2 L -42 -4 M -26 8 L -32 15 M -8 13 L -10 21 M 12 -16 L 20 -20"
DRAGON_HEAD: Final = "M -12 -38 L -34 -33 L -40 -22 L -30 -24 L -24 -17 L -10 -22 Z"
LEAF: Final = "M -40 8 C -30 22 30 22 40 8 C 20 2 -20 2 -40 8 Z"
LOTUS_SIDE: Final = mirrored("M 2 8 C 12 -22 30 -24 37 -18 C 36 -4 24 8 2 8 Z")
LOTUS_HEART: Final = "M 0 -38 C 15 -24 15 -4 0 8 C -15 -4 -15 -24 0 -38 Z"
TENDRILS: Final = "M -44 -14 C -30 -4 -30 20 -44 22 M 44 -14 C 30 -4 30 20 44 22"

ARTWORK: Final[Mapping[str, Glyph]] = {
    "J": _flower("J", 3, "white"),
    "L": _flower("L", 4, "white"),
    "D": _flower("D", 5, "white"),
    "R": _flower("R", 3, "red"),
    "C": _flower("C", 4, "red"),
    "P": _flower("P", 5, "red"),
    "K": tile(
        "K",
        Stroke(VINES, "face", line=True, width=12),
        Stroke(VINES, "green", line=True, width=7),
        outlined("green", VINE_LEAVES, 1.8),
    ),
    "B": tile(
        "B",
        Stroke(MAST, "wood", line=True, width=4),
        outlined("blue", SAIL, 2.4),
        outlined("wood", HULL),
    ),
    "W": tile(
        "W",
        Stroke(SPOKES, "wood", line=True, width=4),
        Stroke(circle(17, 0, MIDDLE), "wood", line=True, width=5),
        Stroke(ARROW, "ink", line=True, width=5),
        Stroke(ARROW_HEAD, "ink"),
    ),
    "S": tile("S", outlined("stone", STONES, 2.6), outlined("stone", STONE_TOP, 2.6)),
    "G": tile(
        "G",
        Stroke(DRAGON_BODY, "contour", line=True, width=14),
        Stroke(DRAGON_BODY, "violet", line=True, width=10),
        Stroke(DRAGON_SPINE, "violet", line=True, width=4),
        outlined("violet", DRAGON_HEAD, 2.4),
        Stroke(circle(2.6, -25, -28), "gold"),
    ),
    "O": tile(
        "O",
        Stroke(circle(41, 0, 0), "gold", line=True, width=4.5),
        outlined("green", LEAF, 2.4),
        outlined("white", LOTUS_SIDE, 2.4),
        outlined("gold", LOTUS_HEART, 2.4),
    ),
    "held": Glyph(
        (
            Stroke(TENDRILS, "face", line=True, width=12),
            Stroke(TENDRILS, "green", line=True, width=6.5),
        )
    ),
}
"""Held: a Knotweed's tendrils reach round the tile from both sides."""
