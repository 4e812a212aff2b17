"""What people read where an address is opened in a way that it does not take, or too often."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render

Answer = Callable[[HttpRequest], HttpResponseBase]


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
