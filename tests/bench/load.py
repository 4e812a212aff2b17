"""The site under load: people who browse, an import meanwhile, many uploads in one moment.

Everything runs on one machine: PostgreSQL, Redis, the web server, the worker and the clock as a
public site starts them, and the people. BENCH_LOAD_RECORDS says how large the archive is, a fifth of
which is imported beside the people; BENCH_LOAD_SECONDS, how long they are measured without.
"""

import json
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import chain, islice
from typing import Any, Final
from urllib.parse import urlencode

from tests import services
from tests.bench import games, records, visits
from tests.bench.importing import said, site
from tests.bench.indexing import percentile, step
from tests.bench.table import Row, rate
from tests.conftest import ROOT

RECORDS: Final = int(os.environ.get("BENCH_LOAD_RECORDS", "100000"))
IMPORTED: Final = RECORDS // 5
SECONDS: Final = float(os.environ.get("BENCH_LOAD_SECONDS", "60"))
WARM_UP: Final = 10.0
VISITORS: Final = 8
WORKERS: Final = 2
FIRST_OF_IMPORT: Final = 1_000_000
"""The number of the first bench record that is imported while people browse."""

UPLOADS: Final = 200
UPLOAD_RECORDS: Final = 10
MANY_ACCOUNTS: Final = 40
PATIENCE_SECONDS: Final = 300.0

Found = dict[str, Any]
"""What the visitors tell: see `visitors`; and ``meanwhile``, what went on beside them."""


def load_rows() -> list[Row]:
    """Of an archive of Skud Pai Sho that is indexed and counted."""
    path = games.file_of(RECORDS)
    more = games.file_of(IMPORTED, first=FIRST_OF_IMPORT)
    sent = "".join(games.texts(more, 0, IMPORTED)).encode()
    with site("PostgreSQL", "Redis") as environment:
        step(environment, "index", WORKERS, path, 0, RECORDS)
        told(environment, "manage.py", "collectstatic", "-v0", "--no-input")
        plan = visits.made(asked(environment, "sample"))
        accounts = asked(environment, "accounts", 2 + MANY_ACCOUNTS)
        with served(environment) as port:
            asked(environment, "calm")
            alone = browsing(port, plan, lambda: time.sleep(SECONDS))
            token = accounts[0]["token"]
            beside = browsing(port, plan, lambda: import_whole(port, token, sent))
            check_import(environment, beside["meanwhile"]["id"])
            asked(environment, "calm")
            rows = [*browse_rows(alone), *import_rows(alone, beside)]
            rows.append(storm_row(port, environment, "one account", accounts[1:2]))
            rows.append(storm_row(port, environment, f"{MANY_ACCOUNTS} accounts", accounts[2:]))
    return rows


# ---- the site ----
@contextmanager
def served(environment: Mapping[str, str]) -> Iterator[int]:
    """The pieces of a site, and the port that it answers on."""
    port = services.free_port()
    own = {**environment, "WEB_BIND": f"127.0.0.1:{port}", "LOG_LEVEL": "WARNING"}
    pieces = [
        subprocess.Popen([sys.executable, "manage.py", name], env=own, cwd=ROOT, stdout=sys.stderr)
        for name in ("serve_web", "serve_worker", "serve_beat")
    ]
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        while not is_ready(port):
            if time.monotonic() > until:
                raise TimeoutError("The site does not start; its log stands above.")
            time.sleep(0.2)
        yield port
    finally:
        for piece in pieces:
            piece.terminate()
        for piece in pieces:
            piece.wait()


def is_ready(port: int) -> bool:
    try:
        return bool(get(port, "/readyz").status == 200)
    except OSError:
        return False


