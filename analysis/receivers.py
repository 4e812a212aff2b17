"""The bell of the archive, heard: what rings is indexed by a worker."""

from typing import Any

from analysis import tasks
from archive.signals import record_changed


def connect() -> None:
    """Begin to listen. Sent after commit, so a worker finds what it is told of."""
    record_changed.connect(_on_change, dispatch_uid="analysis")


def _on_change(record_ids: list[int], **_: Any) -> None:
    tasks.enqueue(record_ids)
