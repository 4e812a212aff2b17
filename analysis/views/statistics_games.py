"""The games behind a bar or a point of a chart."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.filters import GameFilter
from analysis.models import Generation
from analysis.selectors import behind, filtering, mark_words, marks
from analysis.selectors.behind import Behind
from analysis.views.statistics import engine_of
from archive.selectors import records, rows, visible
from archive.selectors.rows import RecordRow

PAGE_SIZE: Final = 50
PLACE: Final = re.compile(r"(\d{1,9})~(\d{1,9})", re.ASCII)


@require_safe
def games(request: HttpRequest, game: str) -> HttpResponse:
    """A page of them, or as many as were found in a while, with a link to look on: the script of the
    page follows it, and adds what is found, until the page is full."""
    engine = engine_of(game)
    form = GameFilter(engine, request.GET)
    asked = request.GET.getlist("mark")
    generation = filtering.active(game)
    if generation is None:
        raise Http404("There are no statistics of this game yet.")
    before, below = _place(request.GET.get("after", ""))
    most = PAGE_SIZE - before % PAGE_SIZE
    try:
        found = behind.games(generation, engine, form.chosen, asked, below=below, most=most)
    except marks.UnreadableMark as problem:
        raise Http404(str(problem)) from problem
    context = {
        "engine": engine,
        "chips": form.chips(),
        "marks": mark_words.words(engine, asked),
        "query": form.chosen.query,
        "games": _listed(found.records),
        "is_first": before < PAGE_SIZE,
        **_further(generation, found, before=before, is_full=len(found.records) == most),
    }
    return render(request, "analysis/statistics_games.html", context)


def _further(
    generation: Generation, found: Behind, *, before: int, is_full: bool
) -> dict[str, Any]:
    """How many there are so far, and where to go on: ``after`` is "" at the end. ``looked``: how many
    were looked through for this page, None where it is full, or nothing is left to look through."""
    count, reached = before + len(found.records), found.reached
    looked = None
    if reached is not None and not is_full:
        looked = behind.looked_through(generation, reached)
    after = "" if reached is None else f"{count}~{reached}"
    return {"count": count, "after": after, "looked": looked, "indexed": generation.games}


def _listed(numbers: Sequence[int]) -> list[RecordRow]:
    shown = records.listed(visible.counted().filter(pk__in=numbers))
    return rows.rows(shown.order_by("-pk"))


def _place(after: str) -> tuple[int, int | None]:
    """How many games stand before a page, and the record that it goes on below; None for the first."""
    found = PLACE.fullmatch(after)
    return (int(found[1]), int(found[2])) if found else (0, None)
