"""Imports: opened by a request, followed by others."""

import logging
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from django.db import OperationalError, transaction
from django.http import HttpResponseBase, QueryDict
from django.urls import reverse
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from archive.api.permissions import followed, require_import
from archive.api.serializers import (
    ImportSerializer,
    ItemPageSerializer,
    ItemSerializer,
    TextSerializer,
)
from archive.models import ImportBatch, ItemStatus, Visibility
from archive.rest import answers
from archive.rest.bodies import Pieces
from archive.rest.problems import Busy, TooLarge, TooMany
from archive.rest.queries import PageQuery, Query, read
from archive.selectors import import_pages, paging
from archive.selectors import imports as reads
from archive.services import admitting, batches
from archive.tasks import enqueue_batch

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

SENT: Final = "Sent to the API"
"""What the ledger calls records that came as the body of a request."""
EMPTY: Final = "There is nothing to import: send records as text, or a file."

SEEN_BY: Final = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)

Source = tuple[str, Iterable[bytes]]

logger = logging.getLogger(__name__)


class OpenQuery(Query):
    visibility = serializers.ChoiceField(
        choices=[(one.value, one.label) for one in SEEN_BY],
        default=Visibility.PUBLIC.value,
        help_text="Who sees the records. Without an account they are public.",
    )


def opened(request: Request) -> HttpResponseBase:
    """Keep what was sent, and queue the job: nothing is judged in a request."""
    seen_by = Visibility(read(OpenQuery, request)["visibility"])
    require_import(request, seen_by)
    sources = list(_sources(request))
    try:
        admitting.admit(owner_id=request.user.pk)
        with transaction.atomic():
            batch = batches.open_batch(
                uploads=sources, owner_id=request.user.pk, visibility=seen_by
            )
            transaction.on_commit(partial(enqueue_batch, batch.pk))
    except batches.UploadRefused as refusal:
        raise TooLarge(str(refusal)) from refusal
    except admitting.MustWait as refusal:
        _read_to_end(request)
        raise TooMany(str(refusal), wait=admitting.RETRY_SECONDS) from refusal
    except OperationalError as error:
        logger.exception("An upload was not taken.")
        _read_to_end(request)
        raise Busy from error
    answer = _answer(batch, status=202)
    answer["Location"] = reverse("archive:api-import", args=[batch.pk])
    return answer


def _sources(request: Request) -> Iterator[Source]:
    """Name and content of everything that was sent. Raises ValidationError where that is nothing."""
    data = request.data
    if isinstance(data, Pieces):
        yield SENT, _some(data)
        return
    files: list[UploadedFile[Any]] = request.FILES.getlist("upload")
    if not files and isinstance(data, QueryDict):
        raise serializers.ValidationError({"upload": "Send one file or more in this field."})
    if not files:
        given = TextSerializer(data=data)
        given.is_valid(raise_exception=True)
        yield SENT, [given.validated_data["text"].encode(errors="surrogatepass")]
    for file in files:
        yield str(file.name), file.chunks()


def _some(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces. Raises ValidationError at once where there are none."""
    iterator = iter(pieces)
    first = next(iterator, b"")
    if not first:
        raise serializers.ValidationError(EMPTY)
    return chain([first], iterator)


def _read_to_end(request: Request) -> None:
    """Many a client that is still sending sees a broken connection in place of the answer."""
    if isinstance(request.data, Pieces):
        for _ in request.data:
            pass


def _answer(batch: ImportBatch, *, status: int = 200) -> Response:
    known = asdict(reads.progress(batch.pk))
    address = reverse("archive:api-import", args=[batch.pk])
    places = {
        "url": address,
        "items": f"{address}/items",
        "page": reverse("archive:import-batch", args=[batch.pk]),
    }
    written = ImportSerializer({"id": batch.pk, **known, "notes": batch.notes, **places}).data
    return Response(written, status=status, headers={"Cache-Control": "no-store"})


@extend_schema(operation_id="imports_read", summary="Follow an import", responses=ImportSerializer)
@api_view(["GET"])
def one(request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
    """How far an import is. Its owner may ask; of one without an owner, whoever knows its name."""
    read(Query, request)
    return _answer(followed(request, batch_id))


@extend_schema(
    operation_id="imports_cancel",
    summary="Cancel an import",
    request=None,
    responses=ImportSerializer,
)
@api_view(["POST"])
def cancel(request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
    """Stop an import: what is stored stays, the rest is rejected and keeps its text."""
    read(Query, request)
    batches.cancel_batch(batch=followed(request, batch_id))
    return _answer(followed(request, batch_id))


LEDGER: Final = paging.Sort("number", descending=False, words="As they came")


class ItemsQuery(PageQuery):
    outcome = serializers.ChoiceField(choices=ItemStatus.choices, required=False)


@extend_schema(
    operation_id="imports_items",
    summary="The ledger of an import",
    parameters=[ItemsQuery],
    responses=ItemPageSerializer,
)
@api_view(["GET"])
@never_cache
def items(request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
    """What became of each record: where it is stored, or why it was rejected, with the place."""
    asked = read(ItemsQuery, request)
    ledger = reads.ledger(followed(request, batch_id), asked.get("outcome", ""))
    found = ledger.prefetch_related("record__seats")
    cursors = answers.cursors(asked, LEDGER)
    page = paging.page(found, LEDGER, size=asked["limit"], **cursors)
    rows = import_pages.ledger_rows(page.rows, request.user)
    return answers.page_of(request, page, ItemSerializer(rows, many=True).data)
