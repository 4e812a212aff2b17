"""The tiles of Skud Pai Sho as drawings of our own: one `Glyph` per tile, and the signs of states.

A tile's drawing is centred on (0, -10): its code stands beneath. Red flowers have pointed petals,
white ones round petals, so that shape says what colour says.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from archive.engines.drawing import circle, mirrored
from archive.engines.scene import Glyph, Stroke

CENTRE: Final = -10.0
"""Where the middle of a tile's drawing stands, above the middle of its face."""

Curve = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]

POINTED: Final[Mapping[int, Curve]] = {
    count: (
        ("M", ((0, -3),)),
        ("C", ((wide * 0.55, -7), (wide, -15), (wide * 0.8, -20))),
        ("C", ((wide * 0.6, -26), (wide * 0.2, -29), (0, -35))),
        ("C", ((-wide * 0.2, -29), (-wide * 0.6, -26), (-wide * 0.8, -20))),
        ("C", ((-wide, -15), (-wide * 0.55, -7), (0, -3))),
    )
    for count, wide in ((3, 20.0), (4, 14.5), (5, 13.5))
}
ROUND: Final[Mapping[int, Curve]] = {
    count: (
        ("M", ((0, -3),)),
        ("C", ((wide * 0.4, -8), (wide, -12), (wide, -20))),
        ("C", ((wide, -27), (wide * 0.55, -31), (0, -31))),
        ("C", ((-wide * 0.55, -31), (-wide, -27), (-wide, -20))),
        ("C", ((-wide, -12), (-wide * 0.4, -8), (0, -3))),
    )
    for count, wide in ((3, 17.5), (4, 15.0), (5, 12.0))
}


def _turned(curve: Curve, angle: float) -> str:
    """A petal as path data, turned clockwise by an angle (in turns) round the flower's centre."""
    right, down = cos(2 * pi * angle), sin(2 * pi * angle)
    parts = []
    for command, points in curve:
        numbers = (
            f"{x * right - y * down:.1f} {x * down + y * right + CENTRE:.1f}" for x, y in points
        )
        parts.append(command + " ".join(numbers))
    return "".join(parts) + "Z"


def _ring(radius: float, y: float = CENTRE) -> str:
    """A circle on the tile's middle line as path data."""
    return circle(radius, y=y)


def _flower(code: str, count: int, petal: Curve, paint: str) -> Glyph:
    first = 1 / 8 if count == 4 else 0
    petals = "".join(_turned(petal, first + step / count) for step in range(count))
    return Glyph(
        (
            Stroke(petals, paint),
            Stroke(petals, "contour", line=True, width=2.6),
            Stroke(_ring(6), "gold"),
            Stroke(_ring(6), "contour", line=True, width=2.2),
        ),
        code,
    )


def _outlined(paint: str, path: str, width: float = 3.0) -> tuple[Stroke, Stroke]:
    return Stroke(path, paint), Stroke(path, "contour", line=True, width=width)


LOTUS_OUTER: Final = mirrored("M 36 -14 C 35 6 20 17 0 17 C 6 4 18 -8 36 -14 Z")
LOTUS_INNER: Final = mirrored("M 21 -30 C 29 -12 20 12 0 17 C -2 0 6 -20 21 -30 Z")
LOTUS_HEART: Final = "M 0 -38 C 14 -24 14 2 0 17 C -14 2 -14 -24 0 -38 Z"
ORCHID_SEPALS: Final = "M 0 -39 C 9 -30 9 -16 0 -8 C -9 -16 -9 -30 0 -39 Z " + mirrored(
    "M 2 -8 C 17 -5 26 8 23 21 C 10 18 2 6 2 -8 Z"
)
ORCHID_PETALS: Final = mirrored("M 1 -9 C 6 -32 38 -34 38 -14 C 38 2 14 6 1 -9 Z")
ORCHID_LIP: Final = "M 0 -10 C 10 -6 11 4 6 9 C 3 12 -3 12 -6 9 C -11 4 -10 -6 0 -10 Z"

SHELL: Final = "M 0 -31 C 16 -31 25 -21 25 -8 C 25 6 14 15 0 15 C -14 15 -25 6 -25 -8 C -25 -21 -16 -31 0 -31 Z"
TURTLE_LIMBS: Final = (
    mirrored("M 15 -25 C 22 -36 35 -33 34 -23 C 33 -17 27 -14 22 -13 Z")
    + " "
    + mirrored("M 20 5 C 28 5 33 12 29 18 C 24 22 16 17 12 11 Z")
)
TURTLE_HEAD: Final = "M -9 -29 C -13 -44 13 -44 9 -29 Z"
SHELL_PLATES: Final = (
    "M 0 -20 L 10 -14 L 10 -2 L 0 4 L -10 -2 L -10 -14 Z M 0 -20 L 0 -31 M 10 -14 L 21 -21 "
    "M 10 -2 L 22 4 M 0 4 L 0 15 M -10 -2 L -22 4 M -10 -14 L -21 -21"
)

