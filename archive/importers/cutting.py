"""A stream cut into records, in bounded memory, whatever the stream holds."""

from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple, Protocol

CHUNK: Final = 1 << 18
"""Bytes read at a time."""
KEPT: Final = 1 << 16
"""Bytes kept of a record that is larger than the limit: enough to see what it is."""


class Piece(NamedTuple):
    """The bytes of one record, its first line in the stream, and its size.

    A piece larger than the limit holds its first bytes only.
    """

    data: bytes
    line: int
    size: int


class Scanner(Protocol):
    """Finds where records end. Keeps its place in the buffer between calls."""

    position: int
    """Up to here the buffer has been looked at."""

    @property
    def by_line(self) -> bool:
        """Whether it now looks at whole lines, so that the rest of a line means nothing to it."""

    def begin(self, position: int) -> None:
        """A record begins here."""

    def end(self, buffer: bytes, limit: int) -> int | None:
        """The end of the record if it lies before ``limit``, else None.

        Looks at bytes before ``limit`` only, which is the start of a line or the buffer's end.
        """

    def drop(self, buffer: bytes, count: int) -> None:
        """Forget the first bytes of the buffer."""


def cut(source: BinaryIO, head: bytes, scanner: Scanner, limit: int) -> Iterator[Piece]:
    """Cut a stream, of which ``head`` was read already, into records of ``limit`` bytes at most.

    The pieces joined are the stream, byte for byte, but for what is above the limit.
    """
    cutter = _Cutter(source, head, scanner, limit)
    while (piece := cutter.next()) is not None:
        yield piece


class _Cutter:
    """The buffer that a scanner looks at: from the start of a record to what was read."""

    def __init__(self, source: BinaryIO, head: bytes, scanner: Scanner, limit: int) -> None:
        self.source, self.scanner, self.limit = source, scanner, limit
        self.buffer, self.start, self.line = head, 0, 1
        self.complete = False
        self.whole = _end_of_last_line(head)
        # Of a record above the limit: its first bytes, its size and lines so far.
        self.kept, self.gone, self.gone_lines = b"", 0, 0
        self.in_line = False
        scanner.begin(0)

    def next(self) -> Piece | None:
        """The next piece, or None at the end."""
        while True:
            if self.in_line:
                self._leave_line()
            end = None if self.in_line else self.scanner.end(self.buffer, self.whole)
            if end is None and not self.complete and len(self.buffer) - self.start > self.limit:
                end = self._end_of_large()
            if end is not None:
                return self._take(end)
            if self.complete:
                is_more = self.start < len(self.buffer) or self.gone > 0
                return self._take(len(self.buffer)) if is_more else None
            self._read()

    def _read(self) -> None:
        self._forget(self.start)
        self.start = 0
        chunk = self.source.read(CHUNK)
        self.buffer += chunk
        self.complete = not chunk
        self.whole = len(self.buffer) if self.complete else _end_of_last_line(self.buffer)

    def _forget(self, count: int) -> None:
        if count:
            self.scanner.drop(self.buffer, count)
            self.buffer = self.buffer[count:]
            self.whole = max(self.whole - count, 0)

    def _end_of_large(self) -> int | None:
        """Make room where a record is above the limit: what was looked at is not kept.

        A last line without an end is looked at as if it had one.
        """
        last = len(self.buffer) - self.buffer.endswith(b"\r")
        end = self.scanner.end(self.buffer, last)
        if end is None:
            self.in_line = self.scanner.by_line and last > self.whole
            self._discard(self.scanner.position)
        return end

    def _discard(self, upto: int) -> None:
        seen = self.buffer[self.start : upto]
        self.kept += seen[: max(KEPT - len(self.kept), 0)]
        self.gone += len(seen)
        self.gone_lines += count_lines(seen)
        self._forget(upto)
        self.start = 0

    def _leave_line(self) -> None:
        """Skip the rest of an endless line."""
        places = [self.buffer.find(end, self.scanner.position) for end in (b"\n", b"\r")]
        found = [place for place in places if place >= 0]
        self.in_line = not found and not self.complete
        self.scanner.position = min(found, default=len(self.buffer))
        if self.in_line:
            self._discard(self.scanner.position)

    def _take(self, end: int) -> Piece:
        data = self.buffer[self.start : end]
        size = self.gone + len(data)
        lines = self.gone_lines + count_lines(data)
        piece = Piece(data if size <= self.limit else (self.kept + data)[:KEPT], self.line, size)
        self.line += lines
        self.kept, self.gone, self.gone_lines = b"", 0, 0
        self.start = end
        self.scanner.begin(end)
        return piece


def _end_of_last_line(buffer: bytes) -> int:
    """The end of the last line that is surely whole: a CR at the end may be half a CRLF."""
    last = len(buffer) - buffer.endswith(b"\r")
    return max(buffer.rfind(b"\n"), buffer.rfind(b"\r", 0, last)) + 1


def count_lines(data: bytes) -> int:
    """How many lines end in these bytes; CR, LF and CRLF end one each."""
    count = data.count(b"\n")
    if b"\r" in data:
        count += data.count(b"\r") - data.count(b"\r\n")
    return count
