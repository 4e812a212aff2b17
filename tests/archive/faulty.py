"""The settings of a site whose engine of Skud Pai Sho has bugs, for tests of what they do.

A record calls for one by its Site tag. All that surrounds the engine is as it is shipped.
"""

import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from archive.config.settings import *  # noqa: F403 (this is what an override of settings is)
from archive.engines import get
from archive.engines.base import Header

# Pages find their styles where they lie: no test has to gather them first.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
# Python looks for another folder where this one is full when it is first asked for.
FILE_UPLOAD_TEMP_DIR = os.environ.get("TMPDIR")

real: Final[Any] = get("skud-pai-sho")
now: list[str] = [""]
"""The Site of the record that is judged at this moment."""


def fail() -> None:
    raise ZeroDivisionError("a bug of the engine")


def loop() -> None:
    while True:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def eat() -> None:
    """Take all memory, the first time."""
    mark = Path(os.environ["TILEBOOK_VAR"], "eaten")
    if mark.exists():
        return
    mark.touch()
    eaten = [bytes(1 << 24) for _ in range(1_000)]
    raise AssertionError(f"There was memory for {len(eaten)} pieces.")


BUGS: Final[Mapping[str, Callable[[], None]]] = {
    "fails": fail,
    "loops": loop,
    "kills": die,
    "eats memory": eat,
}
AT_STATISTICS: Final = "kills at statistics"

header, events = real.header, real.events


def header_with_bugs(tags: Mapping[str, str]) -> Header:
    now[0] = tags.get("Site", "")
    if now[0] in BUGS:
        BUGS[now[0]]()
    found: Header = header(tags)
    return found


def events_with_bugs(*words: Any) -> Any:
    if now[0] == AT_STATISTICS:
        die()
    return events(*words)


real.header, real.events = header_with_bugs, events_with_bugs
