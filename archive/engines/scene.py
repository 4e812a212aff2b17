"""What to draw, as data: one component draws every game's scene, and knows no game.

Board coordinates are the game's own (x to the right, y upwards). Roles are words that the style
sheet maps to colours and patterns; ``label`` is the text for people who do not see the picture.
The words that the style sheet knows stand beside each class; a new game needs no others.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One drawn shape of a glyph: SVG path data in a box from -50 to 50, y downwards.

    ``role`` is a paint: ``face``, ``rim``, ``ink``, ``contour`` (dark on every face), ``red``,
    ``white``, ``gold``, ``green``, ``blue``, ``violet``, ``wood``, ``stone``, ``alarm``; ``line`` draws the outline only, with
    ``width``, else the shape is filled. The face of a tile has a radius of 46.
    """

    path: str
    role: str
    line: bool = False
    width: float = 3.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """The drawing of one kind of tile, without its face. ``code`` is printed small beneath it.

    The sign of a piece's state (``trapped``) is a glyph of that name, drawn over the tile.
    """

    strokes: tuple[Stroke, ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board's ground: a polygon, two points a line, ``radius`` a circle round one.

    Roles: ``rim`` (left out where a board is small), ``ground``, ``neutral``, ``red``, ``white``,
    ``light``, ``dark``, ``gate``, ``goal``; lines ``wall``, ``midline``. ``over``: drawn over the
    lines that join the points, else beneath.
    """

    role: str
    outline: tuple[Point, ...]
    radius: float = 0.0
    over: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate or another quiet word on the board's ground, upright whichever way it turns.

    ``role`` is "", or ``region`` for the name of a part of the board, written large over it.
    """

    at: Point
    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile on the board. ``owner``: seat, or -1. ``glyph`` names a drawing of the engine.

    ``label`` is the tile in words, owner and place aside ("growing Rose"). ``states`` are words such as
    ``trapped`` or ``drained``, each drawn as a sign and said. ``place``: the place in words, where
    the game does not name it by its coordinates (``1A5``).
    """

    at: Point
    owner: int
    glyph: str
    label: str
    states: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a place: ``last-from``, ``last-to``, ``captured``, ``target``, ``owed``; and of a
    move that was refused ``bad-from`` and ``bad``."""

    at: Point
    role: str


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two places: ``harmony``, ``broken``, ``ring``, ``bad``, or the ``trail`` of a
    tile from where it stood to where it stands (pages let it glide along)."""

    start: Point
    end: Point
    role: str
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Board:
    """One board: its bounds (left, bottom, right, top), ground, places, pieces, marks and links.

    ``kind``: ``points`` (tiles on crossings) or ``grid`` (tiles in squares). ``points`` are the
    places where a tile may ever stand, for the lines or squares of the ground.
    """

    kind: str
    bounds: tuple[float, float, float, float]
    points: tuple[Point, ...]
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """Some tiles of one kind in a tray. ``group`` orders the tray: ``flowers``, ``accents`` ...; ``large``: drawn larger, to be read
    (a card)."""

    glyph: str
    count: int
    label: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies beside the board. ``owner``: the seat whose tiles these are, or -1.

    ``role``: ``hand``, ``captured`` ... An empty tray is drawn as such.
    """

    role: str
    owner: int
    title: str
    items: tuple[TrayItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to draw of one position. ``turn``: the seat to move, or -1 after the end.

    ``captions`` are short sentences ("Guest to move.", "Guest closed a Harmony Ring.").
    ``artwork`` names the set that the glyphs come from (the engine's slug): two games' drawings
    on one page stay apart by it. ``seats``: their names, for words. ``drawings``: glyphs that are
    no artwork of the engine, because this record brings its own (its cards); one name means one
    drawing, in every record. ``near``: the seat that sits at the lower edge of the boards.
    """

    boards: tuple[Board, ...]
    trays: tuple[Tray, ...] = ()
    captions: tuple[str, ...] = field(default=())
    turn: int = -1
    artwork: str = ""
    seats: tuple[str, ...] = ()
    drawings: tuple[tuple[str, Glyph], ...] = ()
    near: int = 0


def mark_attempt(scene: Scene, points: Iterable[Point]) -> Scene:
    """The scene with the points that a refused move named marked, on the first board that has them.

    The first of several is where the move began. A point off every board cannot be drawn: a
    caption says so.
    """
    named = list(dict.fromkeys(points))
    captions = list(scene.captions)
    boards = list(scene.boards)
    for place, point in enumerate(named):
        role = "bad-from" if place == 0 and len(named) > 1 else "bad"
        for index, board in enumerate(boards):
            if point in board.points:
                boards[index] = replace(board, marks=(*board.marks, Mark(point, role)))
                break
        else:
            captions.append(f"The point ({point[0]:g},{point[1]:g}) is not on the board.")
    return replace(scene, boards=tuple(boards), captions=tuple(captions))
