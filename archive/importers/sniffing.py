"""What a file is, by its first bytes; never by its name."""

import re
from enum import Enum, auto
from typing import Final

from archive.importers.lines import LINK, PSR
from archive.notation.errors import problem
from archive.notation.record import Problem

HEAD: Final = 1 << 16
"""Bytes that are looked at."""

_BINARY: Final = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF-", b"Rar!", b"7z\xbc\xaf", b"\xfd7zXZ", b"BZh",
    b"\x28\xb5\x2f\xfd", b"\x7fELF", b"MZ", b"SQLite format 3\0", b"\xd0\xcf\x11\xe0", b"RIFF", b"OggS",
    b"ID3", b"\0\0\x01\0", b"\xca\xfe\xba\xbe", b"II*\0", b"MM\0*",
)  # fmt: skip
_WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_SPACE: Final = rb"(?:\xef\xbb\xbf|[\s;])*"
_JSON: Final = re.compile(_SPACE + rb'(?:\{\s*["}]|\[\s*[\[{"\]0-9-]|")')
_SKIPPED: Final = re.compile(_SPACE + rb"(?:(?:^|(?<=[\r\n]))[%#][^\r\n]*|\{[^}]*\}|)")
_START: Final = (
    rb"(?:\xef\xbb\xbf)*[ \t;]*(?:\[[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\"|[0-9]+[A-Za-z]\.|"
    + LINK + rb"|" + PSR + rb")"
)  # fmt: skip
_FIRST: Final = re.compile(_START)
_LATER: Final = re.compile(rb"[\r\n]" + _START)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")
_MANY: Final = 8


class Kind(Enum):
    """How a file is cut into records."""

    LINES = auto()
    JSON = auto()


def sniff(head: bytes) -> Kind | Problem:
    """The kind of an unpacked file that begins so, or why it is refused whole.

    Problems: `text.encoding` for UTF-16 and UTF-32, `file.binary`, `file.unknown`, `file.empty`.
    """
    if head.startswith(_BINARY) or head[257:262] == b"ustar":
        return problem("file.binary")
    if head.startswith(_WIDE_MARKS) or _looks_wide(head[:1024]):
        return problem("text.encoding", line=1)
    if _JSON.match(head):
        return Kind.JSON
    at = _first_content(head)
    if at == len(head):
        return Kind.LINES if len(head) == HEAD else problem("file.empty")
    if head.startswith(b"<", at):
        return problem("file.unknown", line=1 + head.count(b"\n", 0, at))
    if _FIRST.match(head, at) or _LATER.search(head, at):
        return Kind.LINES
    is_binary = len(_CONTROL.findall(head)) >= _MANY or b"\0" in head
    return problem("file.binary" if is_binary else "file.unknown")


def _looks_wide(head: bytes) -> bool:
    """Whether half of the bytes are NUL: UTF-16 or UTF-32 without a mark."""
    return len(head) > 1 and max(head[::2].count(0), head[1::2].count(0)) > len(head) // 4


def _first_content(head: bytes) -> int:
    """The offset of the first sign that is neither blank, divider nor comment."""
    at = 0
    while True:
        skipped = _SKIPPED.match(head, at)
        if skipped is None or skipped.end() == at:
            return at
        at = skipped.end()
