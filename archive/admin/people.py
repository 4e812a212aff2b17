"""Players to merge and rename, events to rename."""

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path

from archive.admin.base import ModelAdmin, ReadOnlyInline, are_too_many
from archive.forms import PseudonymForm
from archive.models import Event, Player, PlayerName
from archive.services import players, pseudonyms

MERGED_AT_ONCE: Final = 100


class PlayerNameInline(ReadOnlyInline):
    model = PlayerName


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display = ("name", "games", "is_pseudonym", "created")
    search_fields = ("names__text",)
    inlines = (PlayerNameInline,)
    actions = ("merge",)
    fields = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(games=Count("seats"))

    @admin.display(ordering="games")
    def games(self, player: Player) -> int:
        count: int = player.games  # type: ignore[attr-defined]
        return count

    @admin.action(description="Merge into the one that was known first", permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        if are_too_many(request, queryset, MERGED_AT_ONCE):
            return
        first, *others = queryset.order_by("created", "pk")
        for other in others:
            pseudonyms.merge(into=first, other=other)
        messages.success(request, f"{len(others)} merged into {first}.")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.pseudonym)
        return [
            path("<int:pk>/pseudonym/", view, name="archive_player_pseudonym"),
            *super().get_urls(),
        ]

    def pseudonym(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A form that asks for the pseudonym, and says that there is no way back."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        player = get_object_or_404(Player, pk=pk)
        form = PseudonymForm(request.POST or None)
        if form.is_valid():
            try:
                count = pseudonyms.give(player=player, pseudonym=form.cleaned_data["pseudonym"])
            except pseudonyms.NotGiven as refusal:
                form.add_error("pseudonym", str(refusal))
            else:
                messages.success(request, f"{count} records show {player} now.")
                return redirect("admin:archive_player_change", pk)
        page = self.admin_site.each_context(request) | {
            "title": f"A pseudonym for {player}",
            "player": player,
            "form": form,
            "opts": self.opts,
        }
        status = 400 if form.errors else 200
        return render(request, "admin/archive/player/pseudonym.html", page, status=status)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:  # noqa: FBT001 (Django's signature)
        if change:
            players.rename(player=obj, name=obj.name)
        else:
            super().save_model(request, obj, form, change)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ModelAdmin):
    search_fields = ("name",)

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:  # noqa: FBT001 (Django's signature)
        if change:
            players.rename_event(event=obj, name=obj.name)
        else:
            super().save_model(request, obj, form, change)

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """An event is what records say; it goes when they are amended."""
        return False
