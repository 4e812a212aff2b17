"""Uploads that all come in one moment, by a process of its own: `python -m tests.bench.storm PORT`.

Its input is a JSON list of them, each with path, headers and body; a thread each sends one. Prints a
JSON list: status, Retry-After, Location and seconds of each answer.
"""

import json
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

PATIENCE_SECONDS: Final = 300


def send(port: int, upload: dict[str, Any], together: threading.Barrier) -> dict[str, Any]:
    """What becomes of one; status 0 where there was no answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    together.wait()
    started = time.perf_counter()
    try:
        connection.request("POST", upload["path"], upload["body"].encode(), upload["headers"])
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException) as error:
        return {"status": 0, "wait": None, "place": repr(error), "seconds": 0.0}
    finally:
        connection.close()
    return {
        "status": answer.status,
        "wait": answer.getheader("Retry-After"),
        "place": answer.getheader("Location"),
        "seconds": time.perf_counter() - started,
    }


def main(port: int) -> None:
    uploads = json.loads(sys.stdin.read())
    together = threading.Barrier(len(uploads))
    answers: list[dict[str, Any]] = []
    senders = [
        threading.Thread(target=lambda one: answers.append(send(port, one, together)), args=[one])
        for one in uploads
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    sys.stdout.write(json.dumps(answers) + "\n")


main(int(sys.argv[1]))
