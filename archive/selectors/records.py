"""Reads of stored records: lists, searches, one record with all that its page needs."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet

from archive.engines import all_engines
from archive.models import Event, Player, Record, RecordFacet, Seat
from archive.selectors import visible
from archive.selectors.paging import Sort, date_value
from archive.selectors.visible import Reader

COUNT_LIMIT: Final = 10_000
"""A list longer than this says "more than": counting further would cost more than it tells."""

RECENT: Final = 250
"""Among so many of the newest records the front page looks for different games."""

SORTS: Final = {
    "added": Sort("id", descending=True, words="Newest in the archive"),
    "newest": Sort(
        "date_earliest", descending=True, words="Latest played", parse=date_value, nullable=True
    ),
    "oldest": Sort(
        "date_earliest", descending=False, words="Earliest played", parse=date_value, nullable=True
    ),
    "longest": Sort("plies", descending=True, words="Most moves"),
    "shortest": Sort("plies", descending=False, words="Fewest moves"),
}

# What no list shows: the texts, which may be a megabyte each.
HEAVY: Final = ("original", "text", "tags", "warnings", "board", "setup")


Seats = tuple[tuple[str, int], ...]
"""Seats as (game, seat number) pairs."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the archive holds, in numbers."""

    records: int
    samples: int
    players: int
    events: int
    games: tuple[tuple[str, int], ...]

    @property
    def has_only_samples(self) -> bool:
        return self.records == self.samples > 0


def listed(records: QuerySet[Record] | None = None) -> QuerySet[Record]:
    """Records as lists show them: with seats, players and event, without their texts."""
    rows = visible.counted() if records is None else records
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    return rows.defer(*HEAVY).select_related("event").prefetch_related(seats)


def get(pk: int, reader: Reader) -> Record | None:
    """A record that the reader may open."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    found = Record.objects.select_related("event").prefetch_related(seats).filter(pk=pk).first()
    return found if found and visible.may_open(found, reader) else None


def latest(count: int) -> list[Record]:
    """Some of the newest records, with the texts that replaying them needs.

    The newest of each game come before a second one of any, so that a large import hides no game.
    """
    places: Counter[str] = Counter()
    ranked = []
    for pk, game in visible.counted().order_by("-id").values_list("id", "game")[:RECENT]:
        ranked.append((places[game], -pk))
        places[game] += 1
    chosen = [-negative for _, negative in sorted(ranked)[:count]]
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    newest = Record.objects.defer("original").select_related("event").prefetch_related(seats)
    return list(newest.filter(pk__in=chosen).order_by("-id"))


def bounded_count(records: QuerySet[Record]) -> int:
    """How many records there are, COUNT_LIMIT + 1 where there are more."""
    return records.order_by()[: COUNT_LIMIT + 1].count()


def counts_by_game() -> dict[str, int]:
    """How many counted records there are of each game that has any."""
    return dict(visible.counted().order_by("game").values_list("game").annotate(Count("pk")))


def holdings() -> Holdings:
    counted = counts_by_game()
    names = {engine.slug: engine.name for engine in all_engines()}
    return Holdings(
        records=sum(counted.values()),
        samples=visible.counted().filter(is_sample=True).count(),
        players=visible.players().count(),
        events=visible.events().count(),
        games=tuple((names.get(game, game), count) for game, count in counted.items()),
    )


# Searches: each a condition on records, free of any game.


def seats_taken(name: str) -> tuple[QuerySet[Seat], ...]:
    """Where someone sat whose name contains the text: two searches, each by its own index. Joined
    by OR in one, they would read every seat."""
    people = Player.objects.filter(visible.called(name))
    return (
        Seat.objects.filter(player__in=people.values("pk")),
        Seat.objects.filter(player=None, name__icontains=name),
    )


def with_player(name: str, seats: Seats | None) -> Q:
    """Someone whose name contains the text sat (on one of the seats, given by game and number)."""
    sat = seats_taken(name)
    if seats is None:
        return _any(Q(pk__in=found.values("record")) for found in sat)
    return _any(
        Q(game=game, pk__in=found.filter(number=number).values("record"))
        for game, number in seats
        for found in sat
    )


def with_result(result: str) -> Q:
    """The result is this one, or a shared victory that this seat has a part in."""
    shared = (
        ("__startswith", f"{result}+"),
        ("__endswith", f"+{result}"),
        ("__contains", f"+{result}+"),
    )
    return Q(result=result) | _any(Q(**{f"result{how}": text}) for how, text in shared)


def played_since(day: date) -> Q:
    """Played on that day or later, or on a partly known date that may be so."""
    return Q(date_latest__gte=day)


def played_until(day: date) -> Q:
    return Q(date_earliest__lte=day)


def with_facet(game: str, kind: str, value: str, seats: Seats | None) -> Q:
    """The game's facet of that kind and value is there (for one of the seats given)."""
    facets = RecordFacet.objects.filter(kind=kind, value=value)
    if seats is not None:
        numbers = [number for slug, number in seats if slug == game]
        facets = facets.filter(seat__in=numbers)
    return Q(game=game, pk__in=facets.values("record"))


def with_text(text: str) -> Q:
    """The words stand somewhere in the record: names, event, comments, moves."""
    return Q(text__icontains=text)


def of_player(player: Player) -> QuerySet[Record]:
    return visible.counted().filter(pk__in=Seat.objects.filter(player=player).values("record"))


def of_players(ids: Collection[int]) -> QuerySet[Record]:
    seats = Seat.objects.filter(player__in=ids)
    return visible.counted().filter(pk__in=seats.values("record"))


def of_event(event: Event) -> QuerySet[Record]:
    return visible.counted().filter(event=event)


def _any(conditions: Iterable[Q]) -> Q:
    whole = Q(pk__in=())
    for condition in conditions:
        whole |= condition
    return whole
