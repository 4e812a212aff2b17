"""Which records a reader may list, and which he may open. Everything that shows records asks here.

Public records are counted: they stand in lists and searches, in statistics, on the pages of players
and events. Unlisted ones are reached by their address alone. Private and withdrawn ones are open to
their owner and to staff only; to everyone else they are not there. Lists are the same for every
reader, so owners find what is hidden among their uploads, and staff in the back room.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from archive.models import (
    Event,
    ImportBatch,
    ImportItem,
    ItemStatus,
    Player,
    PlayerName,
    Record,
    Seat,
    Visibility,
)

Reader = AbstractBaseUser | AnonymousUser


def is_counted(path: str = "") -> Q:
    """The condition on records that are counted; ``path`` leads to them, as in ``record__``."""
    return Q(**{f"{path}visibility": Visibility.PUBLIC})


def counted() -> QuerySet[Record]:
    """The records of lists, searches and statistics."""
    return Record.objects.filter(is_counted())


def is_open(record: Record) -> bool:
    """Whether everybody may open the record. Asks nobody who he is."""
    return record.visibility in {Visibility.PUBLIC, Visibility.UNLISTED}


def may_open(record: Record, reader: Reader) -> bool:
    return is_open(record) or is_kept_by(record, reader)


def is_kept_by(record: Record, reader: Reader) -> bool:
    """Whether the reader owns the record, or is staff."""
    return is_owner(record.owner_id, reader) or is_staff(reader)


def may_edit(record: Record, reader: Reader) -> bool:
    """Whether the reader may show, hide and amend it on its page. Staff do so in the back room."""
    return is_owner(record.owner_id, reader)


def may_see(batch: ImportBatch, reader: Reader) -> bool:
    """Whether an import is there for the reader. One that nobody owns is found by its address."""
    return batch.owner_id is None or is_owner(batch.owner_id, reader) or is_staff(reader)


def is_owner(owner_id: int | None, reader: Reader) -> bool:
    return owner_id is not None and reader.is_active and reader.pk == owner_id


def may_follow(item: ImportItem, reader: Reader) -> bool:
    """Whether a ledger may link an item to its record. What a record repeats must not tell where an
    unlisted one is; who brought that one may know."""
    if item.record is None:
        return False
    if item.status == ItemStatus.STORED:
        return may_open(item.record, reader)
    return item.record.visibility == Visibility.PUBLIC or is_kept_by(item.record, reader)


def may_take_back(item: ImportItem, reader: Reader) -> bool:
    """Whether the text of an item is given out: not that of a record that was hidden since, nor one
    that may name a player who is shown by a pseudonym, but to who sent it."""
    is_own = item.record is not None and item.status == ItemStatus.STORED
    if is_own and not may_follow(item, reader):
        return False
    return _is_sender(item.batch, reader) or not _names_hidden(Q(items=item))


def may_take_back_all(batch: ImportBatch, reader: Reader) -> bool:
    """Whether whole files of an import are given out, which hold the texts of all its items."""
    return _is_sender(batch, reader) or not _names_hidden(Q(items__batch=batch))


def _is_sender(batch: ImportBatch, reader: Reader) -> bool:
    return is_owner(batch.owner_id, reader) or is_staff(reader)


def _names_hidden(records: Q) -> bool:
    """Whether a player of these records is shown by a pseudonym."""
    found = Record.objects.filter(records)
    return Seat.objects.filter(record__in=found.values("pk"), player__is_pseudonym=True).exists()


def is_staff(reader: Reader) -> bool:
    return reader.is_active and getattr(reader, "is_staff", False)


def players() -> QuerySet[Player]:
    """People whom a counted record names."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    hidden = Seat.objects.filter(_is_hidden("record__"), player__isnull=False)
    # Few records are hidden, so nearly everyone is found without a look at any record.
    return Player.objects.filter(
        ~Q(pk__in=hidden.values("player")) | Q(Exists(seats.filter(is_counted("record__")))),
        Exists(seats),
    )


def called(name: str) -> Q:
    """The condition on players that they are called so: by the name that pages show, or by another
    that a counted record uses. One that stands in hidden records alone leads to nobody."""
    others = PlayerName.objects.filter(text__icontains=name).exclude(text=F("player__name"))
    used = Seat.objects.filter(
        is_counted("record__"), player=OuterRef("player"), name=OuterRef("text")
    )
    return Q(name__icontains=name) | Q(pk__in=others.filter(Exists(used)).values("player"))


def events() -> QuerySet[Event]:
    """Events of counted records."""
    records = Record.objects.filter(event=OuterRef("pk"))
    hidden = Record.objects.filter(_is_hidden(), event__isnull=False)
    return Event.objects.filter(
        ~Q(pk__in=hidden.values("event")) | Q(Exists(records.filter(is_counted()))),
        Exists(records),
    )


def _is_hidden(path: str = "") -> Q:
    return Q(**{f"{path}visibility__in": Visibility.hidden()})
