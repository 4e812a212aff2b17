"""The whole public archive as files."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from archive.selectors import dumps as kept

NOT_THERE = "There is no such dump: only the newest are kept."


@require_safe
def dumps(request: HttpRequest) -> HttpResponse:
    return render(request, "archive/dumps.html", {"dumps": kept.listed()})


@require_safe
def latest(_request: HttpRequest) -> HttpResponse:
    """Where programs find the newest manifest."""
    made = kept.names()
    if not made:
        raise Http404("No dump has been made yet.")
    return redirect("archive:dump-file", made[0], kept.MANIFEST)


@require_safe
def file(request: HttpRequest, name: str, file: str) -> HttpResponseBase:
    """A file of a dump, with its digest as ETag."""
    dump = kept.get(name)
    digests = {given.name: given.sha256 for given in dump.files} if dump else {}
    etags = {kept.MANIFEST: name, **digests} if dump else {}
    if file not in etags:
        raise Http404(NOT_THERE)
    etag = quote_etag(etags[file])
    response = get_conditional_response(request, etag) or _sent(name, file)
    response.headers["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def _sent(name: str, file: str) -> HttpResponseBase:
    try:
        opened = (kept.folder_of(name) / file).open("rb")
    except FileNotFoundError as error:
        raise Http404(NOT_THERE) from error
    response = FileResponse(opened, as_attachment=file != kept.MANIFEST)
    if file != kept.MANIFEST:
        # Said, so that what is packed is not packed again on its way.
        response.headers["Content-Encoding"] = "identity"
    return response
