"""State → Scene: the board, the hands and what the last turn did, as data to draw."""

import re
from collections.abc import Iterator
from typing import Final

from archive.engines.base import Outcome
from archive.engines.scene import (
    Area,
    Board,
    Label,
    Link,
    Mark,
    Piece,
    Point,
    Scene,
    Tray,
    TrayItem,
)
from archive.engines.skud_pai_sho import scoring
from archive.engines.skud_pai_sho.state import ARRANGE, BASIC_HAND, BONUS, PLANT, Move, State, actor
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BASICS,
    BIT,
    CODES,
    FLOWERS,
    GATES,
    GROWING_BIT,
    GUEST,
    HOST,
    KINDS,
    KOI,
    LOTUS,
    NAMES,
    POINTS,
    RELATION,
    ROCK,
    ROUND,
    SEATS,
    VALUES,
    WHEEL,
    X,
    Y,
    ends,
    kind_of,
    link,
    members,
    seat_of,
    value_of,
)

Last = tuple[tuple[State, Move], ...]
"""The moves of the last turn, each with the state before it."""

ARTWORK_NAME: Final = "skud-pai-sho"
BOUNDS: Final = (-10.0, -10.0, 10.0, 10.0)
WALL: Final = 7.0
RIM, EDGE, NAMES_AT = 9.96, 9.44, 9.7
"""Radii of the whole board, of its playing side, and of the coordinates between the two."""
NAMED: Final = 6
"""Coordinates beyond this would stand beside those of the other axis; the Gates show them."""

PLACES: Final[tuple[Point, ...]] = tuple((float(x), float(y)) for x, y in zip(X, Y, strict=True))
"""By point number: where it is."""


def _lozenge(x: float, y: float, half: float) -> tuple[Point, ...]:
    return ((x - half, y), (x, y - half), (x + half, y), (x, y + half))


AREAS: Final = (
    Area("rim", ((0, 0),), RIM),
    Area("neutral", ((0, 0),), EDGE),
    Area("white", _lozenge(0, 0, WALL)),
    Area("red", ((0, 0), (WALL, 0), (0, WALL))),
    Area("red", ((0, 0), (-WALL, 0), (0, -WALL))),
    Area("midline", ((-8, 0), (8, 0)), over=True),
    Area("midline", ((0, -8), (0, 8)), over=True),
    Area("wall", _lozenge(0, 0, WALL), over=True),
    *(Area("gate", _lozenge(X[gate], Y[gate], 0.82), over=True) for gate in GATES),
)
_ON_RIM: Final = tuple(
    (step, -((NAMES_AT**2 - step**2) ** 0.5)) for step in range(-NAMED, NAMED + 1)
)
LABELS: Final = (
    *(Label((step, rim), f"{step}".replace("-", "\u2212")) for step, rim in _ON_RIM),
    *(Label((rim, step), f"{step}".replace("-", "\u2212")) for step, rim in _ON_RIM),
)
CHARTED: Final = tuple(PLACES[here] for here in POINTS)


def scene(state: State, last: Last = ()) -> Scene:
    """What to draw of a position, and of the turn that led to it."""
    ended = state.ended
    board = Board(
        kind="points",
        bounds=BOUNDS,
        points=CHARTED,
        areas=AREAS,
        labels=LABELS,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(state, last)),
        links=(*_trails(last), *_broken(state), *_harmonies(state)),
    )
    return Scene(
        boards=(board,),
        trays=tuple(_trays(state)),
        captions=tuple(_captions(state)),
        turn=-1 if ended else actor(state),
        artwork=ARTWORK_NAME,
        seats=SEATS,
        near=GUEST,
    )


POINT_WRITTEN: Final = re.compile(r"\(\s*([+-]?\d{1,3})\s*,\s*([+-]?\d{1,3})\s*\)", re.ASCII)


def points(text: str) -> tuple[Point, ...]:
    """The points that the body of a turn names, in its order, on the board or not."""
    return tuple((float(x), float(y)) for x, y in POINT_WRITTEN.findall(text))


# ---- on the board ----
def _named(value: int) -> str:
    kind = kind_of(value)
    grows = "growing " if value & GROWING_BIT and kind < KOI else ""
    return f"{grows}{NAMES[kind]}"


_SAID: Final = {value: _named(value) for value in range(VALUES) if 0 <= kind_of(value) < KINDS}


DRAINED: Final = (*range(BASICS), LOTUS, KOI)
"""The kinds that a Knotweed drains."""


def _pieces(state: State) -> Iterator[Piece]:
    """The tiles from the top row down, each row from the left: as a board text lists them."""
    board = state.board
    snares = (scoring.trapped(board, HOST), scoring.trapped(board, GUEST))
    drained = state.auras.drained
    for here in sorted(members(state.tiles), key=lambda here: (-Y[here], X[here])):
        value = board[here]
        states: tuple[str, ...] = ()
        kind, owner = kind_of(value), seat_of(value)
        blooms = not value & GROWING_BIT
        if blooms and kind < FLOWERS and snares[owner] & BIT[here]:
            states = ("trapped",)
        if blooms and kind in DRAINED and drained & BIT[here]:
            states = (*states, "drained")
        yield Piece(PLACES[here], owner, CODES[kind], _SAID[value], states)


def _harmonies(state: State) -> Iterator[Link]:
    """Both players' Harmonies; those of a Harmony Ring have the role ``ring``."""
    for seat, links in enumerate((state.host, state.guest)):
        ringed = _ring_links(links) if scoring.has_ring(links) else frozenset()
        for number in sorted(links):
            a, b = ends(number)
            yield Link(PLACES[a], PLACES[b], "ring" if number in ringed else "harmony", seat)


