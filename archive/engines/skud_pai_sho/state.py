"""States and moves of Skud Pai Sho, and what they are when packed or turned."""

from collections.abc import Callable
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from archive.engines.base import Outcome, Setup
from archive.engines.geometry import Symmetry
from archive.engines.skud_pai_sho import header, scoring
from archive.engines.skud_pai_sho.header import Rules, rules_of
from archive.engines.skud_pai_sho.tables import (
    BAMBOO,
    BASICS,
    BIT,
    GROWING_BIT,
    GUEST,
    GUEST_BIT,
    HOST,
    KINDS,
    KOI,
    POINTS,
    ROCK,
    SIZE,
    VALUES,
    WHEEL,
    X,
    Y,
    ends,
    kind_of,
    link,
    members,
    point,
    value_of,
)

CHOOSE, PLANT, ARRANGE, BONUS, REST = range(5)
"""The kinds of move: accents chosen; a flower planted; one arranged; a bonus tile; no bonus."""


class Move(NamedTuple):
    """One decision.

    ``tile``: the kind of tile planted or played as a bonus. ``start``: where an arranged flower
    stood; for a bonus the point that the tile is put on. ``end``: where a flower goes or is
    planted; for a Boat where the flower that it carries goes. ``chosen``: the kinds of accents (and
    the Bender) chosen, sorted. ``shift``: from where and to where an arranged Badgermole shifts an
    accent. What a move does not use is -1 or empty.
    """

    kind: int
    tile: int = -1
    start: int = -1
    end: int = -1
    chosen: bytes = b""
    shift: tuple[int, ...] = ()


class State(NamedTuple):
    """A position with all that the rules need.

    A NamedTuple, not a frozen dataclass: one is built a ply, and a dataclass of twelve fields takes
    about six times as long to build (measured; to take apart, about as long).

    ``turn``: turns completed; 0 and 1 are the choices of accents. ``owed``: how many
    Harmony Bonuses the seat that has just arranged may still take. ``tiles``: the occupied points. ``hands``: counts by kind,
    Host's, then Guest's. ``chosen``: the accents (and the Bender) that each seat chose, as counts like ``hands`` from
    the Rock on; it is history, left out of `pack`. ``host`` and ``guest``: the links of their
    Harmonies. ``clash``: a link on which the last move left a Clash, or 0. ``ended``: the first
    outcome on the board.
    """

    rules: Rules
    turn: int
    owed: int
    board: bytes
    tiles: int
    hands: bytes
    chosen: bytes
    auras: scoring.Auras
    host: frozenset[int]
    guest: frozenset[int]
    clash: int
    ended: Outcome | None


state_of: Final[Callable[[tuple[Any, ...]], State]] = partial(tuple.__new__, State)
"""A State of its fields in their order: what `State(...)` does, in less than half of the time."""

BASIC_HAND: Final = bytes([3] * BASICS + [1] * 2 + [0] * (KINDS - ROCK))
NOTHING_CHOSEN: Final = bytes(2 * (KINDS - ROCK))


def start(setup: Setup) -> State:
    """The state before Host chooses accents."""
    return _start(rules_of(setup))


@lru_cache(maxsize=256)
def _start(rules: Rules) -> State:
    return assemble(rules, 0, owed=0, board=bytes(SIZE), hands=BASIC_HAND * 2)


def assemble(
    rules: Rules,
    turn: int,
    *,
    owed: int,
    board: bytes,
    hands: bytes,
    chosen: bytes = NOTHING_CHOSEN,
    ended: Outcome | None = None,
) -> State:
    """A state of which only the tiles are known: their relations are worked out."""
    tiles = sum(BIT[here] for here in POINTS if board[here])
    auras = scoring.auras_of(board)
    host, guest, _, _, clash = scoring.all_links(board, tiles, auras)
    return State(
        rules, turn, owed, board, tiles, hands, chosen, auras, host, guest, clash, ended
    )  # fmt: skip


def actor(state: State) -> int:
    """The seat that decides next."""
    turn = state.turn
    return 1 - (turn & 1) if turn > 1 else turn


# ---- packing ----
_PROFILES: Final = tuple(name for name, _ in header.PROFILES)
_ENDINGS: Final = (None, *scoring.OUTCOMES)
_PHASES: Final = 4
"""Turns from the fourth on differ only by whose they are."""