CANES: Final = (
    "M -25 -30 L -14 -30 L -14 15 L -25 15 Z M -5.5 -39 L 5.5 -39 L 5.5 15 L -5.5 15 Z "
    "M 14 -24 L 25 -24 L 25 15 L 14 15 Z"
)
CANE_NODES: Final = (
    "M -27 -15 L -13 -15 M -27 2 L -13 2 M -7 -22 L 7 -22 M -7 -6 L 7 -6 M -7 9 L 7 9 "
    "M 13 -9 L 27 -9 M 13 6 L 27 6"
)
CANE_LEAVES: Final = "M 5 -28 C 12 -40 24 -38 31 -33 C 22 -27 14 -25 5 -28 Z"

ROCK: Final = "M -34 8 L -29 -13 L -13 -31 L 9 -34 L 27 -20 L 35 4 L 27 17 L -26 17 Z"
ROCK_FACETS: Final = (
    "M -13 -31 L -5 -12 L -29 -13 M -5 -12 L 14 -15 L 9 -34 M 14 -15 L 27 -20 M 14 -15 L 20 3 "
    "L 35 4 M 20 3 L 15 17 M -5 -12 L -12 17"
)

KNOT: Final = "M -24 -24 C -20 -42 22 -42 22 -20 C 22 -4 -6 14 -36 14"
KNOT_BACK: Final = "M 36 14 C 6 14 -30 -4 -24 -24"
KNOT_LEAVES: Final = mirrored(
    "M 20 -12 C 26 -24 35 -26 41 -23 C 39 -13 31 -8 20 -12 Z "
    "M 16 9 C 20 -3 30 -5 36 -2 C 34 8 27 13 16 9 Z"
)

SPOKES: Final = " ".join(
    f"M 0 {CENTRE:g} L {18 * cos(pi * step / 4):.1f} {CENTRE + 18 * sin(pi * step / 4):.1f}"
    for step in range(8)
)
WHEEL_ARROW: Final = "M -28 -2 A 29 29 0 0 1 25 -25"
WHEEL_HEAD: Final = "M 34 -12 L 15.5 -19.5 L 34 -32 Z"

KOI_BODY: Final = "M -33.5 -12 C -25.5 -30.5 -1 -33 14 -15.5 C -1 5.5 -25.5 6.5 -33.5 -12 Z"
KOI_TAIL: Final = (
    "M 8.5 -14 C 16.5 -29.5 25.5 -34 33.5 -32 C 28 -21.5 26.5 -7.5 33.5 8 C 23 8 15 -0.5 8.5 -14 Z"
)
KOI_FINS: Final = "M -13.5 -25 C -9 -36.5 2.5 -38.5 9.5 -35 L 1 -24.5 Z M -14 1 C -10.5 11 -3 14.5 5 12 L -1 -0.5 Z"
KOI_PATCHES: Final = "M -11.5 -27 C -1 -28.5 6 -24.5 10.5 -19 C 5 -12 -4.5 -14 -11.5 -27 Z M -20.5 0.5 C -14 -10 -3.5 -8.5 1 -4 C -6.5 1 -13.5 2 -20.5 0.5 Z"

BADGER_HEAD: Final = "M 0 -36 C 21.5 -36 29 -22 23.5 -7.5 C 20 3.5 12.5 14 0 14 C -12.5 14 -20 3.5 -23.5 -7.5 C -29 -22 -21.5 -36 0 -36 Z"
BADGER_BLAZE: Final = "M -5.5 -36 L 5.5 -36 L 8 -4 L -8 -4 Z " + mirrored(
    "M 23.5 -23.5 C 28 -14.5 24.5 -4.5 20 0.5 L 14.5 -11 Z"
)
BADGER_EYES: Final = mirrored("M 13.5 -18 L 19 -15 L 17 -9 L 12 -12 Z")
BADGER_NOSE: Final = (
    "M -10 4.5 C -10 -3 10 -3 10 4.5 C 10 10.5 3.5 14 0 14 C -3.5 14 -10 10.5 -10 4.5 Z"
)
BADGER_CLAWS: Final = mirrored(
    "M 22.5 14 L 24.5 -4.5 L 29 10.5 L 32.5 -6.5 L 33.5 9.5 L 38.5 -3 L 36 15 C 31.5 19.5 25 18.5 22.5 14 Z"
)

