"""Statistics: pages of charts, their numbers to take away, and the games behind each number."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis import charts, tasks
from analysis.filters import GameFilter
from analysis.models import Generation
from analysis.selectors import filtering, marks, statistics, statistics_pages
from analysis.selectors.figures import catalogue, maps
from analysis.selectors.figures.base import Chart, beside
from analysis.selectors.figures.catalogue import Asked, Section
from analysis.selectors.figures.maps import EVERY, Picked
from analysis.selectors.figures.sums import Sums
from analysis.selectors.filtering import Filter
from analysis.selectors.statistics import Found
from archive import engines
from archive.engines import AnyEngine
from archive.selectors import paging, records, rows

EDITION: Final = 1
"""Raised when the same sums give other charts: what browsers have kept is then stale."""
PAGE_SIZE: Final = 50
COUNT_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Request:
    """What an address asks for: a game, a page of its charts, a filter, a choice of the map's."""

    engine: AnyEngine
    section: Section
    form: GameFilter
    chosen: Filter
    picked: Picked


def read(request: HttpRequest, game: str, section: str) -> Request:
    """Raises Http404 for a game or a page that there is not."""
    engine = engine_of(game)
    found = [one for one in catalogue.sections(engine) if one.slug == section]
    if not found:
        raise Http404("There are no such statistics of this game.")
    form = GameFilter(engine, request.GET)
    picked = Picked(request.GET.get("tile", EVERY), request.GET.get("by", EVERY))
    return Request(engine, found[0], form, form.chosen, picked)


