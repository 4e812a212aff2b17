"""Marks that the columns of an entry answer, without a look into its summary."""

import re
from collections.abc import Sequence
from typing import Final

from django.db.models import Q

from analysis.selectors.facts import LOST_BITS
from analysis.selectors.figures.base import ANY

MONTH: Final = re.compile(r"(\d{4}(-\d{2})?)?=?", re.ASCII)
"""A month, or all that begin so; "" where it is not known."""
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


def of_month(parts: Sequence[str]) -> Q | None:
    """``month|2024-05|Host``, or of a year ``month|2024=|=``: by month and result; None where it is
    not of this form."""
    if len(parts) != 2 or not MONTH.fullmatch(parts[0]):
        return None
    result = of_result(parts[1:])
    if result is None:
        return None
    when = parts[0]
    begins = when.removesuffix(ANY)
    played = Q(month=when) if begins == when else Q(month__startswith=begins)
    return played & result


def of_result(parts: Sequence[str]) -> Q | None:
    """``result|Host``, or ``=`` for any; None where it is not of this form."""
    if len(parts) != 1:
        return None
    if parts[0] == ANY:
        return Q()
    return None if ANY in parts[0] else Q(result=parts[0])
