"""How records are put into words for people, whatever their game."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from archive.models import Record

UNKNOWN_RESULT: Final = "*"
SHORT_NAME: Final = 60
"""Characters of a name where it is not in its own place."""
FORMATS: Final = {
    "tgr": "TGR",
    "garden-gate": "Garden Gate text",
    "garden-gate-link": "a Garden Gate link",
    "psr": "PSR",
    "ndjson": "JSON",
}
"""The forms in which records come, in words."""


def result_words(result: str) -> str:
    """A Result value as a sentence would say it: "Host won", "Draw", "No result"."""
    if result in {"", UNKNOWN_RESULT}:
        return "No result"
    if result in {"Draw", "Lost"}:
        return result
    *others, last = result.split("+")
    return f"{', '.join(others)} and {last} won" if others else f"{last} won"


def with_scores(words: str, scores: Sequence[int]) -> str:
    """A result with its scores by seat: "Guest won 2–1", and of one seat alone "Lost, score 21"."""
    if len(scores) == 1:
        return f"{words}, score {scores[0]}"
    return f"{words} {'–'.join(map(str, scores))}"


def visible_name(name: str) -> str:
    """A name as it is, or words where it would show nothing that one could see or click."""
    if any(unicodedata.category(character)[0] not in "ZC" for character in name):
        return name
    return "No name" if not name.strip() else "Name without letters"


def short_name(name: str, longest: int = SHORT_NAME) -> str:
    """A name as long as a line of others can show it."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def date_words(record: Record) -> str:
    """The date as given, without the parts that are unknown: 2026-03-17, 2026-03, 2026."""
    earliest, latest = record.date_earliest, record.date_latest
    if earliest is None or latest is None:
        return ""
    if earliest == latest:
        return earliest.isoformat()
    if (earliest.year, earliest.month) == (latest.year, latest.month):
        return f"{earliest:%Y-%m}"
    return f"{earliest:%Y}" if earliest.year == latest.year else f"{earliest} to {latest}"
