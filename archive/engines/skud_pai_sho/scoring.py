"""Harmonies, Clashes, the Harmony Ring and the midlines: functions of where the tiles stand.

Rules: sections Relations and End. Links, sets of points and values are those of `tables`.
"""

import re
from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from archive.engines.base import Outcome
from archive.engines.skud_pai_sho.tables import (
    AROUND,
    BAMBOO,
    BIT,
    BLOOMING,
    CLASH,
    COLUMN,
    FLOWERS,
    GATE_SET,
    GROWING_BIT,
    GUEST,
    GUEST_BIT,
    HOST,
    JOINED,
    KNOTWEED,
    MAY_RELATE,
    MIDLINE,
    ORCHID,
    OVER_CENTRE,
    POND,
    RAYS,
    RELATION,
    ROCK,
    ROW,
    SIDES,
    THROUGH,
    TURTLE,
    WIDTH,
    WINDING,
    members,
    value_of,
)

RING: Final = "harmony ring"
BY_MIDLINE: Final = "midline"
BY_ACCENTS: Final = "unused accents"
BY_HARMONIES: Final = "harmonies"
REASONS: Final = (RING, BY_MIDLINE, BY_ACCENTS, BY_HARMONIES)
OUTCOMES: Final = tuple(
    Outcome(winners, reason) for reason in REASONS for winners in ((), (HOST,), (GUEST,))
)


def outcome(reason: str, host: int, guest: int) -> Outcome:
    """The one who has more wins; equal is a draw."""
    winner = 0 if host == guest else 1 if host > guest else 2
    return OUTCOMES[3 * REASONS.index(reason) + winner]


class Auras(NamedTuple):
    """What the accents on the board do to other points, as sets of points."""

    drained: int = 0
    """Beside a Knotweed: flowers here form no Harmony."""
    rock_rows: int = 0
    rock_columns: int = 0
    """The rows and the columns on which a Rock cancels every Harmony."""
    ponds: int = 0
    """Beside a Pond: flowers may be planted here."""
    sheltered: int = 0
    """Beside a Bamboo: nothing is captured here."""
    host_turtles: int = 0
    guest_turtles: int = 0
    """Beside a Lion Turtle of Host, of Guest."""


CALM: Final = Auras()


_WITH_AURA: Final = re.compile(
    b"[%s]"
    % re.escape(
        bytes(
            value_of(kind, seat)
            for kind in (ROCK, KNOTWEED, POND, BAMBOO, TURTLE)
            for seat in (HOST, GUEST)
        )
    )
)


def auras_of(board: bytes) -> Auras:
    """The auras of all accents on the board: `CALM` itself where none has any."""
    drained = rows = columns = ponds = sheltered = host = guest = 0
    for match in _WITH_AURA.finditer(board):
        here = match.start()
        kind = (board[here] & 31) - 1
        if kind == KNOTWEED:
            drained |= AROUND[here]
        elif kind == ROCK:
            rows |= ROW[here]
            columns |= COLUMN[here]
        elif kind == POND:
            ponds |= AROUND[here]
        elif kind == BAMBOO:
            sheltered |= AROUND[here]
        elif board[here] & GUEST_BIT:
            guest |= AROUND[here]
        else:
            host |= AROUND[here]
    auras = Auras(drained, rows, columns, ponds & ~GATE_SET, sheltered, host, guest)
    return CALM if auras == CALM else auras


def disturbed(value: int, here: int) -> int:
    """The points whose Harmonies may change when this tile comes to a point, or leaves it."""
    kind = (value & 31) - 1
    if kind in {KNOTWEED, TURTLE}:
        return BIT[here] | AROUND[here]
    return ROW[here] | COLUMN[here] if kind == ROCK else BIT[here]


def settled(board: bytes, auras: Auras, a: int, b: int) -> int:
    """What relates two tiles that are lined up, the lower point first, accents considered: as in
    `RELATION`, or 3 for a Harmony that both players own."""
    one, other = board[a], board[b]
    relation = RELATION[one][other]
    if auras is CALM or relation == CLASH:
        return relation
    both = BIT[a] | BIT[b]
    rocks = auras.rock_rows if b - a < WIDTH else auras.rock_columns
    if both & (auras.drained | rocks):
        return 0
    turtles = bool(both & auras.host_turtles) | bool(both & auras.guest_turtles) << 1
    if turtles and (joined := JOINED[one][other]):
        return turtles if joined == 3 else joined
    return relation


Links = frozenset[int]
NO_LINKS: Final[Links] = frozenset()
Relinked = tuple[Links, Links, list[int], list[int], int]
"""The links of Host and of Guest after a change, the new ones of each, and a Clash or 0."""


def relink(
    board: bytes, tiles: int, auras: Auras, before: tuple[Links, Links], changed: Iterable[int]
) -> Relinked:
    """The Harmonies after some points have changed (no Gates), from those before.

    Only lines through these points are looked at: every link that ends on one or passes over it is
    dropped, then each tile there is compared with its nearest neighbours, and the neighbours of an
    empty point with each other. What is dropped and found again counts as new.
    """
    host, guest = before
    for here in changed:
        if host:
            host = host - THROUGH[here]
        if guest:
            guest = guest - THROUGH[here]
    new_host: list[int] = []
    new_guest: list[int] = []
    clash = 0
    for a, b in _lined_up(board, tiles, auras, changed):
        relation = settled(board, auras, a, b)
        if relation & 1:
            new_host.append(a << 9 | b)
        if relation & 2:
            new_guest.append(a << 9 | b)
        if relation == CLASH:
            clash = a << 9 | b
    if new_host:
        host = host.union(new_host)
    if new_guest:
        guest = guest.union(new_guest)
    return host, guest, new_host, new_guest, clash


