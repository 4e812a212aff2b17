"""The tiles of Quaterno as drawings of our own: one `Glyph` per tile, and the sign of a seized one."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from archive.engines.drawing import circle, mirrored, outlined, tile
from archive.engines.scene import Glyph, Stroke

MIDDLE: Final = -10.0


def _ray(step: int) -> str:
    """One pointed ray of the Sun."""
    tip, left, right = (
        (radius * cos(angle), MIDDLE + radius * sin(angle))
        for radius, angle in (
            (31, pi * step / 4),
            (18, pi * (step - 0.42) / 4),
            (18, pi * (step + 0.42) / 4),
        )
    )
    return f"M{left[0]:.1f} {left[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"


RAYS: Final = "".join(_ray(step) for step in range(8))
MOON: Final = "M 12 -38 C -14 -38 -28 -22 -26 -6 C -24 12 -4 22 16 14 C -2 12 -12 2 -12 -12 C -12 -24 -4 -34 12 -38 Z"
FAN: Final = "M 0 16 L -36 -16 C -26 -38 26 -38 36 -16 Z"
FAN_RIBS: Final = "M 0 16 L -21 -29 M 0 16 L 0 -33 M 0 16 L 21 -29"
ANCHOR: Final = (
    "M 0 -24 L 0 14 M -14 -18 L 14 -18 M -30 -4 C -28 10 -14 17 0 17 C 14 17 28 10 30 -4"
)
FLUKES: Final = mirrored("M 22 -3 L 31 -14 L 37 -1 Z")
STICK: Final = "M -28 12 L 22 -36 L 29 -29 L -21 19 Z"
STICK_BANDS: Final = "M -16 0 L -9 7 M 10 -25 L 17 -18"
NEEDLE_NORTH: Final = "M -8 -10 L 0 -36 L 8 -10 Z"
NEEDLE_SOUTH: Final = "M -8 -10 L 0 16 L 8 -10 Z"
SHIELD: Final = "M 0 -38 L 27 -30 C 28 -8 20 8 0 19 C -20 8 -28 -8 -27 -30 Z"
SWORD: Final = "M 0 -30 L 5 -22 L 5 -4 L -5 -4 L -5 -22 Z M -12 -4 L 12 -4 L 12 1 L -12 1 Z M -3 1 L 3 1 L 3 10 L -3 10 Z"
CLASP: Final = "M -47 -12 L -34 -12 L -34 12 L -47 12 M 47 -12 L 34 -12 L 34 12 L 47 12"

ARTWORK: Final[Mapping[str, Glyph]] = {
    "S": tile("S", outlined("gold", RAYS, 2), outlined("gold", circle(15, 0, MIDDLE))),
    "M": tile("M", outlined("blue", MOON)),
    "F": tile(
        "F", outlined("red", FAN), Stroke(FAN_RIBS, "contour", line=True, width=2.4),
        Stroke(circle(4.5, 0, 15), "gold"),
    ),
    "A": tile(
        "A",
        Stroke(ANCHOR, "stone", line=True, width=7),
        Stroke(FLUKES, "stone"),
        Stroke(circle(6.5, 0, -31), "stone", line=True, width=5),
    ),
    "K": tile("K", outlined("wood", STICK), Stroke(STICK_BANDS, "contour", line=True, width=3)),
    "C": tile(
        "C",
        Stroke(circle(28, 0, MIDDLE), "gold", line=True, width=5),
        outlined("red", NEEDLE_NORTH, 2),
        outlined("white", NEEDLE_SOUTH, 2),
    ),
    "D": tile("D", outlined("green", SHIELD), outlined("white", SWORD, 1.8)),
    "seized": Glyph((Stroke(CLASP, "alarm", line=True, width=6),)),
}  # fmt: skip
"""Seized: two clasps in the colour of alarm grip the tile from both sides."""
