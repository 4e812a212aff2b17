"""People and events by the exact names that records give them."""

from collections.abc import Iterable

from django.db import transaction

from archive.models import NAME_LENGTH, Event, Player, PlayerName, Seat
from archive.services import locks

UNKNOWN = frozenset({"", "?"})
"""What a tag says where nobody is known."""


def is_name(text: str) -> bool:
    return text.strip() not in UNKNOWN and len(text) <= NAME_LENGTH


def named(names: Iterable[str]) -> dict[str, int]:
    """Player ids by name, code point for code point; names that are new become new players.

    Belongs in a transaction. What is nobody's name is left out.
    """
    wanted = {name for name in names if is_name(name)}
    known = _known(wanted)
    if missing := sorted(wanted - known.keys()):
        locks.hold("player", missing)
        known |= _known(missing)
        new = [name for name in missing if name not in known]
        players = Player.objects.bulk_create(Player(name=name) for name in new)
        PlayerName.objects.bulk_create(
            PlayerName(text=player.name, player=player) for player in players
        )
        known |= {player.name: player.pk for player in players}
    return known


def _known(names: Iterable[str]) -> dict[str, int]:
    if not names:
        return {}
    found = PlayerName.objects.filter(text__in=names)
    return dict(found.values_list("text", "player_id"))


def events_named(names: Iterable[str]) -> dict[str, int]:
    """Event ids by name, as `named` for players."""
    wanted = {name for name in names if is_name(name)}
    known = _known_events(wanted)
    if missing := sorted(wanted - known.keys()):
        locks.hold("event", missing)
        known |= _known_events(missing)
        new = [name for name in missing if name not in known]
        events = Event.objects.bulk_create(Event(name=name) for name in new)
        known |= {event.name: event.pk for event in events}
    return known


def _known_events(names: Iterable[str]) -> dict[str, int]:
    return dict(Event.objects.filter(name__in=names).values_list("name", "pk")) if names else {}


@transaction.atomic
def merge(*, into: Player, other: Player) -> Player:
    """Make two players one: the other's names and seats go over, and it is gone."""
    if into.pk == other.pk:
        raise ValueError("A player cannot be merged with itself.")
    PlayerName.objects.filter(player=other).update(player=into)
    Seat.objects.filter(player=other).update(player=into)
    other.delete()
    return into
