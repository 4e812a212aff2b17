"""Players and events as their pages show them."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Min, Q

from archive import engines
from archive.models import Event, Player, PlayerName, Record, Seat
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
    found = Player.objects.filter(pk=pk).first()
    if found is None:
        return None
    names = PlayerName.objects.filter(player=found).order_by("text").values_list("text", flat=True)
    return PlayerPage(
        player=found,
        name=visible_name(found.name),
        aliases=tuple(name for name in names if name != found.name),
        tallies=_tallies(found),
    )


def _tallies(player: Player) -> tuple[SeatTally, ...]:
    tallies = []
    seats = Seat.objects.filter(player=player).order_by("record__game", "number")
    for game, number in seats.values_list("record__game", "number").distinct():
        engine = engines.get(game)
        if engine is None:
            continue
        name = engine.seat_names[number]
        sat = Record.objects.filter(game=game, seats__player=player, seats__number=number)
        counts = sat.aggregate(
            games=Count("pk"),
            won=Count("pk", filter=with_result(name)),
            drawn=Count("pk", filter=Q(result="Draw")),
        )
        tallies.append(SeatTally(game=engine.name, seat=name, **counts))
    return tuple(tallies)


def event(pk: int) -> EventPage | None:
    found = Event.objects.filter(pk=pk).first()
    if found is None:
        return None
    facts = Record.objects.filter(event=found).aggregate(
        records=Count("pk"), earliest=Min("date_earliest"), latest=Max("date_latest")
    )
    players = Seat.objects.filter(record__event=found, player__isnull=False)
    return EventPage(event=found, players=players.values("player").distinct().count(), **facts)
