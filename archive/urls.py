"""The pages of the archive."""

from django.urls import URLPattern, URLResolver, include, path

from archive.views import dumps, editing, feeds, files, imports, my, pages, players, records, rules

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("records/", records.browse, name="browse"),
    path("records/export.<slug:form>", files.export, name="export"),
    path("records/<int:pk>", records.record, name="record"),
    path("records/<int:pk>.<slug:form>", files.download, name="download"),
    path("records/<int:pk>/edit", editing.edit, name="edit"),
    path("records/<int:pk>/original", files.original, name="original"),
    path("records/<int:pk>/positions/<int:ply>.svg", files.position, name="position"),
    path("dumps/", dumps.dumps, name="dumps"),
    path("dumps/latest.json", dumps.latest, name="latest-dump"),
    path("dumps/<str:name>/<str:file>", dumps.file, name="dump-file"),
    path("feeds/games.atom", feeds.games, name="feed"),
    path("feeds/players/<int:pk>.atom", feeds.player, name="player-feed"),
    path("feeds/events/<int:pk>.atom", feeds.event, name="event-feed"),
    path("players/<int:pk>", players.player, name="player"),
    path("players/<int:pk>/claim", my.claim, name="claim"),
    path("my/uploads", my.uploads, name="my-uploads"),
    path("my/records.<slug:form>", my.export, name="my-export"),
    path("my/games", my.games, name="my-games"),
    path("my/games/<int:pk>/withdraw", my.withdraw_claim, name="withdraw-claim"),
    path("my/tokens", my.tokens, name="my-tokens"),
    path("my/tokens/<int:pk>/revoke", my.revoke_token, name="revoke-token"),
    path("my/account", my.account, name="my-account"),
    path("my/account.json", my.account_data, name="my-account-data"),
    path("my/account/delete", my.delete_account, name="delete-account"),
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
