"""The folder as a broker: each message is taken whole, and once."""

import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from archive.config.broker import Channel, Transport

MESSAGES = 300


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    for folder in ("messages", "taken", "control"):
        (tmp_path / folder).mkdir()
    options = {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "processed_folder": str(tmp_path / "taken"),
        "control_folder": str(tmp_path / "control"),
    }
    return Connection(transport=Transport, transport_options=options)


def channel(connection: Connection) -> Channel:
    made = connection.clone().channel()
    assert isinstance(made, Channel)
    return made


def test_messages_come_in_the_order_sent_and_by_queue(connection: Connection) -> None:
    one = channel(connection)
    for number in range(20):
        one._put("imports", {"number": number})
        one._put("small", {"number": -number})
    assert [one._get("imports")["number"] for _ in range(20)] == list(range(20))
    assert one._size("small") == 20
    with pytest.raises(Empty):
        one._get("imports")


def test_two_readers_beside_a_writer_take_every_message_once(connection: Connection) -> None:
    taken: list[int] = []
    is_written = threading.Event()

    def read(mine: Channel) -> None:
        while True:
            is_last = is_written.is_set()
            try:
                taken.append(mine._get("imports")["number"])
            except Empty:
                if is_last:
                    return

    readers = [threading.Thread(target=read, args=[channel(connection)]) for _ in range(2)]
    for reader in readers:
        reader.start()
    writer = channel(connection)
    for number in range(MESSAGES):
        writer._put("imports", {"number": number, "body": "x" * 2000})
    is_written.set()
    for reader in readers:
        reader.join()
    assert sorted(taken) == list(range(MESSAGES))
    assert not list(Path(writer.processed_folder).iterdir())
