"""Finding what the index lacks: records whose message was lost, entries whose record is gone."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from analysis.models import Entry
from analysis.selectors.countable import countable, lacking
from analysis.services import generations
from archive import engines
from archive.models import RecordVersion

MOST = 10_000
"""Records found in one sweep: the next goes on."""


def unindexed() -> Iterator[list[int]]:
    """Numbers of records that are not indexed as they are, and of entries that should not be."""
    for engine in engines.all_engines():
        for generation in generations.live(engine.slug):
            numbers = lacking(generation).order_by("pk").values_list("pk", flat=True)
            yield from _lots(list(numbers[:MOST]))
    yield from _surplus()


def _surplus() -> Iterator[list[int]]:
    """As `indexing.gone`, asked of the database."""
    record = countable().filter(pk=OuterRef("record"), game=OuterRef("generation__game"))
    version = RecordVersion.objects.filter(
        record=OuterRef("record"), revision__gte=OuterRef("revision")
    )
    current = Q()
    for engine in engines.all_engines():
        current |= Q(generation__game=engine.slug, generation__edition=engine.edition)
    entries = Entry.objects.filter(
        ~Exists(record) | (~current & Exists(version)),
        generation__status__in=generations.KEPT,
    )
    ids = entries.order_by("record").values_list("record", flat=True).distinct()
    yield from _lots(list(ids[:MOST]))


def _lots(ids: list[int]) -> Iterator[list[int]]:
    size = settings.INDEX_RECORDS
    yield from (ids[at : at + size] for at in range(0, len(ids), size))
