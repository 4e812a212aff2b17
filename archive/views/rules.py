"""The rules of the games, with drawn examples."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archive.selectors import rules_pages


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "archive/rules.html", {"starts": rules_pages.starts()})


@require_safe
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    page = rules_pages.rules_page(game)
    if page is None:
        raise Http404("There are no rules of a game of this name.")
    return render(request, "archive/rules_of_game.html", {"page": page})
