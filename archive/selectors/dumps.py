"""Dumps of the public archive, as they lie in their folder: each a folder with a manifest."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from archive.selectors import visible

MANIFEST: Final = "manifest.json"
_name = re.compile(r"[0-9]{8}-[0-9]{6}")


@dataclass(frozen=True, slots=True)
class Content:
    """Which records are in a dump, each at its revision: the last of them, and a digest of all."""

    last: int = 0
    state: str = ""

    def with_records(self, found: Iterable[tuple[int, int]]) -> "Content":
        """The same and these, as (number, revision) in the order of the numbers."""
        last, state = self.last, self.state
        for pk, revision in found:
            said = f"{state} {pk} {revision}".encode()
            last, state = pk, blake2b(said, digest_size=16).hexdigest()
        return Content(last, state)


@dataclass(frozen=True, slots=True)
class DumpFile:
    """One form of a dump. ``size``: bytes of the packed file."""

    name: str
    words: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Dump:
    name: str
    made: datetime
    records: int
    licence: str
    files: tuple[DumpFile, ...]


def folder_of(name: str) -> Path:
    return Path(settings.DUMP_DIR) / name


def names() -> list[str]:
    """The names of whole dumps, the newest first."""
    folder = Path(settings.DUMP_DIR)
    if not folder.is_dir():
        return []
    found = (path.name for path in folder.iterdir() if _name.fullmatch(path.name))
    return sorted(found, reverse=True)


def listed() -> list[Dump]:
    return list(_listed())


def _listed() -> Iterator[Dump]:
    for name in names():
        found = get(name)
        if found is not None:
            yield found


def untrue() -> list[str]:
    """The dumps of which the archive shows something no more, or otherwise now. However many there
    are, the records are looked through once."""
    told = [(name, _manifest(name) or {}) for name in names()]
    told.sort(key=lambda dump: dump[1].get("last_record", 0))
    found, content, after = [], Content(), 0
    for name, manifest in told:
        last = manifest.get("last_record", 0)
        more = visible.counted().filter(pk__gt=after, pk__lte=last).order_by("pk")
        content = content.with_records(more.values_list("pk", "revision").iterator())
        after = last
        if content.state != manifest.get("state"):
            found.append(name)
    return found


def get(name: str) -> Dump | None:
    """A dump by its name; None where there is none, or none any more."""
    told = _manifest(name)
    if told is None:
        return None
    return Dump(
        name=name,
        made=datetime.fromisoformat(told["made"]),
        records=told["records"],
        licence=told["licence"],
        files=tuple(
            DumpFile(file["name"], file["form"], file["bytes"], file["sha256"])
            for file in told["files"]
        ),
    )


def _manifest(name: str) -> dict[str, Any] | None:
    if not _name.fullmatch(name):
        return None
    try:
        told: dict[str, Any] = json.loads((folder_of(name) / MANIFEST).read_text())
    except FileNotFoundError:
        return None
    return told
