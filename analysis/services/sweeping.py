"""Finding what the index lacks: records whose message was lost, entries whose record is gone."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from analysis.models import Entry, Generation, Status
from analysis.services import generations, indexing
from archive import engines

MOST = 10_000
"""Records found in one sweep: the next goes on."""


def unindexed() -> Iterator[list[int]]:
    """Numbers of records that are not indexed as they are, and of entries that should not be."""
    for engine in engines.all_engines():
        for generation in generations.live(engine.slug):
            yield from _lacking(generation)
    yield from _surplus()


def _lacking(generation: Generation) -> Iterator[list[int]]:
    entry = Entry.objects.filter(
        generation=generation, record=OuterRef("pk"), revision__gte=OuterRef("revision")
    )
    records = indexing.countable().filter(~Exists(entry), game=generation.game).order_by("pk")
    ids = list(records.values_list("pk", flat=True)[:MOST])
    size = settings.INDEX_RECORDS
    yield from (ids[at : at + size] for at in range(0, len(ids), size))


def _surplus() -> Iterator[list[int]]:
    """Entries whose record is gone, hidden or no longer judged."""
    record = indexing.countable().filter(pk=OuterRef("record"))
    kept = Q(generation__status__in=(Status.ACTIVE, Status.BUILDING))
    entries = Entry.objects.filter(kept, ~Exists(record)).order_by("record")
    ids = list(entries.values_list("record", flat=True).distinct()[:MOST])
    if ids:
        yield ids
