"""An owner's record: who sees it, and its text."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from archive.forms import AmendForm, VisibilityForm
from archive.models import Record, Visibility
from archive.selectors import amendments, records, rows, visible
from archive.services import amending, logbook
from archive.services import records as writes


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    record = records.get(pk, request.user)
    if record is None:
        raise Http404("There is no record of this number.")
    if not visible.may_edit(record, request.user):
        raise PermissionDenied("Only who brought a record changes it here.")
    if "visibility" in request.POST:
        return _show(request, record)
    form = AmendForm(request.POST or None, initial={"text": amendments.text_of(record)})
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        text: str = form.cleaned_data["text"]
        try:
            amending.amend(record_id=pk, text=text)
        except amending.NotAmended as refusal:
            place = amendments.place_of(refusal.problem, text)
            context |= {"problem": refusal.problem, "caret": place}
        else:
            logbook.note(user_id=request.user.pk or 0, records=[record], words="Amended.")
            messages.success(request, "The record has its new text.")
            return redirect("archive:record", pk)
    return _page(request, record, context, 400 if form.errors or "problem" in context else 200)


def _show(request: HttpRequest, record: Record) -> HttpResponse:
    form = VisibilityForm(request.POST)
    if not form.is_valid():
        return _page(request, record, {"form": AmendForm(), "chosen": form}, 400)
    chosen = Visibility(form.cleaned_data["visibility"])
    changed = writes.show_own(
        owner_id=request.user.pk or 0, record_ids=[record.pk], visibility=chosen
    )
    if changed:
        messages.success(request, f"The record is {chosen.label.lower()} now.")
    return redirect("archive:record", record.pk)


def _page(
    request: HttpRequest, record: Record, context: dict[str, Any], status: int
) -> HttpResponse:
    page = {
        "record": record,
        "row": rows.row(record),
        "chosen": VisibilityForm(initial={"visibility": record.visibility}),
        "is_final": record.visibility == Visibility.WITHDRAWN,
    }
    return render(request, "archive/edit.html", page | context, status=status)
