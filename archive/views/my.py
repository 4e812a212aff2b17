"""The pages of an account: what it brought, whom it plays as, its tokens, its end."""

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from archive.forms import ClaimForm, DeleteAccountForm, OwnRecordsForm, TokenNameForm
from archive.models import Visibility
from archive.selectors import accounts, exports, people, records
from archive.services import accounts as writes
from archive.services import records as record_writes
from archive.views.listing import listing

page_of_account = require_http_methods(["GET", "HEAD", "POST"])


def _user(request: HttpRequest) -> User:
    """Who has logged in; the views below let nobody else in."""
    return cast("User", request.user)


@login_required
@never_cache
@page_of_account
def uploads(request: HttpRequest) -> HttpResponse:
    """Everything of one's own, and who sees it; several records are changed at once."""
    form = OwnRecordsForm(request.POST or None)
    if form.is_valid():
        chosen = Visibility(form.cleaned_data["visibility"])
        count = record_writes.show_own(
            owner_id=_user(request).pk, record_ids=form.cleaned_data["records"], visibility=chosen
        )
        noun = "record is" if count == 1 else "records are"
        messages.success(request, f"{count} {noun} {chosen.label.lower()} now.")
        return redirect(request.get_full_path())
    context = listing(request, accounts.records_of(_user(request)))
    context |= {"form": form, "imports": accounts.imports_of(_user(request))}
    return render(request, "archive/my/uploads.html", context, status=400 if form.errors else 200)


@login_required
@never_cache
@require_safe
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """All records of one's own, whoever sees them."""
    written = exports.LIST_FORMS.get(form)
    if written is None:
        raise Http404("Records are exported as tgr or ndjson.")
    texts = exports.stream(accounts.records_of(_user(request)).order_by("pk"), written)
    name = f"tilebook-my-records.{written.suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(texts, content_type=written.content_type, headers=headers)


@login_required
@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    found = records.of_players(accounts.players_of(_user(request)))
    context = listing(request, found) | {"claims": accounts.claims_of(_user(request))}
    return render(request, "archive/my/games.html", context)


@login_required
@never_cache
@page_of_account
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is oneself; staff look at it."""
    found = people.player(pk)
    if found is None:
        raise Http404("There is no player of this number.")
    form = ClaimForm(request.POST or None)
    if form.is_valid():
        reason: str = form.cleaned_data["reason"]
        writes.claim(user=_user(request), player=found.player, reason=reason)
        messages.success(request, "Staff will look at it. Until then it shows here as waiting.")
        return redirect("archive:my-games")
    context = {"found": found, "form": form}
    return render(request, "archive/my/claim.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def withdraw_claim(request: HttpRequest, pk: int) -> HttpResponse:
    if not writes.withdraw_claim(user=_user(request), claim_id=pk):
        raise Http404("You have no such claim.")
    return redirect("archive:my-games")


@login_required
@never_cache
@page_of_account
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens. A new one stands in the answer that makes it, and nowhere after."""
    form = TokenNameForm(request.POST or None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        try:
            context["made"] = writes.make_token(user=_user(request), name=form.cleaned_data["name"])
            context["form"] = TokenNameForm()
        except writes.Refused as refusal:
            form.add_error("name", str(refusal))
    context["tokens"] = accounts.tokens_of(_user(request))
    status = 400 if context["form"].errors else 200
    return render(request, "archive/my/tokens.html", context, status=status)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    if not writes.revoke_token(user=_user(request), token_id=pk):
        raise Http404("You have no such token.")
    messages.success(request, "The token is revoked: nobody gets in with it any more.")
    return redirect("archive:my-tokens")


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "archive/my/account.html")


@login_required
@never_cache
@require_safe
def account_data(request: HttpRequest) -> JsonResponse:
    """What is kept of the account itself."""
    data = accounts.data_of(_user(request))
    headers = {"Content-Disposition": 'attachment; filename="tilebook-my-account.json"'}
    return JsonResponse(data, json_dumps_params={"indent": 1}, headers=headers)


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
@page_of_account
def delete_account(request: HttpRequest) -> HttpResponse:
    """After the password was asked again: what becomes of the records, and then the end."""
    form = DeleteAccountForm(request.POST or None)
    if form.is_valid():
        try:
            withdraws = form.cleaned_data["records"] == DeleteAccountForm.WITHDRAW
            writes.delete_account(user=_user(request), withdraws=withdraws)
        except writes.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("archive:home")
    status = 400 if form.errors else 200
    return render(request, "archive/my/delete.html", {"form": form}, status=status)
