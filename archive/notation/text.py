"""Bytes to text: character sets, line ends, byte-order marks, control characters."""

import re
from dataclasses import dataclass
from typing import Final

from archive.notation.errors import character, problem, remark
from archive.notation.record import Problem, Remark

CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters that no text may hold: all but tab and line feed (line ends are LF by then)."""

_MARK: Final = re.compile("^\ufeff+", re.MULTILINE)
_MARK_IN_1252: Final = re.compile("^(?:\xef\xbb\xbf)+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Text:
    """A record's text with LF line ends and without byte-order marks, or why there is none.

    ``line`` is the line of the file on which it begins; lines and columns of the text are those of
    the bytes, because nothing that counts was taken out.
    """

    text: str
    line: int
    warnings: tuple[Remark, ...] = ()
    problem: Problem | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Line of the file and column of an offset of the text, both from 1."""
        start = self.text.rfind("\n", 0, offset) + 1
        return self.line + self.text.count("\n", 0, offset), offset - start + 1


def clean(text: str) -> str:
    """LF line ends, and no byte-order mark at the start of a line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\ufeff" in text:
        text = _MARK.sub("", text)
    return text


def decode(data: bytes, line: int = 1) -> Text:
    """The text of a record's bytes: UTF-8, else Windows-1252 with a warning.

    Problems: `text.encoding` where the bytes are neither, `text.control-character` with its place.
    Forgiven: CR, LF and CRLF end a line; U+FEFF at the start of a line is dropped.
    """
    warnings: tuple[Remark, ...] = ()
    try:
        text = clean(data.decode())
    except UnicodeDecodeError:
        try:
            text = _MARK_IN_1252.sub("", clean(data.decode("cp1252")))
        except UnicodeDecodeError:
            return Text("", line, problem=problem("text.encoding", line=line))
        warnings = (remark("text.windows-1252", line),)
    found = Text(text, line, warnings)
    control = CONTROL.search(text)
    if control is None:
        return found
    at_line, column = found.place(control.start())
    wrong = problem(
        "text.control-character",
        line=at_line,
        column=column,
        character=character(control[0]),
    )
    return Text(text, line, warnings, wrong)
