"""The folder as a broker, made safe for several workers: kombu's, with whole files only.

Kombu writes a message in place, so that another process may read half of it, and takes it through
the system's temporary folder, which may be a copy on another disk. Here a message appears, and is
taken, by one rename.
"""

import os
import uuid
from collections import defaultdict, deque
from functools import cached_property
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    """Messages are files `<time>_<uuid>.<queue>.msg` of one folder, taken in the order of names."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override] # kombu has two forms
        if payload.get("redelivered"):  # said where Celery looks for it, as Redis does
            payload["properties"]["delivery_info"]["redelivered"] = True
        name = f"{time_ns():020}_{uuid.uuid4()}.{queue}.msg"
        beside = Path(self.processed_folder, name)
        try:
            beside.write_bytes(str_to_bytes(dumps(payload)))
            beside.rename(Path(self.data_folder_out, name))
        except OSError:
            beside.unlink(missing_ok=True)  # of a disk that is full, not even the beginning
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 (kombu's form)
        while name := self._next_name(queue):
            taken = Path(self.processed_folder, name)
            try:
                Path(self.data_folder_in, name).rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            payload = taken.read_bytes()
            taken.unlink()
            return loads(bytes_to_str(payload))
        raise Empty

    def _next_name(self, queue: str) -> str:
        """The next message of a queue, "" where there is none."""
        names = self._listed[queue]
        if not names:
            ending = f"{queue}.msg"
            found = os.listdir(self.data_folder_in)  # noqa: PTH208 (names alone, of many files)
            names.extend(sorted(name for name in found if name.partition(".")[2] == ending))
        return names.popleft() if names else ""

    @cached_property
    def _listed(self) -> defaultdict[str, deque[str]]:
        """What is known to lie there by queue. What comes later is later in the order of names too, so
        the folder is read again only at the end: however many wait, each is looked at once."""
        return defaultdict(deque)


class Transport(filesystem.Transport):
    Channel = Channel
