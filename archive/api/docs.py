"""The OpenAPI document and the page that shows it, both from this host."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from archive.api.reference import Reference, reference
from archive.engines import all_engines
from archive.rest.answers import etag_of
from archive.rest.problems import KINDS
from archive.rest.schema import document
from archive.selectors.releases import release


def _etag(_request: HttpRequest) -> str:
    return etag_of(release(), document()["info"]["version"])


@require_safe
@condition(etag_func=_etag)
def openapi(_request: HttpRequest) -> JsonResponse:
    """What programs read: every operation with its parameters and shapes, as OpenAPI 3.1."""
    return JsonResponse(document(), headers={"Access-Control-Allow-Origin": "*"})


@cache
def _reference() -> Reference:
    return reference(document())


def rate_words(rate: str) -> str:
    """A rate of the settings: ``120/min`` is 120 requests a minute."""
    count, _, period = rate.partition("/")
    spans = {"s": "second", "m": "minute", "h": "hour", "d": "day"}
    return f"{count} requests a {spans[period[0]]}"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What people read."""
    context = {
        "reference": _reference(),
        "game": all_engines()[0].slug,
        "problems": sorted(KINDS.items()),
        "rates": {role: rate_words(rate) for role, rate in settings.API_RATES.items()},
        "anonymous_uploads": settings.ANONYMOUS_UPLOADS,
        "origin": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "archive/api.html", context)
