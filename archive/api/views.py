"""What the replay asks for: positions of a record, drawn and said by the server."""

from dataclasses import asdict

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from rest_framework import serializers
from rest_framework.decorators import api_view, throttle_classes
from rest_framework.request import Request
from rest_framework.response import Response

from archive.selectors import record_pages, records, visible
from archive.selectors.releases import version

A_YEAR = 31_536_000


class WindowQuery(serializers.Serializer[None]):
    """``first``: the first position wanted. ``v``: the version that the page was made with."""

    first = serializers.IntegerField(min_value=0, max_value=10**8, default=0)
    v = serializers.CharField(default="")


@api_view(["GET"])
@throttle_classes([])
def plies(request: Request, pk: int) -> HttpResponse:
    """Positions of a record from ``first`` on. An address with the present version never changes."""
    asked = WindowQuery(data=request.query_params)
    asked.is_valid(raise_exception=True)
    record = records.get(pk, request.user)
    if record is None:
        raise Http404
    etag = quote_etag(f"{version(record)}-{asked.validated_data['first']}")
    response = get_conditional_response(request._request, etag)  # noqa: SLF001 (Django's own function wants Django's own request)
    if response is None:
        window = record_pages.window(record, asked.validated_data["first"])
        if window is None:
            raise Http404
        response = Response(asdict(window), headers={"ETag": etag})
    if not visible.is_open(record):
        patch_cache_control(response, private=True, no_store=True)
    elif asked.validated_data["v"] == version(record):
        # By browsers alone: what is hidden one day shall not be told for a year by a cache for many.
        patch_cache_control(response, private=True, max_age=A_YEAR, immutable=True)
    else:
        patch_cache_control(response, no_cache=True)
    return response
