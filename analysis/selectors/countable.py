"""Which records stand in figures, and which of them an index does not hold yet."""

from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from analysis.models import Entry, Fault, Generation
from archive.models import Record, Verdict
from archive.selectors.visible import counted

JUDGED: Final[tuple[str, ...]] = (Verdict.VALID, Verdict.CONTRADICTORY)
"""Records that the rules could judge. Others are kept and shown, and are in no figure."""


def countable() -> QuerySet[Record]:
    """The records that stand in figures."""
    return counted().filter(verdict__in=JUDGED)


def lacking(generation: Generation) -> QuerySet[Record]:
    """Records that a generation does not hold as they are, but for those that it cannot hold."""
    same = {"generation": generation, "record": OuterRef("pk"), "revision": OuterRef("revision")}
    return countable().filter(
        ~Exists(Entry.objects.filter(**same)),
        ~Exists(Fault.objects.filter(**same)),
        game=generation.game,
    )
