"""The pages of the analysis."""

from django.urls import URLPattern, URLResolver, include, path

from analysis.views import (
    explorer,
    explorer_games,
    explorer_openings,
    jobs,
    people,
    statistics,
    statistics_games,
)

app_name = "analysis"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("analysis.api.v1")),
    path("jobs/", jobs.jobs, name="jobs"),
    path("players/", people.players, name="players"),
    path("players/<int:pk>/figures", people.player, name="player-figures"),
    path("events/<int:pk>/figures", people.event, name="event-figures"),
    path("explore/", explorer.home, name="explore-home"),
    path("explore/records/<int:pk>", explorer.from_record, name="explore-record"),
    path("explore/records/<int:pk>/panel", explorer.panel, name="explore-panel"),
    path("explore/openings", explorer_openings.of_records, name="openings-of-records"),
    path("explore/openings/<int:pk>", explorer_openings.opening, name="opening"),
    path("explore/<slug:game>/", explorer.explore, name="explore"),
    path("explore/<slug:game>/step", explorer.step, name="explore-step"),
    path("explore/<slug:game>/starts", explorer.starting, name="explore-starts"),
    path("explore/<slug:game>/games", explorer_games.games, name="explore-games"),
    path("explore/<slug:game>/games.<slug:form>", explorer_games.export, name="explore-export"),
    path("explore/<slug:game>/newest", explorer_games.newest, name="explore-newest"),
    path("stats/", statistics.home, name="stats-home"),
    path("stats/<slug:game>/", statistics.page, name="stats"),
    path("stats/<slug:game>/games/", statistics_games.games, name="stats-games"),
    path("stats/<slug:game>/<slug:section>/progress", statistics.progress, name="stats-progress"),
    path("stats/<slug:game>/<slug:section>/", statistics.page, name="stats-section"),
    path(
        "stats/<slug:game>/<slug:section>/<slug:name>.<slug:form>",
        statistics.chart,
        name="stats-chart",
    ),
]
