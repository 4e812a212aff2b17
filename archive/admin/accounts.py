"""Claims to be a player, to be confirmed or refused; and which tokens there are."""

from typing import Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from archive.admin.base import ReadOnly, are_too_many
from archive.models import ApiToken, Claim, ClaimStatus
from archive.services import accounts

DECIDED_AT_ONCE: Final = 200


@admin.register(Claim)
class ClaimAdmin(ReadOnly):
    list_display = ("player", "user", "status", "created", "decided", "reason")
    list_filter = ("status",)
    list_select_related = ("player", "user")
    actions = ("confirm", "refuse")

    @admin.action(description="Confirm: this account is that player", permissions=["act"])
    def confirm(self, request: HttpRequest, queryset: QuerySet[Claim]) -> None:
        self._decide(request, queryset, ClaimStatus.CONFIRMED)

    @admin.action(description="Refuse", permissions=["act"])
    def refuse(self, request: HttpRequest, queryset: QuerySet[Claim]) -> None:
        self._decide(request, queryset, ClaimStatus.REFUSED)

    def _decide(self, request: HttpRequest, queryset: QuerySet[Claim], status: ClaimStatus) -> None:
        if are_too_many(request, queryset, DECIDED_AT_ONCE):
            return
        count = 0
        for claim in queryset.order_by("pk"):
            try:
                accounts.decide(claim_id=claim.pk, status=status)
            except accounts.Refused as refusal:
                messages.error(request, str(refusal))
            else:
                count += 1
        messages.success(request, f"{count} {status.label.lower()}.")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    """Tokens may be revoked here by deleting them; what they are is kept nowhere."""

    list_display = ("prefix", "name", "user", "created", "last_used")
    list_select_related = ("user",)
    exclude = ("digest",)
