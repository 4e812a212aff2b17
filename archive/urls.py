"""The pages of the archive."""

from django.urls import URLPattern, URLResolver, include, path

from archive.views import files, imports, pages, players, records, rules

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("records/", records.browse, name="browse"),
    path("records/export.<slug:form>", files.export, name="export"),
    path("records/<int:pk>", records.record, name="record"),
    path("records/<int:pk>.<slug:form>", files.download, name="download"),
    path("records/<int:pk>/original", files.original, name="original"),
    path("records/<int:pk>/positions/<int:ply>.svg", files.position, name="position"),
    path("players/<int:pk>", players.player, name="player"),
    path("events/<int:pk>", players.event, name="event"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:game>/", rules.rules_of_game, name="rules-of-game"),
    path("import/", imports.import_form, name="import"),
    path("imports/<uuid:batch_id>/", imports.import_batch, name="import-batch"),
    path("imports/<uuid:batch_id>/progress", imports.import_progress, name="import-progress"),
    path("imports/<uuid:batch_id>/cancel", imports.import_cancel, name="import-cancel"),
    path("imports/<uuid:batch_id>/rejected", imports.import_rejected, name="import-rejected"),
    path("imports/<uuid:batch_id>/files/<int:number>", imports.import_file, name="import-file"),
    path("imports/<uuid:batch_id>/items/<int:number>/", imports.import_item, name="import-item"),
    path(
        "imports/<uuid:batch_id>/items/<int:number>/original",
        imports.import_original,
        name="import-original",
    ),
    path("api/v1/", include("archive.api.v1")),
    path("api/", include("archive.api.urls")),
]