DRAGON_BODY: Final = "M 10.5 -25 C -4.5 -35.5 -28 -29 -24 -15 C -20.5 -4.5 15.5 -12.5 18.5 -0.5 C 21 9.5 2.5 11 -25.5 8"
DRAGON_HEAD: Final = "M 4 -34 L 15.5 -31.5 L 32 -21 L 28.5 -14.5 L 14 -16 L 5.5 -19 Z"
DRAGON_HORNS: Final = "M 13 -30.5 C 9 -35.5 5.5 -38 -1 -38 M 18 -30 C 15.5 -35.5 13 -38 8 -39.5"
DRAGON_SPINES: Final = (
    "M -17.5 -30.5 L -28 -35.5 L -25 -23.5 Z M -28 -17.5 L -37 -13.5 L -26.5 -8.5 Z M 4 -13.5 L 11.5 -21.5 L 15.5 -10 Z "
    "M 20.5 -6 L 30 -0.5 L 19.5 5.5 Z"
)

BISON_HORNS: Final = mirrored(
    "M 16.5 -23 C 27.5 -21.5 29 -31 24.5 -40 C 38 -33 38.5 -13.5 19.5 -11 Z"
)
BISON_HEAD: Final = (
    "M 0 -32 C 10.5 -34.5 21 -29.5 23 -19 C 31.5 -12 30 2.5 22 6.5 C 19.5 14.5 9 16.5 0 16.5 "
    "C -9 16.5 -19.5 14.5 -22 6.5 C -30 2.5 -31.5 -12 -23 -19 C -21 -29.5 -10.5 -34.5 0 -32 Z"
)
BISON_MUZZLE: Final = "M 0 -3 C 12.5 -3 16.5 1.5 15 7.5 C 13 14 6 16.5 0 16.5 C -6 16.5 -13 14 -15 7.5 C -16.5 1.5 -12.5 -3 0 -3 Z"
BISON_WOOL: Final = "M -15 -20.5 C -11.5 -27.5 -4.5 -27.5 -3.5 -20.5 C -2 -27.5 5.5 -27.5 6 -20.5 C 8 -26.5 13 -26.5 16 -20.5"
BISON_FACE: Final = mirrored(
    "M 9 -13.5 L 15 -13.5 L 15 -7.5 L 9 -7.5 Z M 3.5 5 L 9 4 L 8 9.5 L 3.5 9.5 Z"
)

