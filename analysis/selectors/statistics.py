"""The sums of an index, or of the games in it that a filter lets through."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.core.cache import cache

from analysis.models import Entry, FilteredStat, Generation, Summary
from analysis.selectors import filtering
from analysis.selectors.figures import maps
from analysis.selectors.figures.base import Plane
from analysis.selectors.figures.sums import Sums
from analysis.selectors.filtering import Filter
from analysis.statistics import (
    Counters,
    add,
    dump_counters,
    load_counters,
    read_counters,
)
from archive import engines
from archive.engines import AnyEngine
from archive.engines.base import UnusableSetup
from archive.models import Record
from archive.replay import judge
from archive.selectors.replays import parsed

SUMMARIES_AT_ONCE: Final = 500
KEPT_SECONDS: Final = 24 * 60 * 60
GROUNDS_FROM: Final = 5


@dataclass(frozen=True, slots=True)
class Found:
    """The sums that were asked for; None where a job has to add them up."""

    generation: Generation
    games: int
    sums: Sums | None


def of_all(generation: Generation) -> Sums:
    """The sums of a whole index: kept by this process until they change."""
    return _of_all(generation.pk, generation.as_of)


@lru_cache(maxsize=12)
def _of_all(generation_id: int, _as_of: datetime | None) -> Sums:
    row = Generation.objects.only("counters", "games", "as_of").get(pk=generation_id)
    return Sums(load_counters(row.counters), row.games, row.as_of)


def of_filter(generation: Generation, engine: AnyEngine, chosen: Filter) -> Found:
    """The sums of what a filter lets through: from the cache, added up here if they are few, or
    as a job has left them."""
    if chosen.is_empty:
        return Found(generation, generation.games, of_all(generation))
    name = cache_name(generation, chosen)
    kept: tuple[str, int] | None = cache.get(name)
    if kept is not None:
        return Found(generation, kept[1], Sums(load_counters(kept[0]), kept[1], generation.as_of))
    rows = filtering.entries(generation, engine, chosen)
    some = list(rows.order_by("pk").values_list("pk", flat=True)[: settings.FILTER_RECORDS + 1])
    if len(some) <= settings.FILTER_RECORDS:
        counters = added(some)
        cache.set(name, (dump_counters(counters), len(some)), KEPT_SECONDS)
        return Found(generation, len(some), Sums(counters, len(some), generation.as_of))
    return _of_job(generation, chosen)


def _of_job(generation: Generation, chosen: Filter) -> Found:
    stat = FilteredStat.objects.filter(generation=generation, name=digest(chosen)).first()
    if stat is None or stat.as_of is None:
        return Found(generation, 0, None)
    return Found(generation, stat.games, Sums(load_counters(stat.counters), stat.games, stat.as_of))


def cache_name(generation: Generation, chosen: Filter) -> str:
    """Under which the sums of a filter are kept, as long as the index stays as it is."""
    said = f"{generation.pk} {generation.as_of} {chosen.query}"
    return f"sums:{sha256(said.encode()).hexdigest()}"


def digest(chosen: Filter) -> str:
    """A filter's name among rows."""
    return sha256(chosen.query.encode()).hexdigest()


def added(entries: Sequence[int]) -> Counters:
    """The sum of the counters of these entries."""
    whole: Counters = {}
    for at in range(0, len(entries), SUMMARIES_AT_ONCE):
        some = entries[at : at + SUMMARIES_AT_ONCE]
        add_all(whole, Summary.objects.filter(entry__in=some).values_list("counters", flat=True))
    return whole


def add_all(whole: Counters, texts: Iterable[str]) -> None:
    """Add the counters of summaries to a sum."""
    for text in texts:
        add(whole, read_counters(text))


def grounds(engine: AnyEngine, generation: Generation) -> tuple[Plane, ...]:
    """The boards of a game as it starts: of the record with most of them, among some."""
    return _grounds(engine.slug, generation.pk)


@lru_cache(maxsize=32)
def _grounds(game: str, generation_id: int) -> tuple[Plane, ...]:
    engine = engines.get(game)
    if engine is None:
        return ()
    starts = [start for start in _starts(engine, generation_id) if start is not None]
    scenes = [engine.scene(start) for start in starts]
    if not scenes:
        return ()
    return maps.planes(max(scenes, key=lambda scene: len(scene.boards)).boards)


def _starts(engine: AnyEngine, generation_id: int) -> Iterable[object]:
    """The state that a header without a word starts from, and those of some records."""
    with suppress(UnusableSetup):
        yield engine.start(engine.header({}).setup)
    entries = Entry.objects.filter(generation=generation_id, is_counted=True).order_by("-pk")
    records = list(entries.values_list("record", flat=True)[:GROUNDS_FROM])
    for record in Record.objects.filter(pk__in=records).defer("original"):
        judgement = judge(parsed(record), steps=True)
        yield judgement.steps[0].states[0] if judgement.steps else judgement.state
