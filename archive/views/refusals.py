"""What people read where an address is opened in a way that it does not take, or too often, or while
the database or the disk cannot serve."""

import sys
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error

from archive.services import outages

Answer = Callable[[HttpRequest], HttpResponseBase]

OUTAGE_SECONDS: Final = 30
"""After so long an outage may be over: what is asked of who comes back by himself."""


def fault(request: HttpRequest) -> HttpResponseBase:
    """What Django answers where nobody has caught an error (`handler500`): a page of its own for an
    outage, which passes. It stands on nothing that may be out: no session, no database."""
    error = sys.exc_info()[1]
    if error is None or not outages.is_outage(error):
        return server_error(request)
    is_sent = request.method not in {"GET", "HEAD", "OPTIONS"}
    page = HttpResponse(render_to_string("503.html", {"is_sent": is_sent}), status=503)
    return later(page)


def later(page: HttpResponse, *, seconds: int = OUTAGE_SECONDS) -> HttpResponse:
    """The same answer, to be asked for again after so long and kept by nobody."""
    page["Retry-After"] = str(seconds)
    page["Cache-Control"] = "no-store"
    return page


def method_in_words(get_response: Answer) -> Answer:
    """Middleware: gives the empty answer of a wrong method a page."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            page = render(request, "405.html", status=response.status_code)
            page["Allow"] = response["Allow"]
            return page
        return response

    return answer


def too_many_logins(
    request: HttpRequest, _answer: HttpResponseBase | None, _tried: dict[str, Any] | None
) -> HttpResponse:
    """For an address from which too many wrong passwords came."""
    wait = settings.AXES_COOLOFF_TIME
    page = render(request, "429.html", {"minutes": int(wait.total_seconds() // 60)}, status=429)
    page["Retry-After"] = str(int(wait.total_seconds()))
    return page
