"""The sample archive: really played, the same on every machine, and honest about itself."""

import gzip
import io
from collections import Counter
from functools import cache

import pytest

from archive import engines
from archive.importers import read_records
from archive.models import Record
from archive.replay import Judgement, judge
from archive.services import sample_games, samples

ENDINGS = {
    "skud-pai-sho": {
        ("Host", "harmony ring"),
        ("Guest", "harmony ring"),
        ("Draw", "harmony ring"),
        ("Host", "midline"),
        ("Guest", "midline"),
        ("Host", "resignation"),
        ("Guest", "resignation"),
        ("Draw", "agreement"),
    },
    "quaterno": {
        ("Host", "two figures"),
        ("Guest", "two figures"),
        ("Host", "resignation"),
        ("Guest", "resignation"),
        ("Host", "time"),
        ("Draw", "agreement"),
    },
    "quadtria": {
        ("South", "quadtrias"),
        ("North", "quadtrias"),
        ("South", "corners"),
        ("North", "corners"),
        ("South", "quadtria"),
        ("North", "quadtria"),
        ("Draw", "move limit"),
        ("South", "resignation"),
        ("North", "time"),
        ("Draw", "agreement"),
    },
    "pai-chi": {
        ("Host", "two harmonies"),
        ("Guest", "two harmonies"),
        ("Host", "all flowers removed"),
        ("Guest", "all flowers removed"),
        ("Guest", "resignation"),
        ("Host", "time"),
    },
    "shifting-stones": {
        ("Lost", "four strikes"),
        ("Player1", "all scored"),
        *((f"Player{number}", "scored cards") for number in range(1, 6)),
        ("Player1+Player3+Player4", "scored cards"),
        ("Player2", "resignation"),
        ("Player1", "time"),
        ("Draw", "agreement"),
    },
}
NOT_PLAYED = {
    "quaterno": {"two passes"},
    "quadtria": {"two passes"},
    "pai-chi": {"two passes"},
}
"""Two passes: both players would have to be without a legal turn at once, which no play comes to (on
the passages of Quadtria it cannot be)."""


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


def test_every_game_has_samples() -> None:
    assert {judgement.record.game for judgement in judgements()} == set(ENDINGS)
    assert set(ENDINGS) == {engine.slug for engine in engines.all_engines()}


@pytest.mark.parametrize("game", ENDINGS)
def test_endings_of_every_kind_are_there(game: str) -> None:
    endings = Counter(
        (judgement.record.tag("Result"), judgement.record.tag("Termination"))
        for judgement in judgements()
        if judgement.record.game == game
    )
    assert set(endings) >= ENDINGS[game]
    assert any(result == "*" for result, _ in endings)


def test_every_ending_that_a_board_can_show_was_played() -> None:
    for engine in engines.all_engines():
        played = {
            judgement.outcome.reason
            for judgement in judgements()
            if judgement.record.game == engine.slug and judgement.outcome is not None
        }
        assert played == set(engine.reasons) - NOT_PLAYED.get(engine.slug, set())


def test_an_ending_on_the_board_was_reached_by_play() -> None:
    for judgement in judgements():
        engine = engines.get(judgement.record.game)
        assert engine is not None
        if judgement.record.tag("Termination") in engine.reasons:
            assert judgement.termination == judgement.record.tag("Termination")
            assert judgement.result == judgement.record.tag("Result")
        else:
            assert judgement.outcome is None


def test_games_of_any_number_of_players_are_there() -> None:
    seats = {
        (judgement.record.game, sum(map(bool, judgement.record.players())))
        for judgement in judgements()
    }
    for engine in engines.all_engines():
        assert {count for game, count in seats if game == engine.slug} == set(engine.seats)


def test_players_are_called_samples() -> None:
    names = {name for judgement in judgements() for name in judgement.record.players() if name}
    assert names == set(sample_games.CAST)


@pytest.mark.parametrize("game", ENDINGS)
def test_a_game_is_played_again_alike(game: str) -> None:
    """The shortest of each kind, because one game may take seconds."""
    known = enumerate(judgements())
    lengths = [(judged.plies, number) for number, judged in known if judged.record.game == game]
    assert sample_games.sample_record(min(lengths)[1]) in shipped_text()


def test_an_empty_archive_is_filled_once(db: None) -> None:
    batch = samples.load()
    assert batch is not None
    assert (batch.stored, batch.duplicate, batch.rejected) == (sample_games.GAMES, 0, 0)
    assert Record.objects.filter(is_sample=True).count() == sample_games.GAMES
    assert samples.load() is None
