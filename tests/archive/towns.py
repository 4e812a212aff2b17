"""Whole sites that run, for tests of faults: what they stand on is stopped, filled and held, and nobody
starts them again."""

import http.client
import json
import sys
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.archive.games import game
from tests.archive.sites import Site
from tests.archive.test_entry import Served, form_of

if TYPE_CHECKING:
    import subprocess

OUT_OF_REACH = "The archive is out of reach just now"
PROBLEM = "application/problem+json"
RAW = ("Traceback", "OperationalError", "psycopg", "sqlite3", "database is locked", "disk is full")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str
    seconds: float


class Part:
    """A server that can be stopped and started again under the site."""

    def __init__(self, make: Callable[[], AbstractContextManager[str]]) -> None:
        self.make, self.stack = make, ExitStack()
        self.url = self.start()

    def start(self) -> str:
        return self.stack.enter_context(self.make())

    def stop(self) -> None:
        self.stack.close()


@dataclass
class Town:
    """A site that runs, and the parts that it stands on."""

    served: Served
    worker: "subprocess.Popen[bytes]"
    database: Part | None = None
    broker: Part | None = None

    @property
    def site(self) -> Site:
        return self.served.site

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        started = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        known = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, known, text, time.monotonic() - started)

    def paste(self, text: str) -> Answer:
        """Send the form of the import page."""
        headers, fields = form_of(self.served)
        body = urllib.parse.urlencode(fields | {"text": text}).encode()
        return self.ask("POST", "/import/", body, **headers)

    def drop(self, text: str) -> Answer:
        """Send the same form with a file."""
        headers, fields = form_of(self.served)
        parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts.append(f'name="upload"; filename="games.tgr"\r\n\r\n{text}')
        body = "".join(f"--cut\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
        own = {"Content-Type": "multipart/form-data; boundary=cut"}
        return self.ask("POST", "/import/", f"{body}--cut--\r\n".encode(), **headers | own)

    def send(self, text: str) -> Answer:
        return self.ask("POST", "/api/v1/records", text.encode(), **{"Content-Type": "text/plain"})

    def is_well(self) -> bool:
        return self.ask("GET", "/records/").status == 200


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Say how long something took; pytest shows it with ``-rP``."""
    began = time.monotonic()
    yield
    sys.stdout.write(f"{what}: {time.monotonic() - began:.1f} s\n")


def batch_of(answer: Answer) -> str:
    assert answer.status in {202, 302}, answer
    return answer.headers["location"].rstrip("/").rpartition("/")[2]


def check_told(answer: Answer, words: str) -> None:
    """That an answer says what is the matter, as a page or a problem, and shows nothing raw."""
    assert answer.status == 503, answer
    assert words in answer.text, answer
    assert int(answer.headers["retry-after"]) > 0
    assert "no-store" in answer.headers.get("cache-control", "no-store")
    assert not [word for word in RAW if word in answer.text]


def check_problem(answer: Answer) -> None:
    check_told(answer, "out of reach")
    assert answer.headers["content-type"] == PROBLEM
    assert json.loads(answer.text)["status"] == 503


def new_games(count: int) -> str:
    """Games that nobody has sent before, none twice and none illegal."""
    mark = uuid.uuid4().hex[:8]
    return "".join(game(f"{mark} {number}") for number in range(count))


@contextmanager
def running(folder: Path, *, database: str, broker: str, **environment: str) -> Iterator[Town]:
    """A site of its own with a web server of one process, and a worker of one."""
    site = Site(
        folder,
        database_url=database,
        redis_url=broker,
        queues="imports,small,index",
        environment={"DJANGO_SETTINGS_MODULE": "tests.archive.faulty", **environment},
    )
    served = Served(site)
    try:
        served.start_web(WEB_PROCESSES="1")
        yield Town(served, site.start_worker())
    finally:
        served.close()
        site.close()


CROWD = 10_000


def check_not_kept_waiting(town: Town) -> None:
    """That an upload is taken and imported while the queue of the index is full."""
    town.site.ask("crowd", CROWD)
    with timed(f"An upload of 20 records beside {CROWD} messages"):
        sent = town.paste(new_games(20))
        assert sent.seconds < 5
        assert town.site.wait_final(batch_of(sent))["stored"] == 20
    assert town.site.ask("queue_lengths")["index"] > CROWD // 2
