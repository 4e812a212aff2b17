"""The sample archive: really played, the same on every machine, and honest about itself."""

import gzip
import io
from collections import Counter
from functools import cache

import pytest

from archive.importers import read_records
from archive.models import Record
from archive.replay import Judgement, judge
from archive.services import sample_games, samples

EVERY_ENDING = {
    ("Host", "harmony ring"),
    ("Guest", "harmony ring"),
    ("Draw", "harmony ring"),
    ("Host", "midline"),
    ("Guest", "midline"),
    ("Host", "resignation"),
    ("Guest", "resignation"),
    ("Draw", "agreement"),
}


def shipped_text() -> str:
    return gzip.decompress(sample_games.FILE.read_bytes()).decode()


@cache
def judgements() -> tuple[Judgement, ...]:
    records = read_records(io.BytesIO(shipped_text().encode()), "samples.tgr")
    return tuple(judge(record) for record in records)


def test_every_sample_is_a_valid_record() -> None:
    assert len(judgements()) == sample_games.GAMES
    assert {judgement.verdict for judgement in judgements()} == {"valid"}
    assert not [judgement for judgement in judgements() if judgement.warnings]


def test_endings_of_every_kind_are_there() -> None:
    endings = Counter(
        (judgement.record.tag("Result"), judgement.record.tag("Termination"))
        for judgement in judgements()
    )
    assert set(endings) >= EVERY_ENDING
    assert any(result == "*" for result, _ in endings)


def test_an_ending_on_the_board_was_reached_by_play() -> None:
    for judgement in judgements():
        if judgement.record.tag("Termination") in {"harmony ring", "midline"}:
            assert judgement.termination == judgement.record.tag("Termination")
            assert judgement.result == judgement.record.tag("Result")
        else:
            assert judgement.outcome is None


def test_players_are_called_samples() -> None:
    names = {name for judgement in judgements() for name in judgement.record.players()}
    assert names == set(sample_games.CAST)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_game_is_played_again_alike(which: int) -> None:
    """Some of the shortest, because one game takes seconds."""
    lengths = [judgement.plies for judgement in judgements()]
    number = sorted(range(len(lengths)), key=lambda index: (lengths[index], index))[which]
    assert sample_games.sample_record(number) in shipped_text()


def test_an_empty_archive_is_filled_once(db: None) -> None:
    batch = samples.load()
    assert batch is not None
    assert (batch.stored, batch.duplicate, batch.rejected) == (sample_games.GAMES, 0, 0)
    assert Record.objects.filter(is_sample=True).count() == sample_games.GAMES
    assert samples.load() is None
