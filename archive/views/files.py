"""Records and positions as files."""

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import content_disposition_header, quote_etag
from django.views.decorators.http import require_safe

from archive.filters import RecordFilter
from archive.models import Record
from archive.rest.keeping import kept_private
from archive.selectors import exports, record_pages, records, visible
from archive.selectors.releases import version
from archive.views.listing import chosen_sort

# The file carries its own style sheet, and nothing else may act in it.
PICTURE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


@require_safe
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """Everything that the filters let through, streamed: a file of any size in bounded memory.

    A filter that cannot be used goes to the list, which says so.
    """
    written = exports.LIST_FORMS.get(form)
    if written is None:
        raise Http404("Records are exported as tgr or ndjson.")
    filters = RecordFilter(request.GET, visible.counted())
    if not filters.form.is_valid():
        return redirect(f"{reverse('archive:browse')}?{request.GET.urlencode()}")
    found = filters.qs
    sort = records.SORTS[chosen_sort(request)]
    texts = exports.stream(found.order_by(*sort.order(backwards=False)), written)
    name = f"tilebook-records.{written.suffix}"
    return StreamingHttpResponse(
        texts, content_type=written.content_type, headers=_attachment(name)
    )


@require_safe
def download(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    record = _record(request, pk)
    written = exports.forms_of(record).get(form)
    if written is None:
        raise Http404("This record cannot be written in that form.")
    response = HttpResponse(
        written.write(record),
        content_type=written.content_type,
        headers=_attachment(f"tilebook-{pk}.{written.suffix}"),
    )
    return kept_private(response, record)


@require_safe
def original(request: HttpRequest, pk: int) -> HttpResponse:
    """The bytes as they came. Never shown by the browser itself: they may be anything."""
    record = _record(request, pk)
    response = HttpResponse(
        bytes(record.original),
        content_type="application/octet-stream",
        headers=_attachment(f"tilebook-{pk}-original.txt"),
    )
    return kept_private(response, record)


@require_safe
def position(request: HttpRequest, pk: int, ply: int) -> HttpResponseBase:
    """One position as an SVG file."""
    record = _record(request, pk)
    etag = quote_etag(f"{version(record)}-{ply}")
    response = get_conditional_response(request, etag)
    if response is None:
        picture = record_pages.picture(record, ply)
        if picture is None:
            raise Http404("This record has no such position.")
        drawn = render_to_string("archive/position.svg", {"picture": picture})
        headers = PICTURE | {"ETag": etag}
        response = HttpResponse(drawn, content_type="image/svg+xml", headers=headers)
    patch_cache_control(response, no_cache=True)
    return kept_private(response, record)


def _record(request: HttpRequest, pk: int) -> Record:
    record = records.get(pk, request.user)
    if record is None:
        raise Http404("There is no record of this number.")
    return record


def _attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": content_disposition_header(True, name) or "attachment"}
