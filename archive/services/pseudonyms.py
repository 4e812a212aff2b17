"""Players who are shown by another name than their own, wherever it stood.

Records, former texts and the items of imports are rewritten in normal form; uploads that held such a
record are kept no longer. What comes later is masked by `services.masking`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from archive.importers import Fragment, parse
from archive.models import (
    Event,
    HiddenName,
    ImportItem,
    Player,
    PlayerName,
    Record,
    RecordVersion,
    Seat,
    Upload,
    UploadChunk,
)
from archive.notation import fingerprint, write_tgr
from archive.notation.masking import SHORTEST, masked, masked_text
from archive.services import bell, locks, logbook, masking, players, repeats
from archive.services.masking import Names

AT_ONCE: Final = 50
"""Records in memory at a time; each may be a megabyte."""


class NotGiven(Exception):
    """This pseudonym cannot be given; the message says why."""


# Giving


@transaction.atomic
def give(*, player: Player, pseudonym: str) -> int:
    """Show a player by a pseudonym, in every record and whatever became of it before. How many
    records are other now. Raises NotGiven.

    There is no way back: who has the names from elsewhere may amend the records.
    """
    taken = PlayerName.objects.filter(text=pseudonym).exclude(player=player)
    if not players.is_name(pseudonym) or taken.exists():
        raise NotGiven(f"“{pseudonym}” is no name, or another player’s. Choose another.")
    written = list(player.names.values_list("text", flat=True))
    names = {name: pseudonym for name in {*written, player.name} if name != pseudonym}
    _forget_names(player, names, pseudonym)
    _mask_events(names)
    logbook.mask(player=player, names=names)
    return sum(_mask_records(page, names) for page in _pages(_affected(player, names)))


@transaction.atomic
def merge(*, into: Player, other: Player) -> Player:
    """Make two players one; where either is shown by a pseudonym, both are."""
    shown = next((one.name for one in (into, other) if one.is_pseudonym), "")
    players.merge(into=into, other=other)
    if shown:
        give(player=into, pseudonym=shown)
    return into


def _forget_names(player: Player, names: Names, pseudonym: str) -> None:
    HiddenName.objects.bulk_create(
        (HiddenName(digest=masking.digest_of(name), player=player) for name in names),
        ignore_conflicts=True,
    )
    HiddenName.objects.filter(digest=masking.digest_of(pseudonym)).delete()
    PlayerName.objects.filter(player=player).exclude(text=pseudonym).delete()
    PlayerName.objects.get_or_create(text=pseudonym, defaults={"player": player})
    player.name, player.is_pseudonym = pseudonym, True
    player.save(update_fields=["name", "is_pseudonym"])


def _mask_events(names: Names) -> None:
    """Events that are called after the player are called otherwise."""
    for name in names:
        for event in Event.objects.filter(name__icontains=name):
            other = masked_text(event.name, names)
            known = Event.objects.filter(name=other).exclude(pk=event.pk).first()
            if known is None:
                players.rename_event(event=event, name=other)
            else:
                bell.changed(Record.objects.filter(event=event), event=known)
                event.delete()


def _affected(player: Player, names: Names) -> list[int]:
    """Records in which the player sat, and those that name him in prose."""
    told = Q()
    for name in names:
        if len(name) >= SHORTEST:
            told |= Q(text__icontains=name)
    sat = Q(pk__in=Seat.objects.filter(player=player).values("record"))
    return list(Record.objects.filter(sat | told).order_by("pk").values_list("pk", flat=True))


def _pages(ids: Sequence[int]) -> Iterable[Sequence[int]]:
    return (ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE))


def _mask_records(ids: Sequence[int], names: Names) -> int:
    rows = Record.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    for record in rows:
        _mask_stored(record, names)
    _mask_versions(RecordVersion.objects.filter(record__in=ids), names)
    _mask_items(ImportItem.objects.filter(record__in=ids).select_related("record"), names)
    return bell.changed(Record.objects.filter(pk__in=ids))


def _mask_stored(record: Record, names: Names) -> None:
    read = masking.mask_row(record, names)
    record.fingerprint = _free_fingerprint(record, fingerprint(read))
    record.save()
    for seat in Seat.objects.filter(record=record, name__in=names):
        seat.name = names[seat.name]
        seat.save(update_fields=["name"])


def _free_fingerprint(record: Record, wanted: str) -> str:
    """That of the new text; the old one where another record has it, which both hold apart."""
    locks.hold("fingerprint", [wanted])
    shelf = repeats.shelves([wanted])[wanted]
    shelf.kept = [(date, other) for date, other in shelf.kept if other.pk != record.pk]
    return wanted if shelf.find(record.full_date) is None else record.fingerprint


def _mask_versions(versions: QuerySet[RecordVersion], names: Names) -> None:
    for version in versions:
        given = Fragment(version.format, bytes(version.original), "version", 0, 1)
        version.original = write_tgr(masked(parse(given), names)).encode()
        version.format = "tgr"
        version.save(update_fields=["original", "format"])


def _mask_items(items: QuerySet[ImportItem], names: Names) -> None:
    """Items get their record's text. What they were cut from is gone, and its name is masked."""
    uploads = set()
    for item in items:
        uploads.add(item.upload_id)
        if item.record is None:
            continue
        item.original, item.format = item.record.original, "tgr"
        item.size, item.is_whole = len(item.original), True
        item.file = masked_text(item.file, names)
        item.fingerprint = item.record.fingerprint
        item.warnings = masking.masked_remarks(item.warnings, names)
        item.save()
    for upload in Upload.objects.filter(pk__in=uploads):
        upload.name = masked_text(upload.name, names)
        upload.save(update_fields=["name"])
    UploadChunk.objects.filter(upload__in=uploads, upload__is_split=True).delete()
