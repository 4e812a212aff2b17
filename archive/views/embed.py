"""The replay of a record for pages of other sites, which show it in a frame."""

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from archive.selectors import record_pages, records


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type] # its type knows no captured values
def embed(request: HttpRequest, pk: int) -> HttpResponse:
    """What everybody may open. Nobody is asked who he is: a page around the frame must not lead
    anyone to act, or show what only he may see."""
    found = records.get(pk, AnonymousUser())
    if found is None:
        raise Http404("There is no record of this number.")
    page = record_pages.record_page(found, ply=request.GET.get("ply", ""))
    context = {"page": page, "row": page.row, "record": found}
    return render(request, "archive/embed.html", context)
