"""The public archive as files for everybody: written in slices, beside, and renamed when whole.

A dump that is not whole is a hidden folder with the files so far and a note of how far they are.
Each slice is a gzip member of its own, so what a killed worker has half written is cut off, and the
next slice follows what is whole.

A dump is kept as long as it is true: `forget_untrue` throws away those of which a record was hidden,
amended or deleted since, or shows its players by other names.
"""

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from archive.models import Record
from archive.selectors import dumps, exports, visible
from archive.selectors.dumps import Content
from archive.services import outages

PART: Final = ".part-"
PROGRESS: Final = "progress.json"
LOCK: Final = ".lock"


class DumpBusyError(Exception):
    """Somebody else writes into the folder of dumps at this moment."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a dump is: the last record that is in it, and the bytes that are whole."""

    after: int = 0
    state: str = ""
    games: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)


def begin(*, now: datetime) -> str:
    """Begin a dump and say its name; one that was not finished is given up. Raises DumpBusyError."""
    name = now.strftime("%Y%m%d-%H%M%S")
    with _alone():
        if dumps.folder_of(name).exists():
            raise DumpBusyError(f"There is a dump {name} already: try again in a second.")
        for left in Path(settings.DUMP_DIR).glob(f"{PART}*"):
            shutil.rmtree(left)
        _part(name).mkdir()
        _keep(_part(name), Progress())
    return name


def write_some(*, name: str, seconds: float) -> bool:
    """Write a dump for a while, and say whether there is more to write. One that is whole or was
    given up needs no more. Raises DumpBusyError; and OSError where there is no room, and then what
    was written is thrown away."""
    with _alone():
        part = _part(name)
        if not part.is_dir():
            return False
        try:
            progress, is_more = _append(part, name, _progress(part), time.monotonic() + seconds)
        except OSError as error:
            if outages.is_outage(error):  # the room that it took is what others now lack
                shutil.rmtree(part)
            raise
        if is_more:
            _keep(part, progress)
        else:
            _finish(part, name, progress)
    return is_more


def _append(part: Path, name: str, before: Progress, until: float) -> tuple[Progress, bool]:
    content, games = Content(before.after, before.state), Counter(before.games)
    paths = {suffix: part / _file(name, suffix) for suffix in exports.LIST_FORMS}
    with ExitStack() as stack:
        members = {
            suffix: stack.enter_context(_member(path, before.sizes.get(suffix, 0)))
            for suffix, path in paths.items()
        }
        while records := _portion(content.last):
            for record in records:
                for suffix, form in exports.LIST_FORMS.items():
                    members[suffix].write(form.write(record).encode())
            games.update(record.game for record in records)
            content = content.with_records((record.pk, record.revision) for record in records)
            if time.monotonic() > until:
                break
    sizes = {suffix: path.stat().st_size for suffix, path in paths.items()}
    return Progress(content.last, content.state, dict(games), sizes), bool(records)


def _portion(after: int) -> list[Record]:
    found = visible.counted().filter(pk__gt=after).order_by("pk")
    found = found.only("id", "game", "text", "revision")
    return list(found[: exports.CHUNK])


@contextmanager
def _member(path: Path, size: int) -> Iterator[gzip.GzipFile]:
    """One more member of a gzip file, after the bytes of it that are whole."""
    path.touch()
    with path.open("r+b") as file:
        file.truncate(size)
        file.seek(size)
        with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as member:
            yield member
        file.flush()
        os.fsync(file.fileno())


def _finish(part: Path, name: str, progress: Progress) -> None:
    manifest = json.dumps(_manifest(part, name, progress), indent=2, ensure_ascii=False)
    (part / dumps.MANIFEST).write_text(f"{manifest}\n")
    (part / PROGRESS).unlink()
    part.rename(dumps.folder_of(name))
    # One dump is written at a time: a name after this one was given while the clock was ahead.
    ahead = [other for other in dumps.names() if other > name]
    rest = dumps.names()[len(ahead) + max(settings.DUMP_KEPT, 1) :]
    for old in (*ahead, *rest):
        shutil.rmtree(dumps.folder_of(old))


def forget_untrue() -> list[str]:
    """Throw away the dumps that are no longer true, and say their names."""
    untrue = dumps.untrue()
    for name in untrue:
        shutil.rmtree(dumps.folder_of(name))
    return untrue


def _manifest(part: Path, name: str, progress: Progress) -> dict[str, Any]:
    begun = datetime.strptime(f"{name}+0000", "%Y%m%d-%H%M%S%z")
    return {
        "name": name,
        "made": begun.isoformat(),
        "records": sum(progress.games.values()),
        "games": dict(sorted(progress.games.items())),
        "last_record": progress.after,
        "state": progress.state,
        "licence": settings.DUMP_LICENCE,
        "files": [
            _described(part / _file(name, suffix), form.words)
            for suffix, form in exports.LIST_FORMS.items()
        ],
    }


def _described(path: Path, words: str) -> dict[str, Any]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"name": path.name, "form": words, "bytes": path.stat().st_size, "sha256": digest}


def _file(name: str, suffix: str) -> str:
    return f"tilebook-{name}.{suffix}.gz"


def _part(name: str) -> Path:
    return Path(settings.DUMP_DIR) / f"{PART}{name}"


def _progress(part: Path) -> Progress:
    return Progress(**json.loads((part / PROGRESS).read_text()))


def _keep(part: Path, progress: Progress) -> None:
    beside = part / f"{PROGRESS}.new"
    beside.write_text(json.dumps(asdict(progress)))
    beside.rename(part / PROGRESS)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the folder of dumps, which is made where there is none."""
    folder = Path(settings.DUMP_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DumpBusyError(f"Another dump is being written into {folder}.") from error
        yield
