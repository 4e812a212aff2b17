"""Games written out in full play as they did."""

from pathlib import Path

import pytest

from archive.engines import all_engines
from tests.engines import playthroughs

FILES = sorted(playthroughs.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_plays_as_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    tags, bodies = playthroughs.read_tags(written), playthroughs.read_bodies(written)
    assert len(bodies) > 20
    assert playthroughs.write(playthroughs.engine_of(path), tags, bodies) == written


def test_every_engine_has_a_playthrough() -> None:
    assert {playthroughs.engine_of(path).slug for path in FILES} == {
        engine.slug for engine in all_engines()
    }
