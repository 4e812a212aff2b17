"""What people read where an address is opened in a way that it does not take."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
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
