"""Addresses of the API, version 1, under /api/v1/; those of the analysis stand beside them."""

from django.urls import path
from django.views.generic import RedirectView

from archive.api import docs, games, imports, people, records

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="archive:api-docs")),
    path("docs", docs.page, name="api-docs"),
    path("openapi.json", docs.openapi, name="api-schema"),
    path("records", records.records, name="api-records"),
    path("records/<int:pk>", records.record, name="api-record"),
    path("check", games.check, name="api-check"),
    path("imports/<uuid:batch_id>", imports.one, name="api-import"),
    path("imports/<uuid:batch_id>/items", imports.items, name="api-import-items"),
    path("imports/<uuid:batch_id>/cancel", imports.cancel, name="api-import-cancel"),
    path("games", games.games, name="api-games"),
    path("players", people.players, name="api-players"),
    path("players/<int:pk>", people.player, name="api-player"),
    path("players/<int:pk>/records", people.player_records, name="api-player-records"),
    path("events", people.events, name="api-events"),
    path("events/<int:pk>", people.event, name="api-event"),
    path("events/<int:pk>/records", people.event_records, name="api-event-records"),
]
