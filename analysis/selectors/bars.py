"""The results of a line of the explorer's table as a small picture: a bar of the seats' shares.

Written as text here and not in a template: a page has twenty of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

FITS: Final = 34
"""The least width, in hundredths of the bar, in which a label has room."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of a bar, in hundredths of it; ``seat`` is -1 for games without a sole winner."""

    seat: int
    name: str
    letter: str
    start: float
    width: float

    @property
    def drawn(self) -> str:
        place = f'x="{self.start:.2f}%" width="{self.width:.2f}%" height="100%"'
        return (
            f'<rect class="bar-{self.seat}" {place}/>'
            f'<rect class="bar-over-{self.seat}" {place}/>{self._label}'
        )

    @property
    def _label(self) -> str:
        if self.width < FITS:
            return ""
        middle = self.start + self.width / 2
        words = f"{escape(self.letter)} {self.width:.0f}"
        return (
            f'<text class="bar-label" x="{middle:.2f}%" y="50%" aria-hidden="true">{words}</text>'
        )


def bar(pieces: Sequence[Piece], words: str) -> str:
    """The bar as SVG, with its meaning in words."""
    said = escape(words)
    drawn = "".join(piece.drawn for piece in pieces)
    title = f"<title>{said}</title>" if pieces else ""
    return f'<svg class="bar" role="img" aria-label="{said}">{title}{drawn}</svg>'
