"""`python -m tests.bench [PART...]`: measure all parts, or those named."""

import signal
import sys
from collections.abc import Callable
from typing import Final

from tests.bench import engine_rates, importing, indexing, load, replaying
from tests.bench.table import Row, as_markdown

PARTS: Final[dict[str, Callable[[], list[Row]]]] = {
    "replay": replaying.replay_rows,
    "moves": replaying.move_rows,
    "import": importing.import_rows,
    "memory": importing.memory_rows,
    "index": indexing.index_rows,
    "load": load.load_rows,
    "engines": engine_rates.engine_rows,
}


def main(names: list[str]) -> None:
    unknown = set(names) - set(PARTS)
    if unknown:
        sys.exit(f"No part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.")
    rows = []
    for name in names or PARTS:
        sys.stderr.write(f"Measuring: {name}\n")
        rows += PARTS[name]()
    sys.stdout.write(as_markdown(rows) + "\n")


# Whoever ends the bench ends its workers and servers with it.
signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended."))
main(sys.argv[1:])