def engine_of(game: str) -> AnyEngine:
    engine = engines.get(game)
    if engine is None:
        raise Http404("There is no game of this name.")
    return engine


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games that have statistics, with how many records each."""
    games = [(engine, filtering.active(engine.slug)) for engine in engines.all_engines()]
    return render(request, "analysis/statistics_home.html", {"games": games})


@require_safe
def page(request: HttpRequest, game: str, section: str = catalogue.RESULTS) -> HttpResponse:
    """A page of charts; while a job adds up what the filter lets through, its progress."""
    asked = read(request, game, section)
    generation = filtering.active(game)
    context: dict[str, Any] = {
        "engine": asked.engine,
        "section": asked.section,
        "sections": catalogue.sections(asked.engine),
        "form": asked.form,
        "chips": asked.form.chips(),
        "query": asked.chosen.query,
        "chosen": asked.chosen,
    }
    if generation is None or not generation.games:
        return render(request, "analysis/statistics.html", context)
    found = statistics.of_filter(generation, asked.engine, asked.chosen)
    context |= {"generation": generation, "found": found, "progress": _progress(found, asked)}
    if found.sums is not None:
        context |= _charts_context(asked, generation, found.sums)
    return render(request, "analysis/statistics.html", context)


def _charts_context(asked: Request, generation: Generation, sums: Sums) -> dict[str, Any]:
    made = _charts(asked, generation, sums)
    context: dict[str, Any] = {
        "as_of": sums.as_of,
        "charts": [
            statistics_pages.shown(chart, asked.engine.slug, asked.chosen, charts.height(chart))
            for chart in made
        ],
    }
    kind = catalogue.event_of(asked.engine, asked.section.slug)
    if kind is not None and kind.has_spots:
        context |= {
            "map_tiles": maps.tiles(asked.engine, sums, kind),
            "map_seats": maps.seats(asked.engine, sums, kind),
            "picked": asked.picked,
        }
    return context


def _charts(asked: Request, generation: Generation, sums: Sums) -> list[Chart]:
    """The charts of a page; under a filter each beside that of all games."""
    grounds = statistics.grounds(asked.engine, generation)
    wanted = Asked(asked.engine, asked.picked, grounds)
    made = catalogue.charts(wanted, asked.section.slug, sums)
    if asked.chosen.is_empty:
        return made
    whole = catalogue.charts(wanted, asked.section.slug, statistics.of_all(generation))
    others = {chart.name: chart for chart in whole}
    return [beside(chart, others[chart.name]) for chart in made if chart.name in others]


def _progress(found: Found, asked: Request) -> dict[str, Any] | None:
    """Of the job that adds up; None where nothing is missing. Asks for the job."""
    generation = found.generation
    if found.sums is not None and found.sums.as_of == generation.as_of:
        return None
    stat = tasks.ask_to_filter(generation=generation, chosen=asked.chosen)
    return {"done": stat.done, "total": stat.total}


@require_safe
@never_cache
def progress(request: HttpRequest, game: str) -> HttpResponse:
    """How far the job is that adds up a filter; when it is done, the page is loaded again."""
    asked = read(request, game, catalogue.RESULTS)
    generation = filtering.active(game)
    if generation is None:
        raise Http404("There are no statistics of this game yet.")
    found = statistics.of_filter(generation, asked.engine, asked.chosen)
    if found.sums is not None:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    context = {"engine": asked.engine, "query": asked.chosen.query}
    context["progress"] = _progress(found, asked)
    return render(request, "analysis/_statistics_progress.html", context)


@require_safe
def chart(request: HttpRequest, game: str, section: str, name: str, form: str) -> HttpResponseBase:
    """One chart: as a figure for the script of the page, as CSV or as JSON."""
    asked = read(request, game, section)
    generation = filtering.active(game)
    if form not in {"figure", "csv", "json"} or generation is None:
        raise Http404("There is no such chart.")
    found = statistics.of_filter(generation, asked.engine, asked.chosen)
    if found.sums is None:
        raise Http404("These statistics are not added up yet: open their page first.")
    etag = _etag(request, generation, found.sums)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    wanted = [one for one in _charts(asked, generation, found.sums) if one.name == name]
    if not wanted:
        raise Http404("There is no such chart.")
    response = _answer(wanted[0], form, asked, found.sums)
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


def _etag(request: HttpRequest, generation: Generation, sums: Sums) -> str:
    said = f"{EDITION} {request.get_full_path()} {generation.pk} {generation.as_of} {sums.as_of}"
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def _answer(wanted: Chart, form: str, asked: Request, sums: Sums) -> HttpResponse:
    if form == "figure":
        return JsonResponse(charts.figure(wanted))
    name = f"{asked.engine.slug}-{wanted.name}.{form}"
    if form == "csv":
        response = HttpResponse(
            statistics_pages.as_csv(wanted), content_type="text/csv; charset=utf-8"
        )
    else:
        as_of = sums.as_of.isoformat() if sums.as_of else ""
        response = JsonResponse(statistics_pages.as_json(wanted, asked.chosen, as_of))
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def games(request: HttpRequest, game: str) -> HttpResponse:
    """The records behind a bar or a point."""
    engine = engine_of(game)
    form = GameFilter(engine, request.GET)
    asked = request.GET.getlist("mark")
    generation = filtering.active(game)
    if generation is None:
        raise Http404("There are no statistics of this game yet.")
    entries = filtering.entries(generation, engine, form.chosen)
    try:
        entries = entries.filter(marks.condition(asked)) if asked else entries
    except marks.UnreadableMark as problem:
        raise Http404(str(problem)) from problem
    found = filtering.listed(entries)
    context = {
        "engine": engine,
        "chips": form.chips(),
        "marks": marks.words(asked),
        "query": form.chosen.query,
        **_listing(request.GET, found),
    }
    return render(request, "analysis/statistics_games.html", context)


def _listing(query: Mapping[str, Any], found: Any) -> dict[str, Any]:
    sort = query.get("sort", "added")
    sort = sort if sort in records.SORTS else "added"
    some = paging.page(
        records.listed(found),
        records.SORTS[sort],
        size=PAGE_SIZE,
        before=query.get("before", ""),
        after=query.get("after", ""),
    )
    count = found.order_by()[: COUNT_MOST + 1].count()
    return {
        "page": some,
        "rows": rows.rows(some.rows),
        "sort": sort,
        "count": min(count, COUNT_MOST),
        "is_more": count > COUNT_MOST,
    }
