"""Other names in a record for those that are not to be shown."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from archive.notation.record import ParsedRecord

SHORTEST: Final = 3
"""A shorter name is found in no prose: too much else is spelt like it."""


def masked(record: ParsedRecord, names: Mapping[str, str]) -> ParsedRecord:
    """The record with every player of these names called otherwise, in tags and comments alike.

    A name that is a whole tag is replaced there whatever its length; within prose as whole words,
    in any case. Moves, and tags that say how the game is played, are left alone.
    """
    return replace(
        record,
        tags=tuple((name, _masked_tag(name, value, names)) for name, value in record.tags),
        comments=tuple(masked_text(comment, names) for comment in record.comments),
        moves=tuple(
            move._replace(comments=tuple(masked_text(text, names) for text in move.comments))
            for move in record.moves
        ),
    )


_OF_THE_GAME: Final = frozenset(
    {"Game", "Options", "Setup", "Stones", "Cards", "Hands", "Result", "Date"}
)


def _masked_tag(tag: str, value: str, names: Mapping[str, str]) -> str:
    if tag in _OF_THE_GAME:
        return value
    return names[value] if value in names else masked_text(value, names)


def masked_text(text: str, names: Mapping[str, str]) -> str:
    """Prose with other names in it."""
    by_fold = {name.casefold(): other for name, other in names.items() if len(name) >= SHORTEST}
    if not by_fold:
        return text
    longest_first = sorted((re.escape(name) for name in by_fold), key=len, reverse=True)
    pattern = rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)"
    return re.sub(
        pattern,
        lambda found: by_fold.get(found[0].casefold(), found[0]),
        text,
        flags=re.IGNORECASE,
    )
