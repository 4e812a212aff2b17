"""What every importer ends in, and the bounds of an upload."""

from dataclasses import dataclass

from archive.notation.record import Problem


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one upload, in bytes and counts. Beyond one of them a record, an entry or the
    whole file is refused in words."""

    record_bytes: int = 1 << 20
    entries: int = 10_000
    entry_bytes: int = 64 << 20
    total_bytes: int = 512 << 20
    ratio: int = 200


@dataclass(frozen=True, slots=True)
class Fragment:
    """The bytes of one record as they stood in an upload, cut out but not yet read.

    ``format``: ``tgr``, ``garden-gate``, ``garden-gate-link``, ``psr``, ``ndjson``, or "" where the
    form cannot be told. ``file``: the name of the file, for an archive's entry
    ``archive.zip/entry``. ``index`` counts records of the upload from 0, ``line`` from 1.
    ``problem``: the bytes cannot be a record at all (a picture, an entry over a bound). ``is_whole``:
    ``original`` is all of it, and not only its beginning.
    """

    format: str
    original: bytes
    file: str
    index: int
    line: int
    problem: Problem | None = None
    is_whole: bool = True
