"""Where a record ends in a text of lines: tagged records, bare movetext, links, PSR, mixed.

Looks only as closely as it must; what a record means is read later, piece by piece.
"""

import re
from enum import Enum, auto
from typing import Final

# Unicode white space, but line ends, as UTF-8 has it; and the no-break space of Windows-1252.
_WHITE_SIGN: Final = rb"(?:[ \t\xa0]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)"
_WHITE: Final = _WHITE_SIGN + rb"*+"
_MARKS: Final = rb"(?:\xef\xbb\xbf)*" + _WHITE
_EOL: Final = rb"(?:\r\n|\n|\r(?!\n))"
_NAME: Final = rb"[ \t]*[A-Za-z_][A-Za-z0-9_]*"
# A compressed query without its address: how ``host=``, ``guest=`` and ``game`` begin when packed.
_PACKED: Final = rb"BYewzgLgv|OYVwpgzgLgv|OYQwtgpg"
LINK: Final = rb"https?://|(?:www\.)?skudpaisho\.com/|\?[A-Za-z0-9]|(?:host|guest|game)=|" + _PACKED
PSR: Final = rb"PAISHO-RECORD\b"
BARE: Final = rb"0[Hh]\."

# The first sign of a line, whatever came before it.
_LINE: Final = re.compile(
    _MARKS
    + rb"(?:(\[)|(" + _EOL + rb"(?:" + _WHITE + _EOL + rb")*+|\Z)|(%)|(\#)|(\{)|(" + LINK + rb")|(" + PSR + rb")|)"
)  # fmt: skip
_TAG, _BLANK, _PERCENT, _HASH, _BRACE, _LINK, _PSR = range(1, 8)
# In movetext: a comment, or a line that begins with something else than a move.
_STOP: Final = re.compile(
    rb"[{\r\n](?:(?<=(\{))|" + _MARKS
    + rb"(?=(\[" + _NAME + rb")|(" + BARE + rb")|(" + LINK + rb"|" + PSR + rb")|([%#])))"
)  # fmt: skip
_STOP_BRACE, _STOP_TAG, _STOP_BARE, _STOP_OTHER, _STOP_SKIP = range(1, 6)
_COMMENT_STOP: Final = re.compile(
    rb"[}\r\n](?:(?<=(\}))|(?<!\r(?=\n))"
    + _WHITE
    + _EOL
    + rb"(?="
    + _MARKS
    + rb"\["
    + _NAME
    + rb'[ \t]*"))'
)
_TAG_LINES: Final = re.compile(
    _MARKS + rb"\[[^\r\n]*(?:" + _EOL + _MARKS + rb"\[[^\r\n]*)*(?:" + _EOL + rb"|\Z)"
)
_TAG_NAME: Final = re.compile(rb"(?:^|[\r\n]|\])" + _MARKS + rb"\[(" + _NAME + rb')[ \t]*"')
_LINE_END: Final = re.compile(rb"[^\r\n]*")
_NEXT_LINE: Final = re.compile(rb"[^\r\n]*(?:" + _EOL + rb"|\Z)")
_BLANK_LINE_BEFORE: Final = re.compile(_EOL + _WHITE + _EOL + _WHITE + rb"\Z")
_MOVE: Final = re.compile(rb"[0-9][A-Za-z]\.")
_DIVIDERS: Final = re.compile(rb"(?:[\s;]|" + _WHITE_SIGN + rb")*+")


_LONG: Final = 1000
# The ordinary record, found at one go: tags, movetext without comments, and the next record.
_OTHER: Final = _MARKS + rb"(?:[\[%#{]|" + LINK + rb"|" + PSR + rb")"
_PLAIN_LINES: Final = rb"(?:(?!" + _OTHER + rb"|" + _MARKS + BARE + rb")[^{\r\n]*+" + _EOL + rb")*+"
_PLAIN: Final = re.compile(
    rb"(?:" + _MARKS + rb"\[[^\r\n]*+" + _EOL + rb")++(?:" + _MARKS + _EOL + rb")*+(?!" + _OTHER + rb")"
    + rb"[^\r\n{]++" + _EOL + _PLAIN_LINES + rb"(?=" + _MARKS + rb"\[" + _NAME + rb")"
    + rb"|" + BARE + rb"[^\r\n{]*+" + _EOL + _PLAIN_LINES
    + rb"(?=" + _MARKS + rb"(?:\[" + _NAME + rb"|" + BARE + rb"))"
)  # fmt: skip


