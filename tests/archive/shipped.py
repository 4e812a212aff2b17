"""Records of every game for tests of pages: taken from the sample games that are shipped."""

import gzip
import io
from functools import cache

from archive.importers import read_records
from archive.notation.record import ParsedRecord
from archive.services import sample_games


@cache
def shipped() -> tuple[ParsedRecord, ...]:
    text = gzip.decompress(sample_games.FILE.read_bytes())
    return tuple(read_records(io.BytesIO(text), "samples.tgr"))


def shortest(game: str, **tags: str) -> ParsedRecord:
    """The shortest sample of a game that has these tags."""
    fitting = (
        record
        for record in shipped()
        if record.game == game and all(record.tag(name) == value for name, value in tags.items())
    )
    return min(fitting, key=lambda record: (len(record.moves), record.index))
