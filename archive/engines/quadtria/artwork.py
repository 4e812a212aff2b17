"""The balls and signal pegs of Quadtria as drawings of our own."""

from collections.abc import Mapping
from typing import Final

from archive.engines.drawing import box, circle, outlined
from archive.engines.scene import Glyph, Stroke

SHINE: Final = "M -24 -12 C -22 -24 -12 -31 0 -31 C -10 -27 -17 -21 -18 -11 Z"
POST: Final = box(-5, -34, 5, 34)
FLAG_DOWN: Final = "M 5 -30 L 30 -19 L 5 -8 Z"
FLAG_OUT: Final = "M 5 -34 L 42 -34 L 42 -6 L 5 -6 Z"

ARTWORK: Final[Mapping[str, Glyph]] = {
    "ball": Glyph(
        (
            Stroke(circle(43), "rim"),
            Stroke(circle(39), "face"),
            Stroke(circle(30), "ink", line=True, width=2),
            Stroke(SHINE, "ink"),
        )
    ),
    "peg": Glyph(
        (*outlined("stone", POST, 2.4), Stroke(FLAG_DOWN, "gold", line=True, width=3)),
    ),
    "peg-turned": Glyph(
        (
            *outlined("stone", POST, 2.4),
            *outlined("gold", FLAG_OUT, 2.4),
            Stroke(circle(7, 23, -20), "ink"),
        ),
    ),
}
"""A peg shows a small empty flag until it is turned, then a large one."""
