"""The public door of reading: bytes of any source, cut into fragments, each read as one record.

`split` cuts and looks only as closely as it must; `parse` reads one fragment, and gives the same
record whether the fragment comes from a file or from where it was kept.
"""

from collections.abc import Iterator
from typing import BinaryIO, Final

from archive.importers import garden_gate, json_records, native, psr
from archive.importers.base import Fragment, Limits
from archive.importers.cutting import Piece, Scanner, cut
from archive.importers.finish import unreadable
from archive.importers.json_records import JsonScanner
from archive.importers.lines import LineScanner, line_format
from archive.importers.packed import entries, is_packed, system_entries
from archive.importers.sniffing import HEAD, Kind, sniff
from archive.notation.errors import problem, size
from archive.notation.record import ParsedRecord, Problem

__all__ = ["Fragment", "Limits", "parse", "read_records", "skipped", "split"]

_PARSERS: Final = {
    "tgr": native.parse,
    "garden-gate": native.parse,
    "garden-gate-link": garden_gate.parse,
    "psr": psr.parse,
    "ndjson": json_records.parse,
}
_NO_LIMITS: Final = Limits()
_LISTED: Final = 10


def read_records(
    source: BinaryIO, name: str, limits: Limits = _NO_LIMITS
) -> Iterator[ParsedRecord]:
    """Every record of an upload, readable or not, in its order."""
    return map(parse, split(source, name, limits))


def parse(fragment: Fragment) -> ParsedRecord:
    """Read one fragment. Never raises: what is wrong is the record's problem."""
    if fragment.problem is not None:
        return unreadable(fragment, fragment.problem)
    return _PARSERS.get(fragment.format, native.parse)(fragment)


def split(source: BinaryIO, name: str, limits: Limits = _NO_LIMITS) -> Iterator[Fragment]:
    """Cut an upload into the bytes of its records, in bounded memory.

    ``source`` is read from where it stands; a packed one must be seekable and stand at its start.
    There is at least one fragment. The originals of a plain file, joined, are the file, but for
    records above ``limits.record_bytes``, of which the beginning is kept.
    """
    head = source.read(HEAD)
    if not is_packed(head):
        yield from _split_plain(source, head, name, limits, 0)
        return
    index = 0
    for entry in entries(source, head, limits):
        label = f"{name}/{entry.label}" if entry.label else name
        if entry.content is None:
            yield Fragment("", b"", label, index, 1, entry.problem, is_whole=False)
            index += 1
            continue
        start = entry.content.read(HEAD)
        if is_packed(start):
            yield Fragment("", b"", label, index, 1, problem("zip.nested"), is_whole=False)
            index += 1
            continue
        for fragment in _split_plain(entry.content, start, label, limits, index):
            yield fragment
            index = fragment.index + 1
    if index == 0:
        yield Fragment("", b"", name, 0, 1, problem("file.empty"), is_whole=False)


def skipped(source: BinaryIO, name: str, limits: Limits = _NO_LIMITS) -> str:
    """What of an upload is no record and was left out, in a sentence; "" where nothing was.

    ``source`` must be seekable; it is read from its start.
    """
    source.seek(0)
    head = source.read(HEAD)
    names = system_entries(source, head, limits) if is_packed(head) else []
    if not names:
        return ""
    more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    return (
        f"Skipped in {name}, as no records but what systems add to archives: "
        f"{', '.join(names[:_LISTED])}{more}."
    )


def _split_plain(
    source: BinaryIO, head: bytes, name: str, limits: Limits, first: int
) -> Iterator[Fragment]:
    """The fragments of a file that is not packed (any more)."""
    kind = sniff(head)
    if isinstance(kind, Problem):
        begun = head[: limits.record_bytes]
        is_whole = len(begun) == len(head) < HEAD
        yield Fragment("", begun, name, first, 1, kind, is_whole)
        return
    scanner: Scanner = JsonScanner() if kind is Kind.JSON else LineScanner()
    for index, piece in enumerate(cut(source, head, scanner, limits.record_bytes), first):
        form = "ndjson" if kind is Kind.JSON else line_format(piece.data)
        wrong = _too_large(piece, limits)
        yield Fragment(form, piece.data, name, index, piece.line, wrong, wrong is None)


def _too_large(piece: Piece, limits: Limits) -> Problem | None:
    if piece.size <= limits.record_bytes:
        return None
    return problem("record.too-large", line=piece.line, limit=size(limits.record_bytes))
