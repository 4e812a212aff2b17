"""The games behind a bar: patterns of counters, as conditions on the entries that have them.

A pattern is a counter's key in which a part may be ``=`` (anything), end in ``=`` (anything behind
it), or be a range of numbers: ``plies|=20..29``, ``span|w|=40..`` without an end. Two patterns with
`` == `` between them ask for both.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Final, NamedTuple

from django.db.models import Q

from analysis.models import OpeningName, Visit
from analysis.selectors.figures.base import AND, ANY
from analysis.selectors.mark_columns import of_month, of_result, of_seat
from analysis.selectors.opening_tallies import HEAD as OPENING
from analysis.selectors.openings import has_name, patterns
from analysis.statistics import counters_line

MOST_MARKS: Final = 80
"""Also where two are asked for together."""
RANGE: Final = re.compile(r"=(\d{1,6})\.\.(\d{1,6})?\Z", re.ASCII)
VISIT: Final = "visit"
"""``visit|position|move``: the move was played there; ``visit|position|=``: it was there."""


class UnreadableMark(ValueError):
    """A pattern that no chart of ours makes."""


class Line(NamedTuple):
    """A line to look for in a summary: as it stands, or by a pattern whose groups are numbers within
    some bounds."""

    text: str = ""
    pattern: re.Pattern[str] | None = None
    bounds: tuple[tuple[int, int | None], ...] = ()

    def is_in(self, summary: str) -> bool:
        if self.pattern is None:
            return self.text in summary
        return any(
            all(
                low <= int(number) and (high is None or int(number) <= high)
                for number, (low, high) in zip(found.groups(), self.bounds, strict=True)
            )
            for found in self.pattern.finditer(summary)
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """``facts``: what columns of an entry say of it; empty where they say nothing. ``lines``: all of
    them stand in its summary."""

    facts: Q
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """Which entries have one of some marks.

    ``narrow``: those that may, which a database finds soon. Of these, each is looked at: whether it
    has the ``opening``, where there is one, and whether its summary has the lines of one of the
    ``marks`` whose facts are true of it.
    """

    narrow: Q
    opening: Q | None
    marks: tuple[Mark, ...]

    @property
    def has_lines(self) -> bool:
        return all(mark.lines for mark in self.marks if not mark.facts) and any(
            mark.lines for mark in self.marks
        )


def condition(marks: Sequence[str]) -> Condition:
    """What some marks ask of entries. Raises UnreadableMark."""
    asked = [mark.split(AND) for mark in marks]
    if not 0 < sum(map(len, asked)) <= MOST_MARKS:
        raise UnreadableMark(f"Between 1 and {MOST_MARKS} marks can be asked for.")
    if any("\0" in mark for mark in marks):
        raise UnreadableMark("No mark has a NUL in it.")
    ways = {tuple(part for part in parts if _is_way(part)) for parts in asked}
    if len(ways) > 1 or len(way := ways.pop()) > 1:
        raise UnreadableMark("Only games that came one way can be asked for together.")
    found = tuple(_mark([part for part in parts if not _is_way(part)]) for parts in asked)
    # An empty Q lets everything through alone; OR-ed with another it would be forgotten.
    narrow = reduce(or_, (one.facts for one in found)) if all(one.facts for one in found) else Q()
    head, *parts = way[0].split("|") if way else [""]
    if head == VISIT:
        narrow &= _visited(parts)
    return Condition(narrow, _opened(parts) if head == OPENING else None, found)


def _is_way(part: str) -> bool:
    return part.partition("|")[0] in {OPENING, VISIT}


def _mark(parts: Sequence[str]) -> Mark:
    read = [_read(part) for part in parts]
    facts = reduce(and_, (facts for facts, _ in read), Q())
    return Mark(facts, tuple(line for _, line in read if line is not None))


def _read(part: str) -> tuple[Q, Line | None]:
    """What columns say of a part, and the line that is left to be looked for."""
    head, *parts = part.split("|")
    if head == "plies" and len(parts) == 1 and RANGE.match(parts[0]):
        return _plies(parts[0]), None
    if head == "span" and len(parts) == 2 and RANGE.match(parts[1]):
        return _plies(parts[1]), Line(f"\nspan|{parts[0]}|")
    columns = {"seat": of_seat, "month": of_month, "result": of_result}
    facts = columns[head](parts) if head in columns else None
    return (Q(), _line(head, parts)) if facts is None else (facts, None)


def _visited(parts: Sequence[str]) -> Q:
    if len(parts) != 2 or not re.fullmatch(r"-?\d{1,19}", parts[0], re.ASCII):
        raise UnreadableMark("A position is named by its number.")
    position, move = int(parts[0]), parts[1]
    if not -(1 << 63) <= position < 1 << 63:
        raise UnreadableMark("A position's number has 64 bits.")
    visits = Visit.objects.filter(position=position)
    if move != ANY:
        visits = visits.filter(move=move)
    return Q(pk__in=visits.values("entry"))


def _opened(parts: Sequence[str]) -> Q:
    if len(parts) != 1 or not re.fullmatch(r"\d{1,9}", parts[0], re.ASCII):
        raise UnreadableMark("An opening is named by its number.")
    name = OpeningName.objects.filter(pk=int(parts[0])).first()
    return Q(pk__in=()) if name is None else has_name(name, patterns(name.game))


def _plies(part: str) -> Q:
    first, last = _bounds(part)
    asked = Q(plies__gte=first)
    return asked if last is None else asked & Q(plies__lte=last)


def _bounds(part: str) -> tuple[int, int | None]:
    found = RANGE.match(part)
    if found is None:
        raise UnreadableMark(f"{part} is no range of numbers.")
    first, last = found.groups()
    return int(first), None if last is None else int(last)


def _line(head: str, parts: Sequence[str]) -> Line:
    """The line of a key of this form."""
    if not any(_is_open(part) for part in parts):
        return Line(counters_line("|".join((head, *parts))))
    closed = list(parts)
    while closed and closed[-1] == ANY:
        closed.pop()
    if not any(_is_open(part) for part in closed):
        return Line("\n" + "|".join((head, *closed, "")))
    pattern = "\n" + r"\|".join((re.escape(head), *map(_regex, parts))) + "="
    bounds = tuple(_bounds(part) for part in parts if RANGE.match(part))
    return Line(pattern=re.compile(pattern, re.ASCII), bounds=bounds)


def _is_open(part: str) -> bool:
    return part.endswith(ANY) or RANGE.match(part) is not None


def _regex(part: str) -> str:
    if part.endswith(ANY):
        return f"{re.escape(part[:-1])}[^|=\n]*"
    return r"(\d+)" if RANGE.match(part) else re.escape(part)
