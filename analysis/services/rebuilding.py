"""A whole index built beside the one in use, and put in its place."""

from collections.abc import Iterator

from django.conf import settings

from analysis.models import Entry, Generation, Status
from analysis.services import folding, generations, indexing, rating
from archive import engines
from archive.models import Record


def rebuild(*, game: str) -> Iterator[int]:
    """Index every record of a game anew and swap; yields how many records were looked at so far.

    Records that change meanwhile go into both indexes.
    """
    generation = generations.begin(game=game)
    looked = 0
    for ids in _all_records(game):
        indexing.index_records(record_ids=ids, only=generation)
        looked += len(ids)
        yield looked
    while folding.fold(generation_id=generation.pk):
        yield looked
    generations.swap(generation=generation)
    rating.refresh(game=game)
    generations.clear_retired()


def _all_records(game: str) -> Iterator[list[int]]:
    last = 0
    rows = Record.objects.filter(game=game).order_by("pk").values_list("pk", flat=True)
    while ids := list(rows.filter(pk__gt=last)[: settings.INDEX_RECORDS]):
        yield ids
        last = ids[-1]


def stale_games() -> list[str]:
    """Games whose index is by another edition of their engine than today's."""
    active = Generation.objects.filter(status=Status.ACTIVE)
    editions = dict(active.values_list("game", "edition"))
    return [
        engine.slug
        for engine in engines.all_engines()
        if editions.get(engine.slug, engine.edition) != engine.edition
    ]


def waiting() -> list[int]:
    """Generations with entries that are not counted yet."""
    entries = Entry.objects.filter(is_counted=False, revision__gt=0).order_by()
    return sorted(entries.values_list("generation", flat=True).distinct())
