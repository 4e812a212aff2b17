"""What the pages of the back room share."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnly(ModelAdmin):
    """Shows rows, and neither adds nor changes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Whether this person may change rows through the actions."""
        return bool(super().has_change_permission(request))


class ReadOnlyInline(TabularInline):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def are_too_many(request: HttpRequest, queryset: QuerySet[Any], most: int) -> bool:
    """Whether more rows are chosen than one request takes; then it is said, and nothing done."""
    if len(queryset.order_by().values_list("pk")[: most + 1]) <= most:
        return False
    sentence = f"Nothing was done: choose {most:,} at most, and the others after them."
    messages.error(request, sentence)
    return True
