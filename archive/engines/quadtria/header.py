"""What a record's tags fix before the first move: the number of boards, and one board's move limit."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from archive.engines.base import Header, Setup, UnusableSetup
from archive.engines.writing import items, not_judged, written

BOARDS: Final = "boards"
LIMIT: Final = "move-limit"
NO_LIMIT: Final = "none"
DEFAULT_LIMIT: Final = "120"


class Rules(NamedTuple):
    """The rules of one record. ``limit``: after how many plies the game is drawn; 0 for never."""

    boards: int
    limit: int


def read_header(tags: Mapping[str, str]) -> Header:
    """The setup that a record's tags name. Raises UnusableSetup.

    Rules: `boards` is 2 where the record does not say; `move-limit` applies to one board only.
    """
    given = items("Options", tags.get("Options", ""))
    unverified = not_judged(tags, options=(BOARDS, LIMIT))
    boards, limit = given.get(BOARDS, "2"), given.get(LIMIT, DEFAULT_LIMIT)
    if boards not in {"1", "2"}:
        raise UnusableSetup("options.boards", f"boards must be 1 or 2, not “{boards}”.")
    if limit != NO_LIMIT and not re.fullmatch("[1-9][0-9]{0,4}", limit):
        raise UnusableSetup(
            "options.move-limit", f"move-limit must be a number of plies or none, not “{limit}”."
        )
    options = [(BOARDS, boards)]
    if boards == "1":
        options.append((LIMIT, limit))
    normal = written(given.items())
    return Header(
        setup=Setup(2, options=tuple(options)),
        tags=(("Options", normal),) if "Options" in tags else (),
        unverified=unverified,
    )


@lru_cache(maxsize=256)
def rules_of(setup: Setup) -> Rules:
    """The rules of a setup."""
    options = dict(setup.options)
    boards = int(options.get(BOARDS, "2"))
    limit = options.get(LIMIT, DEFAULT_LIMIT)
    return Rules(boards, 0 if boards > 1 or limit == NO_LIMIT else int(limit))
