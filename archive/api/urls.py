"""Addresses of the API, under /api/."""

from django.urls import path

from archive.api import views

urlpatterns = [
    path("records/<int:pk>/plies", views.plies, name="plies"),
]
