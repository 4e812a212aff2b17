"""Players and events: lists, each, and the records of each."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, renderer_classes
from rest_framework.request import Request
from rest_framework.response import Response

from archive.api.records import TEXTS, SortedQuery, listed
from archive.api.serializers import (
    EventSerializer,
    NamedPageSerializer,
    NamedSerializer,
    PlayerSerializer,
    RecordPageSerializer,
)
from archive.rest import answers
from archive.rest.bodies import RECORD_RENDERERS
from archive.rest.queries import PageQuery, Query, TextField, read
from archive.selectors import paging, people, records, visible

FIRST: Final = paging.Sort("id", descending=False, words="As they came into the archive")
LISTS: Final = {(200, "application/json"): RecordPageSerializer, **TEXTS}


class NamesQuery(PageQuery):
    name = TextField(required=False, help_text="A part of the name.")


def _named(request: Request, found: QuerySet[Any], asked: dict[str, Any]) -> Response:
    page = paging.page(found, FIRST, size=asked["limit"], **answers.cursors(asked, FIRST))
    counts = people.record_counts(page.rows)
    rows = [{"pk": row.pk, "name": row.name, "records": counts[row.pk]} for row in page.rows]
    return answers.page_of(request, page, NamedSerializer(rows, many=True).data)


@extend_schema(
    operation_id="players_list",
    summary="List players",
    parameters=[NamesQuery],
    responses=NamedPageSerializer,
)
@api_view(["GET"])
def players(request: Request) -> HttpResponseBase:
    """People whom public records name."""
    asked = read(NamesQuery, request)
    found = visible.players()
    if name := asked.get("name"):
        found = found.filter(visible.called(name))
    return _named(request, found, asked)


@extend_schema(
    operation_id="events_list",
    summary="List events",
    parameters=[NamesQuery],
    responses=NamedPageSerializer,
)
@api_view(["GET"])
def events(request: Request) -> HttpResponseBase:
    """Events that public records name."""
    asked = read(NamesQuery, request)
    found = visible.events()
    if name := asked.get("name"):
        found = found.filter(name__icontains=name)
    return _named(request, found, asked)


def _player(pk: int) -> people.PlayerPage:
    found = people.player(pk)
    if found is None:
        raise Http404("There is no player of this number.")
    return found


def _event(pk: int) -> people.EventPage:
    found = people.event(pk)
    if found is None:
        raise Http404("There is no event of this number.")
    return found


@extend_schema(operation_id="players_read", summary="Read a player", responses=PlayerSerializer)
@api_view(["GET"])
def player(request: Request, pk: int) -> HttpResponseBase:
    """A player: names, and games by seat."""
    read(Query, request)
    return Response(PlayerSerializer(_player(pk)).data)


@extend_schema(operation_id="events_read", summary="Read an event", responses=EventSerializer)
@api_view(["GET"])
def event(request: Request, pk: int) -> HttpResponseBase:
    """An event: how many records and players, and when."""
    read(Query, request)
    return Response(EventSerializer(_event(pk)).data)


@extend_schema(
    operation_id="players_records",
    summary="Records of a player",
    parameters=[SortedQuery],
    responses=LISTS,
)
@api_view(["GET"])
@renderer_classes(RECORD_RENDERERS)
def player_records(request: Request, pk: int) -> HttpResponseBase:
    """Public records in which the player sat, as `/records` gives them."""
    asked = read(SortedQuery, request)
    return listed(request, records.of_player(_player(pk).player), asked)


@extend_schema(
    operation_id="events_records",
    summary="Records of an event",
    parameters=[SortedQuery],
    responses=LISTS,
)
@api_view(["GET"])
@renderer_classes(RECORD_RENDERERS)
def event_records(request: Request, pk: int) -> HttpResponseBase:
    """Public records of the event, as `/records` gives them."""
    asked = read(SortedQuery, request)
    return listed(request, records.of_event(_event(pk).event), asked)
