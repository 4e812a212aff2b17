"""Packed files for tests, honest and otherwise."""

import gzip
import io
import struct
import zipfile


def zipped(
    *entries: bytes, names: tuple[str, ...] = (), method: int = zipfile.ZIP_DEFLATED, flags: int = 0
) -> bytes:
    """A ZIP file of these entries, named ``0.tgr``, ``1.tgr``, ... unless ``names`` are given."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for number, entry in enumerate(entries):
            archive.writestr(names[number] if names else f"{number}.tgr", entry)
        if flags:
            archive.infolist()[0].flag_bits |= flags
    return held.getvalue()


def gzipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def lying(content: bytes) -> bytes:
    """A ZIP file that declares one byte for an entry of more."""
    data = bytearray(zipped(content))
    at = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 1)
    return bytes(data)


def overlapping(content: bytes) -> bytes:
    """A ZIP file with two entries that share their bytes."""
    data = bytearray(zipped(content, content))
    at = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 42, 0)
    return bytes(data)
