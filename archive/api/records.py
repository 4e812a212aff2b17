"""Records: the list and its exports, one, and what becomes of it."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view, parser_classes, renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from archive.api import imports
from archive.api.permissions import changeable, readable, require_show
from archive.api.serializers import (
    ImportSerializer,
    RecordPageSerializer,
    RecordRowSerializer,
    RecordSerializer,
    TextSerializer,
    VisibilitySerializer,
)
from archive.filters import RecordFilter
from archive.models import Record, Visibility
from archive.rest import answers
from archive.rest.bodies import (
    FILE_PARSERS,
    RECORD_RENDERERS,
    SOME_BYTES,
    SOME_FILES,
    SOME_TEXT,
    BoundedJSONParser,
    Pieces,
    PlainParser,
)
from archive.rest.keeping import kept_private
from archive.rest.problems import Changed, Unusable
from archive.rest.queries import PageQuery, Query, like_form, read
from archive.selectors import exports, paging, rows, visible
from archive.selectors import records as reads
from archive.selectors.releases import version
from archive.services import amending, logbook
from archive.services import records as writes

TEXTS: Final = {
    (200, "text/plain"): OpenApiTypes.STR,
    (200, "application/x-ndjson"): OpenApiTypes.STR,
}


class SortedQuery(PageQuery):
    sort = serializers.ChoiceField(
        choices=list(reads.SORTS), default="added", help_text="The order."
    )


class RecordsQuery(SortedQuery):
    """The filters of the page for browsing."""

    def get_fields(self) -> dict[str, Any]:
        form = RecordFilter(None, Record.objects.none()).form
        return super().get_fields() | like_form(form.fields)


def listed(request: Request, found: QuerySet[Record], asked: dict[str, Any]) -> HttpResponseBase:
    """A page of records; or all of them as a stream of text, where Accept asks for a text."""
    sort = reads.SORTS[asked["sort"]]
    form = exports.LIST_FORMS.get(_form(request))
    if form is not None:
        texts = exports.stream(found.order_by(*sort.order(backwards=False)), form)
        return StreamingHttpResponse(texts, content_type=form.content_type)
    page = paging.page(
        reads.listed(found), sort, size=asked["limit"], **answers.cursors(asked, sort)
    )
    written = RecordRowSerializer(rows.rows(page.rows), many=True).data
    return answers.page_of(request, page, written)


def _form(request: Request) -> str:
    return str(getattr(request.accepted_renderer, "format", ""))


@extend_schema(
    methods=["GET"],
    operation_id="records_list",
    summary="List or export records",
    parameters=[RecordsQuery],
    responses={(200, "application/json"): RecordPageSerializer, **TEXTS},
)
@extend_schema(
    methods=["POST"],
    operation_id="records_import",
    summary="Import records",
    description=(
        "Opens an import of the records in the body, in any form that the site reads, and tells "
        "where to follow it: nothing is judged in the request. NDJSON may also come as "
        "`application/x-ndjson`. The records are the account's whose token comes with them."
    ),
    parameters=[imports.OpenQuery],
    request={
        "multipart/form-data": SOME_FILES,
        "application/json": TextSerializer,
        "text/plain": SOME_TEXT,
        "application/octet-stream": SOME_BYTES,
    },
    responses={(202, "application/json"): ImportSerializer},
)
@api_view(["GET", "POST"])
@renderer_classes(RECORD_RENDERERS)
@parser_classes(FILE_PARSERS)
def records(request: Request) -> HttpResponseBase:
    """Public records that the filters let through: a page as JSON, or all of them as TGR
    (`Accept: text/plain`) or NDJSON (`Accept: application/x-ndjson`).
    """
    if request.method == "POST":
        return imports.opened(request)
    asked = read(RecordsQuery, request)
    return listed(request, RecordFilter(request.query_params, visible.counted()).qs, asked)


@extend_schema(
    methods=["GET"],
    operation_id="records_read",
    summary="Read a record",
    responses={(200, "application/json"): RecordSerializer, **TEXTS},
)
@extend_schema(
    methods=["PUT"],
    operation_id="records_amend",
    summary="Amend a record",
    description="Gives the record another text, which is judged as an import is. Heeds `If-Match`.",
    request={"application/json": TextSerializer, "text/plain": SOME_TEXT},
    responses={(200, "application/json"): RecordSerializer},
)
@extend_schema(
    methods=["PATCH"],
    operation_id="records_show",
    summary="Show or hide a record",
    description=(
        "Sets who sees the record. What is withdrawn only staff bring back. Heeds `If-Match`."
    ),
    request={"application/json": VisibilitySerializer},
    responses={(200, "application/json"): RecordSerializer},
)
@extend_schema(
    methods=["DELETE"],
    operation_id="records_withdraw",
    summary="Withdraw a record",
    description=(
        "The record stays in the archive, and only its owner and staff see it. Heeds `If-Match`."
    ),
    request=None,
    responses={204: None},
)
@api_view(["GET", "PUT", "PATCH", "DELETE"])
@renderer_classes(RECORD_RENDERERS)
@parser_classes([BoundedJSONParser, PlainParser])
def record(request: Request, pk: int) -> HttpResponseBase:
    """One record: as JSON, or its text as TGR or NDJSON, by `Accept`. Its ETag changes when it does."""
    if request.method == "GET":
        return _read(request, pk)
    found = changeable(request, pk)
    answers.require_match(request, _etags(found))
    if request.method == "PUT":
        text = _text(request)
        return _changed(request, _amended(found, text), "Amended.")
    if request.method == "PATCH":
        given = VisibilitySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        chosen = Visibility(given.validated_data["visibility"])
    else:
        chosen = Visibility.WITHDRAWN
    require_show(request, found, chosen)
    if not writes.show(record_id=pk, visibility=chosen, revision=found.revision):
        raise Changed
    answer = _changed(request, found, writes.seen_as(chosen))
    return Response(status=204) if request.method == "DELETE" else answer


def _read(request: Request, pk: int) -> HttpResponseBase:
    read(Query, request)
    found = readable(request, pk)
    form = _form(request)
    answer = answers.unless_known(request, _etag(found, form), lambda: _written(found, form))
    return kept_private(answer, found)


def _written(found: Record, form: str) -> HttpResponseBase:
    text = exports.LIST_FORMS.get(form)
    if text is not None:
        return HttpResponse(text.write(found), content_type=text.content_type)
    return Response(RecordSerializer(rows.row(found)).data)


def _etag(found: Record, form: str) -> str:
    return answers.etag_of(version(found), found.visibility, form)


def _etags(found: Record) -> list[str]:
    return [_etag(found, form) for form in ("json", *exports.LIST_FORMS)]


def _text(request: Request) -> str:
    """The text of the body. Raises ValidationError or TooLarge."""
    data = request.data
    if isinstance(data, Pieces):
        try:
            data = {"text": data.all(settings.IMPORT_PASTE_BYTES).decode()}
        except UnicodeDecodeError as error:
            raise serializers.ValidationError("The text is not in UTF-8.") from error
    given = TextSerializer(data=data)
    given.is_valid(raise_exception=True)
    return str(given.validated_data["text"])


def _amended(found: Record, text: str) -> Record:
    try:
        return amending.amend(record_id=found.pk, text=text, revision=found.revision)
    except amending.NotAmended as refusal:
        raise Unusable(refusal.problem) from refusal
    except amending.Outrun as error:
        raise Changed from error


def _changed(request: Request, found: Record, words: str) -> HttpResponseBase:
    """The record as it is now; who changed it is noted, as the back room does."""
    if isinstance(request.user, User):
        logbook.note(user_id=request.user.pk, records=[found], words=words)
    now = readable(request, found.pk)
    answer = _written(now, "json")
    answer["ETag"] = _etag(now, "json")
    return kept_private(answer, now)
