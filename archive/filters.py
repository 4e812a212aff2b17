"""The filters of the list of records, which know no game: choices come from the engines."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import django_filters
from django import forms
from django.db.models import QuerySet

from archive.engines import AnyEngine, all_engines
from archive.models import Record, Verdict
from archive.notation.results import DRAW, LOST, UNKNOWN
from archive.selectors import records
from archive.selectors.words import result_words

Records = QuerySet[Record]
Choices = list[tuple[str, str]]
Groups = list[tuple[str, Choices]]
"""Choices under headings."""

# Endings that no board shows; the engines add those that theirs do.
SPOKEN_ENDINGS: Final = ("resignation", "time", "agreement", "abandoned")
ANY_GAME: Final = "Any game"
MOST_PLIES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in force, and the field of the query that it stands in."""

    name: str
    label: str
    value: str


def game_choices() -> Choices:
    return [(engine.slug, engine.name) for engine in all_engines()]


def seat_choices() -> Groups:
    return _by_games(lambda engine: engine.seat_names, str)


def result_choices() -> Groups:
    spoken = [(result, result_words(result)) for result in (DRAW, LOST, UNKNOWN)]
    return [(ANY_GAME, spoken), *_by_games(lambda engine: engine.seat_names, result_words)]


def ending_choices() -> Groups:
    spoken = [(ending, ending.capitalize()) for ending in SPOKEN_ENDINGS]
    return [(ANY_GAME, spoken), *_by_games(lambda engine: engine.reasons, str.capitalize)]


def _by_games(values: Callable[[AnyEngine], Iterable[str]], words: Callable[[str], str]) -> Groups:
    """What games offer, each value once: under the names of the games that have it."""
    games: dict[str, list[str]] = {}
    for engine in all_engines():
        for value in values(engine):
            games.setdefault(value, []).append(engine.name)
    groups: dict[str, Choices] = {}
    for value, names in games.items():
        groups.setdefault(", ".join(names), []).append((value, words(value)))
    return list(groups.items())


def facet_choices() -> Groups:
    """What each game lets people search by, as its engine says it."""
    return [
        (
            f"{engine.name}, {facet.label}",
            [(f"{engine.slug}:{facet.kind}:{value}", words) for value, words in facet.choices],
        )
        for engine in all_engines()
        for facet in engine.facet_kinds
    ]


def _date() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"})


class WholeNumberFilter(django_filters.Filter):
    field_class = forms.IntegerField


class RecordFilter(django_filters.FilterSet):
    text = django_filters.CharFilter(
        label="Words", method="by_text", max_length=200, widget=forms.TextInput({"type": "search"})
    )
    game = django_filters.ChoiceFilter(label="Game", choices=game_choices, empty_label="Any")
    player = django_filters.CharFilter(label="Player", method="by_player", max_length=200)
    seat = django_filters.ChoiceFilter(
        label="Seated as", method="by_seat", choices=seat_choices, empty_label="Any"
    )
    result = django_filters.ChoiceFilter(
        label="Result", method="by_result", choices=result_choices, empty_label="Any"
    )
    ending = django_filters.ChoiceFilter(
        label="Ending",
        field_name="termination",
        lookup_expr="iexact",
        choices=ending_choices,
        empty_label="Any",
    )
    event = django_filters.CharFilter(
        label="Event", field_name="event__name", lookup_expr="icontains", max_length=200
    )
    since = django_filters.DateFilter(label="Played from", method="by_since", widget=_date())
    until = django_filters.DateFilter(label="Played until", method="by_until", widget=_date())
    least = WholeNumberFilter(
        label="Moves, at least",
        field_name="plies",
        lookup_expr="gte",
        min_value=0,
        max_value=MOST_PLIES,
    )
    most = WholeNumberFilter(
        label="Moves, at most",
        field_name="plies",
        lookup_expr="lte",
        min_value=0,
        max_value=MOST_PLIES,
    )
    chosen = django_filters.ChoiceFilter(
        label="Chosen", method="by_facet", choices=facet_choices, empty_label="Anything"
    )
    verdict = django_filters.ChoiceFilter(
        label="Verdict", choices=Verdict.choices, empty_label="Any"
    )
    samples = django_filters.ChoiceFilter(
        label="Samples",
        method="by_samples",
        choices=[("without", "Left out"), ("only", "Only these")],
        empty_label="Among the others",
    )

    class Meta:
        model = Record
        fields: tuple[str, ...] = ()

    def by_text(self, queryset: Records, _name: str, value: str) -> Records:
        return queryset.filter(records.with_text(value))

    def by_player(self, queryset: Records, _name: str, value: str) -> Records:
        return queryset.filter(records.with_player(value, self._seats()))

    def by_seat(self, queryset: Records, _name: str, _value: str) -> Records:
        """A seat says where the player sat or who chose; alone it chooses nothing."""
        return queryset

    def by_result(self, queryset: Records, _name: str, value: str) -> Records:
        return queryset.filter(records.with_result(value))

    def by_since(self, queryset: Records, _name: str, value: date) -> Records:
        return queryset.filter(records.played_since(value))

    def by_until(self, queryset: Records, _name: str, value: date) -> Records:
        return queryset.filter(records.played_until(value))

    def by_facet(self, queryset: Records, _name: str, value: str) -> Records:
        game, kind, facet = value.split(":", 2)
        return queryset.filter(records.with_facet(game, kind, facet, self._seats()))

    def by_samples(self, queryset: Records, _name: str, value: str) -> Records:
        return queryset.filter(is_sample=value == "only")

    def _seats(self) -> records.Seats | None:
        """Where games have a seat of the chosen name, or None for any seat."""
        chosen = self.form.cleaned_data.get("seat")
        if not chosen:
            return None
        return tuple(
            (engine.slug, number)
            for engine in all_engines()
            for number, name in enumerate(engine.seat_names)
            if name == chosen
        )

    def in_force(self) -> list[tuple[str, Any]]:
        """The fields that filter, with their values; a value that cannot be used is left out."""
        self.form.is_valid()
        given = self.form.cleaned_data.items()
        return [(name, value) for name, value in given if value not in (None, "")]

    def chips(self) -> list[Chip]:
        return [
            Chip(
                name=name,
                label=str(self.form.fields[name].label),
                value=self._words(name, value),
            )
            for name, value in self.in_force()
        ]

    def _words(self, name: str, value: Any) -> str:
        """A value as the form shows it."""
        for choice, words in getattr(self.form.fields[name], "choices", ()):
            if isinstance(words, (list, tuple)):
                if value in dict(words):
                    return str(dict(words)[value])
            elif choice == value:
                return str(words)
        return str(value)
