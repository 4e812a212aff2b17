"""What every engine offers: the words in which the rest of Tilebook speaks of any game.

An engine is the rules of one game as a stateless object over immutable values. A *state* is
everything the rules need; a *move* is one decision of one seat; a *turn* is what a record writes as
one token and may hold several moves (an arrange, then the bonus that it earned).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

from archive.engines.geometry import Symmetry
from archive.engines.scene import Glyph, Point, Scene

CHANCE: Final = -1
"""The actor of a state in which no seat decides, but a shuffled deck."""


class RuleError(ValueError):
    """Something an engine cannot accept: a stable ``code`` and a sentence for people.

    Codes are words with dots (``move.clash``); the sentence names tiles and points.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class UnreadableMove(RuleError):
    """The text of a turn is no move of this game, whatever the position (`move.unreadable`)."""


class IllegalMove(RuleError):
    """The turn is readable, but a rule forbids it in this position."""


class UnusableSetup(RuleError):
    """A Setup, Options, ... tag has a value from which no game can be started."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the record's header fixes before the first move.

    ``options`` are sorted (name, value) pairs, value ``""`` for a bare name; names are the engine's
    own short ones. ``rules`` is the rules profile by which the record is judged. ``plays_on``: the
    record is of a time whose sites could miss an end, see `Engine.plays_on`.
    """

    seats: int
    rules: str = ""
    options: tuple[tuple[str, str], ...] = ()
    plays_on: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A remark about a header that changes no verdict by itself: code and sentence."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Header:
    """A record's tags as an engine understands them.

    ``unverified`` says why the engine cannot judge this record (an unknown option or rules
    version), or is None. ``tags`` are the tags whose value has a normal form, in that form
    (``{"Options": "ancient-oasis"}``). ``others``: the setups by the other rules profiles, where the
    record names none: when one of them accepts a record that its own profile rejects, the report
    may say so.
    """

    setup: Setup
    tags: tuple[tuple[str, str], ...] = ()
    notices: tuple[Notice, ...] = ()
    unverified: Notice | None = None
    others: tuple[Setup, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended on the board.

    ``winners`` are seat numbers: several = shared; () = a draw, or with ``lost`` a puzzle lost.
    ``scores`` by seat, () where the game keeps none: those that `Engine.scores` tells. ``reason`` is one of the engine's ``reasons``.
    """

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """Something by which games of this kind can be found: Guest chose two Boats.

    ``kind`` is one of the engine's `facet_kinds`, ``label`` the words for it, ``seat`` -1 where it
    is nobody's.
    """

    kind: str
    label: str
    seat: int
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class FacetKind:
    """One filter that a game offers, with its choices as (value, label) pairs."""

    kind: str
    label: str
    choices: tuple[tuple[str, str], ...]


Spot = tuple[int, float, float]
"""A place on the table: the board's number in the game's scene, from 0, then x and y on it."""

EventRole = Literal["arrives", "moves", "leaves", "stands", "happens"]


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of tile (stone, card, ball) that statistics tell apart: its code and its name.

    ``group`` is the heading that it stands under (``Basic Flowers``), "" without one.
    """

    code: str
    label: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class EventKind:
    """Something that statistics count: ``planted``, in words for headings ("Planted").

    ``role`` says what it does to a tile: it ``arrives`` on the board, ``moves`` on it, ``leaves`` it,
    ``stands`` there when the game has ended, or none of these: it ``happens`` (a quarter is claimed,
    a card scored). ``has_spots``: its events say where. ``other``: words for what `Event.other` names
    ("Taken by"), "" where it names nothing. An ``other`` is a tile's code or words for people.
    ``per``: another kind, for each of which players want to know how many of these there are: actions
    per scored card.
    """

    kind: str
    label: str
    role: EventRole
    has_spots: bool = False
    other: str = ""
    per: str = ""


class Event(NamedTuple):
    """One thing that a move did, as statistics count it.

    ``seat``: whose doing it is, -1 nobody's; of a tile that ``stands``, whose it is. ``tile`` is the
    code of one of the engine's `tile_kinds`, "" where something ``happens`` to none. ``spot``: where it came to be, stands, or left from;
    ``origin``: where a tile that ``moves`` came from. Of one move, events stand in the order in which
    they happen; tiles that move together (round a Wheel) all leave their origins before any lands.
    """

    kind: str
    seat: int
    tile: str
    spot: Spot | None = None
    origin: Spot | None = None
    other: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that each seat has in every position, for curves over the game: its Harmonies."""

    name: str
    label: str


S = TypeVar("S")
M = TypeVar("M")


class Engine(Protocol[S, M]):
    """The rules of one game. Stateless: one instance serves all threads and workers."""

    slug: str
    """Stable name in addresses and rows: ``skud-pai-sho``."""
    name: str
    """The game's name for people: ``Skud Pai Sho``."""
    edition: int
    """Raised when rules change: positions and verdicts of other editions are stale."""
    seat_names: tuple[str, ...]
    """By seat number: ``("Host", "Guest")``. Tags and results use these names."""
    seat_letters: str
    """By seat number, as move numbers use them: ``"HG"``."""
    seats: range
    """How many seats may take part."""
    reasons: tuple[str, ...]
    """The terminations that the board itself shows (``harmony ring``). A record that claims one
    that the board does not show is contradictory."""
    facet_kinds: tuple[FacetKind, ...]
    """The filters that this game adds to the list of records."""
    tile_kinds: tuple[TileKind, ...]
    """The tiles that `events` name, in the order of tables."""
    event_kinds: tuple[EventKind, ...]
    """What `events` and `final_events` tell; the charts of a game are chosen by them."""
    measures: tuple[Measure, ...]
    """What `measured` counts, in its order."""

    # the header
    def header(self, tags: Mapping[str, str]) -> Header:
        """Read the tags (canonical names) that this game gives a meaning to. Raises UnusableSetup."""

    def recognise(self, token: str) -> bool:
        """Whether a record without a Game tag that begins with this token is surely this game's."""

    # play
    def start(self, setup: Setup) -> S:
        """The state before the first move."""

    def label(self, state: S) -> tuple[int, int]:
        """Number and seat of the turn that is due, as a record writes it: (7, 0) for ``7H``."""

    def actor(self, state: S) -> int:
        """The seat that decides next (also within a turn), or CHANCE."""

    def moves(self, state: S) -> Iterator[M]:
        """All legal moves: lazy, without repeats, in a fixed order; none after the end."""

    def rest(self, state: S) -> M | None:
        """The move that a record leaves out when a turn stops here (a bonus not taken).

        None where the turn is over (or has not begun): then nothing is owed.
        """

    def check(self, state: S, move: M) -> S:
        """The state after a legal move, as `play` gives it; for any other raise IllegalMove with the
        rule in words."""

    def play(self, state: S, move: M) -> S:
        """The state after a move.

        Trusts its caller on legality, so that a record that cannot be judged can still be shown:
        raises IllegalMove only for what cannot be carried out (no tile stands there).
        """

    def outcome(self, state: S) -> Outcome | None:
        """How the game has ended on the board, or None while it goes on. Later moves do not change
        it (see `plays_on`)."""

    def scores(self, state: S) -> tuple[int, ...]:
        """The scores by seat as they stand now; () where the game keeps none, or none yet."""

    def plays_on(self, state: S) -> bool:
        """Whether, after the end, a record may honestly go on: a site of its time could miss such
        an end. Further moves are then checked as ever, and only remarked on."""

    def unverified(self, states: tuple[S, ...]) -> Notice | None:
        """Why a record whose game has come through the states of this turn cannot be judged, though
        its header can; None where it can. Its rules are checked on, and a broken one counts."""

    def facets(self, state: S) -> tuple[Facet, ...]:
        """By what a record that leads to this state can be found."""

    # statistics
    def events(self, state: S, move: M, after: S) -> tuple[Event, ...]:
        """What a move did. ``after`` is the state that it led to, as `check` or `play` gave it."""

    def final_events(self, state: S) -> tuple[Event, ...]:
        """What can be told of the last position: the tiles that stand, those of a ring."""

    def measured(self, state: S) -> tuple[tuple[int, ...], ...]:
        """Each of the `measures`, by seat, of a position between turns."""

    def likenesses(self, state: S) -> tuple[Symmetry, ...]:
        """The maps to the `twins` of a state, each its own way back."""

    def twins(self, state: S) -> tuple[S, ...]:
        """Positions that players study as one with this, though the rules tell them apart (the
        colour-swapped mirror image); explorers fold them on request. Most games have none."""

    # identity
    def pack(self, state: S) -> bytes:
        """All that matters for the future of the game, and nothing else: equal positions pack
        equally, however they were reached."""

    def unpack(self, packed: bytes) -> S:
        """A state that packs to the same bytes and plays on alike."""

    def symmetries(self, state: S) -> tuple[Symmetry, ...]:
        """The transformations under which this state's future is the same; identity first."""

    def transform(self, state: S, by: Symmetry) -> S:
        """The image of a state."""

    def transform_move(self, move: M, by: Symmetry) -> M:
        """The image of a move."""

    def canonical(self, state: S) -> tuple[bytes, tuple[Symmetry, ...]]:
        """The least packed form over the state's symmetries, and all symmetries that reach it, in
        their order. Asked for in every position of every record; `core.canonical` is the plain way.
        """

    # words and pictures
    def read(self, state: S, text: str) -> tuple[M, ...]:
        """The moves that the body of one turn token writes (without a `rest`).

        Raises UnreadableMove. Reading says nothing of legality.
        """

    def write(self, state: S, moves: tuple[M, ...]) -> str:
        """The body of one turn token, `rest` left out. ``read(s, write(s, m)) == m`` without it."""

    def nearby(self, state: S, text: str) -> Iterator[str]:
        """Bodies that a writer of this one may have meant, likeliest first, legal or not."""

    def points(self, text: str) -> tuple[Point, ...]:
        """The points that the body of a turn token names, in its order, on the board or not.

        Never raises: a body that cannot be read names those that can be told.
        """

    def describe(self, states: tuple[S, ...], moves: tuple[M, ...]) -> str:
        """One turn in words. ``states`` are those before each move and the one after the last."""

    def board_text(self, state: S) -> str:
        """The position as one line, in the form of the game's rules page."""

    def scene(self, state: S, last: tuple[tuple[S, M], ...] = ()) -> Scene:
        """What to draw. ``last``: the moves of the last turn, each with the state before it."""

    def artwork(self) -> Mapping[str, Glyph]:
        """The drawings that scenes name, by glyph name."""
