"""The games that pass through a position, as a list that can be read to its end."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, QuerySet

from analysis.selectors import played
from analysis.selectors.filtering import Filter, active
from analysis.selectors.frames import twin_frames
from analysis.selectors.lines import Line
from archive.models import Record, Seat
from archive.selectors import paging, records, visible

NEWEST: Final = records.SORTS["newest"]
PAGE_SIZE: Final = 50
MOST_RANKED: Final = 2_000
"""Among so many of the newest games the best known players are looked for."""
OFTEN: Final = 2_000
"""Games of a position that has more are found among the newest games, not the other way round."""


@dataclass(frozen=True, slots=True)
class GamesPage:
    rows: list[Record]
    before: str = ""
    after: str = ""


def through(line: Line, chosen: Filter, *, games: int, twins: bool = False) -> QuerySet[Record]:
    """The records that pass through the position of a line. ``games``: how many are expected."""
    generation = active(line.engine.slug)
    if generation is None:
        return Record.objects.none()
    keys = [line.place.key]
    if twins:
        keys += [key for key in twin_frames(line.engine, line.state) if key not in keys]
    found = visible.counted().filter(game=line.engine.slug)
    sought = played.Sought(generation, line.engine, chosen)
    if games > OFTEN:
        return found.filter(Exists(played.visits_of(sought, keys, OuterRef("pk"))))
    return found.filter(pk__in=played.visits(sought, keys).values("entry__record"))


def newest(found: QuerySet[Record], *, before: str = "", after: str = "", size: int) -> GamesPage:
    page = paging.page(records.listed(found), NEWEST, size=size, before=before, after=after)
    return GamesPage(page.rows, page.before, page.after)


def best_known(found: QuerySet[Record], *, after: str = "", size: int) -> GamesPage:
    """Those first whose players have the most games in the archive, added up."""
    order = NEWEST.order(backwards=False)
    ids = list(found.order_by(*order).values_list("pk", flat=True)[:MOST_RANKED])
    fame = _fame(ids)
    ranked = sorted(ids, key=lambda pk: (-fame[pk], -pk))
    at = paging.offset(after)
    shown = records.listed(visible.counted().filter(pk__in=ranked[at : at + size])).in_bulk()
    rows = [shown[pk] for pk in ranked[at : at + size] if pk in shown]
    return GamesPage(
        rows,
        before=str(max(at - size, 0)) if at else "",
        after=str(at + size) if at + size < len(ranked) else "",
    )


def _fame(ids: Collection[int]) -> Counter[int]:
    """By record: the games of its players, added up."""
    seats = list(
        Seat.objects.filter(record__in=ids, player__isnull=False).values_list("record", "player")
    )
    people = {player for _, player in seats}
    sat = Seat.objects.filter(visible.is_counted("record__"), player__in=people)
    games = dict(sat.order_by().values_list("player").annotate(Count("pk")))
    fame: Counter[int] = Counter()
    for record, player in seats:
        if player is not None:
            fame[record] += games.get(player, 0)
    return fame
