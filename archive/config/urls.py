"""The only root URLconf: it includes the apps by name and imports neither."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView

handler500 = "archive.views.refusals.fault"

FAVICON = lazy(static, str)("archive/favicon.svg")

urlpatterns = [
    # Where browsers look for a picture when a file or a page of the back room names none.
    path("favicon.ico", RedirectView.as_view(url=FAVICON)),
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("", include("archive.urls")),
    path("", include("analysis.urls")),
]
