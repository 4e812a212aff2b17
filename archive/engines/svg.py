"""Scene → SVG, in parts: what stays while a game is stepped through, and what changes.

`defs` and `ground` are written once per page, `layer` once per position. All are plain strings built here rather than by templates, because a record's page holds
the layers of all its positions; the frame round them is ``templates/components/scene.svg``.
One unit of the board is 100 units of the drawing, whose middle is (0,0): so the board turns by
half a turn, and each piece back upright, without any numbers in the style sheet.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape

from archive.engines.scene import (
    Area,
    Board,
    Glyph,
    Link,
    Mark,
    Piece,
    Point,
    Scene,
    Stroke,
)

UNIT = 100
BETWEEN = 1.0
"""Board units between two boards that stand side by side."""
LABEL = 34.0
LABEL_SHARE = 0.034
"""Of the drawing's longer side."""
ABOVE = frozenset({"last-to", "captured", "bad", "bad-from"})
"""Roles of marks that are drawn over the tiles; the others lie under them."""
BESIDE = 7.0
"""How far a link is moved to its side where the same line belongs to two owners."""


def number(value: float) -> str:
    """A coordinate of the drawing, as short as it can be; adding 0.0 turns -0 into 0."""
    return f"{round(value, 1) + 0.0:g}"


def _x(x: float) -> str:
    return number(x * UNIT)


def _y(y: float) -> str:
    return number(-y * UNIT)


@lru_cache(maxsize=2048)
def _at(point: Point) -> str:
    """A place in the drawing, its numbers divided by a blank."""
    return f"{_x(point[0])} {_y(point[1])}"


@lru_cache(maxsize=2048)
def _name(point: Point) -> str:
    """A place as pages name it to script: ``1,-6``."""
    return f"{point[0]:g},{point[1]:g}"


def size(scene: Scene) -> tuple[float, float]:
    """Width and height of the drawing of all boards, in its own units."""
    widths = [board.bounds[2] - board.bounds[0] for board in scene.boards]
    heights = [board.bounds[3] - board.bounds[1] for board in scene.boards]
    wide = sum(widths) + BETWEEN * (len(widths) - 1)
    return wide * UNIT, max(heights) * UNIT


def label_size(scene: Scene) -> str:
    """The size of the ground's labels, in the drawing's units: alike on small and large boards."""
    return number(min(LABEL, LABEL_SHARE * max(size(scene))))


def view_box(scene: Scene) -> str:
    """The viewBox of the drawing: its middle is the origin."""
    wide, high = size(scene)
    return f"{number(-wide / 2)} {number(-high / 2)} {number(wide)} {number(high)}"


def _shifts(scene: Scene) -> Iterator[tuple[Board, str]]:
    """Each board with the transform that puts it in its place, left to right."""
    left = -size(scene)[0] / 2 / UNIT
    for board in scene.boards:
        x = left - board.bounds[0]
        y = -(board.bounds[1] + board.bounds[3]) / 2
        yield board, f' transform="translate({_x(x)} {_y(y)})"' if x or y else ""
        left += board.bounds[2] - board.bounds[0] + BETWEEN


def seat(owner: int) -> str:
    """The class of what belongs to a seat."""
    return f"seat-{owner}" if owner >= 0 else "seat-none"


def symbol(scene: Scene, glyph: str) -> str:
    """The id of a glyph's drawing on a page."""
    return f"{scene.artwork}-{glyph}" if scene.artwork else glyph


# what stays


def defs(scene: Scene, artwork: Mapping[str, Glyph]) -> str:
    """The drawings of all tiles, to be used by id: once per page and game."""
    drawings = "".join(
        f'<g id="{escape(symbol(scene, name))}">{_glyph(glyph)}</g>'
        for name, glyph in (*artwork.items(), *scene.drawings)
    )
    return f"<defs>{drawings}</defs>"


