"""The sums of filters that many games pass: asked for by a page, added up by a job, kept."""

import datetime as dt
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from analysis.models import FilteredStat, Generation, Summary
from analysis.selectors import filtering, opening_tallies, statistics
from analysis.selectors.filtering import Filter
from analysis.statistics import Counters, dump_counters
from archive import engines
from archive.selectors.silence import is_silent

LATE: Final = dt.timedelta(seconds=60)
"""A job that is silent for so long is taken to be lost."""
KEPT: Final = dt.timedelta(days=7)


def want(*, generation: Generation, chosen: Filter) -> tuple[FilteredStat, bool]:
    """The row of a filter, and whether a message has to be sent for it."""
    stat, _ = FilteredStat.objects.get_or_create(
        generation=generation, name=statistics.digest(chosen), defaults={"chosen": chosen.dump()}
    )
    if stat.as_of is not None and stat.as_of == generation.as_of:
        return stat, False
    now = timezone.now()
    late = is_silent("started", now=now, within=LATE)
    idle = FilteredStat.objects.filter(Q(started=None) | late, pk=stat.pk)
    return stat, bool(idle.update(started=now, done=0, total=0))


def forget_old() -> int:
    """Take away what was asked for long ago; who asks again has it added up again. Anybody may think
    of any number of filters, so they cannot all be kept."""
    gone, _ = FilteredStat.objects.filter(asked__lt=timezone.now() - KEPT).delete()
    return gone


def add_up(*, stat_id: int) -> Iterator[int]:
    """Add up what a filter lets through; yields how many are added. Doing it twice does no harm."""
    stat = FilteredStat.objects.select_related("generation").filter(pk=stat_id).first()
    engine = engines.get(stat.generation.game) if stat else None
    if stat is None or engine is None:
        return
    as_of = stat.generation.as_of
    chosen = filtering.load(stat.chosen)
    rows = filtering.entries(stat.generation, engine, chosen)
    entries = list(rows.order_by("pk").values_list("pk", flat=True))
    whole: Counters = {}
    size = settings.FILTER_SLICE_RECORDS
    mine = FilteredStat.objects.filter(pk=stat_id)
    # The sums of all games are in their index already: of them the openings alone lack.
    for at in range(0, 0 if chosen.is_empty else len(entries), size):
        mine.update(done=at, total=len(entries), started=timezone.now())
        some = Summary.objects.filter(entry__in=entries[at : at + size])
        statistics.add_all(whole, some.values_list("counters", flat=True))
        yield min(at + size, len(entries))
    for openings in opening_tallies.counted(stat.generation, engine, chosen):
        mine.update(started=timezone.now())
        whole |= openings
        yield len(entries)
    mine.update(
        counters=dump_counters(whole),
        games=len(entries),
        as_of=as_of,
        done=len(entries),
        started=None,
    )


def game_of(*, stat_id: int) -> str:
    """The game of a row, "" where it is gone."""
    games = FilteredStat.objects.filter(pk=stat_id).values_list("generation__game", flat=True)
    return games.first() or ""
