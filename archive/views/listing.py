"""A list of records as pages show it: sorted, one page of it, with the links round it."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from archive.engines import all_engines
from archive.models import Record
from archive.selectors import paging, records, rows

PAGE_SIZE: Final = 50
FIRST_SORT: Final = "added"


def chosen_sort(request: HttpRequest) -> str:
    sort = request.GET.get("sort", FIRST_SORT)
    return sort if sort in records.SORTS else FIRST_SORT


def listing(request: HttpRequest, found: QuerySet[Record]) -> dict[str, Any]:
    """The context of `archive/_records.html`."""
    sort = chosen_sort(request)
    page = paging.page(
        records.listed(found),
        records.SORTS[sort],
        size=PAGE_SIZE,
        before=request.GET.get("before", ""),
        after=request.GET.get("after", ""),
    )
    count = records.bounded_count(found)
    return {
        "page": page,
        "rows": rows.rows(page.rows),
        "sort": sort,
        "sorts": records.SORTS,
        "count": min(count, records.COUNT_LIMIT),
        "is_more": count > records.COUNT_LIMIT,
        "shows_game": len(all_engines()) > 1,
    }
