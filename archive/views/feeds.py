"""Atom feeds of records that are new in the archive: of all, of a game, a player, an event."""

from hashlib import blake2b
from typing import Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from archive import engines
from archive.models import Record
from archive.selectors import people, records, visible
from archive.selectors.releases import version
from archive.selectors.rows import RecordRow, rows

ENTRIES: Final = 50


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All new records, or with ``?game=`` those of one game."""
    slug = request.GET.get("game", "")
    if not slug:
        return _answer(request, "new games", reverse("archive:browse"), visible.counted())
    engine = engines.get(slug)
    if engine is None:
        raise Http404("There is no game of this name.")
    address = f"{reverse('archive:browse')}?{urlencode({'game': slug})}"
    return _answer(request, engine.name, address, visible.counted().filter(game=slug))


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = people.player(pk)
    if found is None:
        raise Http404("There is no player of this number.")
    address = reverse("archive:player", args=[pk])
    return _answer(request, found.name, address, records.of_player(found.player))


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    found = people.event(pk)
    if found is None:
        raise Http404("There is no event of this number.")
    address = reverse("archive:event", args=[pk])
    return _answer(request, found.event.name, address, records.of_event(found.event))


def _answer(
    request: HttpRequest, title: str, address: str, found: QuerySet[Record]
) -> HttpResponse:
    newest = list(records.listed(found.order_by("-id")[:ENTRIES]))
    held = [request.get_host(), title, *map(_state, newest)]
    etag = quote_etag(blake2b("\n".join(held).encode(), digest_size=16).hexdigest())
    response = get_conditional_response(request, etag)
    if response is None:
        feed = _feed(request, title, address, newest)
        response = HttpResponse(
            feed.writeString("utf-8"),
            content_type="application/atom+xml; charset=utf-8",
            headers={"ETag": etag},
        )
    patch_cache_control(response, no_cache=True)
    return response


def _feed(request: HttpRequest, title: str, address: str, found: list[Record]) -> Atom1Feed:
    feed = Atom1Feed(
        title=f"Tilebook: {title}",
        link=request.build_absolute_uri(address),
        description="",
        subtitle="Games that are new in the archive.",
        feed_url=request.build_absolute_uri(),
        language="en",
    )
    for shown in rows(found):
        record = shown.record
        link = request.build_absolute_uri(reverse("archive:record", args=[record.pk]))
        feed.add_item(
            title=shown.title or f"Record {record.pk}",
            link=link,
            unique_id=link,
            description=_told(shown),
            pubdate=record.created,
            updateddate=record.created,
            categories=[shown.game],
        )
    return feed


def _told(shown: RecordRow) -> str:
    result = f"{shown.result}: {shown.ending}" if shown.ending else shown.result
    event = shown.record.event.name if shown.record.event else ""
    return " · ".join(part for part in (shown.game, result, shown.date, event) if part)


def _state(record: Record) -> str:
    return f"{record.pk}-{version(record)}"