def _ring_links(links: frozenset[int]) -> frozenset[int]:
    around = scoring.ring(links)
    return frozenset(link(a, b) for a, b in zip(around, (*around[1:], around[0]), strict=True))


def _broken(state: State) -> Iterator[Link]:
    """The Harmonies that would stand but for a Rock or a Knotweed."""
    auras = state.auras
    if not (auras.drained or auras.rock_rows):
        return
    standing = state.host | state.guest
    for number in sorted(scoring.natural_links(state.board, state.tiles) - standing):
        a, b = ends(number)
        owner = RELATION[state.board[a]][state.board[b]] - 1
        yield Link(PLACES[a], PLACES[b], "broken", owner)


# ---- the last turn ----
def _trails(last: Last) -> Iterator[Link]:
    """The way of every tile that the last turn moved, in the order of the moves."""
    for before, move in last:
        if move.kind == ARRANGE or (move.kind == BONUS and move.end >= 0):
            yield Link(PLACES[move.start], PLACES[move.end], "trail")
            if move.shift:
                yield Link(PLACES[move.shift[0]], PLACES[move.shift[1]], "trail")
        elif move.kind == BONUS and move.tile == WHEEL:
            around = ROUND[move.start]
            for here, there in zip(around, (*around[1:], around[0]), strict=True):
                if here >= 0 and before.board[here]:
                    yield Link(PLACES[here], PLACES[there], "trail")


def _marks(state: State, last: Last) -> Iterator[Mark]:
    """Where the last turn's tiles came from, where they went, and what left the board."""
    after = (*(before for before, _ in last[1:]), state)[: len(last)]
    for (before, move), then in zip(last, after, strict=True):
        if move.kind == ARRANGE:
            yield Mark(PLACES[move.start], "last-from")
            yield Mark(PLACES[move.end], "last-to")
            if before.board[move.end]:
                yield Mark(PLACES[move.end], "captured")
            for here, role in zip(move.shift, ("last-from", "last-to"), strict=False):
                yield Mark(PLACES[here], role)
        elif move.kind == PLANT:
            yield Mark(PLACES[move.end], "last-to")
        elif move.kind == BONUS:
            yield from _bonus_marks(before, then, move.start)


def _bonus_marks(before: State, after: State, here: int) -> Iterator[Mark]:
    """A bonus tile put down; a Boat may have taken an Accent away, Bamboo what stands round it."""
    yield Mark(PLACES[here], "last-to" if after.board[here] else "captured")
    for near in members(AROUND[here] & before.tiles & ~after.tiles):
        yield Mark(PLACES[near], "last-from")


# ---- beside the board ----
def _trays(state: State) -> Iterator[Tray]:
    for seat, name in enumerate(SEATS):
        hand = state.hands[seat * KINDS : (seat + 1) * KINDS]
        yield Tray("hand", seat, f"{name}'s hand", tuple(_items(hand)))
        yield Tray("captured", seat, f"Lost by {name}", tuple(_items(_lost(state, seat, hand))))


def _items(counts: bytes) -> Iterator[TrayItem]:
    for kind, count in enumerate(counts):
        if count:
            group = next(group for below, group in _GROUPS if kind < below)
            yield TrayItem(CODES[kind], count, NAMES[kind], group)


_GROUPS: Final = (
    (BASICS, "flowers"), (FLOWERS, "special"), (KOI, "accents"), (KINDS, "benders"),
)  # fmt: skip
"""By the kind before which it ends: a group of tiles in hand."""


def _lost(state: State, seat: int, hand: bytes) -> bytes:
    """What a seat began with and has neither in hand nor on the board, by kind."""
    kinds = KINDS - ROCK
    began = BASIC_HAND[:ROCK] + state.chosen[seat * kinds : (seat + 1) * kinds]
    return bytes(
        max(0, began[kind] - hand[kind] - _standing(state.board, kind, seat))
        for kind in range(KINDS)
    )


def _standing(board: bytes, kind: int, seat: int) -> int:
    value = value_of(kind, seat)
    return board.count(value) + board.count(value | GROWING_BIT)


def _captions(state: State) -> Iterator[str]:
    if state.ended:
        yield _ending(state, state.ended)
        return
    name = SEATS[actor(state)]
    if state.turn < 2:
        yield f"{name} to choose accents{' and a Bender' if state.rules.benders else ''}."
    elif state.owed > 1:
        yield f"{name} may take two Harmony Bonuses."
    elif state.owed:
        yield f"{name} may take a Harmony Bonus."
    else:
        yield f"{name} to move."
    crossing = [scoring.midline_count(links) for links in (state.host, state.guest)]
    if any(crossing):
        yield f"Harmonies across a midline: Host {crossing[HOST]}, Guest {crossing[GUEST]}."


def _ending(state: State, ended: Outcome) -> str:
    """The result and its reason in words. Rules, section End."""
    links = (state.host, state.guest)
    if ended.reason == scoring.RING:
        if len(ended.winners) == 1:
            return f"{SEATS[ended.winners[0]]} wins with a Harmony Ring."
        return "A draw: both own a Harmony Ring."
    if ended.reason == scoring.BY_MIDLINE:
        counts, what = [scoring.midline_count(own) for own in links], "Harmonies across a midline"
    elif ended.reason == scoring.BY_HARMONIES:
        counts, what = [len(own) for own in links], "Harmonies"
    else:
        counts, what = [_unused(state, seat) for seat in (HOST, GUEST)], "unused accents"
    if len(ended.winners) != 1:
        return f"A draw: each has {counts[HOST]} {what}."
    winner = ended.winners[0]
    return f"{SEATS[winner]} wins with {counts[winner]} {what} to {counts[1 - winner]}."


def _unused(state: State, seat: int) -> int:
    return sum(state.hands[seat * KINDS + ROCK : seat * KINDS + KOI])
