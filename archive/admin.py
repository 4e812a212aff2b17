"""The back room: records to look up and withdraw, players to merge, imports to follow.

What an import made is read-only here; changes go through the services.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from archive.models import Event, ImportBatch, ImportItem, Player, PlayerName, Record, Seat, Upload
from archive.services import batches, players, records

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline

admin.site.site_header = admin.site.site_title = "Tilebook, the back room"


class ReadOnly(ModelAdmin):
    """Shows rows, and neither adds nor changes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(TabularInline):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyInline):
    model = Seat


class UploadInline(ReadOnlyInline):
    model = Upload


class PlayerNameInline(ReadOnlyInline):
    model = PlayerName


@admin.register(Record)
class RecordAdmin(ReadOnly):
    list_display = ("id", "game", "date_text", "event", "verdict", "result", "plies", "is_sample")
    list_filter = ("game", "verdict", "is_sample")
    list_select_related = ("event",)
    search_fields = ("seats__name", "event__name", "fingerprint")
    exclude = ("original",)
    inlines = (SeatInline,)

    def delete_model(self, request: HttpRequest, obj: Record) -> None:
        records.withdraw(record=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Record]) -> None:
        for record in queryset.defer("original", "text"):
            records.withdraw(record=record)


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

    @admin.action(description="Merge into the one that was known first")
    def merge(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        first, *others = queryset.order_by("created", "pk")
        for other in others:
            players.merge(into=first, other=other)
        messages.success(request, f"{len(others)} merged into {first}.")

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ModelAdmin):
    search_fields = ("name",)


@admin.register(ImportBatch)
class ImportBatchAdmin(ReadOnly):
    list_display = ("id", "created", "status", "received", "stored", "duplicate", "rejected")
    list_filter = ("status", "is_sample")
    inlines = (UploadInline,)
    actions = ("cancel",)

    @admin.action(description="Cancel what is not judged yet")
    def cancel(self, request: HttpRequest, queryset: QuerySet[ImportBatch]) -> None:
        count = sum(batches.cancel_batch(batch=batch) for batch in queryset)
        messages.success(request, f"{count} cancelled.")


@admin.register(ImportItem)
class ImportItemAdmin(ReadOnly):
    list_display = ("id", "batch", "number", "file", "line", "status", "verdict", "attempts")
    list_filter = ("status", "verdict")
    exclude = ("original",)
    raw_id_fields = ("record",)
    show_full_result_count = False
