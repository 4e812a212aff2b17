"""The back room: records to look up, hide, amend and delete, players to merge, imports to follow.

What an import made is read-only here; changes go through the services.
"""

from django.contrib import admin

from archive.admin import accounts, imports, people, records, rejudgements

__all__ = ["accounts", "imports", "people", "records", "rejudgements"]

admin.site.site_header = admin.site.site_title = "Tilebook, the back room"
