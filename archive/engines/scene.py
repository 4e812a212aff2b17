"""What to draw, as data: one component draws every game's scene, and knows no game.

Board coordinates are the game's own (x to the right, y upwards). Roles are words that the style
sheet maps to colours and patterns; ``label`` is the text for people who do not see the picture.
"""

from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One drawn shape of a glyph: SVG path data in a box from -50 to 50, y downwards.

    ``role`` is a paint role: ``face``, ``rim``, ``ink``, ``red``, ``white``, ``green``, ``wood``,
    ``accent`` ...; ``line`` draws the outline only, else the shape is filled.
    """

    path: str
    role: str
    line: bool = False
    width: float = 3.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """The drawing of one kind of tile, without its face. ``code`` is printed small beneath it."""

    strokes: tuple[Stroke, ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board's ground: a closed polygon, or with ``radius`` a circle round its point."""

    role: str
    outline: tuple[Point, ...]
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile on the board. ``owner``: seat, or -1. ``glyph`` names a drawing of the engine.

    ``states`` are words such as ``trapped`` or ``drained``, each drawn as a mark and said.
    """

    at: Point
    owner: int
    glyph: str
    label: str
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a place: role such as ``last-from``, ``last-to``, ``captured``, ``bad``, ``target``."""

    at: Point
    role: str


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two places. Role such as ``harmony``, ``broken``, ``ring``, ``trail``."""

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
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """Some tiles of one kind in a tray. ``group`` orders the tray: ``flowers``, ``accents`` ..."""

    glyph: str
    count: int
    label: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies beside the board. ``owner``: seat, or -1. ``role``: ``hand``, ``captured`` ..."""

    role: str
    owner: int
    title: str
    items: tuple[TrayItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to draw of one position. ``turn``: the seat to move, or -1 after the end.

    ``captions`` are short sentences ("Guest to move", "Guest owns a Harmony Ring").
    """

    boards: tuple[Board, ...]
    trays: tuple[Tray, ...] = ()
    captions: tuple[str, ...] = field(default=())
    turn: int = -1
