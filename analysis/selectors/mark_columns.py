"""Marks that the columns of an entry answer, without a look into its summary."""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db.models import Q

from analysis.selectors.facts import LOST_BITS

MONTH: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
YEAR: Final = re.compile(r"(\d{4})=", re.ASCII)
MOST_SEATS: Final = 8


def of_seat(parts: Sequence[str]) -> Q | None:
    """``seat|1|w``: by the bits of the winners; None where it is not of this form."""
    if len(parts) != 2 or not re.fullmatch(r"[0-7]", parts[0], re.ASCII):
        return None
    seat, letter = int(parts[0]), parts[1]
    sat = Q(seats__gt=seat)
    alone = 1 << seat
    several = range(1, 1 << MOST_SEATS)
    conditions = {
        "w": Q(winners=alone),
        "s": Q(winners__in=[0, *(bits for bits in several if bits & alone and bits != alone)]),
        "l": Q(winners__in=[LOST_BITS, *(bits for bits in several if not bits & alone)]),
        "u": Q(winners=None),
    }
    return sat & conditions[letter] if letter in conditions else None


def of_month(parts: Sequence[str]) -> tuple[Q, bool] | None:
    """``month|2024-05|Host``: by date and result, and whether that is all; a year only narrows."""
    if len(parts) != 2:
        return None
    result = Q() if parts[1] == "=" else Q(result=parts[1])
    if found := MONTH.fullmatch(parts[0]):
        year, month = map(int, found.groups())
        if year == 0:
            return None
        last = date(year, month, monthrange(year, month)[1])
        played = Q(date_earliest__gte=date(year, month, 1), date_latest__lte=last)
        return result & played, True
    if (found := YEAR.fullmatch(parts[0])) and int(found[1]):
        year = int(found[1])
        within = Q(date_earliest__gte=date(year, 1, 1), date_latest__lte=date(year, 12, 31))
        return result & within, False
    return None
