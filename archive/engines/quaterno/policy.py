"""A sample player of Quaterno: it looks one turn ahead for tiles that come to mirror each other.

All values are whole numbers, so that a seed gives the same game on every machine.
"""

from datetime import date
from random import Random
from typing import Final, NamedTuple

from archive.engines.quaterno.rules import ENGINE
from archive.engines.quaterno.scoring import axis
from archive.engines.quaterno.state import Move, State
from archive.engines.quaterno.tables import (
    ANTI,
    KINDS,
    MAIN,
    MIRROR,
    PLACED,
    SUN,
    X,
    Y,
    step_between,
)
from archive.engines.sampling import Manners, SampleEvent, best

LOOKED_AT: Final = 160
"""How many of the legal turns are weighed."""


class Style(NamedTuple):
    """What a sample player cares about.

    ``figure``: each own figure. ``axis``: Sun and Moon on one diagonal. ``near``: each pair of tiles
    that one move would make a figure; ``far``: each step that a pair is away from being one.
    ``guard``: in percent, how much the same of the other player counts against. ``whim``: the most
    that chance adds.
    """

    figure: int
    axis: int
    near: int
    far: int
    guard: int
    whim: int
    win: int = 10_000


STYLES: Final = {
    "mirror": Style(figure=300, axis=60, near=20, far=2, guard=60, whim=10),
    "keeper": Style(figure=300, axis=50, near=16, far=1, guard=100, whim=12),
    "dreamer": Style(figure=120, axis=40, near=12, far=3, guard=20, whim=50),
}


class QuaternoPolicy:
    """See `archive.engines.policies.Policy`."""

    slug = ENGINE.slug
    styles: tuple[str, ...] = tuple(STYLES)
    manners = Manners(opening=16, hopeless=180, even=60, resign=700, agree=150, late=60, abandon=30)
    events: tuple[SampleEvent, ...] = (
        SampleEvent("Sample mirror club", 26, date(2023, 2, 4), 7, 4, (("Setup", "size=11"),)),
        SampleEvent(
            *("Sample small squares", 10, date(2024, 2, 3), 1, 5),
            (("Setup", "size=9 guest-moon=(4,3) host-moon=(-4,-3)"),),
        ),
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
        mirror = STYLES["mirror"]
        return _promise(state, seat, mirror) - _promise(state, 1 - seat, mirror)


POLICY: Final = QuaternoPolicy()


def _worth(state: State, seat: int, taste: Style) -> int:
    if state.ended is not None:
        return taste.win if seat in state.ended.winners else -taste.win
    return _promise(state, seat, taste) - _promise(state, 1 - seat, taste) * taste.guard // 100


def _promise(state: State, seat: int, taste: Style) -> int:
    places, spent = state.places, state.spent
    worth = taste.figure * spent[seat].bit_count()
    diagonal = axis(places, seat)
    if diagonal >= 0:
        worth += taste.axis
    else:
        diagonal = _sun_diagonal(state, seat)
    if diagonal < 0:
        return worth - taste.axis
    image = MIRROR[diagonal]
    for kind in PLACED:
        one, other = places[kind], places[KINDS + kind]
        if one >= 0 and other >= 0 and not (spent[0] | spent[1]) >> kind & 1:
            mirrored = image[one]
            worth -= taste.far * max(abs(X[mirrored] - X[other]), abs(Y[mirrored] - Y[other]))
            worth += taste.near * (step_between(mirrored, other) != 0)
    return worth


def _sun_diagonal(state: State, seat: int) -> int:
    """The diagonal on which a player's Sun stands, or -1."""
    sun = state.places[seat * KINDS + SUN]
    return next((each for each in (MAIN, ANTI) if MIRROR[each][sun] == sun), -1)
