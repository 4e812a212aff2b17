"""The bounds of one request, told in words before anything of it is stored.

Django reads a form while it checks the CSRF token, and answers a form over its bounds with a bare
400. So a view that takes uploads is read here first, inside an exemption, and checked for its token
right after. All other pages take no files, and what is too large for a form is not read at all: Django
bounds the fields of a form, and writes its files to the disk whatever their size.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from archive.forms import size_words
from archive.rest.problems import PREFIX as API
from archive.services import outages

FORM_OVERHEAD = 64 << 10
"""Bytes that a form needs beside its files: boundaries, names, the token."""
DRAIN_BYTES = 64 << 10

View = Callable[..., HttpResponse]


def bounded_upload(
    refuse: Callable[[HttpRequest, str, int], HttpResponse],
) -> Callable[[View], View]:
    """A view whose too large requests are answered by ``refuse(request, sentence, status)``."""

    def decorate(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def bounded(request: HttpRequest, *arguments: object, **options: object) -> HttpResponse:
            if request.method == "POST" and (sentence := _over_bounds(request)):
                return refuse(request, sentence, 413)
            return protected(request, *arguments, **options)

        bounded.bounds_itself = True  # type: ignore[attr-defined] # a mark on a function
        return bounded

    return decorate


class BoundedBodies:
    """Middleware, to stand before the one that looks for the CSRF token: refuses a body that is
    larger than the page could take, by the length that it says, before anything of it is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_: object
    ) -> HttpResponse | None:
        if getattr(view, "bounds_itself", False) or _length(request) <= _most(request):
            return None
        return render(request, "413.html", status=413)


def _most(request: HttpRequest) -> int:
    """Bytes that a page takes. The API bounds each of its forms itself, below this."""
    takes_uploads = request.path.startswith(API)
    files: int = settings.IMPORT_UPLOAD_BYTES if takes_uploads else 0
    return max(files + FORM_OVERHEAD, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def _length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdigit() else 0


def _over_bounds(request: HttpRequest) -> str:
    """Why this request is refused, or ""."""
    length = _length(request)
    if length > settings.IMPORT_UPLOAD_BYTES + FORM_OVERHEAD:
        _drain(request, length)
        return (
            f"This upload of {size_words(length)} is larger than the site takes at once "
            f"({size_words(settings.IMPORT_UPLOAD_BYTES)}). Nothing of it was stored. "
            "Split it into several uploads, or pack it as ZIP or gzip."
        )
    try:
        request.POST  # noqa: B018 (reading the form is what finds these errors)
    except TooManyFilesSent:
        return (
            f"These are more files than the site takes at once ({settings.IMPORT_FILES}). "
            "Nothing was stored. Put them into one ZIP file and upload that."
        )
    except (RequestDataTooBig, TooManyFieldsSent):
        return (
            "This is more text than the box takes "
            f"({size_words(settings.IMPORT_PASTE_BYTES)}). Nothing was stored. "
            "Save it as a file and upload that: files may be larger."
        )
    except OSError as error:
        if outages.is_outage(error):  # no room for what browsers send in files
            _drain(request, length)
        raise
    return ""


def _drain(request: HttpRequest, length: int) -> None:
    """Read what the browser still sends, within reason: else it shows a broken connection
    in place of the answer."""
    left = min(length, 2 * settings.IMPORT_UPLOAD_BYTES + FORM_OVERHEAD)
    while left > 0 and (piece := request.read(min(left, DRAIN_BYTES))):
        left -= len(piece)
