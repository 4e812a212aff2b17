"""People who browse, as a process of its own: `python -m tests.bench.visitors PORT VISITORS WARM_UP`.

Its input is a JSON list of visits on one line; each is a list of steps (kind, address). So many
threads pick visits by chance and make them one after the other, without a pause, each over one
connection. What a page asks for by itself in a browser is asked for as well. What is measured begins
after so many seconds and ends with the input. Prints JSON: seconds, milliseconds by kind, errors.
"""

import gzip
import html
import json
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Final

from tests.bench.visits import FURTHER, Step

PATIENCE_SECONDS: Final = 120
HEADERS: Final = {"Accept-Encoding": "gzip"}
PARTS: Final = (
    ("position", re.compile(r'data-plies="([^"]+)"'), "&first=0"),
    ("part", re.compile(r'hx-get="([^"]+)" hx-trigger="load"'), ""),
    ("chart", re.compile(r'data-chart="([^"]+)"'), ""),
)
"""What a page names that its scripts load, and what they add to the address."""
IN_VIEW: Final = 2
"""Of the charts of a page, so many are in view at first."""
NEXT: Final = re.compile(r'rel="next" href="([^"]+)"')


class Visitor(threading.Thread):
    """One of them, and what was measured."""

    def __init__(self, number: int, port: int, visits: list[list[Step]]) -> None:
        super().__init__(daemon=True)
        self.rng = Random(f"Tilebook bench visitor {number}")
        self.port, self.visits = port, visits
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    def run(self) -> None:
        while not ENDED.is_set():
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
            try:
                self.visit(connection, self.rng.choice(self.visits))
            finally:
                connection.close()

    def visit(self, connection: HTTPConnection, steps: list[Step]) -> None:
        address = page = ""
        for kind, wanted in steps:
            if wanted != FURTHER:
                address = wanted
            elif found := NEXT.search(page):
                address = address.partition("?")[0] + html.unescape(found[1])
            else:
                continue
            page = self.ask(connection, kind, address)
            for part, place in parts(page):
                self.ask(connection, part, place)

    def ask(self, connection: HTTPConnection, kind: str, address: str) -> str:
        """The page; "" where there is none."""
        if ENDED.is_set():
            return ""
        started = time.perf_counter()
        try:
            connection.request("GET", address, headers=HEADERS)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, HTTPException) as error:
            connection.close()
            self.note(kind, started, f"{address}: {error!r}")
            return ""
        wrong = "" if answer.status == 200 else f"{address}: {answer.status}"
        self.note(kind, started, wrong)
        if answer.getheader("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        return body.decode() if kind != "position" and not wrong else ""

    def note(self, kind: str, started: float, wrong: str) -> None:
        if not MEASURES.is_set() or ENDED.is_set():
            return
        self.times[kind].append((time.perf_counter() - started) * 1000)
        if wrong:
            self.errors.append(wrong)


def parts(page: str) -> Iterator[Step]:
    for kind, pattern, more in PARTS:
        for found in pattern.findall(page)[:IN_VIEW]:
            yield kind, html.unescape(found) + more


def main(port: int, count: int, warm_up: float) -> None:
    visits = json.loads(sys.stdin.readline())
    visitors = [Visitor(number, port, visits) for number in range(count)]
    for visitor in visitors:
        visitor.start()
    time.sleep(warm_up)
    MEASURES.set()
    started = time.perf_counter()
    sys.stdin.read()
    seconds = time.perf_counter() - started
    ENDED.set()
    for visitor in visitors:
        visitor.join(PATIENCE_SECONDS)
    times: dict[str, list[float]] = defaultdict(list)
    for visitor in visitors:
        for kind, some in visitor.times.items():
            times[kind] += some
    errors = [error for visitor in visitors for error in visitor.errors]
    sys.stdout.write(json.dumps({"seconds": seconds, "times": times, "errors": errors}) + "\n")


MEASURES, ENDED = threading.Event(), threading.Event()
main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
