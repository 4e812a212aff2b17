"""What `load` asks of the database, a step a process: `python -m tests.bench.one_load STEP ...`.

The environment says which site. Prints JSON. Steps:

- `sample`: records with their lengths, lines, players, events and pages of statistics to be opened.
- `accounts COUNT`: new accounts, each with a token and the cookie of a session.
- `calm`: nothing, once workers have nothing left to do.
- `sums ID...`: what became of these imports, once they have ended; and how many there are in all.
"""

import json
import sys
import time
import uuid
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any, Final

import django

django.setup()

from django.conf import settings  # noqa: E402 (Django is set up first)
from django.contrib.auth.models import User  # noqa: E402 (as above)
from django.db import connection  # noqa: E402 (as above)
from django.db.models import Count  # noqa: E402 (as above)
from django.test import Client  # noqa: E402 (as above)

from analysis.selectors.figures import catalogue  # noqa: E402 (as above)
from analysis.services import queues, rating, rebuilding, sweeping  # noqa: E402 (as above)
from archive import engines  # noqa: E402 (as above)
from archive.models import BatchStatus, Event, ImportBatch, Player, Record  # noqa: E402 (as above)
from archive.services import accounts  # noqa: E402 (as above)
from tests.bench.visits import GAME, Sample  # noqa: E402 (as above)

SILENT_SECONDS: Final = 1_200.0
RECORDS: Final = 1_000
LINES: Final = 200
SOME: Final = 200
SINCE: Final = date(2020, 1, 1)
"""Records from then on have the rules of an address without tags."""


def sample() -> Sample:
    """What autovacuum does within a minute or so is done first: plans are made by what it finds."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    rng = Random("Tilebook bench sample")
    records = list(Record.objects.filter(game=GAME).order_by("pk").values_list("pk", "plies"))
    later = Record.objects.filter(game=GAME, date_earliest__gte=SINCE).order_by("pk")
    numbers = rng.sample(list(later.values_list("pk", flat=True)), LINES)
    texts = Record.objects.filter(pk__in=numbers).order_by("pk").values_list("text", flat=True)
    engine = engines.get(GAME)
    assert engine is not None
    return {
        "records": rng.sample(records, RECORDS),
        # What stands last in a text is its result.
        "lines": [text.rpartition("]")[2].split()[:-1] for text in texts],
        "players": some_names(rng, Player, "seats"),
        "events": some_names(rng, Event, "records"),
        "sections": [section.slug for section in catalogue.sections(engine)],
    }


def some_names(rng: Random, model: type[Player | Event], of: str) -> list[str]:
    """Names that are no longer in too many records for a page to add them up."""
    counted = model.objects.annotate(records_of=Count(of)).order_by("pk")
    seldom = counted.filter(records_of__lte=settings.FILTER_RECORDS).values_list("name", flat=True)
    return rng.sample(list(seldom), min(SOME, len(seldom)))


def make_accounts(count: int) -> list[dict[str, str]]:
    made = []
    for _ in range(count):
        user = User.objects.create_user(f"bench-{uuid.uuid4().hex[:12]}")
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        token = accounts.make_token(user=user, name="bench")
        made.append({"token": token, "cookie": f"{settings.SESSION_COOKIE_NAME}={session}"})
    return made


def calm() -> None:
    def is_calm() -> bool:
        waits = rating.waiting() or rebuilding.waiting() or next(iter(sweeping.unindexed()), None)
        return not waits and not any((queues.lengths() or {}).values())

    wait_until(is_calm)


def sums(ids: list[str]) -> dict[str, Any]:
    """Whether each ledger adds up is asked of the items themselves."""
    found = ImportBatch.objects.filter(pk__in=ids)
    wait_until(lambda: not found.filter(status__in=BatchStatus.open()).exists())
    names = ("stored", "duplicate", "rejected")
    counts = dict.fromkeys(("received", *names), 0)
    wrong = []
    for batch in found:
        items = dict(batch.items.order_by().values_list("status").annotate(Count("pk")))
        kept = {name: getattr(batch, name) for name in names}
        if batch.received != sum(kept.values()) or items != {k: n for k, n in kept.items() if n}:
            wrong.append(str(batch))
        for name in counts:
            counts[name] += getattr(batch, name)
    return {**counts, "found": len(found), "wrong": wrong, "all": ImportBatch.objects.count()}


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SILENT_SECONDS
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError("The workers do not come to an end; their log stands above.")
        time.sleep(0.5)


def main(step: str, *words: str) -> None:
    found: Any = None
    if step == "sample":
        found = sample()
    elif step == "accounts":
        found = make_accounts(int(words[0]))
    elif step == "sums":
        found = sums(list(words))
    else:
        calm()
    sys.stdout.write(json.dumps(found) + "\n")


main(*sys.argv[1:])
