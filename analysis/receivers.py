"""The bells that the analysis hears."""

from typing import Any

from celery.signals import worker_ready
from django.apps import apps
from django.db import connections
from django.db.models.signals import post_migrate

from analysis import tasks
from analysis.models import OpeningName
from analysis.services import measures, openings
from archive.selectors.measures import SOURCES
from archive.signals import record_changed


def connect() -> None:
    """Begin to listen. Sent after commit, so a worker finds what it is told of."""
    record_changed.connect(_on_change, dispatch_uid="analysis")
    sender = apps.get_app_config("analysis")
    post_migrate.connect(_on_migrate, sender=sender, dispatch_uid="analysis")
    worker_ready.connect(_on_worker, dispatch_uid="analysis")
    SOURCES.append(measures.of_analysis)


def _on_change(record_ids: list[int], **_: Any) -> None:
    tasks.enqueue(record_ids)


def _on_migrate(using: str, **_: Any) -> None:
    """Names of openings come with the code, so a new database has them, if it has their table."""
    if OpeningName._meta.db_table in connections[using].introspection.table_names():  # noqa: SLF001 (the documented way to a model's table)
        openings.refresh()


def _on_worker(**_: Any) -> None:
    openings.refresh()
