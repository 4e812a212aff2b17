"""A sample player of Quadtria: it looks one move ahead for triangles, or for corners.

All values are whole numbers, so that a seed gives the same game on every machine.
"""

from datetime import date
from random import Random
from typing import Final, NamedTuple

from archive.engines.quadtria.rules import ENGINE
from archive.engines.quadtria.scoring import peg
from archive.engines.quadtria.state import Move, State
from archive.engines.quadtria.tables import FULL, HOME, PER_QUAD, QUADS, QUADTRIA, SPOTS
from archive.engines.sampling import Manners, SampleEvent, best

CORNER_PAIRS: Final = (0b10001, 0b01010)
"""Opposite corners of a quad, as bits of the quad's own."""


class Style(NamedTuple):
    """What a sample player cares about.

    ``triangle``: a quadtria that counts, of each board the best; ``pair``: two balls towards one.
    ``corner``, on the better board: each ball of the fuller pair of opposite corners, by quad;
    ``corners``: each quad with a whole pair. ``leave``: each own ball that has left its home quad. ``guard``: in percent,
    how much the same of the other player counts against. ``whim``: the most that chance adds.
    """

    triangle: int
    pair: int
    corner: int
    corners: int
    leave: int
    guard: int
    whim: int
    win: int = 10_000


STYLES: Final = {
    "triangler": Style(60, 20, corner=0, corners=0, leave=3, guard=50, whim=14),
    "keeper": Style(50, 16, corner=0, corners=0, leave=2, guard=100, whim=16),
    "roamer": Style(30, 10, corner=2, corners=4, leave=5, guard=30, whim=40),
    "surveyor": Style(-40, 0, corner=12, corners=20, leave=1, guard=0, whim=24),
    "companion": Style(-60, -10, corner=0, corners=0, leave=2, guard=-100, whim=20, win=-10_000),
}

_TWO_BOARDS: Final = (("Options", "boards=2"),)


class QuadtriaPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = ("triangler", "keeper", "roamer")
    manners = Manners(opening=10, hopeless=30, even=30, resign=700, agree=400, late=100, abandon=40)
    events: tuple[SampleEvent, ...] = (
        SampleEvent("Sample two-board league", 18, date(2023, 3, 8), 14, 4, _TWO_BOARDS),
        SampleEvent(
            "Sample corners day", 10, date(2024, 3, 9), 1, 5, _TWO_BOARDS, style="surveyor"
        ),
        SampleEvent(
            "Sample one-board evening", 8, date(2024, 4, 6), 1, 4, (("Options", "boards=1"),)
        ),
        SampleEvent(
            *("Sample patience day", 4, date(2024, 6, 1), 1, 4),
            (("Options", "boards=1 move-limit=60"),),
            style="companion",
        ),
    )

    def tags(self, _seats: int, _rng: Random) -> tuple[tuple[str, str], ...]:
        """A game needs none."""
        return ()

    def choose(self, state: State, style: str, rng: Random) -> Move:
        """The best-looking legal move."""
        seat, taste = ENGINE.actor(state), STYLES[style]
        return best(ENGINE, state, rng, lambda after: _worth(after, seat, taste), whim=taste.whim)

    def standing(self, state: State, seat: int) -> int:
        """Own promise less the other's, without anybody's taste."""
        plain = STYLES["triangler"]
        return _promise(state, seat, plain) - _promise(state, 1 - seat, plain)


POLICY: Final = QuadtriaPolicy()


def _worth(state: State, seat: int, taste: Style) -> int:
    if state.ended is not None:
        winners = state.ended.winners
        return 0 if not winners else taste.win if seat in winners else -abs(taste.win)
    worth = _promise(state, seat, taste)
    if taste.guard:
        worth -= _promise(state, 1 - seat, taste) * taste.guard // 100
    return worth


def _promise(state: State, seat: int, taste: Style) -> int:
    worth, corners = 0, []
    for board in range(state.rules.boards):
        quads = [
            state.balls[seat] >> (board * SPOTS + quad * PER_QUAD) & FULL
            for quad in range(len(QUADS))
        ]
        home = quads[HOME[seat]]
        worth += taste.leave * (PER_QUAD - home.bit_count())
        is_turned = bool(state.pegs & peg(seat, board))
        worth += max(
            _triangle(balls, taste)
            for quad, balls in enumerate(quads)
            if is_turned or quad != HOME[seat]
        )
        pairs = [max((balls & pair).bit_count() for pair in CORNER_PAIRS) for balls in quads]
        corners.append(taste.corner * sum(pairs) + taste.corners * pairs.count(2))
    return worth + max(corners)


def _triangle(balls: int, taste: Style) -> int:
    if QUADTRIA[balls]:
        return taste.triangle
    return taste.pair if balls.bit_count() > 1 else 0
