"""A sample player of Pai Chi: it looks one turn ahead for harmonies, or for flowers to remove.

All values are whole numbers, so that a seed gives the same game on every machine.
"""

from datetime import date
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from archive.engines.pai_chi.rules import ENGINE
from archive.engines.pai_chi.scoring import harmonies
from archive.engines.pai_chi.state import FLOWERS_GONE, HAND, REMOVED, Move, State
from archive.engines.pai_chi.tables import FLOWERS, HARMONY, KINDS, LINES, RELATION
from archive.engines.sampling import Manners, SampleEvent, best

LOOKED_AT: Final = 120
"""How many of the legal turns are weighed; a Boat may offer thousands."""


class Style(NamedTuple):
    """What a sample player cares about.

    ``harmony``: each own harmony; ``pair``: each harmonious pair of neighbours on a line with an own
    tile. ``prey``: each flower of the other that is removed; ``loss``: each own. ``bloom``: each own
    tile that has left the hand. ``guard``: in percent, how much the same of the other player counts
    against. ``whim``: the most that chance adds. ``hunts``: wants no victory but by removing.
    """

    harmony: int
    pair: int
    prey: int
    loss: int
    bloom: int
    guard: int
    whim: int
    hunts: bool = False
    win: int = 10_000


STYLES: Final = {
    "weaver": Style(120, 14, prey=10, loss=12, bloom=6, guard=50, whim=16),
    "keeper": Style(80, 10, prey=16, loss=20, bloom=6, guard=100, whim=16),
    "rover": Style(60, 6, prey=24, loss=6, bloom=10, guard=30, whim=40),
    "hunter": Style(-60, 0, prey=60, loss=20, bloom=20, guard=20, whim=16, hunts=True),
}


class PaiChiPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = ("weaver", "keeper", "rover")
    manners = Manners(opening=14, hopeless=80, even=40, resign=900, agree=150, late=60, abandon=60)
    events: tuple[SampleEvent, ...] = (
        SampleEvent("Sample harmony league", 26, date(2023, 4, 12), 14, 4),
        SampleEvent("Sample hunt", 10, date(2024, 7, 6), 1, 5, style="hunter"),
    )

    def tags(self, _seats: int, _rng: Random) -> tuple[tuple[str, str], ...]:
        """A game needs none."""
        return ()

    def choose(self, state: State, style: str, rng: Random) -> Move:
        """The best-looking of some legal turns."""
        seat, taste = ENGINE.actor(state), STYLES[style]
        return best(
            ENGINE,
            state,
            rng,
            lambda after: _worth(after, seat, taste),
            whim=taste.whim,
            looked_at=LOOKED_AT,
        )

    def standing(self, state: State, seat: int) -> int:
        """Own promise less the other's, without anybody's taste."""
        weaver = STYLES["weaver"]
        return _promise(state, seat, weaver) - _promise(state, 1 - seat, weaver)


POLICY: Final = PaiChiPolicy()


def _worth(state: State, seat: int, taste: Style) -> int:
    ended = state.ended
    if ended is not None and (ended.reason == FLOWERS_GONE or not taste.hunts):
        return taste.win if seat in ended.winners else -taste.win
    if ended is not None:
        return -taste.win
    return _promise(state, seat, taste) - _promise(state, 1 - seat, taste) * taste.guard // 100


def _promise(state: State, seat: int, taste: Style) -> int:
    own, other = seat * KINDS, (1 - seat) * KINDS
    where = state.where
    return (
        taste.harmony * len(harmonies(state.board)[seat])
        + taste.pair * _pairs(state.board, seat)
        + taste.prey * where[other : other + FLOWERS].count(REMOVED)
        - taste.loss * where[own : own + FLOWERS].count(REMOVED)
        - taste.bloom * where[own : own + KINDS].count(HAND)
    )


def _pairs(board: bytes, seat: int) -> int:
    """The harmonious pairs of neighbours on a line, of which one at least is the seat's."""
    found = 0
    for line in LINES:
        tiles = [value - 1 for value in board[line] if value]
        for one, other in pairwise(tiles):
            if RELATION[one][other] == HARMONY and seat in {one // KINDS, other // KINDS}:
                found += 1
    return found
