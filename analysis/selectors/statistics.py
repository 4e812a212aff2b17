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
from analysis.selectors import filtering, opening_tallies
from analysis.selectors.figures import maps
from analysis.selectors.figures.base import Plane
from analysis.selectors.figures.openings import Opening
from analysis.selectors.figures.sums import Sums
from analysis.selectors.filtering import Filter
from analysis.statistics import Counters, add, dump_counters, load_counters, read_counters
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
    """What was asked for; None where a job has to add it up. ``is_stale``: games have come since."""

    sums: Sums | None
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class FoundOpenings:
    """As `Found`."""

    openings: Sequence[Opening] | None
    as_of: datetime | None = None
    is_stale: bool = False


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
        return Found(of_all(generation))
    name = _cache_name("sums", generation, chosen)
    kept: tuple[str, int] | None = cache.get(name)
    if kept is None:
        some = _few(generation, engine, chosen)
        if some is None:
            return _of_job(generation, chosen)
        kept = dump_counters(added(some)), len(some)
        cache.set(name, kept, KEPT_SECONDS)
    return Found(_sums(generation, *kept, generation.as_of))


def _few(generation: Generation, engine: AnyEngine, chosen: Filter) -> list[int] | None:
    """The entries, if they are so few that a page may add them up."""
    rows = filtering.entries(generation, engine, chosen).order_by("pk")
    some = list(rows.values_list("pk", flat=True)[: settings.FILTER_RECORDS + 1])
    return some if len(some) <= settings.FILTER_RECORDS else None


def _sums(generation: Generation, counters: str, games: int, as_of: datetime | None) -> Sums:
    return Sums(load_counters(counters), games, as_of, of_all(generation))


def _of_job(generation: Generation, chosen: Filter) -> Found:
    stat = of_row(generation, chosen)
    if stat is None or stat.as_of is None:
        return Found(None)
    sums = _of_row(stat.pk, stat.as_of, generation.pk, generation.as_of)
    return Found(sums, stat.as_of != generation.as_of)


@lru_cache(maxsize=12)
def _of_row(
    stat_id: int, as_of: datetime, generation_id: int, generation_as_of: datetime | None
) -> Sums:
    counters, games = FilteredStat.objects.values_list("counters", "games").get(pk=stat_id)
    whole = _of_all(generation_id, generation_as_of)
    return Sums(load_counters(counters), games, as_of, whole)


def of_row(generation: Generation, chosen: Filter) -> FilteredStat | None:
    """What a job has kept of a filter, without its sums."""
    rows = FilteredStat.objects.filter(generation=generation, name=digest(chosen))
    return rows.defer("counters").first()


def openings(generation: Generation, engine: AnyEngine, chosen: Filter) -> FoundOpenings:
    """The openings of what a filter lets through."""
    if not opening_tallies.names(engine.slug):
        return FoundOpenings(
            opening_tallies.first_turns(generation, engine, chosen), generation.as_of
        )
    names = opening_tallies.names_now(engine.slug)
    name = _cache_name(f"openings {names}", generation, chosen)
    kept: str | None = cache.get(name)
    if kept is None:
        if _few(generation, engine, chosen) is None:
            return _openings_of_job(generation, engine, chosen)
        kept = dump_counters(opening_counters(generation, engine, chosen))
        cache.set(name, kept, KEPT_SECONDS)
    return FoundOpenings(opening_tallies.openings(engine, load_counters(kept)), generation.as_of)


def _openings_of_job(generation: Generation, engine: AnyEngine, chosen: Filter) -> FoundOpenings:
    stat = of_row(generation, chosen)
    if stat is None or stat.as_of is None:
        return FoundOpenings(None)
    sums = _of_row(stat.pk, stat.as_of, generation.pk, generation.as_of)
    found = opening_tallies.openings(engine, sums.counters)
    return FoundOpenings(found, stat.as_of, stat.as_of != generation.as_of)


def opening_counters(generation: Generation, engine: AnyEngine, chosen: Filter) -> Counters:
    """The counters of all named openings."""
    whole: Counters = {}
    for some in opening_tallies.counted(generation, engine, chosen):
        whole |= some
    return whole


def _cache_name(what: str, generation: Generation, chosen: Filter) -> str:
    """Under which a filter's figures are kept, as long as the index stays as it is."""
    said = f"{what} {generation.pk} {generation.as_of} {chosen.query}"
    return f"statistics:{sha256(said.encode()).hexdigest()}"


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
