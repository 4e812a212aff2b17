"""When a sign of life is too old to count, also by a clock that has jumped."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

HOUR: Final = timedelta(hours=1)


def is_silent(field: str, *, now: datetime, within: timedelta, ahead: timedelta | None = None) -> Q:
    """Rows whose sign in ``field`` was not given of late.

    One of the future was written while a clock was ahead, and its writer may be long gone: beyond
    ``ahead``, as far as ``within`` if it is None, it is no sign either.
    """
    latest = now + (within if ahead is None else ahead)
    return Q(**{f"{field}__lt": now - within}) | Q(**{f"{field}__gt": latest})
