"""What the form for amending a record shows."""

from collections.abc import Mapping
from typing import Any

from archive.models import Record
from archive.notation.text import decode
from archive.selectors.import_reports import REWRITTEN, Caret, caret


def text_of(record: Record) -> str:
    """The text to amend: as it came, or in normal form where it came as no text for people."""
    return record.text if record.format in REWRITTEN else decode(bytes(record.original)).text


def place_of(problem: Mapping[str, Any], text: str) -> Caret | None:
    return caret(decode(text.encode()), problem)
