"""People and events by the exact names that records give them."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from archive.models import (
    NAME_LENGTH,
    Claim,
    ClaimStatus,
    Event,
    HiddenName,
    Player,
    PlayerName,
    Record,
    Seat,
)
from archive.services import bell, locks

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
    bell.changed(_records_of(other))
    PlayerName.objects.filter(player=other).update(player=into)
    HiddenName.objects.filter(player=other).update(player=into)
    Seat.objects.filter(player=other).update(player=into)
    _move_claims(other, into)
    other.delete()
    return into


def _move_claims(other: Player, into: Player) -> None:
    """Who was the other is the one; who is confirmed as the one stays it alone."""
    claims = Claim.objects.filter(player=other).exclude(user__claims__player=into)
    if Claim.objects.filter(player=into, status=ClaimStatus.CONFIRMED).exists():
        claims = claims.exclude(status=ClaimStatus.CONFIRMED)
    Claim.objects.filter(pk__in=list(claims.values_list("pk", flat=True))).update(player=into)


@transaction.atomic
def rename(*, player: Player, name: str) -> None:
    """Change the name that pages show; the names in the records stay."""
    Player.objects.filter(pk=player.pk).update(name=name)
    bell.changed(_records_of(player))


@transaction.atomic
def rename_event(*, event: Event, name: str) -> None:
    Event.objects.filter(pk=event.pk).update(name=name)
    bell.changed(Record.objects.filter(event=event))


def _records_of(player: Player) -> QuerySet[Record]:
    return Record.objects.filter(pk__in=Seat.objects.filter(player=player).values("record"))
