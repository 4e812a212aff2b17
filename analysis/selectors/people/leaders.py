"""The leaderboard of a game: who stands where, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from analysis.models import RatingPoint, RatingState
from analysis.ratings import PROVISIONAL
from archive.models import Player
from archive.selectors import visible
from archive.selectors.paging import Page, Sort, page
from archive.selectors.words import visible_name

PAGE_SIZE: Final = 50
MOST_OTHERS: Final = 20
SORT: Final = Sort("rating", descending=True, words="Highest rating", parse=float)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a leaderboard. ``name``: only players so called, whatever their games;
    otherwise those of few games stand apart, and ``provisional`` asks for them."""

    game: str
    name: str = ""
    provisional: bool = False
    before: str = ""
    after: str = ""
    size: int = PAGE_SIZE


@dataclass(frozen=True, slots=True)
class Leader:
    """``rank`` among all of the list, 0 where players are looked for by name."""

    rank: int
    name: str
    point: RatingPoint

    @property
    def is_provisional(self) -> bool:
        return self.point.games < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """``others``: players so called without a rating in this game, some of them."""

    rows: tuple[Leader, ...]
    page: Page[RatingPoint]
    established: int
    provisional: int
    others: tuple[tuple[int, str], ...]
    as_of: datetime | None


def leaderboard(asked: Asked) -> Leaderboard:
    """A page of the players of a game by rating, their deviations beside."""
    last = RatingPoint.objects.filter(game=asked.game, is_last=True)
    few = Q(games__lt=PROVISIONAL)
    established = last.exclude(few).count()
    provisional = last.filter(few).count()
    if asked.name:
        listed = last.filter(player__in=_called(asked.name).values("pk"))
    else:
        listed = last.filter(few) if asked.provisional else last.exclude(few)
    found = page(listed, SORT, size=asked.size, before=asked.before, after=asked.after)
    state = RatingState.objects.filter(pk=asked.game).first()
    return Leaderboard(
        rows=_rows(found.rows, 0 if asked.name else _above(listed, found.rows) + 1),
        page=found,
        established=established,
        provisional=provisional,
        others=_others(asked, last) if asked.name else (),
        as_of=state.as_of if state else None,
    )


def _called(name: str) -> QuerySet[Player]:
    return visible.players().filter(visible.called(name))


def _above(listed: QuerySet[RatingPoint], rows: Sequence[RatingPoint]) -> int:
    if not rows:
        return 0
    first = rows[0]
    higher = Q(rating__gt=first.rating) | Q(rating=first.rating, pk__gt=first.pk)
    return listed.filter(higher).count()


def _rows(points: Sequence[RatingPoint], first: int) -> tuple[Leader, ...]:
    names = dict(
        visible.players()
        .filter(pk__in=[point.player for point in points])
        .values_list("pk", "name")
    )
    return tuple(
        Leader(first and first + number, visible_name(names[point.player]), point)
        for number, point in enumerate(points)
        if point.player in names
    )


def _others(asked: Asked, rated: QuerySet[RatingPoint]) -> tuple[tuple[int, str], ...]:
    found = _called(asked.name).exclude(pk__in=rated.values("player")).order_by("name")
    rows = found.values_list("pk", "name")[:MOST_OTHERS]
    return tuple((pk, visible_name(name)) for pk, name in rows)