GUEST_PACKED, GROWING_PACKED, BENDER_PACKED = 16, 32, 64
_HAND: Final = KOI
"""How many kinds a hand without Benders has; they are packed only where the game has them."""
PACKED: Final = bytes(
    (BENDER_PACKED + kind - KOI if (kind := kind_of(value)) >= KOI else kind + 1)
    | (GUEST_PACKED if value & GUEST_BIT else 0)
    | (GROWING_PACKED if value & GROWING_BIT else 0)
    for value in range(256)
)
"""By value: how it is packed. The bits are those of a time without Benders."""
_UNPACKED: Final = {PACKED[value]: value for value in range(VALUES) if kind_of(value) < KINDS}


def pack(state: State) -> bytes:
    """Rules, phase, ending, hands, then each tile as the number of its point and its value."""
    board = state.board.translate(PACKED)
    tiles = [byte for here in members(state.tiles) for byte in (PLACE[here], board[here])]
    return packed_head(state) + packed_hands(state.rules, state.hands) + bytes(tiles)


def packed_head(state: State) -> bytes:
    """What stands before the hands in a packed position: no symmetry changes it.

    That a record may play on past a Ring counts from the Ring on: before it, the same position of
    an old game and of a new one are one.
    """
    turn, owed, (profile, options) = state.turn, state.owed, _packed_rules(state.rules.setup)
    if state.ended is None:
        profile &= ~1
    phase = turn if turn < _PHASES else _PHASES + (turn & 1)
    due = owed >> 1 << 7 | phase << 1 | owed & 1
    return bytes((profile, options, due, _ENDINGS.index(state.ended)))


def packed_hands(rules: Rules, hands: bytes) -> bytes:
    """The hands of a packed position."""
    return hands if rules.benders else hands[:_HAND] + hands[KINDS : KINDS + _HAND]


@lru_cache(maxsize=256)
def _packed_rules(setup: Setup) -> tuple[int, int]:
    profile = _PROFILES.index(setup.rules) if setup.rules in _PROFILES else len(_PROFILES) - 1
    names = {name for name, _ in setup.options}
    options = sum(1 << bit for bit, name in enumerate(header.JUDGED) if name in names)
    return options >> 8 << 7 | profile << 1 | setup.plays_on, options & 255


PLACE: Final = {here: place for place, here in enumerate(POINTS)}
"""By point: its number among the points of the board."""


def unpack(packed: bytes) -> State:
    """A state that packs to the same bytes."""
    profile, low_bits, phase, ending = packed[:4]
    bits = profile >> 7 << 8 | low_bits
    options = tuple(sorted((name, "") for bit, name in enumerate(header.JUDGED) if bits >> bit & 1))
    rules = rules_of(Setup(2, _PROFILES[profile >> 1 & 63], options, bool(profile & 1)))
    width = KINDS if rules.benders else _HAND
    hands, tiles = packed[4 : 4 + 2 * width], packed[4 + 2 * width :]
    none = bytes(KINDS - width)
    cells = bytearray(SIZE)
    for place, value in zip(tiles[::2], tiles[1::2], strict=True):
        cells[POINTS[place]] = _UNPACKED[value]
    return assemble(
        rules,
        (phase & 127) >> 1,
        owed=phase >> 7 << 1 | phase & 1,
        board=bytes(cells),
        hands=hands[:width] + none + hands[width:] + none,
        ended=_ENDINGS[ending],
    )


# ---- symmetries ----
_SWAP_KINDS: Final = (3, 4, 5, 0, 1, 2, *range(BASICS, KINDS))
"""By kind: its twin of the other colour."""
_SWAP_VALUES: Final = bytes(
    value & ~31 | 1 + _SWAP_KINDS[kind_of(value)] if 0 <= kind_of(value) < BASICS else value
    for value in range(256)
)
_SWAP_HANDS: Final = itemgetter(*(seat * KINDS + kind for seat in range(2) for kind in _SWAP_KINDS))


def swapped_hands(hands: bytes) -> bytes:
    """The hands with the colours of the flowers exchanged."""
    return bytes(_SWAP_HANDS(hands))


