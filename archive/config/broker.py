"""The folder as a broker, made safe for several workers: kombu's, with whole files only.

Kombu writes a message in place, so that another process may read half of it, and takes it through
the system's temporary folder, which may be a copy on another disk. Here a message appears, and is
taken, by one rename.
"""

import uuid
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
        name = f"{time_ns():020}_{uuid.uuid4()}.{queue}.msg"
        beside = Path(self.processed_folder, name)
        beside.write_bytes(str_to_bytes(dumps(payload)))
        beside.rename(Path(self.data_folder_out, name))

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 (kombu's form)
        ending = f"{queue}.msg"
        for file in sorted(Path(self.data_folder_in).iterdir()):
            if file.name.partition(".")[2] != ending:
                continue
            taken = Path(self.processed_folder, file.name)
            try:
                file.rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            payload = taken.read_bytes()
            taken.unlink()
            return loads(bytes_to_str(payload))
        raise Empty


class Transport(filesystem.Transport):
    Channel = Channel
