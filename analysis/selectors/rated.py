"""The games that count in ratings, month by month."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from analysis.models import Entry, Generation
from analysis.ratings import Result, is_rated
from analysis.selectors.facts import ending_of
from archive.models import Record, Seat

ENTRIES_AT_ONCE = 2_000


def results_by_month(generation: Generation, since: str) -> Iterator[tuple[str, list[Result]]]:
    """The rated games of an index from a month on ("": all), in the order of months.

    A game whose month is not known is in none.
    """
    played = Entry.objects.filter(generation=generation, seats__gte=2, winners__gte=0)
    dated = (
        played.exclude(month="").filter(month__gte=since).order_by("month", "date_earliest", "pk")
    )
    for month, found in groupby(dated.iterator(chunk_size=ENTRIES_AT_ONCE), key=month_of):
        yield month, _results(list(found))


def month_of(entry: Entry) -> str:
    return entry.month


def _results(entries: list[Entry]) -> list[Result]:
    found: list[Result] = []
    for at in range(0, len(entries), ENTRIES_AT_ONCE):
        found += _some_results(entries[at : at + ENTRIES_AT_ONCE])
    return found


def _some_results(entries: list[Entry]) -> Iterable[Result]:
    records = [entry.record for entry in entries]
    texts = dict(Record.objects.filter(pk__in=records).values_list("pk", "fingerprint"))
    seats = Seat.objects.filter(record__in=records).values_list("record", "number", "player")
    sat = {(record, number): player for record, number, player in seats.order_by()}
    for entry in entries:
        players = tuple(sat.get((entry.record, number)) for number in range(entry.seats))
        winners = ending_of(entry).winners
        known = tuple(player for player in players if player is not None)
        is_whole = entry.record in texts and is_rated(players, winners)
        if is_whole and winners is not None and entry.date_earliest and entry.date_latest:
            text = texts[entry.record]
            yield Result(entry.date_earliest, entry.date_latest, text, known, winners)
