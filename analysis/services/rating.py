"""Ratings brought up to date, from the earliest month in which a result changed.

The index notes such months as it writes (`note`), in its own transaction. Working them off costs
what the games since then cost, however many came before.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from analysis.models import Entry, Generation, RatingMark, RatingPoint, RatingState, Status
from analysis.ratings import Standing, rate_month
from analysis.selectors.filtering import active
from analysis.selectors.rated import results_by_month
from archive.selectors.silence import is_silent

ROWS_AT_ONCE = 1_000
PLAYERS_AT_ONCE = 500


def note(*, game: str, entries: Iterable[Entry]) -> None:
    """Note that these entries came, changed or go. Belongs in the transaction that does it."""
    months = [entry.month for entry in entries if entry.month]
    if months:
        RatingMark.objects.create(game=game, month=min(months))


def waiting() -> list[str]:
    """Games whose ratings are behind, or of another index than the one in use."""
    in_use = Generation.objects.filter(status=Status.ACTIVE)
    rated = RatingState.objects.filter(as_of__isnull=False)
    known = set(rated.values_list("game", "generation"))
    behind = {game for game, pk in in_use.values_list("game", "pk") if (game, pk) not in known}
    return sorted(behind.union(RatingMark.objects.order_by().values_list("game", flat=True)))


def want(*, game: str) -> bool:
    """Note that a message to rate is sent; False where one is on its way already."""
    _ensure(game)
    rows = RatingState.objects.filter(pk=game, wants_rating=False)
    return bool(rows.update(wants_rating=True, wanted_at=timezone.now()))


def want_again(*, game: str, now: dt.datetime) -> bool:
    """As `want`, but a message that is long on its way is taken to be lost."""
    _ensure(game)
    late = is_silent("wanted_at", now=now, within=dt.timedelta(seconds=settings.FOLD_LATE_SECONDS))
    rows = RatingState.objects.filter(Q(wants_rating=False) | late, pk=game)
    return bool(rows.update(wants_rating=True, wanted_at=now))


def begin(*, game: str) -> None:
    """Note that the message has come: what changes from now on asks for another."""
    RatingState.objects.filter(pk=game).update(wants_rating=False)


def forget(*, game: str) -> None:
    """Let the next `refresh` rate every game again."""
    RatingState.objects.filter(pk=game).update(generation=None)


@transaction.atomic
def refresh(*, game: str) -> int:
    """Rate what has changed since the last time; how many standings were written.

    Whoever comes second waits for the first, and finds his work done.
    """
    state = _held(game)
    generation = active(game)
    is_begun = generation is not None and generation.pk == state.generation
    marks = list(RatingMark.objects.filter(game=game).values_list("pk", "month"))
    if is_begun and not marks:
        return 0
    since = min(month for _, month in marks) if is_begun else ""
    written = _rate(game, generation, since)
    for at in range(0, len(marks), ROWS_AT_ONCE):
        some = [pk for pk, _ in marks[at : at + ROWS_AT_ONCE]]
        RatingMark.objects.filter(pk__in=some).delete()
    RatingState.objects.filter(pk=game).update(
        as_of=timezone.now(), generation=generation and generation.pk
    )
    return written


def _ensure(game: str) -> None:
    RatingState.objects.bulk_create([RatingState(game=game)], ignore_conflicts=True)


def _held(game: str) -> RatingState:
    """The game's row, made where it lacks, for this transaction alone."""
    _ensure(game)
    rows = RatingState.objects.all()
    if connection.features.has_select_for_update:
        rows = rows.select_for_update()
    return rows.get(pk=game)


def _rate(game: str, generation: Generation | None, since: str) -> int:
    before = RatingPoint.objects.filter(game=game, month__lt=since)
    standings: dict[int, Standing] = {}
    asked: set[int] = set()
    points: list[RatingPoint] = []
    for month, results in results_by_month(generation, since) if generation else ():
        players = {player for result in results for player in result.players}
        standings |= _known(before, sorted(players - asked))
        asked |= players
        now = rate_month(standings, results, month)
        standings |= now
        points += [RatingPoint(game=game, player=pk, **one._asdict()) for pk, one in now.items()]
    _replace(game, since, points)
    return len(points)


def _known(before: QuerySet[RatingPoint], players: Sequence[int]) -> Mapping[int, Standing]:
    """Where players stood before the first month that is rated again."""
    found: dict[int, Standing] = {}
    for at in range(0, len(players), PLAYERS_AT_ONCE):
        some = before.filter(player__in=players[at : at + PLAYERS_AT_ONCE]).order_by("month")
        for player, *columns in some.values_list("player", *Standing._fields):
            found[player] = Standing(*columns)
    return found


def _replace(game: str, since: str, points: Sequence[RatingPoint]) -> None:
    """Put points in the place of those since a month, and mark everybody's last one."""
    stale = RatingPoint.objects.filter(game=game, month__gte=since)
    touched = set(stale.order_by().values_list("player", flat=True).distinct())
    stale.delete()
    last = {point.player: point for point in points}
    for point in last.values():
        point.is_last = True
    RatingPoint.objects.bulk_create(points, batch_size=ROWS_AT_ONCE)
    before = RatingPoint.objects.filter(game=game, month__lt=since)
    for players in _some(sorted(last)):
        before.filter(player__in=players, is_last=True).update(is_last=False)
    for players in _some(sorted(touched - last.keys())):
        mine = before.filter(player__in=players).order_by()
        for player, month in mine.values_list("player").annotate(Max("month")):
            before.filter(player=player, month=month).update(is_last=True)


def _some(players: Sequence[int]) -> Iterable[Sequence[int]]:
    return (players[at : at + PLAYERS_AT_ONCE] for at in range(0, len(players), PLAYERS_AT_ONCE))
