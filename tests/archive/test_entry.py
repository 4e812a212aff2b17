"""The commands that containers and units start: they say how they are, and stop without loss."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from tests import services
from tests.archive.games import game, mixed_games
from tests.archive.sites import Site
from tests.archive.test_run_site import children
from tests.conftest import ROOT

pytestmark = [pytest.mark.services, pytest.mark.slow(20)]

RECORDS = 1_500
TOKEN = "a token for the tests"  # noqa: S105 (of a test)
PATIENCE_SECONDS = 60


class Served:
    """A site on PostgreSQL and Redis whose pieces are started as a public site starts them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.port = services.free_port()
        self.pieces: list[subprocess.Popen[bytes]] = []
        self.logs: list[Path] = []

    def start(self, command: str, **environment: str) -> "subprocess.Popen[bytes]":
        self.logs.append(self.site.folder / f"{command}-{services.free_port()}.log")
        with self.logs[-1].open("wb") as log:
            piece = subprocess.Popen(
                [sys.executable, "manage.py", command],
                env=self.site.environment | {"LOG_FORMAT": "json"} | environment,
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.pieces.append(piece)
        return piece

    def start_web(self, **environment: str) -> "subprocess.Popen[bytes]":
        own = {"WEB_BIND": f"127.0.0.1:{self.port}", "METRICS_TOKEN": TOKEN}
        web = self.start("serve_web", **own, **environment)
        wait_until(lambda: self.get("/healthz")[0] == 200)
        return web

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text, or 0 while nothing listens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            return 0, ""
        finally:
            connection.close()

    def log(self) -> list[dict[str, Any]]:
        """The lines of all logs that are objects; warnings at the start of Python are none."""
        lines = [line for file in self.logs for line in file.read_text().splitlines()]
        return [json.loads(line) for line in lines if line.startswith("{")]

    def close(self) -> None:
        for piece in self.pieces:
            if piece.poll() is None:
                os.killpg(piece.pid, signal.SIGKILL)
                piece.wait()


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.1)


def stop(piece: "subprocess.Popen[bytes]") -> int:
    """SIGTERM to the process itself, as a container's end is."""
    piece.terminate()
    return piece.wait(PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def broker_url() -> Iterator[str]:
    """Of a Redis server that is these tests' own."""
    with services.own_redis(services.free_port()) as url:
        yield url


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, postgresql_url: str, broker_url: str
) -> Iterator[Site]:
    with services.fresh_database(postgresql_url) as database_url:
        folder = tmp_path_factory.mktemp("site")
        made = Site(folder, database_url=database_url, redis_url=broker_url)
        # As the making of an image does.
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"],
            env=made.environment,
            cwd=ROOT,
            check=True,
        )
        try:
            yield made
        finally:
            made.close()


@pytest.fixture
def served(site: Site, broker_url: str) -> Iterator[Served]:
    """The site with nothing of it running."""
    redis.Redis.from_url(broker_url).flushdb()
    made = Served(site)
    try:
        yield made
    finally:
        made.close()


