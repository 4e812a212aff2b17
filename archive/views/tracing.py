"""Every request has a name and a time: its id stands in the log, in the answer, and in the jobs
that it asks for."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from archive.rest.clients import comes_from_trusted_proxy
from archive.views.counts import REQUEST_SECONDS

Answer = Callable[[HttpRequest], HttpResponseBase]

logger = logging.getLogger("tilebook.requests")
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request, or of the one that asked for the job; "" outside of both."""

METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

_given_id = re.compile(r"[A-Za-z0-9._-]{1,64}")


def trace_requests(get_response: Answer) -> Answer:
    """Middleware, to stand first."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        token = request_id.set(_id_of(request))
        started = time.perf_counter()
        try:
            response = get_response(request)
            response["X-Request-ID"] = request_id.get()
            _note(request, response.status_code, time.perf_counter() - started)
            return response
        finally:
            request_id.reset(token)

    return answer


def _id_of(request: HttpRequest) -> str:
    """The one that a trusted proxy gave; anyone else could write into the log by it."""
    given = str(request.META.get("HTTP_X_REQUEST_ID", ""))
    if _given_id.fullmatch(given) and comes_from_trusted_proxy(request):
        return given
    return uuid.uuid4().hex


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    # Names and not addresses: there are few of them, however many addresses are tried.
    page = match.view_name or match.route if match else "none"
    method = request.method if request.method in METHODS else "other"
    REQUEST_SECONDS.labels(method, page, str(status)).observe(seconds)
    path = _without_key(request)
    fields = {
        "method": request.method,
        "path": path,
        "page": page,
        "status": status,
        "seconds": round(seconds, 4),
    }
    logger.info(
        "%s %s %d in %.3f s",
        request.method,
        path,
        status,
        seconds,
        extra={"fields": fields},
    )


def _without_key(request: HttpRequest) -> str:
    """The path without the key that confirms an address or resets a password: who reads the log must
    not be let in by it."""
    key = request.resolver_match.kwargs.get("key", "") if request.resolver_match else ""
    return request.path.replace(key, "…") if key else request.path
