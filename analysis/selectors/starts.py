"""The positions from which the games of an index began: each rules profile, option and deal apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Max

from analysis.models import Visit
from analysis.selectors.filtering import active
from analysis.selectors.lines import Tags, needed_tags, written
from archive.engines import AnyEngine
from archive.engines.base import RuleError
from archive.models import Record
from archive.selectors import paging, records
from archive.selectors.rows import RecordRow, row

PAGE_SIZE: Final = 50
MASKED: Final = "?"
LONG: Final = 120
"""Tags in more characters than this are not read by anyone: a deal of sixty cards."""


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin, with the games that began so; the newest is ``record``. ``rules``: the
    profile, where another is the usual one."""

    games: int
    record: RecordRow
    tags: Tags
    rules: str = ""

    @property
    def query(self) -> str:
        if self.is_long:
            return written([("record", str(self.record.record.pk)), ("ply", "0")])
        return written(self.tags)

    @property
    def is_long(self) -> bool:
        return sum(len(value) for _, value in self.tags) > LONG

    @property
    def words(self) -> str:
        if self.is_long:
            return f"As {self.record.title} began"
        rules = [] if "Rules" in dict(self.tags) or not self.rules else [f"Rules {self.rules}"]
        told = [_told(name, value) for name, value in self.tags if value != MASKED]
        return ", ".join(rules + told) or "The usual start"


@dataclass(frozen=True, slots=True)
class StartsPage:
    """Some ways to begin, and the numbers with which the pages round them start ("" where there is
    none). By number, as every page groups all games anyway."""

    rows: list[Start]
    before: str = ""
    after: str = ""


def _told(name: str, value: str) -> str:
    """What a tag says of a start. A date stands for the rules of its time."""
    return f"as on {value}" if name == "Date" else f"{name} {value}"


def starts(engine: AnyEngine, *, after: str = "") -> StartsPage:
    """The ways to begin, the most frequent first: a page of them, which is the first one where
    ``after`` cannot be read or leads nowhere."""
    generation = active(engine.slug)
    if generation is None:
        return StartsPage([])
    firsts = Visit.objects.filter(
        ply=0, entry__generation=generation, entry__is_counted=True
    ).values("position")
    counts = firsts.annotate(games=Count("ply"), record=Max("entry__record"))
    ordered = counts.order_by("-games", "-record").values_list("games", "record")
    at = paging.offset(after)
    counted = list(ordered[at : at + PAGE_SIZE + 1])
    if at and not counted:
        return starts(engine)
    has_more, counted = len(counted) > PAGE_SIZE, counted[:PAGE_SIZE]
    found = (
        records.listed()
        .defer(None)
        .defer("original", "text")
        .in_bulk([record for _, record in counted])
    )
    return StartsPage(
        [_start(engine, games, found[record]) for games, record in counted if record in found],
        before=str(max(at - PAGE_SIZE, 0)) if at else "",
        after=str(at + PAGE_SIZE) if has_more else "",
    )


def _start(engine: AnyEngine, games: int, record: Record) -> Start:
    tags = tags_of_record(engine, record)
    rules = _rules(engine, dict(tags))
    return Start(games, row(record), tags, "" if rules == _rules(engine, {}) else rules)


def _rules(engine: AnyEngine, tags: Mapping[str, str]) -> str:
    try:
        return engine.header(tags).setup.rules
    except RuleError:
        return ""


def tags_of_record(engine: AnyEngine, record: Record) -> Tags:
    """What an address needs, to begin as a record did."""
    given = {name: value for name, value in record.tags if name[:1].isupper()}
    try:
        return needed_tags(engine, given)
    except RuleError:
        return ()
