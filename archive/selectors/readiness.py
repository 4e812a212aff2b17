"""Whether this process could serve a page now: what it stands on answers, and soon.

The broker is told of, and no reason to send nobody: pages are served and uploads are kept without it.
"""

import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

# Of Redis; a folder is there or it is not. Each is waited for twice.
SOON = {"socket_connect_timeout": 1.5, "socket_timeout": 1.5}


def problems() -> list[str]:
    """A sentence for what keeps pages from being served; none where all is well. How long the
    database may take is said where its connection is set up, in the settings."""
    return _told((_database,))


def remarks() -> list[str]:
    """A sentence for what pages can do without."""
    return _told((_broker,))


def _told(parts: Iterable[Callable[[], str]]) -> list[str]:
    return [sentence for sentence in map(_problem_of, parts) if sentence]


def _problem_of(part: Callable[[], str]) -> str:
    sentence = part()
    if sentence:
        logger.warning("Not all is well. %s", sentence)
    return sentence


def _database() -> str:
    try:
        lacking = _needed_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        logger.warning("The database does not answer", exc_info=True)
        connection.close()
        return "The database does not answer."
    if lacking:
        app, name = min(lacking)
        return f"{len(lacking)} migrations are not applied, {app} {name} first: manage.py migrate."
    return ""


@cache
def _needed_migrations() -> set[tuple[str, str]]:
    """Those of this release. A database may have more: those of the next one."""
    return set(MigrationLoader(None).graph.nodes)


def _broker() -> str:
    with current_app.connection_for_write(transport_options=SOON) as broker:
        lost: Any = broker.recoverable_connection_errors
        try:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0)
        except (OperationalError, OSError, *lost):
            logger.warning("The broker does not answer", exc_info=True)
            return "The broker of the jobs does not answer: what is to be done waits."
    return ""
