"""A part of the filling in a process of its own: `python -m tests.bench.one_fill FILE FIRST COUNT`.

Records are judged and stored as an import stores them; nothing indexes them yet.
"""

import io
import sys
from itertools import islice
from pathlib import Path

import django

django.setup()

from archive.importers import read_records  # noqa: E402 (Django is set up first)
from archive.replay import judge  # noqa: E402 (as above)
from archive.services import records  # noqa: E402 (as above)
from archive.signals import record_changed  # noqa: E402 (as above)
from tests.bench.games import texts  # noqa: E402 (as above)

AT_ONCE = 200


def main(path: Path, first: int, count: int) -> None:
    record_changed.disconnect(dispatch_uid="analysis")
    some = texts(path, first, count)
    while text := "".join(islice(some, AT_ONCE)):
        judged = [judge(read) for read in read_records(io.BytesIO(text.encode()), path.name)]
        records.store(drafts=[records.draft(one, is_sample=False) for one in judged])


main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
