"""Players to merge and rename, events to rename."""

from typing import Any, Final

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from archive.admin.base import ModelAdmin, ReadOnlyInline, are_too_many
from archive.models import Event, Player, PlayerName
from archive.services import players

MERGED_AT_ONCE: Final = 100


class PlayerNameInline(ReadOnlyInline):
    model = PlayerName


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display = ("name", "games", "created")
    search_fields = ("names__text",)
    inlines = (PlayerNameInline,)
    actions = ("merge",)

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
            players.merge(into=first, other=other)
        messages.success(request, f"{len(others)} merged into {first}.")

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
