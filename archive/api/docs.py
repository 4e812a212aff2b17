"""The OpenAPI document and the page that shows it, both from this host."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from archive.api.reference import reference
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


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What people read."""
    context = {"reference": reference(document()), "problems": sorted(KINDS.items())}
    return render(request, "archive/api.html", context)
