"""The games behind a position of the explorer: a list, a file, and the few that stand below it."""

from typing import Any, Final

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from analysis.selectors import position_games
from analysis.selectors.lines import LineProblem
from analysis.selectors.position_games import PAGE_SIZE
from analysis.views.explorer import engine_of, no_position, position
from archive.engines import AnyEngine
from archive.selectors import exports, rows

FEW: Final = 8
"""Games below the table."""
SORTS: Final = {"newest": "Latest played", "known": "Best known players"}


@require_safe
def games(request: HttpRequest, game: str) -> HttpResponse:
    """All games through a position, one page of them."""
    engine = engine_of(game)
    try:
        context = _listed(engine, request.GET, PAGE_SIZE)
    except LineProblem as problem:
        return no_position(request, engine, problem)
    return render(request, "analysis/explore_games.html", context)


@require_safe
def newest(request: HttpRequest, game: str) -> HttpResponse:
    """The first few games through a position, for the place below its table."""
    engine = engine_of(game)
    try:
        context = _listed(engine, request.GET, FEW)
    except LineProblem as problem:
        raise Http404(problem.message) from problem
    return render(request, "analysis/_explore_newest.html", context)


@require_safe
def export(request: HttpRequest, game: str, form: str) -> HttpResponseBase:
    """The games through a position as a file, the newest first."""
    engine, written = engine_of(game), exports.LIST_FORMS.get(form)
    if written is None:
        raise Http404("Records are exported as tgr or ndjson.")
    try:
        found = _found(position(engine, request.GET))
    except LineProblem as problem:
        raise Http404(problem.message) from problem
    order = position_games.NEWEST.order(backwards=False)
    name = f"tilebook-{engine.slug}-position.{written.suffix}"
    return StreamingHttpResponse(
        exports.stream(found.order_by(*order), written),
        content_type=written.content_type,
        headers={"Content-Disposition": content_disposition_header(True, name) or "attachment"},
    )


def _found(context: dict[str, Any]) -> Any:
    page = context["page"]
    asked = page.asked
    return position_games.through(page.line, asked.chosen, games=page.games, twins=asked.twins)


def _listed(engine: AnyEngine, query: QueryDict, size: int) -> dict[str, Any]:
    """The context of a list. Raises LineProblem."""
    context = position(engine, query)
    found = _found(context)
    sort = query.get("sort", "")
    before, after = query.get("before", ""), query.get("after", "")
    if sort == "known":
        listed = position_games.best_known(found, after=after, size=size)
    else:
        sort = "newest"
        listed = position_games.newest(found, before=before, after=after, size=size)
    return context | {
        "list": listed,
        "games": rows.rows(listed.rows),
        "order": sort,
        "sorts": SORTS,
        "most_ranked": position_games.MOST_RANKED,
    }
