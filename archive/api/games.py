"""The games, and the judging of records that are not stored."""

from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view, parser_classes
from rest_framework.request import Request
from rest_framework.response import Response

from archive import engines
from archive.api.serializers import CheckSerializer, GameSerializer, TextSerializer
from archive.engines import AnyEngine
from archive.importers.packed import is_packed
from archive.rest.bodies import SOME_TEXT, BoundedJSONParser, Pieces, PlainParser
from archive.rest.problems import TooLarge
from archive.rest.queries import Query, read
from archive.selectors import records
from archive.selectors.checks import checked
from archive.services.splitting import limits

NAME = "checked text"


@extend_schema(operation_id="games_list", summary="List games", responses=GameSerializer(many=True))
@api_view(["GET"])
def games(request: Request) -> HttpResponseBase:
    """The games whose rules the archive knows, with their seats, endings and choices."""
    read(Query, request)
    counts = records.counts_by_game()
    found = [_game(engine, counts.get(engine.slug, 0)) for engine in engines.all_engines()]
    return Response(GameSerializer(found, many=True).data)


def _game(engine: AnyEngine, count: int) -> dict[str, Any]:
    facets = [
        {"kind": one.kind, "label": one.label, "values": [value for value, _ in one.choices]}
        for one in engine.facet_kinds
    ]
    return {
        "slug": engine.slug,
        "name": engine.name,
        "edition": engine.edition,
        "seats": list(engine.seat_names),
        "letters": "".join(engine.seat_letters),
        "fewest_seats": engine.seats.start,
        "most_seats": engine.seats.stop - 1,
        "endings": list(engine.reasons),
        "facets": facets,
        "records": count,
    }


@extend_schema(
    operation_id="check",
    summary="Judge records without storing them",
    request={"application/json": TextSerializer, "text/plain": SOME_TEXT},
    responses=CheckSerializer,
)
@api_view(["POST"])
@parser_classes([BoundedJSONParser, PlainParser])
def check(request: Request) -> HttpResponseBase:
    """What the rules say of each record of a text, in any form that the site reads but packed ones.
    Nothing is stored."""
    read(Query, request)
    data = _data(request)
    if is_packed(data[:4]):
        raise serializers.ValidationError("Text is checked here. Unpack the file, or import it.")
    found = checked(data, NAME, limits(), most=settings.API_CHECK_RECORDS)
    if found is None:
        raise TooLarge(
            f"These are more than {settings.API_CHECK_RECORDS} records, and none was checked. "
            "Send fewer at once."
        )
    return Response(CheckSerializer(found).data)


def _data(request: Request) -> bytes:
    most: int = settings.API_CHECK_BYTES
    if isinstance(request.data, Pieces):
        data = request.data.all(most)
    else:
        given = TextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data["text"].encode(errors="surrogatepass")
    if len(data) > most:
        raise TooLarge(f"A text of {most >> 10} KiB is checked at most. Send it in parts.")
    if not data:
        raise serializers.ValidationError("There is nothing to check: send records as text.")
    return data
