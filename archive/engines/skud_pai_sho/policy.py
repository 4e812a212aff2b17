"""A sample player of Skud Pai Sho: it looks one move ahead for Harmonies that go round the centre.

All values are whole numbers and all chance comes from `Random.random`, so that a seed gives the
same game with every Python version and on every machine.
"""

import heapq
from datetime import date
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from archive.engines import core
from archive.engines.sampling import Manners, SampleEvent
from archive.engines.skud_pai_sho.checking import growing
from archive.engines.skud_pai_sho.rules import ENGINE
from archive.engines.skud_pai_sho.scoring import midline_count
from archive.engines.skud_pai_sho.state import CHOOSE, REST, Move, State
from archive.engines.skud_pai_sho.tables import (
    ACCENTS,
    BASICS,
    BISON,
    BLOOMING,
    GUEST,
    HOST,
    KIND_OF,
    KINDS,
    SIDES,
    X,
    Y,
    ends,
    members,
    point,
    value_of,
)

LOOKED_AT: Final = 120
"""How many of the legal moves are weighed; only bonus tiles offer more."""
WIN: Final = 10_000
FAVOURITES: Final = 5
"""How many of the best-looking moves are looked at again, for the Rings that they threaten."""


class Style(NamedTuple):
    """What a sample player cares about.

    ``sides``: each half-axis that one cluster of own Harmonies meets (a Ring meets all four).
    ``harmony``: each own Harmony; ``midline``: each that crosses a midline. ``threat``: a Ring that
    the next turn could close. ``guard``: in percent, how much the same of the other player counts
    against. ``bonus``: a Harmony Bonus to be taken. ``hurry``: each Basic Flower that has left the
    hand, down to ``spare`` of them; ``bloom``: each that has left its Gate. ``whim``: the most that
    chance adds.
    """

    sides: int
    harmony: int
    midline: int
    threat: int
    guard: int
    bonus: int
    hurry: int
    spare: int
    bloom: int
    whim: int


STYLES: Final = {
    "weaver": Style(24, 6, 2, threat=60, guard=0, bonus=8, hurry=8, spare=7, bloom=6, whim=8),
    "rusher": Style(34, 4, 0, threat=80, guard=0, bonus=12, hurry=6, spare=8, bloom=6, whim=12),
    "gardener": Style(16, 5, 8, threat=40, guard=0, bonus=6, hurry=12, spare=0, bloom=8, whim=8),
    "keeper": Style(24, 5, 4, threat=60, guard=20, bonus=8, hurry=8, spare=5, bloom=6, whim=8),
}


class SkudPaiShoPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = ("weaver", "rusher", "gardener", "keeper")
    manners = Manners(opening=30, hopeless=110, even=20, resign=500, agree=150, late=12, abandon=5)
    events: tuple[SampleEvent, ...] = (
        SampleEvent("Sample spring open", 90, date(2022, 3, 5), 7, 6),
        SampleEvent("Sample evening league", 80, date(2023, 1, 11), 14, 4),
        SampleEvent(
            "Sample oasis cup", 32, date(2024, 5, 4), 1, 4, (("Options", "ancient-oasis"),)
        ),
        SampleEvent("Sample friendly day", 8, date(2024, 9, 15), 1, 8, style="companion"),
        SampleEvent(
            *("Sample early league", 32, date(2018, 2, 3), 7, 4),
            tags=(("Rules", "2017-09"),),
            is_later=True,
        ),
        SampleEvent(
            *("Sample bender evening", 12, date(2024, 11, 2), 7, 4),
            tags=(("Options", "original-benders"),),
            is_later=True,
        ),
    )

    def tags(self, _seats: int, _rng: Random) -> tuple[tuple[str, str], ...]:
        """A game needs none."""
        return ()

    def choose(self, state: State, style: str, rng: Random) -> Move:
        """The best-looking of some legal moves."""
        moves = core.legal(ENGINE, state)
        if moves[0].kind == CHOOSE:
            # What a Sky Bison does is not known, so a game with one would be judged in part only.
            known = [move for move in moves if BISON not in move.chosen]
            return known[_below(rng, len(known))]
        seat = ENGINE.actor(state)
        if style == COMPANION:
            return _together(state, moves, rng)
        taste = STYLES[style]
        weighed = []
        for move in _some(moves, rng):
            after = ENGINE.play(state, move)
            weighed.append((_worth(after, seat, taste) + _below(rng, taste.whim + 1), move, after))
        favourites = heapq.nlargest(FAVOURITES, weighed)
        return max(
            (worth + _threats(after, seat, taste), move) for worth, move, after in favourites
        )[1]

    def standing(self, state: State, seat: int) -> int:
        """Own promise less the other's, without anybody's taste."""
        weaver = STYLES["weaver"]
        return _promise(state, seat, weaver) - _promise(state, 1 - seat, weaver)


POLICY: Final = SkudPaiShoPolicy()


def _below(rng: Random, bound: int) -> int:
    return int(rng.random() * bound)


def _some(moves: tuple[Move, ...], rng: Random) -> list[Move]:
    """At most LOOKED_AT of the moves, each with equal chance, in their order."""
    chosen: list[Move] = []
    wanted = min(LOOKED_AT, len(moves))
    for passed, move in enumerate(moves):
        if _below(rng, len(moves) - passed) < wanted - len(chosen):
            chosen.append(move)
    return chosen


