"""Views that ask who comes: without an account, or without a right, another page answers."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from archive.selectors import accounts

View = Callable[..., HttpResponseBase]


def may_upload(view: View) -> View:
    """A view for those who may upload; others read why not, and how they may."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **options: object) -> HttpResponseBase:
        if accounts.may_upload(request.user):
            return view(request, *arguments, **options)
        if request.method in {"GET", "HEAD"}:
            return render(request, "archive/import_closed.html")
        return redirect_to_login(request.path)

    return guarded
