"""Imports to follow, and to cancel."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from archive.admin.base import ReadOnly, ReadOnlyInline
from archive.models import BugNote, ImportBatch, ImportItem, Upload
from archive.services import batches


class UploadInline(ReadOnlyInline):
    model = Upload


@admin.register(ImportBatch)
class ImportBatchAdmin(ReadOnly):
    list_display = ("id", "created", "status", "received", "stored", "duplicate", "rejected")
    list_filter = ("status", "is_sample")
    inlines = (UploadInline,)
    actions = ("cancel",)

    @admin.action(description="Cancel what is not judged yet", permissions=["act"])
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


@admin.register(BugNote)
class BugNoteAdmin(ReadOnly):
    """Deleting one says that it was seen to."""

    list_display = ("incident", "created", "item")
    fields = ("incident", "created", "item", "words")
    list_select_related = ("item",)
