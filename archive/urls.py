"""The pages of the archive."""

from django.urls import URLPattern, URLResolver

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = []
