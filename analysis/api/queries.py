"""What may be asked of the index."""

from typing import Any, Final

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from analysis.filters import GameFilter
from analysis.selectors.filtering import Filter
from archive import engines
from archive.engines import AnyEngine
from archive.rest.queries import Query, like_form

GAME: Final = OpenApiParameter(
    "game", str, OpenApiParameter.PATH, enum=[engine.slug for engine in engines.all_engines()]
)


def engine_of(game: str) -> AnyEngine:
    engine = engines.get(game)
    if engine is None:
        raise Http404("There is no game of this name.")
    return engine


class GamesQuery(Query):
    """The filters of explorer and statistics: which games count."""

    def get_fields(self) -> dict[str, Any]:
        return super().get_fields() | _fields()


def _fields() -> dict[str, Any]:
    """As the form has them. The names of seats and results are those of any game: one that this game
    has not lets no record through."""
    forms = [GameFilter(engine, {}).fields for engine in engines.all_engines()]
    parameters = [like_form(fields) for fields in forms]
    found = parameters[0]
    for name in ("seat", "result"):
        values = [value for one in parameters for value in one[name].choices]  # type: ignore[attr-defined]
        found[name] = serializers.ChoiceField(
            choices=list(dict.fromkeys(values)), required=False, help_text=found[name].help_text
        )
    return found


def chosen(asked: dict[str, Any]) -> Filter:
    """The filter among the parameters."""
    names = _names()
    return Filter(**{name: value for name, value in asked.items() if name in names})


def _names() -> frozenset[str]:
    return frozenset(Filter.__dataclass_fields__)
