"""The filters of explorer and statistics: one form for every game, its choices from the engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms

from analysis.selectors.filtering import Filter
from archive.engines import AnyEngine
from archive.notation.results import DRAW, LOST, UNKNOWN
from archive.selectors.words import result_words

MOST_PLIES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in force, and the field of the query that it stands in."""

    name: str
    label: str
    value: str


class GameFilter(forms.Form):
    """Games of one engine. A value that cannot be used filters nothing, and the form says so."""

    player = forms.CharField(label="Player", required=False, max_length=200)
    seat = forms.ChoiceField(label="Seated as", required=False)
    since = forms.DateField(
        label="Played from", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label="Played until", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    event = forms.CharField(label="Event", required=False, max_length=200)
    result = forms.ChoiceField(label="Result", required=False)
    rules = forms.CharField(label="Rules profile", required=False, max_length=100)
    options = forms.CharField(label="Options contain", required=False, max_length=200)
    least = forms.IntegerField(
        label="Moves, at least", required=False, min_value=0, max_value=MOST_PLIES
    )

    def __init__(self, engine: AnyEngine, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        seats = [(name, name) for name in engine.seat_names]
        endings = (DRAW, LOST, UNKNOWN) if engine.seats.start == 1 else (DRAW, UNKNOWN)
        results = [(result, result_words(result)) for result in (*engine.seat_names, *endings)]
        self._choices("seat", [("", "Any"), *seats])
        self._choices("result", [("", "Any"), *results])

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def chosen(self) -> Filter:
        """The filter in force."""
        self.is_valid()
        given = self.cleaned_data.items()
        return Filter(**{name: value for name, value in given if value not in (None, "")})

    def chips(self) -> list[Chip]:
        """The filters in force, in words."""
        return [
            Chip(name, str(self.fields[name].label), self._words(name, value))
            for name, value in self.chosen.pairs()
        ]

    def _words(self, name: str, value: str) -> str:
        return str(dict(getattr(self.fields[name], "choices", ())).get(value, value))