GLYPHS: Final[Mapping[str, Glyph]] = {
    **{f"R{count}": _flower(f"R{count}", count, POINTED[count], "red") for count in (3, 4, 5)},
    **{f"W{count}": _flower(f"W{count}", count, ROUND[count], "white") for count in (3, 4, 5)},
    "L": Glyph(
        (
            Stroke(_ring(41, 0), "gold", line=True, width=4.5),
            *_outlined("white", LOTUS_OUTER),
            *_outlined("white", LOTUS_INNER),
            *_outlined("gold", LOTUS_HEART),
        ),
        "L",
    ),
    "O": Glyph(
        (
            Stroke(_ring(41, 0), "violet", line=True, width=4.5),
            *_outlined("violet", ORCHID_SEPALS, 2.4),
            *_outlined("violet", ORCHID_PETALS, 2.4),
            *_outlined("gold", ORCHID_LIP, 2.4),
        ),
        "O",
    ),
    "R": Glyph(
        (*_outlined("stone", ROCK), Stroke(ROCK_FACETS, "contour", line=True, width=2)), "R"
    ),
    "W": Glyph(
        (
            Stroke(SPOKES, "wood", line=True, width=4),
            Stroke(_ring(18), "wood", line=True, width=5),
            Stroke(_ring(6), "ink"),
            Stroke(WHEEL_ARROW, "ink", line=True, width=5),
            Stroke(WHEEL_HEAD, "ink"),
        ),
        "W",
    ),
    "K": Glyph(
        (
            Stroke(KNOT_BACK, "green", line=True, width=7),
            Stroke(KNOT, "face", line=True, width=12),
            Stroke(KNOT, "green", line=True, width=7),
            Stroke(KNOT_LEAVES, "green"),
        ),
        "K",
    ),
    "B": Glyph(
        (
            *_outlined("white", "M 3 -39 C 22 -32 30 -16 28 -4 L 3 -4 Z", 2.6),
            *_outlined("white", "M -4 -30 L -23 -4 L -4 -4 Z", 2.6),
            *_outlined("wood", "M -37 1 L 37 1 C 30 15 20 19 0 19 C -20 19 -30 15 -37 1 Z"),
        ),
        "B",
    ),
    "P": Glyph(
        (
            Stroke("M -37 -8 a 37 25 0 1 1 74 0 a 37 25 0 1 1 -74 0 Z", "blue"),
            Stroke("M -26 -8 a 26 16.5 0 1 1 52 0 a 26 16.5 0 1 1 -52 0 Z", "face", True, 3.6),
            Stroke("M -14 -8 a 14 8.5 0 1 1 28 0 a 14 8.5 0 1 1 -28 0 Z", "face", True, 3.6),
            Stroke("M -4 -8 a 4 2.6 0 1 1 8 0 a 4 2.6 0 1 1 -8 0 Z", "face"),
        ),
        "P",
    ),
    "M": Glyph(
        (
            *_outlined("green", CANES, 2.2),
            Stroke(CANE_NODES, "contour", line=True, width=3),
            *_outlined("green", CANE_LEAVES, 2.2),
        ),
        "M",
    ),
    "T": Glyph(
        (
            *_outlined("gold", TURTLE_LIMBS, 2.4),
            *_outlined("gold", TURTLE_HEAD, 2.4),
            *_outlined("green", SHELL),
            Stroke(SHELL_PLATES, "contour", line=True, width=2.4),
        ),
        "T",
    ),
    "KOI": Glyph(
        (
            *_outlined("red", KOI_FINS, 2.4),
            *_outlined("red", KOI_TAIL, 2.4),
            *_outlined("white", KOI_BODY, 2.6),
            Stroke(KOI_PATCHES, "red"),
            Stroke(KOI_BODY, "contour", line=True, width=2.6),
            Stroke("M -26 -15 a 3.2 3.2 0 1 1 6.4 0 a 3.2 3.2 0 1 1 -6.4 0 Z", "contour"),
        ),
        "KOI",
    ),
    "BAD": Glyph(
        (
            *_outlined("wood", BADGER_CLAWS, 2),
            *_outlined("stone", BADGER_HEAD, 2.6),
            *_outlined("white", BADGER_BLAZE, 2),
            Stroke(BADGER_EYES, "contour"),
            *_outlined("red", BADGER_NOSE, 2.4),
        ),
        "BAD",
    ),
    "DRA": Glyph(
        (
            *_outlined("gold", DRAGON_SPINES, 2),
            Stroke(DRAGON_BODY, "contour", line=True, width=13),
            Stroke(DRAGON_BODY, "red", line=True, width=8),
            Stroke(DRAGON_HORNS, "contour", line=True, width=4.5),
            *_outlined("red", DRAGON_HEAD, 2.6),
            Stroke("M 15.5 -26.5 L 22 -24 L 17 -21.5 Z", "gold"),
        ),
        "DRA",
    ),
    "BIS": Glyph(
        (
            *_outlined("gold", BISON_HORNS, 2.6),
            *_outlined("white", BISON_HEAD, 2.8),
            *_outlined("wood", BISON_MUZZLE, 2.4),
            Stroke(BISON_WOOL, "wood", line=True, width=4),
            Stroke(BISON_FACE, "contour"),
        ),
        "BIS",
    ),
}


def _claw(quarter: int) -> str:
    """A bracket that grips the tile from one of four corners, with a thorn inwards."""
    edge = ((47, -30), (47, 30), (39, 30), (39, 11), (29, 0), (39, -11), (39, -30))
    points = []
    for radius, angle in edge:
        turn = pi * (quarter * 90 + 45 + angle) / 180
        points.append(f"{radius * cos(turn):.1f} {radius * sin(turn):.1f}")
    return f"M{points[0]}A47 47 0 0 1 {points[1]}L{'L'.join(points[2:])}Z"


CLAWS: Final = "".join(_claw(quarter) for quarter in range(4))
VINE: Final = "M -42 -22 C -20 -36 -14 4 2 -6 C 18 -18 22 30 42 20"

SIGNS: Final[Mapping[str, Glyph]] = {
    "trapped": Glyph((*_outlined("violet", CLAWS, 2),)),
    "drained": Glyph(
        (
            Stroke(VINE, "face", line=True, width=13),
            Stroke(VINE, "green", line=True, width=6.5),
        )
    ),
}
"""Trapped: four claws of the Orchid's colour. Drained: a Knotweed's vine across the tile."""

ARTWORK: Final[Mapping[str, Glyph]] = {**GLYPHS, **SIGNS}
