"""Ratings as a fold over results: standings before a month and its games give standings after it.

The model is Plackett-Luce of Weng and Lin (2011) by the package openskill, on a scale where someone
new stands at 1500. `docs/ratings.md` says it for people. Nothing here depends on the order in
which records came: within a month games are taken by date, then by the fingerprint of their text.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from math import sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

START: Final = 1500.0
"""The rating of someone of whom no game is known."""
START_DEVIATION: Final = 350.0
GROWTH: Final = 25.0
"""What each month adds to a deviation, as squares add: old results say less."""
PROVISIONAL: Final = 10
"""Ratings of fewer games are provisional."""


def _trust(_c: float, seats: int, *_of_team: object) -> float:
    """How much of what a game tells goes into deviations: all of it for two seats, less for more,
    where one victory tells little of those who did not win. The package's own default trusts games
    of two less, and foretells results worse."""
    return 2 / seats


_MODEL: Final = PlackettLuce(
    mu=START,
    sigma=START_DEVIATION,
    beta=START_DEVIATION / 2,
    tau=START_DEVIATION / 100,
    gamma=_trust,
)


class Standing(NamedTuple):
    """Where someone stands at the end of ``month`` (``2024-05``), the last with games of his.

    ``games``: all that were rated so far.
    """

    rating: float
    deviation: float
    games: int
    month: str


class Result(NamedTuple):
    """One rated game: ``players`` by seat, of whom those of the seats ``winners`` won; nobody: a
    draw. Results sort by when they were played, as far as that is known."""

    earliest: date
    latest: date
    fingerprint: str
    players: tuple[int, ...]
    winners: tuple[int, ...]


def is_rated(players: tuple[int | None, ...], winners: tuple[int, ...] | None) -> bool:
    """Whether a game counts: it has a result, and two people or more who are all known, none of
    them on two seats."""
    people = {player for player in players if player is not None}
    return winners is not None and len(people) == len(players) > 1


def rate_month(
    before: Mapping[int, Standing], results: Iterable[Result], month: str
) -> dict[int, Standing]:
    """The standings, after a month, of those who played in it. ``before``: everybody's so far."""
    now: dict[int, Standing] = {}
    for result in sorted(results):
        at_table = [
            now[player] if player in now else _begun(before.get(player), month)
            for player in result.players
        ]
        now.update(zip(result.players, _rated(at_table, result.winners, month), strict=True))
    return now


def _begun(known: Standing | None, month: str) -> Standing:
    """A standing at the beginning of a month: the deviation has grown with the time since."""
    if known is None:
        return Standing(START, START_DEVIATION, 0, month)
    grown = sqrt(known.deviation**2 + _months(known.month, month) * GROWTH**2)
    return known._replace(deviation=min(grown, START_DEVIATION))


def _months(earlier: str, later: str) -> int:
    (year, month), (to_year, to_month) = (text.split("-") for text in (earlier, later))
    return 12 * (int(to_year) - int(year)) + int(to_month) - int(month)


def _rated(at_table: list[Standing], winners: tuple[int, ...], month: str) -> list[Standing]:
    teams = [[_MODEL.rating(mu=one.rating, sigma=one.deviation)] for one in at_table]
    ranks = [1.0 if seat in winners else 2.0 for seat in range(len(teams))]
    after = _MODEL.rate(teams, ranks=ranks)
    return [
        Standing(team[0].mu, team[0].sigma, one.games + 1, month)
        for team, one in zip(after, at_table, strict=True)
    ]
