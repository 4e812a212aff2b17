"""The explorer: what was played from a position, and how it ended."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis.filters import GameFilter
from analysis.selectors import openings, record_lines
from analysis.selectors.explorer import explored
from analysis.selectors.explorer_pages import Asked, ExplorerPage, explorer_page
from analysis.selectors.filtering import Filter, games
from analysis.selectors.lines import Line, LineProblem, follow, tags_of
from analysis.selectors.starts import starts
from archive import engines
from archive.engines import AnyEngine, svg
from archive.rest.keeping import kept_private

PARTS = ("crumbs", "table", "controls", "fields", "below")
"""The parts of the page that a step changes, each a template of its own."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games that can be explored, with how many records each."""
    return render(request, "analysis/explore_home.html", {"games": games()})


@require_safe
def explore(request: HttpRequest, game: str) -> HttpResponse:
    """One position, with all round it."""
    engine = engine_of(game)
    kept = short(request.GET)
    if kept is not None:
        return redirect(f"{request.path}?{kept.urlencode()}" if kept else request.path)
    try:
        context = position(engine, request.GET)
    except LineProblem as problem:
        return no_position(request, engine, problem)
    return render(request, "analysis/explore.html", context)


@require_safe
def step(request: HttpRequest, game: str) -> HttpResponse:
    """What of the page is other in another position, for the script that steps."""
    engine = engine_of(game)
    try:
        context = position(engine, request.GET)
    except LineProblem as problem:
        return JsonResponse({"problem": problem.message}, status=404)
    page: ExplorerPage = context["page"]
    return JsonResponse(
        {
            "layer": svg.layer(page.scene),
            "title": page.title,
            "said": page.said_with_games,
            "captions": " ".join(page.scene.captions),
            "words": page.words,
            "turn": page.scene.turn,
            "trays": {side.owner: side.trays for side in page.sides},
            "parts": {
                part: render_to_string(f"analysis/_explore_{part}.html", context, request)
                for part in PARTS
            },
        }
    )


@require_safe
def starting(request: HttpRequest, game: str) -> HttpResponse:
    """The ways in which games began."""
    engine = engine_of(game)
    context = {"engine": engine, "starts": starts(engine, after=request.GET.get("after", ""))}
    return render(request, "analysis/explore_starts.html", context)


def engine_of(game: str) -> AnyEngine:
    engine = engines.get(game)
    if engine is None:
        raise Http404("There is no such game.")
    return engine


def short(query: QueryDict) -> QueryDict | None:
    """The query without empty fields, where it has such."""
    if "" not in query.values():
        return None
    kept = query.copy()
    for name in [name for name in kept if kept[name] == ""]:
        del kept[name]
    return kept


def position(engine: AnyEngine, query: QueryDict) -> dict[str, Any]:
    """The context of a position's page. Raises LineProblem."""
    form = GameFilter(engine, query)
    asked = Asked(form.chosen, whole="all" in query, twins="twins" in query)
    return about(line_of(engine, query), asked) | {"form": form}


def about(line: Line, asked: Asked) -> dict[str, Any]:
    """What templates show of a line's position."""
    engine = line.engine
    found = explored(line, asked.chosen, whole=asked.whole, twins=asked.twins)
    return {
        "page": explorer_page(line, asked, found),
        "names": openings.names_on(engine.slug, openings.trail_of(line)),
        "engine": engine,
        "address": reverse("analysis:explore", args=[engine.slug]),
    }


def line_of(engine: AnyEngine, query: QueryDict) -> Line:
    """The line of an address. Raises LineProblem."""
    tags, moves = tags_of(query), query.get("moves", "").split()
    base = None
    if record := query.get("record", ""):
        tags, base = record_lines.beginning(engine, record, query.get("ply", ""))
        moves = [*base.moves, *moves]
    return follow(engine, tags, moves, base)


def no_position(request: HttpRequest, engine: AnyEngine, problem: LineProblem) -> HttpResponse:
    """A page that says why an address leads nowhere, and where one can go from here."""
    address = reverse("analysis:explore", args=[engine.slug])
    context: dict[str, Any] = {"engine": engine, "problem": problem, "address": address}
    context["is_bare"] = not request.GET
    if problem.reached is None:
        context["starts"] = starts(engine)
    status = 200 if context["is_bare"] else 404
    return render(request, "analysis/explore_nowhere.html", context, status=status)


@require_safe
def from_record(request: HttpRequest, pk: int) -> HttpResponse:
    """To the position of a record, after so many of its turns."""
    record = record_lines.opened(pk, request.user)
    if record is None:
        raise Http404("There is no record of this number.")
    try:
        line = record_lines.line(record, request.GET.get("ply", ""))
    except LineProblem as problem:
        raise Http404(problem.message) from problem
    address = reverse("analysis:explore", args=[record.game])
    return kept_private(redirect(f"{address}?{line.query}" if line.query else address), record)


@require_safe
def panel(request: HttpRequest, pk: int) -> HttpResponse:
    """What was played from a position of a record, for the record's own page."""
    record = record_lines.opened(pk, request.user)
    if record is None:
        raise Http404("There is no record of this number.")
    try:
        line = record_lines.line(record, request.GET.get("ply", ""))
    except LineProblem as problem:
        return HttpResponse(problem.message, status=404)
    context = about(line, Asked(Filter()))
    return kept_private(render(request, "analysis/_explore_panel.html", context), record)
