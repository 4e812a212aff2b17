"""Sample players: how a game may be played for show, so that a new archive has something in it.

A policy is no strong player and no judge of positions. It chooses among the legal moves, with a
style and a seeded generator, and the same seed gives the same game on every machine.
"""

from random import Random
from typing import Any, Protocol, TypeVar

from archive.engines.pai_chi.policy import POLICY as PAI_CHI
from archive.engines.quadtria.policy import POLICY as QUADTRIA
from archive.engines.quaterno.policy import POLICY as QUATERNO
from archive.engines.sampling import Manners, SampleEvent
from archive.engines.shifting_stones.policy import POLICY as SHIFTING_STONES
from archive.engines.skud_pai_sho.policy import POLICY as SKUD_PAI_SHO

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Policy(Protocol[S_contra, M_co]):
    """A way of choosing moves in one game. Stateless, like its engine."""

    slug: str
    """The engine that it plays by."""
    styles: tuple[str, ...]
    """The tempers among which a sample player's is chosen."""
    manners: Manners
    """When its players stop before the end."""
    events: tuple[SampleEvent, ...]
    """What they play. A game's number among all samples is its seed: one more event changes the
    games behind it."""

    def tags(self, seats: int, rng: Random) -> tuple[tuple[str, str], ...]:
        """What a record of this game cannot do without, beside its players: its cards, its deal."""

    def choose(self, state: S_contra, style: str, rng: Random) -> M_co:
        """A legal move of a state in which a seat decides and has one (a `rest` counts as one)."""

    def standing(self, state: S_contra, seat: int) -> int:
        """How well a seat seems to stand, in no unit: who is far behind may resign."""


AnyPolicy = Policy[Any, Any]

_ALL: tuple[AnyPolicy, ...] = (SKUD_PAI_SHO, QUATERNO, QUADTRIA, PAI_CHI, SHIFTING_STONES)


def all_policies() -> tuple[AnyPolicy, ...]:
    """Every policy, in the order of the samples."""
    return _ALL