class _Part(Enum):
    """What of a record was met last."""

    TAGS = auto()
    MOVES = auto()
    LINK = auto()


class LineScanner:
    """Ends records by the rules of the record format.

    A record ends before: a tag section after movetext; a tag name that its section already has,
    after a blank line; a line that begins ``0H.`` when it has a move; a line with a link, and the
    line after one; the first line of a PSR record. Comments between two records, after a blank line
    or on ``#`` lines, go to the second. A comment that is not closed ends before a blank line that
    is followed by a tag.
    """

    def __init__(self) -> None:
        self.position = 0
        self.begin(0)

    @property
    def by_line(self) -> bool:
        """Whether it now looks at whole lines, so that the rest of a line means nothing to it."""
        return self._part is not _Part.MOVES and not self._in_comment

    def begin(self, position: int) -> None:
        """A record begins here."""
        self.position = position
        self._is_fresh = True
        self._part = _Part.TAGS
        self._in_comment = False
        self._has_tags = self._has_move = self._after_blank = False
        # Where comments began that belong to the next record, if it comes now; -1 if none did.
        self._next = -1
        self._names: set[bytes] = set()
        self._unread: list[tuple[int, int]] = []

    def end(self, buffer: bytes, limit: int) -> int | None:
        """The end of the record if it lies before ``limit``, else None."""
        if self._is_fresh:
            self._is_fresh = False
            plain = _PLAIN.match(buffer, self.position, limit)
            if plain is not None:
                return plain.end()
        while self.position < limit:
            before = self.position
            if self._in_comment:
                found = self._pass_comment(buffer, limit)
            elif self._part is _Part.MOVES:
                found = self._pass_moves(buffer, limit)
            else:
                found = self._pass_line(buffer, limit)
            if found is not None:
                return found
            if self.position == before:
                break
        return None

    def drop(self, buffer: bytes, count: int) -> None:
        """Forget the first bytes of the buffer."""
        if any(start < count for start, _ in self._unread):
            self._read_names(buffer)
        self._unread = [(start - count, end - count) for start, end in self._unread]
        self.position -= count
        self._next = self._next - count if self._next >= count else -1

    def _pass_line(self, buffer: bytes, limit: int) -> int | None:
        """One line before any move, or after a link."""
        position = self.position
        match = _LINE.match(buffer, position, limit)
        kind = match.lastindex if match else None
        if kind == _BLANK:
            end = match.end() if match else limit
            line = _NEXT_LINE.match(buffer, position, limit)
            # Behind a comment the first line end is that of its line, and the next a blank line's.
            has_more = line is not None and end > line.end()
            if has_more or (position and buffer[position - 1] in b"\r\n"):
                self._after_blank = True
            self.position = end
        elif kind in (_PERCENT, _HASH):
            if kind == _HASH:
                self._mark_next(position)
            self._skip_line(buffer, limit)
        elif self._part is _Part.LINK or (self._has_tags and kind in (_LINK, _PSR)):
            return self._cut(position)
        elif kind == _TAG:
            return self._pass_tags(buffer, limit)
        elif kind == _BRACE:
            if self._after_blank:
                self._mark_next(position)
            self._in_comment = True
            self.position = match.end() if match else limit
        elif kind == _LINK:
            self._part = _Part.LINK
            self._next = -1
            self._skip_line(buffer, limit)
        else:
            self._part = _Part.MOVES
            self._has_move = kind == _PSR
            self._next = -1
            self._after_first_line(buffer, limit)
        return None

    def _after_first_line(self, buffer: bytes, limit: int) -> None:
        """Look at the first line of movetext, which begins no other record."""
        position = self.position
        line = _LINE_END.match(buffer, position, limit)
        end = line.end() if line else limit
        brace = buffer.find(b"{", position, end)
        if brace >= 0:
            self._moves_passed(buffer, position, brace)
            self._in_comment = True
            self.position = brace + 1
        else:
            self._moves_passed(buffer, position, end)
            self.position = end

    def _pass_tags(self, buffer: bytes, limit: int) -> int | None:
        position = self.position
        if self._has_tags and self._after_blank:
            self._read_names(buffer)
            line = _NEXT_LINE.match(buffer, position, limit)
            names = _TAG_NAME.findall(line[0]) if line else []
            if any(name.strip().lower() in self._names for name in names):
                return self._cut(position)
        lines = _TAG_LINES.match(buffer, position, limit)
        end = lines.end() if lines else limit
        self._unread.append((position, end))
        self._has_tags, self._after_blank, self._next = True, False, -1
        self.position = end
        return None

    def _pass_moves(self, buffer: bytes, limit: int) -> int | None:
        position = self.position
        match = _STOP.search(buffer, position, limit)
        if match is None:
            # The line end before the limit is looked at again, with the line behind it.
            self._moves_passed(buffer, position, limit)
            self.position = max(position, limit - 1)
            return None
        kind, at = match.lastindex, match.start()
        self._moves_passed(buffer, position, at)
        if kind == _STOP_BRACE:
            if _BLANK_LINE_BEFORE.search(buffer, max(at - 200, 0), at):
                self._mark_next(at)
            self._in_comment = True
            self.position = at + 1
        elif kind == _STOP_SKIP:
            if buffer[match.end() : match.end() + 1] == b"#":
                self._mark_next(at + 1)
            line = _LINE_END.match(buffer, match.end(), limit)
            self.position = line.end() if line else limit
        elif kind == _STOP_BARE and not self._has_move:
            self._has_move, self._next = True, -1
            self.position = match.end()
        else:
            return self._cut(at + 1)
        return None

    def _moves_passed(self, buffer: bytes, start: int, end: int) -> None:
        if not self._has_move and _MOVE.search(buffer, start, end):
            self._has_move = True
        if self._next >= 0 and not _DIVIDERS.fullmatch(buffer, start, end):
            self._next = -1

    def _pass_comment(self, buffer: bytes, limit: int) -> int | None:
        match = _COMMENT_STOP.search(buffer, self.position, limit)
        if match is None:
            # The last whole line may be the blank one before a tag; a long one is not.
            last = _start_of_last_line(buffer, limit) - 1
            self.position = max(self.position, last if limit - last < _LONG else limit)
            return None
        if match.lastindex is None:
            return match.end()
        self._in_comment = False
        self.position = match.end()
        return None

    def _skip_line(self, buffer: bytes, limit: int) -> None:
        line = _NEXT_LINE.match(buffer, self.position, limit)
        self.position = line.end() if line else limit

    def _mark_next(self, position: int) -> None:
        if self._next < 0 and (self._has_tags or self._part is not _Part.TAGS):
            self._next = position

    def _cut(self, position: int) -> int:
        return self._next if self._next >= 0 else position

    def _read_names(self, buffer: bytes) -> None:
        for start, end in self._unread:
            # With the line end before it, which says that a line begins.
            names = _TAG_NAME.findall(buffer, max(start - 1, 0), end)
            self._names.update(name.strip().lower() for name in names)
        self._unread = []


