"""What another edition of an engine says of stored records, to be accepted one by one or together."""

from typing import Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from archive.admin.base import ReadOnly, are_too_many
from archive.models import Rejudgement
from archive.selectors import rejudgements
from archive.services import rejudging

ACCEPTED_AT_ONCE: Final = 200


@admin.register(Rejudgement)
class RejudgementAdmin(ReadOnly):
    list_display = (
        *("id", "record_link", "edition_from", "edition_to"),
        *("differences", "accepted", "created"),
    )
    list_filter = ("accepted", "edition_to")
    fields = (
        *("record_link", "edition_from", "edition_to", "differences"),
        *("before", "after", "accepted", "created"),
    )
    actions = ("accept",)

    @admin.display(description="Record")
    def record_link(self, row: Rejudgement) -> str:
        address = reverse("admin:archive_record_change", args=[row.record_id])
        return format_html('<a href="{}">Record {}</a>', address, row.record_id)

    @admin.display(description="What differs")
    def differences(self, row: Rejudgement) -> str:
        lines = ((line,) for line in rejudgements.differences(row))
        return format_html_join("", "<div>{}</div>", lines)

    @admin.action(description="Accept: judge these records by the new edition", permissions=["act"])
    def accept(self, request: HttpRequest, queryset: QuerySet[Rejudgement]) -> None:
        if are_too_many(request, queryset, ACCEPTED_AT_ONCE):
            return
        count = 0
        for row in queryset.filter(accepted=False).order_by("pk"):
            try:
                rejudging.accept(rejudgement_id=row.pk)
            except rejudging.NotAccepted as refusal:
                messages.error(request, str(refusal))
            else:
                count += 1
        messages.success(request, f"{count} accepted.")
