"""All that the page of one record shows, in the words and parts of its template."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.text import Truncator

from archive.engines import margins, svg
from archive.engines.scene import Glyph, Scene
from archive.models import Record, Verdict
from archive.notation.text import decode
from archive.selectors import exports
from archive.selectors.releases import version
from archive.selectors.replays import Replay, replay, trays_of
from archive.selectors.rows import RecordRow, SeatRow, row
from archive.selectors.words import FORMATS, result_words

NOBODY: Final = -1
WINDOW: Final = 240
"""Positions in one answer: more than nearly every game has."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stands beside the board for one seat: its player (None: nobody's) and its trays."""

    owner: int
    seat: SeatRow | None
    trays: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One position, drawn and said."""

    ply: int
    scene: Scene
    said: str
    words: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class RecordPage:
    """`shown` and `replay` are None where the board cannot be set up."""

    row: RecordRow
    replay: Replay | None
    shown: Shown | None
    artwork: Mapping[str, Glyph]
    claimed: str
    board_says: str
    original: str
    read_as: str
    tags: tuple[tuple[str, str], ...]
    downloads: tuple[tuple[str, exports.Form], ...]
    links: tuple[tuple[str, str, str], ...]
    version: str
    window: int = WINDOW

    @property
    def boards(self) -> int:
        """How many boards stand side by side."""
        return len(self.shown.scene.boards) if self.shown else 0

    @property
    def has_cards(self) -> bool:
        """Whether the record brings drawings of its own, which must be read and so need room."""
        return bool(self.shown and self.shown.scene.drawings)

    @property
    def before(self) -> int:
        """The ply of the step back from the one shown; the first has none before it."""
        return max(self.shown.ply - 1, 0) if self.shown else 0

    @property
    def after(self) -> int:
        return min(self.shown.ply + 1, self.replay.last) if self.shown and self.replay else 0

    @property
    def is_contradictory(self) -> bool:
        return self.row.record.verdict == Verdict.CONTRADICTORY

    @property
    def unverified(self) -> str:
        """Why the record could not be checked, in words."""
        problem = self.replay.judgement.problem if self.replay else None
        return problem.message if problem else ""

    @property
    def headings(self) -> tuple[str, ...]:
        """What the columns of the list of moves are called: the seats, or all of them in one."""
        if self.replay is None:
            return ()
        if self.replay.is_narrow:
            return ("Moves",)
        seats = {seat.number: seat.seat for seat in self.row.seats}
        return tuple(seats[number] for number in self.replay.columns if number in seats)


def record_page(record: Record, *, ply: str) -> RecordPage:
    """The page, with the position of the ply asked for, else the last one."""
    played = replay(record)
    about = row(record)
    return RecordPage(
        row=about,
        replay=played,
        shown=shown(played, about, _asked(ply, played.last)) if played else None,
        artwork=played.engine.artwork() if played else {},
        claimed=_with_reason(record.claimed_result, record.claimed_termination),
        board_says=_with_reason(record.board_result, record.board_termination),
        read_as=FORMATS.get(record.format, record.format),
        original=decode(bytes(record.original)).text,
        tags=tuple((name, value) for name, value in record.tags),
        downloads=tuple(exports.forms_of(record).items()),
        links=tuple(exports.links_of(record)),
        version=version(record),
    )


def shown(played: Replay, about: RecordRow, ply: int) -> Shown:
    scene = played.scene(ply)
    return Shown(
        ply=ply,
        scene=scene,
        said=played.said(ply),
        words=margins.words(scene),
        places=tuple(
            Place(seat.number, seat, margins.trays(trays_of(scene, seat.number)))
            for seat in about.seats
        )
        + _common(scene),
    )


def _common(scene: Scene) -> tuple[Place, ...]:
    """The trays that are nobody's, where a game has them."""
    trays = margins.trays(trays_of(scene, NOBODY))
    return (Place(NOBODY, None, trays),) if trays else ()


@dataclass(frozen=True, slots=True)
class PlyData:
    """A position as the player places it; ``trays`` are indexes into the window's `trays`."""

    layer: str
    said: str
    words: str
    captions: tuple[str, ...]
    turn: int
    trays: dict[int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """Some positions in a row. Trays seldom change, so each different one is sent once."""

    first: int
    last: int
    trays: list[str]
    plies: list[PlyData]


def window(record: Record, first: int) -> Window | None:
    """Up to `WINDOW` positions of a record from one on; None where it cannot be replayed."""
    played = replay(record)
    if played is None or first > played.last:
        return None
    about = row(record)
    trays: dict[str, int] = {}
    plies = []
    for ply in range(first, min(first + WINDOW, played.last + 1)):
        at = shown(played, about, ply)
        numbers = {place.owner: trays.setdefault(place.trays, len(trays)) for place in at.places}
        scene = at.scene
        plies.append(
            PlyData(svg.layer(scene), at.said, at.words, scene.captions, scene.turn, numbers)
        )
    return Window(first, played.last, list(trays), plies)


@dataclass(frozen=True, slots=True)
class Picture:
    """One position for a file of its own."""

    title: str
    scene: Scene
    artwork: Mapping[str, Glyph]


def picture(record: Record, ply: int) -> Picture | None:
    played = replay(record)
    if played is None or ply > played.last:
        return None
    place = f"after {played.moves[ply - 1].label}" if ply else "start"
    names = " – ".join(Truncator(seat.name).chars(30) for seat in row(record).seats)
    return Picture(f"{names}, {place}", played.scene(ply), played.engine.artwork())


def _asked(ply: str, last: int) -> int:
    """The ply that an address asks for, the last one where it asks for none that there is."""
    asked = ply.isascii() and ply.isdigit() and len(ply) < 9
    return min(int(ply), last) if asked else last


def _with_reason(result: str, termination: str) -> str:
    words = result_words(result)
    return f"{words}: {termination}" if termination else words
