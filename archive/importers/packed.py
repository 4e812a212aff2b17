"""ZIP and gzip files, opened within bounds. Names of entries are labels, never paths.

Each entry is unpacked twice: once to count what comes out, whatever the file declares, and once to
read its records; so an entry over a bound is refused whole, and nothing of it is kept in memory.
"""

import copy
import gzip
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple, cast

from archive.importers.base import Limits
from archive.notation.errors import problem, size
from archive.notation.record import Problem

ZIP_HEADS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
GZIP_HEAD: Final = b"\x1f\x8b"

_BLOCK: Final = 1 << 16
_SYSTEM_FOLDER: Final = "__MACOSX/"
_SYSTEM_FILES: Final = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_LONGEST_LABEL: Final = 200
_LOCAL_HEADER: Final = 30
_END_RECORD: Final = 22
_LONGEST_COMMENT: Final = 0xFFFF
_LONGEST_DIRECTORY_ENTRY: Final = 1 << 10
# The other methods may ask for gigabytes to unpack a few bytes.
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, struct.error,
)  # fmt: skip

_GZIP_WORDS: Final = {
    "Compressed file ended": "it ends too early",
    "CRC check failed": "its checksum does not fit",
    "Incorrect length": "its length does not fit",
    "Not a gzipped file": "other bytes follow its end",
}


class Entry(NamedTuple):
    """One entry of a packed file: its label, and its bytes or why it is refused."""

    label: str
    content: BinaryIO | None
    problem: Problem | None = None


class _Refused(Exception):
    """An entry that may not be unpacked."""

    def __init__(self, wrong: Problem) -> None:
        super().__init__(wrong.message)
        self.problem = wrong


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is a packed one."""
    return head.startswith((*ZIP_HEADS, GZIP_HEAD))


def entries(source: BinaryIO, head: bytes, limits: Limits) -> Iterator[Entry]:
    """The entries of a ZIP file (or the one of a gzip file) that can hold records.

    Problems: `zip.broken`, `zip.overlap` and `zip.entries` refuse the file, `zip.encrypted`,
    `zip.method`, `zip.size`, `zip.ratio`, `zip.total` and also `zip.broken` an entry. Folders and
    what systems add to archives (`system_entries`) are left out.
    """
    if head.startswith(GZIP_HEAD):
        yield _gzip_entry(source, limits)
        return
    try:
        infos = _directory(source, limits)
    except _Refused as refused:
        yield Entry("", None, refused.problem)
        return
    except _BROKEN as error:
        yield Entry("", None, problem("zip.broken", detail=_words(error)))
        return
    left = limits.total_bytes
    with zipfile.ZipFile(source) as archive:
        for info in infos:
            if _is_of_system(info.filename):
                continue
            label = _label(info.filename)
            try:
                left -= _count(archive, info, limits, left)
                content = cast("BinaryIO", archive.open(_undeclared(info, limits)))
            except _Refused as refused:
                if refused.problem.code == "zip.total":
                    left = 0
                yield Entry(label, None, refused.problem)
            except _BROKEN as error:
                yield Entry(label, None, problem("zip.broken", detail=_words(error)))
            else:
                with content:
                    yield Entry(label, content)


def _directory(source: BinaryIO, limits: Limits) -> list[zipfile.ZipInfo]:
    """The files in an archive, in the order of the central directory. Raises _Refused."""
    if _directory_size(source) > limits.entries * _LONGEST_DIRECTORY_ENTRY:
        raise _Refused(problem("zip.entries", limit=limits.entries))
    with zipfile.ZipFile(source) as archive:
        infos = archive.infolist()
        end = archive.start_dir
    if len(infos) > limits.entries:
        raise _Refused(problem("zip.entries", limit=limits.entries))
    for info in sorted(infos, key=lambda info: info.header_offset, reverse=True):
        name = len(info.orig_filename.encode("utf-8" if info.flag_bits & 0x800 else "cp437"))
        if info.header_offset + _LOCAL_HEADER + name + info.compress_size > end:
            raise _Refused(problem("zip.overlap"))
        end = info.header_offset
    return [info for info in infos if not info.is_dir()]


def _directory_size(source: BinaryIO) -> int:
    """The size of the central directory as the file declares it: what will be read at once."""
    length = source.seek(0, 2)
    start = max(length - _END_RECORD - _LONGEST_COMMENT - 76, 0)
    source.seek(start)
    tail = source.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + _END_RECORD > len(tail):
        return 0
    declared = int(struct.unpack_from("<L", tail, at + 12)[0])
    wide = at - 76
    if (
        wide >= 0
        and tail[at - 20 : at - 16] == b"PK\x06\x07"
        and tail[wide : wide + 4] == b"PK\x06\x06"
    ):
        declared = max(
            declared if declared < 0xFFFFFFFF else 0, struct.unpack_from("<Q", tail, wide + 40)[0]
        )
    return declared


def system_entries(source: BinaryIO, head: bytes, limits: Limits) -> list[str]:
    """The labels of what systems added to a ZIP file that begins so."""
    if head.startswith(GZIP_HEAD):
        return []
    try:
        infos = _directory(source, limits)
    except (_Refused, *_BROKEN):
        return []
    return [_label(info.filename) for info in infos if _is_of_system(info.filename)]


def _is_of_system(name: str) -> bool:
    return name.startswith(_SYSTEM_FOLDER) or name.rpartition("/")[2] in _SYSTEM_FILES


def _count(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits, left: int) -> int:
    """The bytes that come out of an entry. Raises _Refused where they are too many."""
    if info.flag_bits & 1:
        raise _Refused(problem("zip.encrypted"))
    if info.compress_type not in _METHODS:
        raise _Refused(problem("zip.method"))
    if info.file_size > left:
        raise _Refused(problem("zip.total", limit=size(limits.total_bytes)))
    count = 0
    with archive.open(_undeclared(info, limits)) as content:
        while block := content.read(_BLOCK):
            count += len(block)
            if count > info.file_size:
                raise _Refused(problem("zip.declared"))
            _check_bounds(count, info.compress_size, limits)
    return count


def _check_bounds(count: int, packed: int, limits: Limits) -> None:
    if count > limits.entry_bytes:
        raise _Refused(problem("zip.size", limit=size(limits.entry_bytes)))
    if count > limits.ratio * max(packed, 1):
        raise _Refused(problem("zip.ratio", limit=limits.ratio))


def _undeclared(info: zipfile.ZipInfo, limits: Limits) -> zipfile.ZipInfo:
    """The entry without its declared size, at which the library would stop reading."""
    info = copy.copy(info)
    info.file_size = limits.entry_bytes + limits.total_bytes
    return info


def _gzip_entry(source: BinaryIO, limits: Limits) -> Entry:
    packed = source.seek(0, 2)
    source.seek(0)
    count = 0
    try:
        with gzip.GzipFile(fileobj=source, mode="rb") as content:
            while block := content.read(_BLOCK):
                count += len(block)
                _check_bounds(count, packed, limits)
    except _Refused as refused:
        return Entry("", None, refused.problem)
    except _BROKEN as error:
        return Entry("", None, problem("gzip.broken", detail=_words(error)))
    source.seek(0)
    return Entry("", cast("BinaryIO", gzip.GzipFile(fileobj=source, mode="rb")))


def _label(name: str) -> str:
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in name)
    return clean if len(clean) <= _LONGEST_LABEL else clean[: _LONGEST_LABEL - 1] + "…"


def _words(error: Exception) -> str:
    for said, words in _GZIP_WORDS.items():
        if str(error).startswith(said):
            return words
    return str(error).lower().rstrip(".") or type(error).__name__
