"""The records behind a number of a chart: looked for once, the newest first, and kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from analysis.models import Generation
from analysis.selectors import filtering, marks
from analysis.selectors.filtering import Filter
from archive.engines import AnyEngine
from archive.models import Record
from archive.selectors import visible

MOST: Final = 1_000
"""A longer list says "more than": looking further would cost more than it tells."""
KEPT_SECONDS: Final = 60 * 60


@dataclass(frozen=True, slots=True)
class Behind:
    """``count``: how many there are, or how many at least."""

    records: QuerySet[Record]
    count: int
    is_more: bool


def games(
    generation: Generation, engine: AnyEngine, chosen: Filter, asked: Sequence[str]
) -> Behind:
    """Raises UnreadableMark."""
    entries = filtering.entries(generation, engine, chosen)
    if asked:
        entries = entries.filter(marks.condition(asked))
    said = f"{generation.pk} {generation.as_of} {chosen.query} {asked}"
    name = f"behind:{sha256(said.encode()).hexdigest()}"
    found: list[int] | None = cache.get(name)
    if found is None:
        newest = entries.order_by("-record").values_list("record", flat=True)
        found = list(newest[: MOST + 1])
        cache.set(name, found, KEPT_SECONDS)
    if len(found) > MOST:
        behind = entries.filter(record=OuterRef("pk"))
        return Behind(visible.counted().filter(Exists(behind)), MOST, is_more=True)
    records = visible.counted().filter(pk__in=found)
    return Behind(records, records.count(), is_more=False)
