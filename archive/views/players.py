"""The page of a player, and of an event."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archive.selectors import people, records
from archive.views.listing import listing


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = people.player(pk)
    if found is None:
        raise Http404("There is no player of this number.")
    context = listing(request, records.of_player(found.player))
    return render(request, "archive/player.html", context | {"found": found})


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    found = people.event(pk)
    if found is None:
        raise Http404("There is no event of this number.")
    context = listing(request, records.of_event(found.event))
    return render(request, "archive/event.html", context | {"found": found})
