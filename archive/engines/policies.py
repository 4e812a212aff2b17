"""Sample players: how a game may be played for show, so that a new archive has something in it.

A policy is no strong player and no judge of positions. It chooses among the legal moves, with a
style and a seeded generator, and the same seed gives the same game on every machine.
"""

from random import Random
from typing import Any, Protocol, TypeVar

from archive.engines.skud_pai_sho.policy import POLICY as SKUD_PAI_SHO

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Policy(Protocol[S_contra, M_co]):
    """A way of choosing moves in one game. Stateless, like its engine."""

    slug: str
    """The engine that it plays by."""
    styles: tuple[str, ...]
    """The tempers among which a sample player's is chosen."""

    def choose(self, state: S_contra, style: str, rng: Random) -> M_co:
        """A legal move of a state that has one (a `rest` counts as one)."""

    def standing(self, state: S_contra, seat: int) -> int:
        """How well a seat seems to stand, in no unit: who is far behind may resign."""


AnyPolicy = Policy[Any, Any]

_POLICIES: dict[str, AnyPolicy] = {policy.slug: policy for policy in (SKUD_PAI_SHO,)}


def get(slug: str) -> AnyPolicy:
    """The policy of a game. Raises KeyError where there is none."""
    return _POLICIES[slug]