def _start_of_last_line(buffer: bytes, limit: int) -> int:
    """The start of the last line that ends at or before the limit."""
    end = limit - 1
    if buffer[end : end + 1] == b"\n" and buffer[end - 1 : end] == b"\r":
        end -= 1
    return max(buffer.rfind(b"\n", 0, end), buffer.rfind(b"\r", 0, end)) + 1


_GARDEN_GATE: Final = re.compile(rb"(?:\xef\xbb\xbf|[\s;])*(?:0[HhGg]|1[Gg])\.")
_FIRST_SIGN: Final = re.compile(
    rb"(?:"
    + _EOL
    + rb"|;|"
    + _WHITE_SIGN
    + rb"|\xef\xbb\xbf|[%#][^\r\n]*+"
    + _EOL
    + rb"|\{[^}]*+\})*+"
)


def line_format(data: bytes) -> str:
    """The format of one record of a text of lines."""
    if data[:1] == b"[":
        return "tgr"
    first = _FIRST_SIGN.match(data)
    at = first.end() if first else 0
    if _GARDEN_GATE.match(data, at):
        return "garden-gate"
    line = _LINE.match(data, at)
    if line and line.lastindex == _LINK:
        return "garden-gate-link"
    return "psr" if line and line.lastindex == _PSR else "tgr"
