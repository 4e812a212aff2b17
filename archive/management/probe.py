"""Asks a running process how it is, for the health checks of containers. Light: it starts in a
moment and imports nothing of the site.

    python -m archive.management.probe http://127.0.0.1:8000/readyz
    python -m archive.management.probe --touched-within 60 /var/lib/tilebook/worker-heartbeat
"""

import sys
import time
from argparse import ArgumentParser
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit


def answer_of(address: str) -> str:
    """What is wrong at an address; "" where all is well."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    try:
        connection.request("GET", parts.path or "/")
        answer = connection.getresponse()
        told = answer.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        return f"{address} does not answer: {error}"
    finally:
        connection.close()
    return "" if answer.status == HTTPStatus.OK else f"{answer.status}: {told}"


def age_of(file: str, seconds: int) -> str:
    """What is wrong with a file that should have been touched lately; "" where all is well."""
    try:
        age = time.time() - Path(file).stat().st_mtime
    except FileNotFoundError:
        return f"There is no {file}."
    return f"{file} was touched {age:.0f} seconds ago." if age > seconds else ""


def main() -> str:
    parser = ArgumentParser(description="Asks a running process how it is.")
    parser.add_argument("target", help="An address, or a file with --touched-within.")
    parser.add_argument("--touched-within", type=int, metavar="SECONDS")
    given = parser.parse_args()
    if given.touched_within is None:
        return answer_of(given.target)
    return age_of(given.target, given.touched_within)


if __name__ == "__main__":
    sys.exit(main() or 0)
