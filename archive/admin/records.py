"""Records to look up, show, hide, amend and delete, with the texts that they had before."""

from collections.abc import Callable, Collection
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from archive.admin.base import ReadOnly, ReadOnlyInline, are_too_many
from archive.forms import AmendForm
from archive.models import Record, RecordVersion, Seat, Visibility
from archive.selectors import amendments
from archive.services import amending, logbook, records

CHANGED_AT_ONCE: Final = 1_000

Action = Callable[["RecordAdmin", HttpRequest, QuerySet[Record]], None]


class SeatInline(ReadOnlyInline):
    model = Seat


class RecordVersionInline(ReadOnlyInline):
    model = RecordVersion
    verbose_name_plural = "Texts that it had before it was amended"
    fields = ("revision", "format", "replaced", "text")
    readonly_fields = fields

    @admin.display(description="Text")
    def text(self, version: RecordVersion) -> str:
        address = reverse("admin:archive_record_version", args=[version.record_id, version.pk])
        return format_html('<a href="{}" download>Download</a>', address)


def _setting(visibility: Visibility, words: str) -> Action:
    """An action that gives the chosen records this visibility."""

    @admin.action(description=words, permissions=["act"])
    def change(self: "RecordAdmin", request: HttpRequest, queryset: QuerySet[Record]) -> None:
        self.set_visibility(request, queryset, visibility)

    change.__name__ = f"make_{visibility.value}"
    return change


@admin.register(Record)
class RecordAdmin(ReadOnly):
    list_display = (
        *("id", "game", "date_text", "event", "verdict", "result", "plies", "visibility"),
        "is_sample",
    )
    list_filter = ("visibility", "game", "verdict", "is_sample")
    list_select_related = ("event",)
    search_fields = ("seats__name", "event__name", "fingerprint")
    exclude = ("original",)
    inlines = (SeatInline, RecordVersionInline)
    actions = (
        _setting(Visibility.PUBLIC, "Show: make public"),
        _setting(Visibility.UNLISTED, "Hide from lists: make unlisted"),
        _setting(Visibility.PRIVATE, "Hide: make private"),
        _setting(Visibility.WITHDRAWN, "Hide: withdraw"),
        "delete_selected",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Record]:
        rows: QuerySet[Record] = super().get_queryset(request)
        return rows.defer("original", "text", "tags", "warnings", "board")

    def set_visibility(
        self, request: HttpRequest, queryset: QuerySet[Record], visibility: Visibility
    ) -> None:
        if are_too_many(request, queryset, CHANGED_AT_ONCE):
            return
        chosen = list(queryset)
        count = records.set_visibility(
            record_ids=[record.pk for record in chosen], visibility=visibility
        )
        self._log(request, chosen, records.seen_as(visibility))
        messages.success(request, f"{count} made {visibility.label.lower()}.")

    def _log(self, request: HttpRequest, chosen: Collection[Record], words: str) -> None:
        logbook.note(user_id=request.user.pk or 0, records=chosen, words=words)

    @admin.action(description="Delete for good", permissions=["delete"])
    def delete_selected(
        self, request: HttpRequest, queryset: QuerySet[Record]
    ) -> HttpResponseBase | None:
        if are_too_many(request, queryset, CHANGED_AT_ONCE):
            return None
        return delete_selected(self, request, queryset)

    def delete_model(self, request: HttpRequest, obj: Record) -> None:
        records.delete(record_ids=[obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Record]) -> None:
        records.delete(record_ids=list(queryset.values_list("pk", flat=True)))

    # Amending

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/amend/", guarded(self.amend), name="archive_record_amend"),
            path(
                "<int:pk>/versions/<int:version>",
                guarded(self.version),
                name="archive_record_version",
            ),
            *super().get_urls(),
        ]

    def amend(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A form with the record's text; what is wrong with a new one is shown with its place."""
        if not self.has_act_permission(request):
            raise PermissionDenied
        record = get_object_or_404(Record, pk=pk)
        form = AmendForm(request.POST or None, initial={"text": amendments.text_of(record)})
        context: dict[str, Any] = {"record": record, "form": form, "opts": self.opts}
        if form.is_valid():
            text: str = form.cleaned_data["text"]
            try:
                amended = amending.amend(record_id=pk, text=text)
            except amending.NotAmended as refusal:
                context |= {
                    "problem": refusal.problem,
                    "caret": amendments.place_of(refusal.problem, text),
                }
            else:
                self._log(request, [amended], "Amended.")
                messages.success(request, f"{amended} was amended.")
                return redirect("admin:archive_record_change", pk)
        page = self.admin_site.each_context(request) | {"title": f"Amend {record}"} | context
        status = 400 if form.errors or "problem" in context else 200
        return render(request, "admin/archive/record/amend.html", page, status=status)

    def version(self, request: HttpRequest, pk: int, version: int) -> HttpResponse:
        """A former text as it came, for saving."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        kept = RecordVersion.objects.filter(record=pk, pk=version).first()
        if kept is None:
            raise Http404("This record has no such former text.")
        name = f"tilebook-{pk}-revision-{kept.revision}.txt"
        return HttpResponse(
            bytes(kept.original),
            content_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