def form_of(served: Served) -> tuple[dict[str, str], dict[str, str]]:
    """The headers and the hidden fields that sending the import form takes."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", "/import/")
    answer = connection.getresponse()
    cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
    found = re.findall(
        r'name="(csrfmiddlewaretoken|form_token)" value="([^"]+)"', answer.read().decode()
    )
    connection.close()
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    return headers, dict(found)


def test_a_web_server_that_is_stopped_finishes_the_upload_that_has_begun(served: Served) -> None:
    web = served.start_web()
    assert served.get("/readyz") == (200, "ready\n")
    assert probe(f"http://127.0.0.1:{served.port}/readyz").returncode == 0
    headers, fields = form_of(served)
    body = urllib.parse.urlencode(fields | {"text": game("Ilse", "Tomo")}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_SECONDS)
    connection.putrequest("POST", "/import/")
    for name, value in (headers | {"Content-Length": str(len(body))}).items():
        connection.putheader(name, value)
    connection.endheaders(body[:100])
    wait_until(lambda: served.get("/healthz")[0] == 200)  # so the one before has been taken up too
    web.terminate()
    wait_until(lambda: any("Handling signal: term" in line["message"] for line in served.log()))
    connection.send(body[100:])
    answer = connection.getresponse()
    answer.read()
    batch_id = str(answer.getheader("Location")).split("/")[2]
    connection.close()
    assert answer.status == 302
    assert web.wait(PATIENCE_SECONDS) == 0
    assert served.site.ask("progress", batch_id)["status"] == "waiting"


def test_a_worker_that_is_stopped_in_an_import_loses_nothing(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    games = tmp_path_factory.mktemp("games") / "games.tgr"
    games.write_text(mixed_games(RECORDS))
    worker = served.start(
        "serve_worker", WORKER_QUEUES="imports,small", WORKER_PROCESSES="1", WORKER_NICE="1"
    )
    batch_id = served.site.ask("open_batch", str(games))
    served.site.wait_settled(batch_id, RECORDS // 4)
    given_way = os.getpriority(os.PRIO_PROCESS, 0) + 1
    for pid in (worker.pid, *children(worker.pid)):
        assert os.getpriority(os.PRIO_PROCESS, pid) == given_way
    assert stop(worker) == 0
    midway = served.site.ask("progress", batch_id)
    assert not midway["is_final"]
    served.start("serve_worker", WORKER_QUEUES="imports,small", WORKER_PROCESSES="1")
    last = served.site.wait_final(batch_id)
    assert (last["stored"], last["duplicate"], last["rejected"]) == (1275, 150, 75)
    again = served.site.ask("import_straight", str(games))
    repeated = served.site.ask("progress", again)
    assert (repeated["stored"], repeated["duplicate"], repeated["rejected"]) == (0, 1425, 75)


def test_numbers_add_up_over_processes_and_one_id_leads_from_a_request_to_its_job(
    served: Served,
) -> None:
    served.start_web()
    own = services.free_port()
    served.start("serve_worker", WORKER_METRICS_BIND=f"127.0.0.1:{own}")
    for _ in range(20):
        assert served.get("/about-nothing")[0] == 404
    page = served.get("/metrics", Authorization=f"Bearer {TOKEN}")[1]
    assert 'page="none",status="404"} 20.0' in page

    headers, fields = form_of(served)
    body = urllib.parse.urlencode(fields | {"text": game("Ilse", "Tomo")}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_SECONDS)
    connection.request("POST", "/import/", body, headers)
    request_id = connection.getresponse().getheader("X-Request-ID")
    connection.close()
    assert request_id

    def told() -> list[dict[str, Any]]:
        return [line for line in served.log() if line.get("request_id") == request_id]

    wait_until(lambda: any(line.get("job") == "archive.imports.split" for line in told()))
    assert [line["path"] for line in told() if "path" in line] == ["/import/"]
    assert all(line["job_id"] for line in told() if "job" in line)

    served.port = own
    split = 'tilebook_jobs_total{job="archive.imports.split",state="SUCCESS"} 1.0'
    wait_until(lambda: split in served.get("/metrics")[1])
    heartbeat = served.site.folder / "worker-heartbeat"
    first = heartbeat.stat().st_mtime_ns
    wait_until(lambda: heartbeat.stat().st_mtime_ns > first)


def test_the_clock_sends_what_is_due_and_ends_when_it_is_told(served: Served) -> None:
    beat = served.start("serve_beat")
    wait_until(lambda: (served.site.ask("queue_lengths") or {}).get("small", 0) > 0)
    assert stop(beat) == 0


def test_a_site_without_its_database_lives_and_is_not_ready(served: Served) -> None:
    nowhere = f"postgres://postgres@127.0.0.1:{services.free_port()}/nowhere"
    served.start_web(DATABASE_URL=nowhere)
    assert served.get("/healthz") == (200, "alive\n")
    assert served.get("/readyz") == (503, "The database does not answer.\n")
    address = f"http://127.0.0.1:{served.port}/readyz"
    assert "503: The database does not answer." in probe(address).stderr


def probe(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "archive.management.probe", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_probe_of_a_container_says_what_is_wrong(tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{services.free_port()}/readyz"
    assert "does not answer" in probe(address).stderr
    file = tmp_path / "touched"
    assert probe("--touched-within", "60", str(file)).returncode == 1
    file.touch()
    assert probe("--touched-within", "60", str(file)).returncode == 0
    os.utime(file, (0, 0))
    assert "seconds ago" in probe("--touched-within", "60", str(file)).stderr


def test_a_worker_for_a_queue_that_is_not_there_is_refused(served: Served) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve_worker"],
        env=served.site.environment | {"WORKER_QUEUES": "import"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "no queue is called 'import'; there are small, imports, index" in done.stderr
