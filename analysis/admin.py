"""The back room of the analysis: names of openings."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from analysis.models import OpeningName
from analysis.selectors.lines import LineProblem
from analysis.services import openings
from archive.engines import all_engines, get

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
    ModelForm = forms.ModelForm[OpeningName]
else:
    ModelAdmin, ModelForm = admin.ModelAdmin, forms.ModelForm


class OpeningNameForm(ModelForm):
    game = forms.ChoiceField(choices=lambda: [(each.slug, each.name) for each in all_engines()])
    moves = forms.CharField(
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text="Turns from the start, as in the explorer's address; * is any turn, ~W any "
        "without a W, and {2} in the name becomes the second turn.",
    )
    tags = forms.CharField(
        max_length=500,
        required=False,
        help_text="Where the game does not start in the usual way: Options=ancient-oasis",
    )

    class Meta:
        model = OpeningName
        fields = ("game", "name", "moves", "tags")

    def clean_moves(self) -> str:
        return " ".join(str(self.cleaned_data["moves"]).split())

    def clean(self) -> dict[str, Any]:
        """The line must be one that can be played."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        engine = get(given.get("game", ""))
        if engine is not None and given.get("moves"):
            name = OpeningName(moves=given["moves"], tags=given.get("tags", ""))
            try:
                openings.position_of(engine, name)
            except LineProblem as problem:
                self.add_error("moves", problem.message)
        return given


@admin.register(OpeningName)
class OpeningNameAdmin(ModelAdmin):
    """A name that is changed here is the staff's from then on: files do not change it back."""

    form = OpeningNameForm
    list_display = ("name", "game", "moves", "source")
    list_filter = ("game", "source")
    search_fields = ("name", "moves")

    def save_model(
        self,
        request: HttpRequest,  # noqa: ARG002 (Django's signature)
        obj: OpeningName,
        form: Any,  # noqa: ARG002
        change: bool,  # noqa: ARG002, FBT001
    ) -> None:
        openings.save(name=obj)

    def delete_model(
        self,
        request: HttpRequest,  # noqa: ARG002 (Django's signature)
        obj: OpeningName,
    ) -> None:
        openings.delete(names=[obj])

    def delete_queryset(
        self,
        request: HttpRequest,  # noqa: ARG002 (Django's signature)
        queryset: QuerySet[OpeningName],
    ) -> None:
        openings.delete(names=queryset)
