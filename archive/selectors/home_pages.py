"""What the front page shows of the latest records: who met, how it ended, the last position."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

from archive import engines
from archive.engines.scene import Glyph, Scene
from archive.models import Record
from archive.selectors import records
from archive.selectors.releases import version
from archive.selectors.replays import replay
from archive.selectors.rows import RecordRow, row


@dataclass(frozen=True, slots=True)
class Miniature:
    """A record with its last position. ``is_first_of_game``: it brings its game's drawings."""

    row: RecordRow
    scene: Scene | None
    artwork: Mapping[str, Glyph]
    is_first_of_game: bool


def latest(count: int) -> list[Miniature]:
    drawn: set[str] = set()
    miniatures = []
    for record in records.latest(count):
        engine = engines.get(record.game)
        scene = _last_scene(record)
        is_first = scene is not None and record.game not in drawn
        if scene is not None:
            drawn.add(record.game)
        artwork = engine.artwork() if engine else {}
        miniatures.append(Miniature(row(record), scene, artwork, is_first))
    return miniatures


def _last_scene(record: Record) -> Scene | None:
    """The record's last position; kept, because finding it plays the whole game through."""
    key = f"last-scene:{version(record)}"
    scene: Scene | None = cache.get(key)
    if scene is None:
        played = replay(record)
        scene = played.scene(played.last) if played else None
        cache.set(key, scene, timeout=None)
    return scene
