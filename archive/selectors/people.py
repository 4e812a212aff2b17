"""Players and events as their pages show them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from archive import engines
from archive.models import Event, Player, PlayerName, Seat
from archive.selectors import visible
from archive.selectors.records import with_result
from archive.selectors.words import visible_name


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How someone fared on one seat of one game."""

    game: str
    seat: str
    games: int
    won: int
    drawn: int

    @property
    def others(self) -> int:
        """Neither won nor drawn: lost, or without a result."""
        return self.games - self.won - self.drawn


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player: Player
    name: str
    aliases: tuple[str, ...]
    tallies: tuple[SeatTally, ...]


@dataclass(frozen=True, slots=True)
class EventPage:
    event: Event
    records: int
    players: int
    earliest: date | None
    latest: date | None


def player(pk: int) -> PlayerPage | None:
    """Someone whom a counted record names, by the names that such records use."""
    found = visible.players().filter(pk=pk).first()
    if found is None:
        return None
    written = _seats(found).values("name")
    names = PlayerName.objects.filter(player=found, text__in=written).order_by("text")
    return PlayerPage(
        player=found,
        name=visible_name(found.name),
        aliases=tuple(name.text for name in names if name.text != found.name),
        tallies=_tallies(found),
    )


def _tallies(player: Player) -> tuple[SeatTally, ...]:
    tallies = []
    seats = _seats(player).order_by("record__game", "number")
    for game, number in seats.values_list("record__game", "number").distinct():
        engine = engines.get(game)
        if engine is None:
            continue
        name = engine.seat_names[number]
        sat = visible.counted().filter(game=game, seats__player=player, seats__number=number)
        counts = sat.aggregate(
            games=Count("pk"),
            won=Count("pk", filter=with_result(name)),
            drawn=Count("pk", filter=Q(result="Draw")),
        )
        tallies.append(SeatTally(game=engine.name, seat=name, **counts))
    return tuple(tallies)


def _seats(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(visible.is_counted("record__"), player=player)


def record_counts(rows: Sequence[Player] | Sequence[Event]) -> Counter[int]:
    """How many counted records name each of some players, or of some events."""
    keys = [row.pk for row in rows]
    counts: Iterable[tuple[Any, ...]]
    if rows and isinstance(rows[0], Player):
        sat = Seat.objects.filter(visible.is_counted("record__"), player__in=keys)
        found = sat.order_by().values_list("player")
        counts = found.annotate(Count("record", distinct=True))
    else:
        held = visible.counted().filter(event__in=keys)
        counts = held.order_by().values_list("event").annotate(Count("pk"))
    return Counter(dict(counts))


def event(pk: int) -> EventPage | None:
    found = visible.events().filter(pk=pk).first()
    if found is None:
        return None
    facts = (
        visible.counted()
        .filter(event=found)
        .aggregate(records=Count("pk"), earliest=Min("date_earliest"), latest=Max("date_latest"))
    )
    players = Seat.objects.filter(
        visible.is_counted("record__"), record__event=found, player__isnull=False
    )
    return EventPage(event=found, players=players.values("player").distinct().count(), **facts)
