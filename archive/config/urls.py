"""The only root URLconf: it includes the apps by name and imports neither."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("archive.urls")),
]
