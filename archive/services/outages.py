"""Faults of the machines, which pass, told apart from faults of a record, which come again."""

import errno
from typing import Final

from django.db import InterfaceError, OperationalError

NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE})
SQLITE_PASSING: Final = frozenset({5, 6, 8, 10, 13, 14, 15})
"""BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL."""
POSTGRESQL_PASSING: Final = frozenset({"08", "40", "53", "55", "57", "58"})
"""Classes of states: connection, deadlock, resources, locks, shutdown, system."""


def is_outage(error: BaseException) -> bool:
    """Whether the database or the disk could not serve just now: gone, starting, full, held by
    others. Doing the same later may go well."""
    if isinstance(error, InterfaceError):
        return True
    if isinstance(error, OperationalError):
        return _passes(error.__cause__)
    return isinstance(error, OSError) and error.errno in NO_ROOM


def _passes(cause: BaseException | None) -> bool:
    """Both databases also call an error of operation what is wrong with a statement itself."""
    sqlite: int | None = getattr(cause, "sqlite_errorcode", None)
    if sqlite is not None:
        return sqlite & 0xFF in SQLITE_PASSING
    state: str | None = getattr(cause, "sqlstate", None)
    return state is None or state[:2] in POSTGRESQL_PASSING
