"""The front page."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archive.selectors import home_pages, records

BOARDS: Final = 6
"""Latest records, each with its last position."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {"holdings": records.holdings(), "latest": home_pages.latest(BOARDS)}
    return render(request, "archive/home.html", context)
