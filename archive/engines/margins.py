"""Scene → what stands beside the board: trays as HTML or in an SVG file, and the position in words.

The tiles use the drawings that `archive.engines.svg.defs` wrote on the same page.
"""

from html import escape

from archive.engines.scene import Piece, Scene, Tray
from archive.engines.svg import number, seat, symbol

ROW = 96
"""Height of one tray in an SVG file, in the board's drawing units."""
NAME_WIDTH = 440
"""Room for a tray's title in an SVG file."""
TILE_SCALE = 0.72
LARGE = "large"
"""The group of what is drawn larger, to be read."""
MANY = 6
"""A tray with more that is to be read may scroll, so that the keyboard must reach it; no hand does."""
OWN_COLOURS = " seat-none"
"""What is to be read looks the same in every hand."""


def trays(scene: Scene) -> str:
    """The trays as HTML: a section each, with a list of tiles and their counts."""
    return "".join(_tray(scene, tray) for tray in scene.trays)


def _tray(scene: Scene, tray: Tray) -> str:
    items = "".join(
        f'<li class="tray-item tray-{item.group or "tiles"}">'
        f'<svg class="tray-tile{OWN_COLOURS if item.group == LARGE else ""}" viewBox="-50 -50 100 100" role="img">'
        f"<title>{escape(item.label)}</title>"
        f'<use href="#{symbol(scene, item.glyph)}"/></svg> '
        f'<span class="tray-count">{item.count}</span></li>'
        for item in tray.items
    )
    scrolls = tray.role != "hand" and sum(item.group == LARGE for item in tray.items) > MANY
    reach = f' tabindex="0" aria-label="{escape(tray.title)}"' if scrolls else ""
    content = (
        f'<ul class="tray-items"{reach}>{items}</ul>' if items else '<p class="tray-empty">None</p>'
    )
    return (
        f'<section class="tray tray-{tray.role} {seat(tray.owner)}">'
        f'<h3 class="tray-title">{escape(tray.title)}</h3>{content}</section>'
    )


def rows(scene: Scene, left: float, top: float, width: float) -> str:
    """The trays for an SVG file: a row each, from a left upper corner on, as wide as the picture."""
    return "".join(
        _row(scene, tray, left, top + ROW * (index + 0.5), width)
        for index, tray in enumerate(scene.trays)
    )


def _row(scene: Scene, tray: Tray, left: float, middle: float, width: float) -> str:
    """One tray; its tiles move together where there are many of them."""
    step = min(112.0, (width - NAME_WIDTH) / max(1, len(tray.items)))
    tiles = "".join(
        f'<g transform="translate({number(left + NAME_WIDTH + step * place + 36)} {number(middle)})">'
        f'<g transform="scale({TILE_SCALE})"><use href="#{symbol(scene, item.glyph)}"/></g>'
        f'<text class="file-count" x="37" dy=".35em">{item.count}</text></g>'
        for place, item in enumerate(tray.items)
    )
    if not tray.items:
        tiles = f'<text class="file-tray" x="{number(left + NAME_WIDTH)}" y="{number(middle)}" dy=".35em">none</text>'
    title = f'<text class="file-tray" x="{number(left)}" y="{number(middle)}" dy=".35em">'
    return f'{title}{escape(tray.title)}</text><g class="{seat(tray.owner)}">{tiles}</g>'


def words(scene: Scene) -> str:
    """The position in words, one sentence a line: what a screen reader says of the picture."""
    lines = list(scene.captions)
    for board in scene.boards:
        for owner in sorted({piece.owner for piece in board.pieces}):
            tiles = [_placed(piece) for piece in board.pieces if piece.owner == owner]
            lines.append(f"{_owner(scene, owner)}: {'; '.join(tiles)}.")
    for tray in scene.trays:
        held = ", ".join(f"{item.count} {item.label}" for item in tray.items) or "none"
        lines.append(f"{tray.title}: {held}.")
    return "\n".join(lines)


def _owner(scene: Scene, owner: int) -> str:
    return scene.seats[owner] if 0 <= owner < len(scene.seats) else "On the board"


def _placed(piece: Piece) -> str:
    states = f" ({', '.join(piece.states)})" if piece.states else ""
    place = piece.place or f"({piece.at[0]:g},{piece.at[1]:g})"
    return f"{piece.label} at {place}{states}"
