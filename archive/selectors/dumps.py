"""Dumps of the public archive, as they lie in their folder: each a folder with a manifest."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings

MANIFEST: Final = "manifest.json"
_name = re.compile(r"[0-9]{8}-[0-9]{6}")


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


def get(name: str) -> Dump | None:
    """A dump by its name; None where there is none, or none any more."""
    if not _name.fullmatch(name):
        return None
    try:
        told = json.loads((folder_of(name) / MANIFEST).read_text())
    except FileNotFoundError:
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
