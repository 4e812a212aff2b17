"""The stones of Shifting Stones as drawings of our own, and cards drawn from their patterns."""

from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin
from typing import Final

from archive.engines.drawing import box, disc, outlined, placed
from archive.engines.scene import Glyph, Stroke
from archive.engines.shifting_stones.header import GREY, Card
from archive.engines.shifting_stones.tables import FACES

Shape = tuple[tuple[str, str], ...]
"""Painted paths of a symbol, in a box from -40 to 40."""


def _rays() -> str:
    parts = []
    for step in range(8):
        angle = pi * step / 4
        tip = (40 * cos(angle), 40 * sin(angle))
        sides = [(25 * cos(angle + turn), 25 * sin(angle + turn)) for turn in (-0.26, 0.26)]
        points = " L ".join(f"{x:.1f} {y:.1f}" for x, y in (sides[0], tip, sides[1]))
        parts.append(f"M {points} Z")
    return " ".join(parts)


SYMBOLS: Final[Mapping[str, Shape]] = {
    "S": (("gold", _rays()), ("gold", disc(20))),
    "M": (
        (
            "blue",
            "M 14 -38 C -18 -40 -36 -20 -34 4 C -32 30 -6 42 22 32 C 2 28 -12 14 -12 -6 C -12 -20 -2 -32 14 -38 Z",
        ),
    ),
    "F": (
        ("blue", "M -38 0 C -24 -26 8 -26 20 -4 L 38 -20 L 38 20 L 20 4 C 8 26 -24 26 -38 0 Z"),
        ("white", disc(4, -20, -5)),
    ),
    "B": (
        (
            "violet",
            "M -40 -14 C -20 -22 -8 -12 0 2 C 8 -12 20 -22 40 -14 C 26 -10 16 2 8 14 L 0 30 L -8 14 C -16 2 -26 -10 -40 -14 Z",
        ),
    ),
    "H": (
        (
            "wood",
            "M -24 38 C -24 18 -10 10 -8 -2 L -24 10 C -34 12 -38 2 -32 -4 L -6 -30 L -4 -40 L 6 -32 C 26 -26 34 0 30 38 Z",
        ),
        ("white", disc(3.5, -8, -18)),
    ),
    "O": (
        ("red", "M -38 8 L 38 8 C 34 28 20 34 0 34 C -20 34 -34 28 -38 8 Z"),
        ("white", "M 2 -38 C 24 -30 32 -12 30 2 L 2 2 Z"),
        ("white", "M -5 -26 L -26 2 L -5 2 Z"),
    ),
    "E": (
        ("wood", "M 0 38 C -26 32 -28 2 0 -16 C 28 2 26 32 0 38 Z"),
        ("green", "M 0 -14 C -4 -30 -20 -38 -30 -34 C -28 -20 -14 -12 0 -14 Z"),
        ("green", "M 0 -14 C 4 -30 18 -36 28 -32 C 26 -20 14 -12 0 -14 Z"),
    ),
    "T": (
        ("wood", "M -6 8 L 6 8 L 8 38 L -8 38 Z"),
        (
            "green",
            "M 0 -40 C 12 -40 22 -32 22 -22 C 38 -20 40 8 18 10 L -18 10 C -40 8 -38 -20 -22 -22 C -22 -32 -12 -40 0 -40 Z",
        ),
    ),
}
"""By face: its symbol."""


def _symbol(face: str, scale: float, x: float, y: float, width: float) -> tuple[Stroke, ...]:
    return tuple(
        stroke
        for paint, path in SYMBOLS[face]
        for stroke in outlined(paint, placed(path, scale, x, y), width)
    )


STONE: Final = "M -34 -46 H 34 Q 46 -46 46 -34 V 34 Q 46 46 34 46 H -34 Q -46 46 -46 34 V -34 Q -46 -46 -34 -46 Z"
WINDOW: Final = disc(13, 31, 31)


def _stone(face: str) -> Glyph:
    """A stone: the face up, and small in its corner the face beneath."""
    beneath = FACES[FACES.index(face) ^ 1]
    return Glyph(
        (
            Stroke(STONE, "face"),
            Stroke(STONE, "rim", line=True, width=4),
            *_symbol(face, 0.8, -3, -3, 2.6),
            Stroke(WINDOW, "face"),
            Stroke(WINDOW, "rim", line=True, width=1.6),
            *_symbol(beneath, 0.24, 31, 31, 1),
        )
    )


CARD: Final = "M -30 -48 H 30 Q 36 -48 36 -42 V 42 Q 36 48 30 48 H -30 Q -36 48 -36 42 V -42 Q -36 -48 -30 -48 Z"
BACK: Final = "M 0 -34 L 24 0 L 0 34 L -24 0 Z"
CELL: Final = 21.0
"""Side of a square of a card's pattern."""

ARTWORK: Final[Mapping[str, Glyph]] = {
    **{face: _stone(face) for face in FACES},
    "card-back": Glyph(
        (
            Stroke(CARD, "stone"),
            Stroke(CARD, "rim", line=True, width=3),
            Stroke(BACK, "face", line=True, width=4),
            Stroke(disc(8), "face"),
        )
    ),
}


def card_glyph(card: Card) -> str:
    """The name of a card's drawing: one for each pattern and its points."""
    pattern = card.pattern.replace("/", "-").replace(GREY, "_")
    return f"card-{pattern}-{card.points}"


@cache
def draw_card(pattern: str, points: int) -> Glyph:
    """A card: its pattern, grey squares included, and beneath it a dot for each point."""
    rows = pattern.split("/")
    left, top = -CELL * len(rows[0]) / 2, -CELL * len(rows) / 2 - 8
    strokes = [Stroke(CARD, "face"), Stroke(CARD, "rim", line=True, width=3)]
    for down, row in enumerate(rows):
        for right, face in enumerate(row):
            x, y = left + CELL * (right + 0.5), top + CELL * (down + 0.5)
            half = CELL / 2 - 1
            square = box(x - half, y - half, x + half, y + half)
            strokes.append(Stroke(square, "stone" if face == GREY else "white"))
            strokes.append(Stroke(square, "contour", line=True, width=1))
            if face != GREY:
                strokes.extend(_symbol(face, 0.22, x, y, 1))
    dots = "".join(disc(4.4, 12 * (dot - (points - 1) / 2), 38) for dot in range(points))
    strokes.extend(outlined("gold", dots, 1.4))
    return Glyph(tuple(strokes))
