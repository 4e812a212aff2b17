"""The facts of a record as an entry keeps them, there and back."""

from analysis.models import Entry
from analysis.statistics import Ending
from archive.models import Record

LOST_BITS = -1


def month_of(record: Record) -> str:
    """The month in which it was played, "" where the date does not say it."""
    earliest, latest = record.date_earliest, record.date_latest
    if earliest is None or latest is None:
        return ""
    is_known = (earliest.year, earliest.month) == (latest.year, latest.month)
    return f"{earliest:%Y-%m}" if is_known else ""


def winner_bits(ending: Ending) -> int | None:
    """The winners as `Entry.winners` keeps them; `ending_of` reads it."""
    if ending.winners is None:
        return None
    return LOST_BITS if ending.lost else sum(1 << seat for seat in ending.winners)


def ending_of(entry: Entry) -> Ending:
    """What `winner_bits` wrote."""
    bits = entry.winners
    if bits is None:
        return Ending(entry.seats, None)
    if bits == LOST_BITS:
        return Ending(entry.seats, (), lost=True)
    return Ending(entry.seats, tuple(seat for seat in range(entry.seats) if bits >> seat & 1))
