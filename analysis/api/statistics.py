"""Statistics: the charts of the pages, as numbers."""

from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from analysis import tasks
from analysis.api.queries import GAME, GamesQuery, chosen, engine_of
from analysis.api.serializers import AddingSerializer, SectionsSerializer, StatisticsSerializer
from analysis.selectors import filtering, statistics_pages
from analysis.selectors.figures import catalogue
from analysis.selectors.figures.maps import EVERY, Picked
from analysis.selectors.statistics_charts import Question, answer
from archive.rest import answers
from archive.rest.queries import Query, TextField, read

RETRY_SECONDS = 2


class SectionQuery(GamesQuery):
    tile = TextField(default=EVERY, help_text="Of a map: this tile alone.")
    by = TextField(default=EVERY, help_text="Of a map: this seat alone.")


@extend_schema(
    operation_id="statistics_sections",
    summary="List the statistics of a game",
    parameters=[GAME],
    responses=SectionsSerializer,
)
@api_view(["GET"])
def sections(request: Request, game: str) -> HttpResponseBase:
    """The pages of statistics that a game has."""
    engine = engine_of(game)
    read(Query, request)
    generation = filtering.active(game)
    found = [
        {
            "slug": one.slug,
            "title": one.title,
            "url": reverse("analysis:api-section", args=[game, one.slug]),
        }
        for one in catalogue.sections(engine)
    ]
    games = generation.games if generation else 0
    as_of = generation.as_of if generation else None
    said = {"game": game, "games": games, "as_of": as_of, "sections": found}
    return Response(SectionsSerializer(said).data)


@extend_schema(
    operation_id="statistics_read",
    summary="Read statistics",
    parameters=[GAME, SectionQuery],
    responses={200: StatisticsSerializer, 202: AddingSerializer},
)
@api_view(["GET"])
def section(request: Request, game: str, section: str) -> HttpResponseBase:
    """The charts of a page of statistics, under a filter each beside that of all games.

    202 while a job adds up what the filter lets through.
    """
    question = _question(request, game, section)
    etag = answers.etag_of(request.get_full_path(), question.version)
    return answers.unless_known(request, etag, lambda: _answered(question))


def _question(request: Request, game: str, section: str) -> Question:
    engine = engine_of(game)
    asked = read(SectionQuery, request)
    generation = filtering.active(game)
    if section not in {one.slug for one in catalogue.sections(engine)}:
        raise Http404("There are no such statistics of this game.")
    if generation is None or not generation.games:
        raise Http404("There are no statistics of this game yet.")
    picked = Picked(asked["tile"], asked["by"])
    return Question(engine, generation, section, chosen(asked), picked)


def _answered(question: Question) -> Response:
    found = answer(question)
    if found.is_missing or found.is_stale:
        job = tasks.ask_to_filter(generation=question.generation, chosen=question.chosen)
        if found.is_missing:
            written = AddingSerializer({"done": job.done, "total": job.total}).data
            return Response(written, status=202, headers={"Retry-After": str(RETRY_SECONDS)})
    as_of = found.as_of.isoformat() if found.as_of else ""
    said: dict[str, Any] = {
        "game": question.engine.slug,
        "section": question.section,
        "games": found.games,
        "as_of": found.as_of,
        "is_stale": found.is_stale,
        "charts": [
            statistics_pages.as_json(chart, question.chosen, as_of) for chart in found.charts
        ],
    }
    return Response(StatisticsSerializer(said).data)