def _worth(state: State, seat: int, taste: Style) -> int:
    if state.ended is not None:
        winners = state.ended.winners
        return 0 if not winners else WIN if seat in winners else -WIN
    worth = _promise(state, seat, taste) + taste.bonus * state.owed
    if taste.guard:
        worth -= _promise(state, 1 - seat, taste) * taste.guard // 100
    return worth


def _threats(state: State, seat: int, taste: Style) -> int:
    """What it is worth that either player could win with a next turn's first move."""
    if state.ended is not None:
        return 0
    rested = ENGINE.play(state, Move(REST)) if state.owed else state
    own = _winning(rested._replace(turn=rested.turn + 1), seat)
    other = _winning(rested, 1 - seat) if taste.guard else 0
    return (min(own, 3) * taste.threat - min(other, 3) * taste.threat * taste.guard // 50) // 2


def _winning(state: State, seat: int) -> int:
    """How many moves of the seat whose turn it is would win; 0 where its Ring is far."""
    if _sides_met(_links(state, seat)) < 3:
        return 0
    ends = (ENGINE.play(state, move).ended for move in ENGINE.moves(state))
    return sum(end is not None and end.winners == (seat,) for end in ends)


def _links(state: State, seat: int) -> frozenset[int]:
    return state.guest if seat == GUEST else state.host


def _promise(state: State, seat: int, taste: Style) -> int:
    links = _links(state, seat)
    hand = sum(state.hands[seat * KINDS : seat * KINDS + BASICS])
    return (
        taste.sides * _sides_met(links)
        + taste.harmony * len(links)
        + taste.midline * midline_count(links)
        - taste.hurry * max(hand, taste.spare)
        - taste.bloom * growing(state, seat)
    )


@lru_cache(maxsize=4096)
def _sides_met(links: frozenset[int]) -> int:
    """How many half-axes the widest cluster of joined Harmonies meets."""
    clusters: list[tuple[set[int], int]] = []
    for number in links:
        points, sides = set(ends(number)), SIDES[number]
        apart = []
        for cluster in clusters:
            if points.isdisjoint(cluster[0]):
                apart.append(cluster)
            else:
                points |= cluster[0]
                sides |= cluster[1]
        clusters = [*apart, (points, sides)]
    return max((sides.bit_count() for _, sides in clusters), default=0)


# ---- companions: two Rings by agreement ----
COMPANION: Final = "companion"
"""The style of players who want to close both Rings with one move, and share the game."""
TILE: Final = 12
"""What every tile on the board counts, in steps: the board stays clear."""
NOT_PLANTED: Final = 40
"""What a flower in hand is away from its place, in steps."""

Plan = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def _plan(codes: str, blocked_x: int, blocked_y: int) -> Plan:
    """By seat: values and where they belong. Host's Ring lies wide, Guest's stands tall; where they
    cross, a flower of Guest's keeps both open until it goes."""
    one, other, blocker = (KIND_OF[code] for code in codes.split())
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    kinds = (one, other, one, other)
    wide = [(kind, point(6 * x, y)) for kind, (x, y) in zip(kinds, signs, strict=True)]
    tall = [(kind, point(x, 6 * y)) for kind, (x, y) in zip(kinds, signs, strict=True)]
    tall.append((blocker, point(blocked_x, blocked_y)))
    return (
        tuple((value_of(kind, HOST), at) for kind, at in wide),
        tuple((value_of(kind, GUEST), at) for kind, at in tall),
    )


PLANS: Final = (
    _plan("R3 R4 R5", 1, 1),
    _plan("W4 W5 W3", 1, -1),
    _plan("R4 R5 R3", -1, -1),
    _plan("W3 W4 W5", -1, 1),
)


def _together(state: State, moves: tuple[Move, ...], rng: Random) -> Move:
    """The move that brings the plan of both furthest; never one that gives somebody the game.

    Which plan it is, the accents that were chosen say.
    """
    kinds = len(state.chosen) // 2
    accents = state.chosen[:ACCENTS] + state.chosen[kinds : kinds + ACCENTS]
    plan = PLANS[sum(accents[::3]) % len(PLANS)]
    weighed = []
    for move in moves:
        after = ENGINE.play(state, move)
        if after.owed:
            after = ENGINE.play(after, Move(REST))
        weighed.append((_away(after, plan) * 4 + _below(rng, 4), move))
    return min(weighed)[1]


def _away(state: State, plan: Plan) -> int:
    """How many steps, as the crow goes, the flowers of a plan are from their places."""
    if state.ended is not None:
        return WIN if state.ended.winners else -WIN
    steps = TILE * state.tiles.bit_count()
    for places in plan:
        missing = [place for place in places if state.board[place[1]] != place[0]]
        free = set(members(state.tiles)) - {at for _, at in set(places) - set(missing)}
        for value, at in missing:
            ways = [
                (abs(X[here] - X[at]) + abs(Y[here] - Y[at]), here)
                for here in free
                if state.board[here] & BLOOMING == value
            ]
            way, here = min(ways, default=(NOT_PLANTED, -1))
            steps += 2 + way
            free.discard(here)
    return steps
