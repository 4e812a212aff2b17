"""Openings by their names: their games, and the names of the records that a page lists."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from analysis.models import OpeningName
from analysis.selectors import openings, position_games
from analysis.selectors.filtering import listed
from analysis.views.explorer import engine_of
from archive.selectors import rows

MOST_RECORDS = 100
"""Records of one page of a list, and some more."""


@require_safe
def opening(request: HttpRequest, pk: int) -> HttpResponse:
    """The games of a named opening, the newest first."""
    name = get_object_or_404(OpeningName, pk=pk)
    found = listed(openings.entries_of(name, openings.patterns(name.game)))
    page = position_games.newest(
        found,
        before=request.GET.get("before", ""),
        after=request.GET.get("after", ""),
        size=position_games.PAGE_SIZE,
    )
    context = {
        "name": name,
        "engine": engine_of(name.game),
        "list": page,
        "games": rows.rows(page.rows),
    }
    return render(request, "analysis/opening.html", context)


@require_safe
def of_records(request: HttpRequest) -> HttpResponse:
    """The openings of some records, for the places that a list has kept for them."""
    ids = request.GET.get("records", "").split(",")
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in ids):
        raise Http404("Records are asked for by their numbers.")
    named = openings.names_of_records([int(text) for text in ids[:MOST_RECORDS]])
    return render(request, "analysis/_openings.html", {"named": named.items()})
