"""A drill: the database and Redis go away for a while, a record kills each worker that takes it, and the
settings are those that the site is shipped with. Takes about ten minutes, most of it waiting.

    python -m tests.drills.outages

Prints how long it took until all was as it should be, and fails where something is lost. The tests do the
same with leases of a second.
"""

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from tests import services
from tests.archive import sites
from tests.archive.games import game
from tests.archive.test_entry import wait_until
from tests.archive.towns import Part, Town, batch_of, new_games, running, timed

AWAY_SECONDS: Final = 20
SHIPPED: Final = {
    "IMPORT_LEASE_SECONDS": "60",
    "IMPORT_RESUME_SECONDS": "30",
    "IMPORT_SLICE_SECONDS": "5",
    "IMPORT_CLAIM_ITEMS": "100",
}


def ended(town: Town, batch_id: str) -> dict[str, Any]:
    return town.site.wait_final(batch_id)


def without_database(town: Town, database: Part) -> None:
    begun = batch_of(town.send(new_games(2_000)))
    town.site.wait_settled(begun, 200)
    database.stop()
    time.sleep(AWAY_SECONDS)
    assert town.ask("GET", "/records/").status == 503
    database.start()
    with timed("The database is back: until pages are served"):
        wait_until(town.is_well)
    with timed("and until the import that it interrupted has ended"):
        last = ended(town, begun)
    assert last["stored"] == 2_000, last


def without_redis(town: Town, broker: Part) -> None:
    broker.stop()
    waiting = [batch_of(town.paste(new_games(20))) for _ in range(3)]
    time.sleep(AWAY_SECONDS)
    broker.start()
    with timed("Redis is back, empty: until three uploads that were taken without it are imported"):
        stored = [ended(town, batch_id)["stored"] for batch_id in waiting]
    assert stored == [20, 20, 20], stored


def with_poison(town: Town) -> None:
    text = new_games(20) + game("Poison", Site="kills")
    batch_id = batch_of(town.send(text))
    with timed("A record kills five workers: until the others of its import are stored"):
        town.site.wait_settled(batch_id, 20)
    with timed("and until it is rejected, with a note for staff"):
        last = ended(town, batch_id)
    assert (last["stored"], last["rejected"]) == (20, 1), last
    assert "5 workers took it" in town.site.ask("bug_notes")["kills"]


def main() -> None:
    sites.PATIENCE_SECONDS = 1_200
    port = services.free_port()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tilebook-drill-")))
        cluster = stack.enter_context(services.cluster())
        database, broker = Part(cluster.running), Part(lambda: services.own_redis(port))
        stack.callback(database.stop)
        stack.callback(broker.stop)
        places = {"database": f"{database.url}/postgres", "broker": broker.url}
        town = stack.enter_context(running(folder, **places, **SHIPPED))
        without_database(town, database)
        without_redis(town, broker)
        with_poison(town)


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(str(error))
