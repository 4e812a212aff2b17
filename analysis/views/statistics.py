"""Statistics: pages of charts, and their numbers to take away."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis import charts, tasks
from analysis.filters import GameFilter
from analysis.selectors import filtering, statistics_pages
from analysis.selectors.figures import catalogue
from analysis.selectors.figures.base import Chart
from analysis.selectors.figures.catalogue import Section
from analysis.selectors.figures.maps import EVERY, Picked
from analysis.selectors.statistics_charts import Answer, Question, answer
from archive import engines
from archive.engines import AnyEngine

EDITION: Final = 1
"""Raised when the same sums give other charts: what browsers have kept is then stale."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An address, read: ``question`` is None where the game has no index yet."""

    engine: AnyEngine
    section: Section
    form: GameFilter
    question: Question | None


def read(request: HttpRequest, game: str, section: str) -> Asked:
    """Raises Http404 for a game or a page that there is not."""
    engine = engine_of(game)
    found = [one for one in catalogue.sections(engine) if one.slug == section]
    if not found:
        raise Http404("There are no such statistics of this game.")
    form = GameFilter(engine, request.GET)
    picked = Picked(request.GET.get("tile", EVERY), request.GET.get("by", EVERY))
    generation = filtering.active(game)
    question = None
    if generation is not None and generation.games:
        question = Question(engine, generation, section, form.chosen, picked)
    return Asked(engine, found[0], form, question)


def engine_of(game: str) -> AnyEngine:
    engine = engines.get(game)
    if engine is None:
        raise Http404("There is no game of this name.")
    return engine


def asked_for(asked: Asked) -> Question:
    """What can be answered only where games are counted."""
    if asked.question is None:
        raise Http404("There are no statistics of this game yet.")
    return asked.question


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The games that have statistics, with how many records each."""
    return render(request, "analysis/statistics_home.html", {"games": filtering.games()})


@require_safe
def page(request: HttpRequest, game: str, section: str = catalogue.RESULTS) -> HttpResponse:
    """A page of charts; while a job adds up what the filter lets through, its progress. An address
    with empty fields becomes the short one."""
    if "" in request.GET.values():
        kept = request.GET.copy()
        for name in [name for name in kept if kept[name] == ""]:
            del kept[name]
        return redirect(f"{request.path}?{kept.urlencode()}" if kept else request.path)
    asked = read(request, game, section)
    context: dict[str, Any] = {
        "engine": asked.engine,
        "section": asked.section,
        "sections": catalogue.sections(asked.engine),
        "form": asked.form,
        "chips": asked.form.chips(),
        "chosen": asked.form.chosen,
    }
    if asked.question is not None:
        context |= _answered(asked.question)
    return render(request, "analysis/statistics.html", context)


def _answered(question: Question) -> dict[str, Any]:
    found = answer(question)
    return {
        "generation": question.generation,
        "found": found,
        "picked": question.picked,
        "progress": _progress(question, found),
        "charts": [
            statistics_pages.shown(
                chart, question.engine.slug, question.chosen, charts.height(chart)
            )
            for chart in found.charts
        ],
    }


def _progress(question: Question, found: Answer) -> dict[str, Any] | None:
    """Of the job that adds up; None where nothing is missing. Asks for the job."""
    if not found.is_missing and not found.is_stale:
        return None
    stat = tasks.ask_to_filter(generation=question.generation, chosen=question.chosen)
    return {"done": stat.done, "total": stat.total}


@require_safe
@never_cache
def progress(request: HttpRequest, game: str, section: str) -> HttpResponse:
    """How far the job is that adds up a filter; when it is done, the page is loaded again."""
    asked = read(request, game, section)
    question = asked_for(asked)
    found = answer(question)
    bar = _progress(question, found)
    if bar is None:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    context = {
        "engine": asked.engine,
        "section": asked.section,
        "chosen": question.chosen,
        "found": found,
        "progress": bar,
    }
    return render(request, "analysis/_statistics_progress.html", context)


@require_safe
def chart(request: HttpRequest, game: str, section: str, name: str, form: str) -> HttpResponseBase:
    """One chart: as a figure for the script of the page, as CSV or as JSON."""
    question = asked_for(read(request, game, section))
    if form not in {"figure", "csv", "json"}:
        raise Http404("Charts are given out as CSV and JSON.")
    etag = _etag(request, question)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    found = answer(question)
    if found.is_missing:
        raise Http404("These statistics are not added up yet: open their page first.")
    wanted = [one for one in found.charts if one.name == name]
    if not wanted:
        raise Http404("There is no such chart.")
    response = _given(wanted[0], form, question, found)
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


def _etag(request: HttpRequest, question: Question) -> str:
    said = f"{EDITION} {request.get_full_path()} {question.version}"
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def _given(wanted: Chart, form: str, question: Question, found: Answer) -> HttpResponse:
    if form == "figure":
        return JsonResponse(charts.figure(wanted))
    if form == "csv":
        text = statistics_pages.as_csv(wanted)
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    else:
        as_of = found.as_of.isoformat() if found.as_of else ""
        response = JsonResponse(statistics_pages.as_json(wanted, question.chosen, as_of))
    name = f"{question.engine.slug}-{wanted.name}.{form}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
