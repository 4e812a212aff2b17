"""The Date tag as a value: year, month and day, each of which may be unknown."""

import calendar
import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

_FORM: Final = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?{2})\.([0-9]{2}|\?{2})")


@dataclass(frozen=True, slots=True)
class PartialDate:
    """What is known of a day. All None: nothing, which is no fault.

    ``is_odd``: the text is no date of the form ``YYYY.MM.DD`` with ``??``, or such a day cannot be;
    then nothing is known either.
    """

    text: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    is_odd: bool = False

    @property
    def is_full(self) -> bool:
        """Whether year, month and day are all known."""
        return None not in (self.year, self.month, self.day)

    @property
    def earliest(self) -> dt.date | None:
        """The first day that it may be, or None where the year is unknown."""
        if self.year is None:
            return None
        month = self.month or 1
        return dt.date(self.year, month, self.day if self.day and self.month else 1)

    @property
    def latest(self) -> dt.date | None:
        """The last day that it may be, or None where the year is unknown."""
        if self.year is None:
            return None
        month = self.month or 12
        last = calendar.monthrange(self.year, month)[1]
        return dt.date(self.year, month, self.day if self.day and self.month else last)


def parse_date(text: str) -> PartialDate:
    """Read a Date tag. Never raises: what cannot be is kept as text, with ``is_odd``.

    Forgiven: an empty value is an unknown date, like ``????.??.??``.
    """
    if not text:
        return PartialDate(text)
    match = _FORM.fullmatch(text)
    if match is None:
        return PartialDate(text, is_odd=True)
    year, month, day = (None if part[0] == "?" else int(part) for part in match.groups())
    if not _can_be(year, month, day):
        return PartialDate(text, is_odd=True)
    return PartialDate(text, year, month, day)


def _can_be(year: int | None, month: int | None, day: int | None) -> bool:
    """Whether some day has these parts; an unknown year may be a leap year."""
    if year == 0 or (month is not None and not 1 <= month <= 12):
        return False
    longest = calendar.monthrange(year or 2000, month)[1] if month else 31
    return day is None or 1 <= day <= longest
