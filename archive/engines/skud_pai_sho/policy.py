"""A sample player of Skud Pai Sho: it looks one move ahead for Harmonies that go round the centre.

All values are whole numbers and all chance comes from `Random.random`, so that a seed gives the
same game with every Python version and on every machine.
"""

import heapq
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from archive.engines import core
from archive.engines.skud_pai_sho.checking import growing
from archive.engines.skud_pai_sho.rules import ENGINE
from archive.engines.skud_pai_sho.scoring import midline_count
from archive.engines.skud_pai_sho.state import CHOOSE, REST, Move, State
from archive.engines.skud_pai_sho.tables import BASICS, GUEST, KINDS, SIDES, ends

LOOKED_AT: Final = 120
"""How many of the legal moves are weighed; only bonus tiles offer more."""
FAVOURITES: Final = 5
"""How many of the best-looking moves are looked at again, for the Rings that they threaten."""


class Style(NamedTuple):
    """What a sample player cares about.

    ``sides``: each half-axis that one cluster of own Harmonies meets (a Ring meets all four).
    ``harmony``: each own Harmony; ``midline``: each that crosses a midline. ``threat``: a Ring that
    the next turn could close. ``guard``: in percent, how much the same of the other player counts
    against. ``bonus``: a Harmony Bonus to be taken. ``hurry``: each Basic Flower that has left the
    hand, down to ``spare`` of them; ``bloom``: each that has left its Gate. ``whim``: the most that
    chance adds. ``win`` and ``draw``: a game that has ended so.
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
    win: int = 10_000
    draw: int = 0


STYLES: Final = {
    "weaver": Style(24, 6, 2, threat=60, guard=0, bonus=8, hurry=8, spare=7, bloom=6, whim=8),
    "rusher": Style(34, 4, 0, threat=80, guard=0, bonus=12, hurry=6, spare=8, bloom=6, whim=12),
    "gardener": Style(16, 5, 8, threat=40, guard=0, bonus=6, hurry=12, spare=0, bloom=8, whim=8),
    "keeper": Style(24, 5, 4, threat=60, guard=20, bonus=8, hurry=8, spare=5, bloom=6, whim=8),
    "companion": Style(
        *(24, 5, 4),
        threat=60,
        guard=-100,
        bonus=8,
        hurry=8,
        spare=5,
        bloom=6,
        whim=8,
        win=-10_000,
        draw=10_000,
    ),
}


class SkudPaiShoPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = ("weaver", "rusher", "gardener", "keeper")

    def choose(self, state: State, style: str, rng: Random) -> Move:
        """The best-looking of some legal moves."""
        moves = core.legal(ENGINE, state)
        if moves[0].kind == CHOOSE:
            return moves[_below(rng, len(moves))]
        seat = ENGINE.actor(state)
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
    # A Ring that an arrange closes counts when the turn is over. Who wants it sees it then; who
    # would rather share it must look before.
    seen = ENGINE.play(state, Move(REST)) if state.owed and taste.draw else state
    if seen.ended is not None:
        winners = seen.ended.winners
        return taste.draw if not winners else taste.win if seat in winners else -abs(taste.win)
    worth = _promise(state, seat, taste) + taste.bonus * state.owed
    if taste.guard:
        worth -= _promise(state, 1 - seat, taste) * taste.guard // 100
    return worth


def _threats(state: State, seat: int, taste: Style) -> int:
    """Rings that either player could close with a next turn's first move."""
    if state.ended is not None:
        return 0
    rested = ENGINE.play(state, Move(REST)) if state.owed else state
    other = _closers(rested, 1 - seat) if taste.guard else 0
    own = _closers(rested._replace(turn=rested.turn + 1), seat)
    return (min(own, 3) * taste.threat - min(other, 3) * taste.threat * taste.guard // 50) // 2


def _closers(state: State, seat: int) -> int:
    """How many moves of the seat whose turn it is would close its Ring."""
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
