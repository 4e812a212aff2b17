"""The log of the back room: who changed which records, and how. Staff read it as a record's history."""

from collections.abc import Collection, Mapping

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from archive.models import Player, Record
from archive.notation.masking import masked_text


def note(*, user_id: int, records: Collection[Record], words: str) -> None:
    LogEntry.objects.log_actions(user_id, records, CHANGE, words)


def mask(*, player: Player, names: Mapping[str, str]) -> None:
    """Call a player by his pseudonym also where the log says what was changed: himself, an event that
    is named after him, a claim to be him."""
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id=str(player.pk)).update(
        object_repr=player.name
    )
    told = Q(pk__in=())
    for name in names:
        told |= Q(object_repr__icontains=name)
    for entry in LogEntry.objects.filter(told):
        entry.object_repr = masked_text(entry.object_repr, names)
        entry.save(update_fields=["object_repr"])