def _symmetry(name: str, xx: int, xy: int, yx: int, yy: int, *, swap: bool) -> Symmetry:
    """The linear map (x, y) -> (xx x + xy y, yx x + yy y), with or without a swap of colours."""
    to = list(range(SIZE))
    for here in POINTS:
        x, y = X[here], Y[here]
        to[here] = point(xx * x + xy * y, yx * x + yy * y)
    return Symmetry(name, tuple(to), _SWAP_VALUES if swap else None)


IDENTITY: Final = _symmetry("identity", 1, 0, 0, 1, swap=False)
ROTATIONS: Final = (
    IDENTITY,
    _symmetry("quarter turn", 0, 1, -1, 0, swap=True),
    _symmetry("half turn", -1, 0, 0, -1, swap=False),
    _symmetry("three-quarter turn", 0, -1, 1, 0, swap=True),
)
MIRROR: Final = _symmetry("mirror in the y axis", -1, 0, 0, 1, swap=True)
MIRRORS: Final = (
    MIRROR,
    _symmetry("mirror in the x axis", 1, 0, 0, -1, swap=True),
    _symmetry("mirror in the rising diagonal", 0, 1, 1, 0, swap=False),
    _symmetry("mirror in the falling diagonal", 0, -1, -1, 0, swap=False),
)


def symmetries(state: State) -> tuple[Symmetry, ...]:
    """The maps that the rules respect from here on.

    A quarter turn exchanges red and white gardens, so it exchanges the colours of the flowers too.
    Reflections turn Wheels round: they hold only where no Wheel can be played any more. Before the
    formal start is over, Guest's and Host's Gates are told apart.
    """
    formal = state.turn < _PHASES and not state.rules.informal_start
    turns = (IDENTITY,) if formal else ROTATIONS
    if _has_wheels(state):
        return turns
    return (*turns, MIRROR) if formal else (*turns, *MIRRORS)


def likenesses(state: State) -> tuple[Symmetry, ...]:
    """The maps, beyond the `symmetries`, that players overlook: the mirror image with the colours
    exchanged, where only the way in which Wheels turn tells the two apart.

    One map is enough: after the start the `symmetries` of the image are the other reflections.
    """
    return (MIRROR,) if _has_wheels(state) else ()


def twins(state: State) -> tuple[State, ...]:
    """The images of a state that players study as one with it."""
    return tuple(transform(state, by) for by in likenesses(state))


def _has_wheels(state: State) -> bool:
    """Whether a Wheel may still be played: one in hand, to be chosen, or that a Bamboo in hand may
    return. One that lies on the board turns nothing any more."""
    hands = state.hands
    if state.turn < 2 and state.rules.accents[WHEEL - ROCK]:
        return True
    if hands[WHEEL] or hands[KINDS + WHEEL]:
        return True
    may_return = hands[BAMBOO] or hands[KINDS + BAMBOO]
    return bool(may_return) and any(wheel in state.board for wheel in _WHEELS)


_WHEELS: Final = (value_of(WHEEL, HOST), value_of(WHEEL, GUEST))


def transform(state: State, by: Symmetry) -> State:
    """The image of a state."""
    rules, turn, owed, board, tiles, hands, chosen, auras, host, guest, clash, ended = state
    to, cells = by.to, bytearray(SIZE)
    turned = 0
    for here in members(tiles):
        there = to[here]
        cells[there] = board[here]
        turned |= BIT[there]
    image = bytes(cells)
    if by.values:
        image = image.translate(by.values)
        hands = swapped_hands(hands)
    auras = auras if auras is scoring.CALM else scoring.auras_of(image)
    host = frozenset([_link_image(number, to) for number in host])
    guest = frozenset([_link_image(number, to) for number in guest])
    clash = _link_image(clash, to) if clash else 0
    return state_of((
        rules, turn, owed, image, turned, hands, chosen, auras, host, guest, clash, ended,
    ))  # fmt: skip


def _link_image(number: int, to: tuple[int, ...]) -> int:
    a, b = ends(number)
    return link(to[a], to[b])


def transform_move(move: Move, by: Symmetry) -> Move:
    """The image of a move."""
    kind, tile, start, end, chosen, shift = move
    if by.values and tile >= 0:
        tile = _SWAP_KINDS[tile]
    to = by.to
    start, end = to[start] if start >= 0 else -1, to[end] if end >= 0 else -1
    return Move(kind, tile, start, end, chosen, tuple(to[here] for here in shift))
