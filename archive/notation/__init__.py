"""The record format: text to `ParsedRecord` and back. Knows no game and no rule."""

from archive.notation.dates import PartialDate, parse_date
from archive.notation.errors import caret
from archive.notation.identity import fingerprint
from archive.notation.record import ParsedMove, ParsedRecord, Problem, Remark
from archive.notation.writer import write_movetext, write_ndjson_line, write_tgr

__all__ = [
    "ParsedMove",
    "ParsedRecord",
    "PartialDate",
    "Problem",
    "Remark",
    "caret",
    "fingerprint",
    "parse_date",
    "write_movetext",
    "write_ndjson_line",
    "write_tgr",
]
