"""The positions from which the games of an index began: each rules profile, option and deal apart."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Max

from analysis.models import Visit
from analysis.selectors.filtering import active
from analysis.selectors.lines import Tags, needed_tags, written
from archive.engines import AnyEngine
from archive.engines.base import RuleError
from archive.models import Record

MOST: Final = 40
MASKED: Final = "?"


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin, with the games that began so; the newest is ``record``."""

    games: int
    record: int
    tags: Tags

    @property
    def query(self) -> str:
        return written(self.tags)

    @property
    def words(self) -> str:
        told = [f"{name} {value}" for name, value in self.tags if value != MASKED]
        return ", ".join(told) or "The usual start"


def starts(engine: AnyEngine) -> list[Start]:
    """The most frequent ways to begin."""
    generation = active(engine.slug)
    if generation is None:
        return []
    firsts = Visit.objects.filter(
        ply=0, entry__generation=generation, entry__is_counted=True
    ).values("position")
    counts = firsts.annotate(games=Count("ply"), record=Max("entry__record"))
    rows = list(counts.order_by("-games", "-record").values_list("games", "record")[:MOST])
    records = Record.objects.only("tags").in_bulk([record for _, record in rows])
    return [
        Start(games, record, tags_of_record(engine, records[record]))
        for games, record in rows
        if record in records
    ]


def tags_of_record(engine: AnyEngine, record: Record) -> Tags:
    """What an address needs, to begin as a record did."""
    given = {name: value for name, value in record.tags if name[:1].isupper()}
    try:
        return needed_tags(engine, given)
    except RuleError:
        return ()
