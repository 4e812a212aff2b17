"""The pages of the archive."""

from django.urls import URLPattern, URLResolver, path

from archive.views import pages

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
]
