"""Ratings: leaderboards, and the ratings of a player by month."""

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.api.queries import GAME, engine_of
from analysis.api.serializers import LeaderSerializer, LeadersSerializer, StandingSerializer
from analysis.selectors.people import history
from analysis.selectors.people.leaders import SORT, Asked, leaderboard
from archive.rest import answers
from archive.rest.queries import PageQuery, Query, SwitchField, TextField, read


class LeadersQuery(PageQuery):
    name = TextField(required=False, help_text="Only players so called.")
    provisional = SwitchField(default=False, help_text="Those of few games, who stand apart.")


@extend_schema(
    operation_id="ratings_list",
    summary="The leaderboard of a game",
    parameters=[GAME, LeadersQuery],
    responses=LeadersSerializer,
)
@api_view(["GET"])
def leaders(request: Request, game: str) -> HttpResponseBase:
    """Players of a game by rating, the highest first."""
    engine = engine_of(game)
    asked = read(LeadersQuery, request)
    cursors = answers.cursors(asked, SORT)
    wanted = Asked(
        game=engine.slug,
        name=asked.get("name", "").strip(),
        provisional=asked["provisional"],
        size=asked["limit"],
        **cursors,
    )
    board = leaderboard(wanted)
    return answers.page_of(request, board.page, LeaderSerializer(board.rows, many=True).data)


@extend_schema(
    operation_id="players_ratings",
    summary="Ratings of a player",
    responses=StandingSerializer(many=True),
)
@api_view(["GET"])
def of_player(request: Request, pk: int) -> HttpResponseBase:
    """Where a player stood after each month of play, game by game."""
    read(Query, request)
    points = history.standings(pk)
    if points is None:
        raise Http404("There is no player of this number.")
    return Response(StandingSerializer(points, many=True).data)
