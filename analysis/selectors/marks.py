"""The games behind a bar: patterns of counters, as conditions on the entries that have them.

A pattern is a counter's key in which a part may be ``=`` (anything), end in ``=`` (anything behind
it), or be a range of numbers: ``plies|=20..29``, ``span|w|=40..`` without an end. Two patterns with
`` == `` between them ask for both.
"""

import re
from collections.abc import Sequence
from typing import Final

from django.db.models import F, Q, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan

from analysis.models import OpeningName, Visit
from analysis.selectors.figures.base import AND, ANY
from analysis.selectors.mark_columns import of_month, of_seat
from analysis.selectors.opening_tallies import HEAD as OPENING
from analysis.selectors.openings import entries_of, patterns
from analysis.statistics import counters_line

SUMMARY: Final = "summary__counters"
MOST_MARKS: Final = 40
MOST_NUMBERS: Final = 2_000
RANGE: Final = re.compile(r"=(\d{1,6})\.\.(\d{1,6})?\Z", re.ASCII)
VISIT: Final = "visit"
"""``visit|position|move``: the move was played there; ``visit|position|=``: it was there."""


class UnreadableMark(ValueError):
    """A pattern that no chart of ours makes."""


def condition(marks: Sequence[str]) -> Q:
    """Entries that have one of these marks. Raises UnreadableMark."""
    if not marks or len(marks) > MOST_MARKS:
        raise UnreadableMark(f"Between 1 and {MOST_MARKS} marks can be asked for.")
    whole = Q()
    if any("\0" in mark for mark in marks):
        raise UnreadableMark("No mark has a NUL in it.")
    for mark in marks:
        each = Q()
        for part in mark.split(AND):
            each &= _one(part)
        whole |= each
    return whole


def _one(mark: str) -> Q:
    head, *parts = mark.split("|")
    if head == OPENING:
        return _opened(parts)
    if head == VISIT:
        return _visited(parts)
    # A record has one length: by its column, other marks of length need no long list of numbers.
    if head == "plies" and len(parts) == 1 and RANGE.match(parts[0]):
        return _plies(parts[0])
    if head == "span" and len(parts) == 2 and RANGE.match(parts[1]):
        return _plies(parts[1]) & _contains(f"\nspan|{parts[0]}|")
    if head == "seat" and (seated := of_seat(parts)) is not None:
        return seated
    if head == "month" and (dated := of_month(parts)) is not None:
        played, is_all = dated
        return played if is_all else played & _has(head, parts)
    return _has(head, parts)


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
    if name is None:
        return Q(pk__in=())
    return Q(pk__in=entries_of(name, patterns(name.game)).values("pk"))


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


def _has(head: str, parts: Sequence[str]) -> Q:
    """The summary has a key of this form."""
    if not any(_is_open(part) for part in parts):
        return _contains(counters_line("|".join((head, *parts))))
    closed = list(parts)
    while closed and closed[-1] == ANY:
        closed.pop()
    beginning = "\n" + "|".join((head, *closed, ""))
    if not any(_is_open(part) for part in closed):
        return _contains(beginning)
    pattern = "\n" + r"\|".join((re.escape(head), *map(_regex, parts))) + "="
    # The database looks for the plain words first, which is quick.
    fixed = next(at for at, part in enumerate(parts) if _is_open(part))
    plain = "\n" + "|".join((head, *parts[:fixed], ""))
    return _contains(plain) & Q(**{f"{SUMMARY}__regex": pattern})


def _is_open(part: str) -> bool:
    return part.endswith(ANY) or RANGE.match(part) is not None


def _regex(part: str) -> str:
    if part.endswith(ANY):
        return f"{re.escape(part[:-1])}[^|=\n]*"
    if RANGE.match(part):
        first, last = _bounds(part)
        if last is None or last - first > MOST_NUMBERS:
            raise UnreadableMark(f"The range {part} is too wide.")
        return f"(?:{'|'.join(map(str, range(first, last + 1)))})"
    return re.escape(part)


def _contains(text: str) -> Q:
    """The summary has this text, letter for letter: LIKE would take small letters for capitals."""
    return Q(GreaterThan(StrIndex(F(SUMMARY), Value(text)), 0))
