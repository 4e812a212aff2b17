"""The games behind a bar or a point of a chart."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.filters import GameFilter
from analysis.selectors import behind, filtering, mark_words, marks
from analysis.views.statistics import engine_of
from archive.models import Record
from archive.selectors import paging, records, rows

PAGE_SIZE: Final = 50
FIRST_SORT: Final = "added"


@require_safe
def games(request: HttpRequest, game: str) -> HttpResponse:
    engine = engine_of(game)
    form = GameFilter(engine, request.GET)
    asked = request.GET.getlist("mark")
    generation = filtering.active(game)
    if generation is None:
        raise Http404("There are no statistics of this game yet.")
    try:
        found = behind.games(generation, engine, form.chosen, asked)
    except marks.UnreadableMark as problem:
        raise Http404(str(problem)) from problem
    context = {
        "engine": engine,
        "chips": form.chips(),
        "marks": mark_words.words(engine, asked),
        "query": form.chosen.query,
        "count": found.count,
        "is_more": found.is_more,
        **_listing(request.GET, found.records),
    }
    return render(request, "analysis/statistics_games.html", context)


def _listing(query: Mapping[str, Any], found: QuerySet[Record]) -> dict[str, Any]:
    """The context of `archive/_records.html`."""
    sort = query.get("sort", FIRST_SORT)
    sort = sort if sort in records.SORTS else FIRST_SORT
    some = paging.page(
        records.listed(found),
        records.SORTS[sort],
        size=PAGE_SIZE,
        before=query.get("before", ""),
        after=query.get("after", ""),
    )
    return {
        "page": some,
        "rows": rows.rows(some.rows),
        "sort": sort,
    }
