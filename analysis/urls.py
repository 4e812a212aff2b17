"""The pages of the analysis."""

from django.urls import URLPattern, URLResolver, path

from analysis.views import explorer, explorer_games

app_name = "analysis"

urlpatterns: list[URLPattern | URLResolver] = [
    path("explore/", explorer.home, name="explore-home"),
    path("explore/records/<int:pk>", explorer.from_record, name="explore-record"),
    path("explore/<slug:game>/", explorer.explore, name="explore"),
    path("explore/<slug:game>/step", explorer.step, name="explore-step"),
    path("explore/<slug:game>/starts", explorer.starting, name="explore-starts"),
    path("explore/<slug:game>/games", explorer_games.games, name="explore-games"),
    path("explore/<slug:game>/games.<slug:form>", explorer_games.export, name="explore-export"),
    path("explore/<slug:game>/newest", explorer_games.newest, name="explore-newest"),
]
