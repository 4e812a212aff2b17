"""Who may do what through the API, in one place. Who may read what stands in `selectors.visible`."""

import uuid

from django.contrib.auth.models import PermissionsMixin
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from archive.models import ImportBatch, Record, Visibility
from archive.selectors import accounts, import_pages, records, visible
from archive.selectors.visible import Reader, is_staff


def may_import(reader: Reader, seen_by: Visibility) -> bool:
    """Whether somebody may bring records, as on the page for it. Only who has an account can say
    later who sees them, so without one they are public."""
    knows = reader.is_authenticated or seen_by == Visibility.PUBLIC
    return knows and accounts.may_upload(reader)


def may_change(reader: Reader, record: Record) -> bool:
    """Whether somebody may amend, show and hide a record: its owner, and staff with that right."""
    return visible.may_edit(record, reader) or _keeps(reader)


def may_show(reader: Reader, record: Record, chosen: Visibility) -> bool:
    """Whether somebody who may change a record may make it so. What is withdrawn only staff bring
    back: they may be why it is."""
    comes_back = Visibility.WITHDRAWN == record.visibility != chosen
    return not comes_back or _keeps(reader)


def _keeps(reader: Reader) -> bool:
    knows = isinstance(reader, PermissionsMixin) and reader.has_perm("archive.change_record")
    return is_staff(reader) and knows


def require_import(request: Request, seen_by: Visibility) -> None:
    if not may_import(request.user, seen_by):
        raise refusal(request, "Bringing records to this archive needs an account.")


def followed(request: Request, batch_id: uuid.UUID) -> ImportBatch:
    """An import that is there for the reader. Raises Http404, as if it were not there."""
    batch = import_pages.batch(batch_id)
    if batch is None or not visible.may_see(batch, request.user):
        raise Http404("There is no import of this name.")
    return batch


def readable(request: Request, pk: int) -> Record:
    """A record that the reader may open. Raises Http404, as if it were not there."""
    record = records.get(pk, request.user)
    if record is None:
        raise Http404("There is no record of this number.")
    return record


def changeable(request: Request, pk: int) -> Record:
    record = readable(request, pk)
    if not may_change(request.user, record):
        raise refusal(request, "You may not change this record.")
    return record


def require_show(request: Request, record: Record, chosen: Visibility) -> None:
    if not may_show(request.user, record, chosen):
        raise PermissionDenied("This record is withdrawn. Only staff can bring it back.")


def refusal(request: Request, sentence: str) -> PermissionDenied | NotAuthenticated:
    """What somebody is told who may not: to sign in, where that may help."""
    if request.authenticators and not request.user.is_authenticated:
        return NotAuthenticated(f"{sentence} Send a token, or sign in first.")
    return PermissionDenied(sentence)
