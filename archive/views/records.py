"""The list of records, and the page of each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from archive.filters import RecordFilter
from archive.rest.keeping import kept_private
from archive.selectors import record_pages, records, visible
from archive.views.listing import listing


@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """Records that the filters let through. An address with empty filters becomes the short one."""
    if "" in request.GET.values():
        kept = request.GET.copy()
        for name in [name for name in kept if kept[name] == ""]:
            del kept[name]
        return redirect(f"{request.path}?{kept.urlencode()}" if kept else request.path)
    filters = RecordFilter(request.GET, visible.counted())
    context = listing(request, filters.qs)
    return render(request, "archive/browse.html", context | {"filters": filters})


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """One record with its replay; ``?ply=17`` is the position that it shows without script."""
    found = records.get(pk, request.user)
    if found is None:
        raise Http404("There is no record of this number.")
    page = record_pages.record_page(found, ply=request.GET.get("ply", ""))
    context = {"page": page, "row": page.row, "record": found, "is_open": visible.is_open(found)}
    return kept_private(render(request, "archive/record.html", context), found)
