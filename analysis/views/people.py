"""Players and events in figures: leaderboards, and what the pages of the archive load beside theirs.

Each part is a page of its own where no script asks for it.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from analysis.ratings import GROWTH, PROVISIONAL, START, START_DEVIATION
from analysis.selectors.people.crosstable import MOST_CROSSED, event_tables
from analysis.selectors.people.leaders import Asked, leaderboard
from analysis.selectors.people.page import player_figures
from archive import engines

NAME_LENGTH = 200
NUMBER_LENGTH = 6


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The leaderboard of a game, and players by name."""
    known = engines.all_engines()
    slug = request.GET.get("game") or known[0].slug
    engine = engines.get(slug)
    if engine is None:
        raise Http404("There is no game of this name.")
    asked = Asked(
        game=engine.slug,
        name=_words(request.GET.get("name", ""))[:NAME_LENGTH],
        provisional="provisional" in request.GET,
        before=request.GET.get("before", ""),
        after=request.GET.get("after", ""),
    )
    context = {
        "engine": engine,
        "engines": known,
        "asked": asked,
        "board": leaderboard(asked),
        "least": PROVISIONAL,
        "start": START,
        "start_deviation": START_DEVIATION,
        "growth": GROWTH,
    }
    return render(request, "analysis/players.html", context)


@require_safe
@vary_on_headers("HX-Request")
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """The figures of a player."""
    page = request.GET.get("opponents", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < NUMBER_LENGTH else 1
    found = player_figures(pk, game=request.GET.get("game", ""), page=number)
    if found is None:
        raise Http404("There is no player of this number.")
    context = {"found": found, "least": PROVISIONAL}
    return render(request, _template(request, "player_figures"), context)


@require_safe
@vary_on_headers("HX-Request")
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings of an event."""
    found = event_tables(pk)
    if found is None:
        raise Http404("There is no event of this number.")
    context = {"found": found, "most_crossed": MOST_CROSSED}
    return render(request, _template(request, "event_figures"), context)


def _words(text: str) -> str:
    """A name to look for. PostgreSQL knows no NUL."""
    return text.replace("\0", "").strip()


def _template(request: HttpRequest, name: str) -> str:
    """The part alone, where a page asks for it."""
    is_part = request.headers.get("HX-Request") == "true"
    return f"analysis/_{name}.html" if is_part else f"analysis/{name}.html"