def get(port: int, path: str, **headers: str) -> Any:
    """An answer, its body in `text`."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        answer: Any = connection.getresponse()
        answer.text = answer.read().decode()
        return answer
    finally:
        connection.close()


def told(environment: Mapping[str, str], *words: str) -> bytes:
    return said([sys.executable, *words], environment)


def asked(environment: Mapping[str, str], *words: str | int) -> Any:
    """What a step of `one_load` says."""
    sys.stderr.write(f"  {words[0]}\n")
    return json.loads(told(environment, "-m", "tests.bench.one_load", *map(str, words)))


# ---- people who browse ----
def browsing(port: int, plan: list[list[visits.Step]], meanwhile: Callable[[], Any]) -> Found:
    """What visitors found while something else went on, after they have warmed up."""
    words = [str(port), str(VISITORS), str(WARM_UP)]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.visitors", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as people:
        try:
            assert people.stdin is not None
            people.stdin.write(json.dumps(plan) + "\n")
            people.stdin.flush()
            time.sleep(WARM_UP)
            sys.stderr.write("  browsing\n")
            beside = meanwhile()
            printed, _ = people.communicate()
        finally:
            people.terminate()
    found: Found = json.loads(printed) | {"meanwhile": beside}
    for wrong in found["errors"][:10]:
        sys.stderr.write(f"    {wrong}\n")
    return found


def import_whole(port: int, token: str, sent: bytes) -> dict[str, Any]:
    """Send a file, and wait until all of it is in the ledger."""
    started = time.monotonic()
    bearer = {"Authorization": f"Bearer {token}"}
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    kind = {"Content-Type": "application/octet-stream"}
    connection.request("POST", "/api/v1/records", sent, bearer | kind)
    opened = json.loads(connection.getresponse().read())
    connection.close()
    while not json.loads(get(port, opened["url"], **bearer).text)["is_final"]:
        time.sleep(1)
    return {"id": opened["id"], "seconds": time.monotonic() - started}


def check_import(environment: Mapping[str, str], batch_id: str) -> None:
    sums = asked(environment, "sums", batch_id)
    if sums["wrong"] or sums["received"] != IMPORTED or sums["rejected"]:
        raise ValueError(f"The import did not end as it should: {sums}")


def all_times(found: Found) -> list[float]:
    return list(chain.from_iterable(found["times"].values()))


def browse_rows(found: Found) -> list[Row]:
    times = all_times(found)
    return [
        Row(
            f"browsing: {VISITORS} visitors without a pause, {RECORDS:,} records",
            f"{rate(len(times), found['seconds'])} requests/s",
            f"95th percentile {percentile(times, 95):.0f} ms, median {percentile(times, 50):.0f} "
            f"ms; {errors(found)}",
        ),
        Row("its 95th percentiles by kind", by_kind(found), counts(found)),
    ]


def import_rows(alone: Found, beside: Found) -> list[Row]:
    seconds = beside["meanwhile"]["seconds"]
    before, now = (percentile(all_times(found), 95) for found in (alone, beside))
    return [
        Row(
            f"the same while {IMPORTED:,} records are imported by {WORKERS} workers",
            f"{rate(len(all_times(beside)), beside['seconds'])} requests/s",
            f"95th percentile {now:.0f} ms, {now / before:.2f} times that without; "
            f"{errors(beside)}; the import took {seconds:.0f} s, "
            f"{rate(IMPORTED, seconds)} records/s",
        ),
        Row("its 95th percentiles by kind", by_kind(beside), counts(beside)),
    ]


def by_kind(found: Found) -> str:
    return ", ".join(
        f"{kind} {percentile(times, 95):.0f}" for kind, times in sorted(found["times"].items())
    )


def counts(found: Found) -> str:
    return ", ".join(f"{len(times):,} {kind}" for kind, times in sorted(found["times"].items()))


def errors(found: Found) -> str:
    return f"errors: {len(found['errors']) or 'none'}"


# ---- many uploads ----
def storm_row(
    port: int, environment: Mapping[str, str], whose: str, accounts: list[dict[str, str]]
) -> Row:
    """Uploads at once, every second by the form; refused ones must have left nothing."""
    before = asked(environment, "sums")["all"]
    sent = json.dumps(list(uploads(accounts))).encode()
    command = [sys.executable, "-m", "tests.bench.storm", str(port)]
    done = subprocess.run(command, input=sent, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    answers = json.loads(done.stdout)
    taken = [one for one in answers if one["status"] in {202, 302}]
    waits = [one for one in answers if one["status"] == 429 and one["wait"]]
    ids = [found[0] for one in taken if (found := re.search(r"[0-9a-f-]{36}", one["place"]))]
    sums = asked(environment, "sums", *ids)
    is_right = (
        not sums["wrong"]
        and sums["found"] == len(taken) == sums["all"] - before
        and sums["received"] == len(taken) * UPLOAD_RECORDS
        and sums["received"] == sums["stored"] + sums["duplicate"] + sums["rejected"]
    )
    wrong = [one for one in answers if one not in taken and one not in waits]
    return Row(
        f"{len(answers)} uploads at once by {whose}, {UPLOAD_RECORDS} records each",
        f"{len(taken)} accepted, {len(waits)} told to wait, {len(wrong) or 'no'} errors",
        f"sums {'right' if is_right else f'wrong: {sums}'}; "
        f"the last answer after {max(one['seconds'] for one in answers):.1f} s"
        + (f"; the first error {wrong[0]}" if wrong else ""),
    )


def uploads(accounts: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """Of other records than were sent before, through API and form by turns."""
    sent_before = UPLOADS * UPLOAD_RECORDS if len(accounts) > 1 else 0
    texts = islice(records.records(2 * UPLOADS * UPLOAD_RECORDS), sent_before, None)
    for number in range(UPLOADS):
        account = accounts[number // 2 % len(accounts)]
        text = "".join(islice(texts, UPLOAD_RECORDS))
        yield api_upload(account, text) if number % 2 else form_upload(account, text)


def api_upload(account: dict[str, str], text: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {account['token']}", "Content-Type": "text/plain"}
    return {"path": "/api/v1/records", "headers": headers, "body": text}


def form_upload(account: dict[str, str], text: str) -> dict[str, Any]:
    csrf = uuid.uuid4().hex
    headers = {
        "Cookie": f"{account['cookie']}; csrftoken={csrf}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    fields = {"csrfmiddlewaretoken": csrf, "text": text}
    return {"path": "/import/", "headers": headers, "body": urlencode(fields)}