# ---- the Harmony Ring ----
def has_ring(links: Links) -> bool:
    """Whether some closed chain of these Harmonies winds round the centre."""
    if len(links) < 4:
        return False
    sides = 0
    for number in links:
        sides |= SIDES[number]
    return sides == 15 and _winds(links - OVER_CENTRE)


def _neighbours(links: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """By point: where links lead from it, each with its part of a turn round the centre."""
    near: dict[int, list[tuple[int, int]]] = {}
    for number in links:
        a, b = number >> 9, number & 511
        winding = WINDING[number]
        near.setdefault(a, []).append((b, winding))
        near.setdefault(b, []).append((a, -winding))
    return near


def _winds(links: Iterable[int]) -> bool:
    """Whether two ways to one point differ in how often they go round the centre."""
    near = _neighbours(links)
    turns: dict[int, int] = {}
    for first in near:
        if first in turns:
            continue
        turns[first] = 0
        waiting = [first]
        while waiting:
            here = waiting.pop()
            for there, winding in near[here]:
                turn = turns[here] + winding
                if there not in turns:
                    turns[there] = turn
                    waiting.append(there)
                elif turns[there] != turn:
                    return True
    return False


def ring(links: Links) -> tuple[int, ...]:
    """The points of a shortest Harmony Ring in order, or () where there is none."""
    near = _neighbours(links - OVER_CENTRE)
    rings = (found for first in sorted(near) if (found := _ring_from(near, first)))
    return min(rings, key=len, default=())


def _ring_from(near: dict[int, list[tuple[int, int]]], first: int) -> tuple[int, ...]:
    """The shortest way from a point back to itself with a turn round the centre, or ()."""
    came: dict[tuple[int, int], tuple[int, int] | None] = {(first, 0): None}
    waiting = deque([(first, 0)])
    while waiting:
        step: tuple[int, int] | None = waiting.popleft()
        here, turn = step  # type: ignore[misc]
        if here == first and turn:
            way = []
            while step := came[step]:  # type: ignore[index]
                way.append(step[0])
            return tuple(way)
        for there, winding in near[here]:
            onward = (there, turn + winding)
            if onward not in came and abs(onward[1]) < 2:
                came[onward] = (here, turn)
                waiting.append(onward)
    return ()


def ring_outcome(host: Links, guest: Links) -> Outcome | None:
    """The end by a Harmony Ring, a draw if both have one, or None."""
    host_ring, guest_ring = has_ring(host), has_ring(guest)
    return outcome(RING, host_ring, guest_ring) if host_ring or guest_ring else None


# ---- counts, and words about tiles ----
def midline_count(links: Links) -> int:
    """How many Harmonies cross a midline."""
    return len(links & MIDLINE)


def trapped(board: bytes, seat: int) -> int:
    """The points on which this seat's Blooming flowers cannot be arranged."""
    orchid = board.find(value_of(ORCHID, 1 - seat))
    return AROUND[orchid] if orchid >= 0 else 0


def is_flower(value: int) -> bool:
    """Whether a value is a flower, Blooming or Growing."""
    return 1 <= value & 31 <= FLOWERS


def is_blooming(value: int) -> bool:
    """Whether a value is a flower outside the Gates."""
    return value < GROWING_BIT and is_flower(value & BLOOMING)


def natural_links(board: bytes, tiles: int) -> Links:
    """The Harmonies of either player that would stand if no accent had an effect."""
    host, guest, *_ = all_links(board, tiles, CALM)
    return host | guest


def _lined_up(
    board: bytes, tiles: int, auras: Auras, changed: Iterable[int]
) -> list[tuple[int, int]]:
    """The pairs of tiles lined up at some points that may be related."""
    table = MAY_RELATE if auras.host_turtles or auras.guest_turtles else RELATION
    walls = tiles | GATE_SET
    pairs = []
    for here in changed:
        lows, highs = RAYS[here]
        if value := board[here]:
            related = table[value]
            for low in lows:
                if near := walls & low:
                    there = near.bit_length() - 1
                    if related[board[there]]:
                        pairs.append((there, here))
            for high in highs:
                if near := walls & high:
                    there = (near & -near).bit_length() - 1
                    if related[board[there]]:
                        pairs.append((here, there))
        else:
            for low, high in zip(lows, highs, strict=True):
                if (below := walls & low) and (above := walls & high):
                    a, b = below.bit_length() - 1, (above & -above).bit_length() - 1
                    if table[board[a]][board[b]]:
                        pairs.append((a, b))
    return pairs


def all_links(board: bytes, tiles: int, auras: Auras) -> Relinked:
    """The Harmonies of a position of which only the tiles are known."""
    return relink(board, tiles, auras, (NO_LINKS, NO_LINKS), tuple(members(tiles & ~GATE_SET)))
