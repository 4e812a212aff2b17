"""Addresses of the API, version 1, that read the index; under /api/v1/."""

from django.urls import path

from analysis.api import explorer, ratings, statistics

urlpatterns = [
    path("explorer/<slug:game>", explorer.explorer, name="api-explorer"),
    path("statistics/<slug:game>", statistics.sections, name="api-sections"),
    path("statistics/<slug:game>/<slug:section>", statistics.section, name="api-section"),
    path("ratings/<slug:game>", ratings.leaders, name="api-leaders"),
    path("players/<int:pk>/ratings", ratings.of_player, name="api-player-ratings"),
]
