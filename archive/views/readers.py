"""Who reads a page, asked only of those who have logged in: anybody else has no session to look into."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

from archive.selectors.visible import Reader

Answer = Callable[[HttpRequest], HttpResponseBase]


def has_session(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def reader_of(request: HttpRequest) -> Reader:
    return request.user if has_session(request) else AnonymousUser()


def reader(request: HttpRequest) -> dict[str, Reader]:
    """Context processor: who reads, for the masthead and for what owners may do."""
    return {"reader": reader_of(request)}


def told_apart(get_response: Answer) -> Answer:
    """Middleware: pages differ by who reads them, so caches keep them apart, and those of somebody
    who may have logged in are kept by no shared one. Files and pictures are left alone."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["Cookie"])
            if has_session(request):
                patch_cache_control(response, private=True)
        return response

    return answer
