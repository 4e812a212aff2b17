"""Answers: pages of lists with their links, and answers that need not be sent again."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import parse_etags, quote_etag
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from archive.rest.problems import Changed
from archive.selectors.paging import Page, Sort, is_cursor


class PageSerializer(serializers.Serializer[None]):
    """The links of a page of a list."""

    next = serializers.CharField(allow_null=True, help_text="Address of the page after this one.")
    previous = serializers.CharField(allow_null=True, help_text="Address of the page before.")


def cursors(asked: Mapping[str, Any], sort: Sort) -> dict[str, str]:
    """The cursors of a request, as selectors take them. Raises Http404 where one leads nowhere."""
    given = {name: asked.get(name, "") for name in ("before", "after")}
    if any(cursor and not is_cursor(sort, cursor) for cursor in given.values()):
        raise Http404("This cursor leads nowhere. Follow next and previous of an answer.")
    return given


def page_of(request: Request, page: Page[Any], rows: Iterable[Any]) -> Response:
    """A page with the addresses of those round it."""
    return Response(
        {
            "next": _link(request, "after", page.after),
            "previous": _link(request, "before", page.before),
            "results": list(rows),
        }
    )


def _link(request: Request, name: str, cursor: str) -> str | None:
    if not cursor:
        return None
    query = request.query_params.copy()
    for old in ("after", "before"):
        query.pop(old, None)
    query[name] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def etag_of(*parts: object) -> str:
    """A tag that changes when one of the parts does."""
    said = "\n".join(map(str, parts))
    return quote_etag(sha256(said.encode()).hexdigest()[:32])


def unless_known(
    request: Request, etag: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer, or 304 for somebody who has it already. Everybody asks again each time."""
    plain: HttpRequest = request._request  # noqa: SLF001 (Django's own function wants Django's own request)
    answer: HttpResponseBase | None = get_conditional_response(plain, etag)
    if answer is None:
        answer = make()
        if answer.status_code == 200:
            answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    return answer


def require_match(request: Request, etags: Iterable[str]) -> None:
    """Nothing is done to what has changed since: raises Changed where If-Match names none of these.

    A tag that was weakened is taken as well: answers are only weakened by being compressed.
    """
    given = parse_etags(request.headers.get("If-Match", ""))
    known = set(etags)
    if given and given != ["*"] and not {tag.removeprefix("W/") for tag in given} & known:
        raise Changed
