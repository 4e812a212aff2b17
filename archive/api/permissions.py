"""Who may do what through the API, in one place. Who may read what stands in `selectors.visible`."""

from django.contrib.auth.models import PermissionsMixin
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from archive.models import Record
from archive.selectors import records
from archive.selectors.visible import Reader, is_staff


def may_import(reader: Reader) -> bool:
    """Whether somebody may bring records: everybody, as on the page for it."""
    return not reader.is_authenticated or reader.is_active


def may_change(reader: Reader, record: Record) -> bool:
    """Whether somebody may amend, show and hide a record."""
    knows = isinstance(reader, PermissionsMixin) and reader.has_perm("archive.change_record")
    return is_staff(reader) and knows and record.pk is not None


def require_import(request: Request) -> None:
    if not may_import(request.user):
        raise refusal(request, "You may not bring records to this archive.")


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


def refusal(request: Request, sentence: str) -> PermissionDenied | NotAuthenticated:
    """What somebody is told who may not: to sign in, where that may help."""
    if request.authenticators and not request.user.is_authenticated:
        return NotAuthenticated(f"{sentence} Sign in first.")
    return PermissionDenied(sentence)
