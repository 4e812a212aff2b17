"""The games of a player that stand in figures, each with his seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.models import Entry, Generation, Status
from analysis.selectors.facts import ending_of
from analysis.statistics import Ending
from archive.models import Seat
from archive.selectors import visible

ROWS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Play:
    """One seat that a player had in one game. ``month``: ``2024-05``, "" if not known; ``year``
    likewise."""

    game: str
    entry: int
    record: int
    seat: int
    ending: Ending
    month: str
    year: str


def plays(player: int) -> list[Play]:
    """All that a player took part in, latest first; games of an unknown date come last."""
    mine = Seat.objects.filter(visible.is_counted("record__"), player=player)
    sat: dict[int, list[int]] = {}
    for record, number in mine.order_by("record", "number").values_list("record", "number"):
        sat.setdefault(record, []).append(number)
    active = dict(Generation.objects.filter(status=Status.ACTIVE).values_list("pk", "game"))
    entries = Entry.objects.filter(
        generation__in=active, is_counted=True, record__in=mine.values("record")
    )
    found = [
        Play(
            game=active[entry.generation_id],
            entry=entry.pk,
            record=entry.record,
            seat=number,
            ending=ending_of(entry),
            month=entry.month,
            year=_year_of(entry),
        )
        for entry in sorted(entries, key=_when, reverse=True)
        for number in sat.get(entry.record, ())
    ]
    return [play for play in found if play.seat < play.ending.seats]


def _when(entry: Entry) -> tuple[str, int]:
    return (entry.date_earliest.isoformat() if entry.date_earliest else "", entry.record)


def _year_of(entry: Entry) -> str:
    earliest, latest = entry.date_earliest, entry.date_latest
    is_known = earliest is not None and latest is not None and earliest.year == latest.year
    return f"{earliest:%Y}" if is_known else ""


def lots(rows: Sequence[int]) -> Iterable[Sequence[int]]:
    """Numbers in lots that a query can name."""
    return (rows[at : at + ROWS_AT_ONCE] for at in range(0, len(rows), ROWS_AT_ONCE))
