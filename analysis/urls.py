"""The pages of the analysis."""

from django.urls import URLPattern, URLResolver

app_name = "analysis"

urlpatterns: list[URLPattern | URLResolver] = []