def _glyph(glyph: Glyph) -> str:
    """A drawing; one with a code is a tile and gets a face."""
    strokes = "".join(map(_stroke, glyph.strokes))
    if not glyph.code:
        return strokes
    return (
        '<circle class="tile-shade" r="46" cx="2" cy="4"/><circle class="tile-rim" r="46.5"/>'
        '<circle class="tile-edge" r="43.5"/><circle class="tile-face" r="41.5"/>'
        f'<g class="tile-glyph">{strokes}</g>'
        f'<text class="tile-code" y="36">{escape(glyph.code)}</text>'
    )


def _stroke(stroke: Stroke) -> str:
    if stroke.line:
        return (
            f'<path class="line-{stroke.role}" stroke-width="{stroke.width:g}" d="{stroke.path}"/>'
        )
    return f'<path class="fill-{stroke.role}" d="{stroke.path}"/>'


def ground(scene: Scene) -> str:
    """The boards without anything that a move changes."""
    return "".join(
        f'<g class="ground"{shift}>{_ground(board)}</g>' for board, shift in _shifts(scene)
    )


def _ground(board: Board) -> str:
    beneath = "".join(_area(area) for area in board.areas if not area.over)
    over = "".join(_area(area) for area in board.areas if area.over)
    lines = _squares(board.points) if board.kind == "grid" else _crossings(board.points)
    labels = "".join(
        f'<g transform="translate({_at(label.at)})">'
        f'<text class="board-{label.role or "label"} upright" dy=".35em">{escape(label.text)}</text></g>'
        for label in board.labels
    )
    return f'{beneath}<path class="board-lines" d="{lines}"/>{over}{labels}'


def _area(area: Area) -> str:
    name = f'class="area area-{area.role}"'
    if area.radius:
        x, y = area.outline[0]
        return f'<circle {name} cx="{_x(x)}" cy="{_y(y)}" r="{_x(area.radius)}"/>'
    corners = "L".join(map(_at, area.outline))
    return f'<path {name} d="M{corners}{"Z" if len(area.outline) > 2 else ""}"/>'


def _squares(points: Iterable[Point]) -> str:
    return "".join(f"M{_x(x - 0.5)} {_y(y - 0.5)}h100v-100h-100z" for x, y in points)


def _crossings(points: Iterable[Point]) -> str:
    """The lines that join neighbouring points: one stretch for each unbroken row and column."""
    known = set(points)
    stretches = []
    for x, y in sorted(known):
        if (x - 1, y) not in known and (x + 1, y) in known:
            end = x
            while (end + 1, y) in known:
                end += 1
            stretches.append(f"M{_x(x)} {_y(y)}H{_x(end)}")
        if (x, y - 1) not in known and (x, y + 1) in known:
            end = y
            while (x, end + 1) in known:
                end += 1
            stretches.append(f"M{_x(x)} {_y(y)}V{_y(end)}")
    return "".join(stretches)


# what changes


def layer(scene: Scene) -> str:
    """All that one position puts on the ground: links, marks, pieces.

    Every piece has ``data-at="x,y"``, every trail ``data-from`` and ``data-to``.
    """
    return "".join(
        f'<g class="position"{shift}>{_links(board)}'
        f"{''.join(_mark(board, mark) for mark in board.marks if mark.role not in ABOVE)}"
        f"{''.join(_piece(scene, piece) for piece in board.pieces)}"
        f"{''.join(_mark(board, mark) for mark in board.marks if mark.role in ABOVE)}</g>"
        for board, shift in _shifts(scene)
    )


def said(scene: Scene, piece: Piece) -> str:
    """A tile with its owner and states in words."""
    owned = 0 <= piece.owner < len(scene.seats)
    label = f"{scene.seats[piece.owner]}'s {piece.label}" if owned else piece.label
    return ", ".join((label, *piece.states))


def _piece(scene: Scene, piece: Piece) -> str:
    states = "".join(f" is-{state}" for state in piece.states)
    signs = "".join(f'<use href="#{symbol(scene, state)}"/>' for state in piece.states)
    return (
        f'<g class="piece {seat(piece.owner)}{states}" data-at="{_name(piece.at)}"'
        f' transform="translate({_at(piece.at)})"><g class="upright">'
        f"<title>{escape(said(scene, piece))}</title>"
        f'<use href="#{symbol(scene, piece.glyph)}"/>{signs}</g></g>'
    )


def _mark(board: Board, mark: Mark) -> str:
    shape = SQUARE_MARKS.get(mark.role) if board.kind == "grid" else None
    return (
        f'<g class="board-mark mark-{mark.role}" transform="translate({_at(mark.at)})">'
        f"{shape or MARKS.get(mark.role, PLAIN_MARK)}</g>"
    )


PLAIN_MARK = '<circle r="52"/>'
SQUARE = "M-49 -49H49V49H-49Z"
SQUARE_MARKS: Mapping[str, str] = {
    "last-to": f'<g class="mark-square"><path class="mark-edge" d="{SQUARE}"/><path d="{SQUARE}"/></g>',
    "target": f'<g class="mark-square"><path d="{SQUARE}"/></g>',
}
"""What marks a whole square of a grid: the square's own shape."""
MARKS: Mapping[str, str] = {
    "last-from": '<circle class="mark-edge" r="30"/><circle r="30"/><circle class="mark-dot" r="9"/>',
    "last-to": '<circle class="mark-edge" r="51"/><circle r="51"/>',
    "captured": '<path class="mark-edge" d="{0}"/><path d="{0}"/>'.format(
        "M45 -45L66 -66M-45 -45L-66 -66M45 45L66 66M-45 45L-66 66M64 0H80M-64 0H-80M0 -64V-80M0 64V80"
    ),
    "bad-from": '<circle class="mark-edge" r="56"/><circle class="mark-dashes" r="56"/>',
    "bad": (
        '<circle class="mark-edge" r="56"/><circle r="56"/>'
        '<path class="mark-edge" d="M-36 -36L36 36M36 -36L-36 36"/>'
        '<path d="M-36 -36L36 36M36 -36L-36 36"/>'
    ),
}
"""The shapes of marks by role, drawn round (0,0); colours are the style sheet's."""

ORDER = ("trail", "broken", "harmony", "ring", "bad")


def _links(board: Board) -> str:
    """All links, lowest role first; those alike are one path, drawn twice: casing, then colour."""
    shared = {frozenset((link.start, link.end)): link.owner for link in board.links}
    paths: dict[tuple[str, int], list[str]] = {}
    trails = []
    for link in board.links:
        if link.role == "trail":
            trails.append(_trail(link))
            continue
        aside = shared[frozenset((link.start, link.end))] != link.owner
        paths.setdefault((link.role, link.owner), []).append(_line(link, BESIDE if aside else 0))
    drawn = [
        f'<path class="link-edge {name}" d="{line}"/><path class="link-core {name}" d="{line}"/>'
        for name, line in (
            (f"link-{role} {seat(owner)}", "".join(lines))
            for (role, owner), lines in sorted(paths.items(), key=lambda item: _rank(item[0]))
        )
    ]
    return "".join(trails) + "".join(drawn)


def _rank(named: tuple[str, int]) -> tuple[int, int]:
    role, owner = named
    return (ORDER.index(role) if role in ORDER else len(ORDER), owner)


def _line(link: Link, aside: float) -> str:
    if not aside:
        return f"M{_at(link.start)}L{_at(link.end)}"
    (x1, y1), (x2, y2) = link.start, link.end
    right = aside if x1 == x2 else 0
    down = aside if y1 == y2 else 0
    return (
        f"M{number(x1 * UNIT + right)} {number(-y1 * UNIT + down)}"
        f"L{number(x2 * UNIT + right)} {number(-y2 * UNIT + down)}"
    )


def _trail(link: Link) -> str:
    return (
        f'<path class="link-trail" data-from="{_name(link.start)}" data-to="{_name(link.end)}"'
        f' d="{_line(link, 0)}"/>'
    )
