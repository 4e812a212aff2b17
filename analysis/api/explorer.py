"""The explorer: a position, what was played from it, and how it ended."""

from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.api.queries import GAME, GamesQuery, chosen, engine_of
from analysis.api.serializers import ExplorerSerializer
from analysis.selectors import filtering, openings, record_lines
from analysis.selectors.explorer import explored
from analysis.selectors.lines import Line, LineProblem, Tags, follow
from analysis.statistics import Tally
from archive.engines import AnyEngine
from archive.rest import answers
from archive.rest.queries import SwitchField, TextField, WholeField, read
from archive.selectors.releases import release

MOST_TAGS = 20
LONGEST_LINE = 8_000


class ExplorerQuery(GamesQuery):
    moves = TextField(
        required=False, max_length=LONGEST_LINE, help_text="Turns since the start, with blanks."
    )
    tag = serializers.ListField(
        child=TextField(min_length=1),
        required=False,
        max_length=MOST_TAGS,
        help_text="What fixes the start, as Name:value: Options:ancient-oasis.",
    )
    record = WholeField(
        required=False, min_value=1, max_value=10**9, help_text="Begin as this record does."
    )
    ply = WholeField(
        required=False, min_value=0, max_value=1_000, help_text="So many turns of the record."
    )
    twins = SwitchField(default=False, help_text="Positions that are studied as one, together.")
    all = SwitchField(default=False, help_text="All turns, not only the most played.")


@extend_schema(
    operation_id="explorer",
    summary="Explore a position",
    parameters=[GAME, ExplorerQuery],
    responses=ExplorerSerializer,
)
@api_view(["GET"])
def explorer(request: Request, game: str) -> HttpResponseBase:
    """The position after a line of turns: what was played from it, how often, how it ended.

    A line that cannot be played is 404, with the rule that forbids it.
    """
    engine = engine_of(game)
    asked = read(ExplorerQuery, request)
    generation = filtering.active(game)
    version = (generation.pk, generation.as_of) if generation else None
    names = openings.version(game)
    begun = record_lines.standing(asked["record"]) if "record" in asked else None
    etag = answers.etag_of(request.get_full_path(), release(), version, names, begun)
    return answers.unless_known(
        request, etag, lambda: Response(ExplorerSerializer(_position(engine, asked)).data)
    )


def _position(engine: AnyEngine, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        line = _line(engine, asked)
    except LineProblem as problem:
        raise Http404(problem.message) from problem
    found = explored(line, chosen(asked), whole=asked["all"], twins=asked["twins"])
    seat = engine.label(line.state)[1]
    played = [
        {
            "move": row.body,
            "share": row.share,
            "reached": row.reached,
            **_figures(engine, row.tally, seat),
        }
        for row in found.rows
    ]
    generation = filtering.active(engine.slug)
    address = reverse("analysis:explore", args=[engine.slug])
    return {
        "game": engine.slug,
        "tags": dict(line.tags),
        "moves": line.moves,
        "seats": engine.seat_names,
        "to_move": engine.seat_names[seat],
        "board": engine.board_text(line.state),
        "openings": openings.names_on(engine.slug, openings.trail_of(line)),
        "total": _figures(engine, found.total, seat),
        "ended": _figures(engine, found.ended, seat),
        "played": played,
        "hidden": found.hidden,
        "as_of": generation.as_of if generation else None,
        "page": f"{address}?{line.query}" if line.query else address,
    }


def _figures(engine: AnyEngine, tally: Tally, seat: int) -> dict[str, Any]:
    wins = (*tally.wins, *(0 for _ in engine.seat_names))[: len(engine.seat_names)]
    return {
        "games": tally.games,
        "finished": tally.finished,
        "wins": wins,
        "shared": tally.shared,
        "score": tally.score(seat),
        "interval": tally.interval(seat),
        "mean_plies_left": tally.mean_left,
        "last_month": tally.last_month,
    }


def _line(engine: AnyEngine, asked: dict[str, Any]) -> Line:
    """Raises LineProblem."""
    moves = asked.get("moves", "").split()
    if "record" not in asked:
        return follow(engine, _tags(asked.get("tag", ())), moves)
    ply = str(asked.get("ply", ""))
    tags, base = record_lines.beginning(engine, str(asked["record"]), ply)
    return follow(engine, tags, [*base.moves, *moves], base)


def _tags(given: list[str]) -> Tags:
    pairs = [text.partition(":") for text in given]
    if any(not colon or not name[:1].isupper() for name, colon, _ in pairs):
        raise LineProblem("A tag is a name with a capital, a colon, and its value.")
    return tuple(sorted({name: value for name, _, value in pairs}.items()))
