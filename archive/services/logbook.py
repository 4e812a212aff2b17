"""The log of the back room: who changed which records, and how. Staff read it as a record's history."""

from collections.abc import Collection

from django.contrib.admin.models import CHANGE, LogEntry

from archive.models import Record


def note(*, user_id: int, records: Collection[Record], words: str) -> None:
    LogEntry.objects.log_actions(user_id, records, CHANGE, words)
