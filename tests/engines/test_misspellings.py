"""A body that cannot be read is met with the legal one that it misspells, in every game."""

import gzip
import io
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from archive import engines
from archive.engines import AnyEngine
from archive.engines.base import UnreadableMove
from archive.engines.core import nearest, play_turn
from archive.engines.writing import respellings
from archive.importers import read_records
from archive.replay import judge
from tests.conftest import ROOT

SLIPS: Final[dict[str, Callable[[str], str]]] = {
    "a lost bracket": lambda body: body.replace(")", "", 1),
    "a lost first bracket": lambda body: body.replace("(", "", 1),
    "a lost comma": lambda body: body.replace(",", "", 1),
    "a semicolon": lambda body: body.replace(",", ";", 1),
    "a letter O": lambda body: body.replace("0,", "O,").replace("(0", "(O"),
    "the other case": str.swapcase,
    "a doubled sign": lambda body: body.replace(")-", ")--", 1),
    "a doubled bracket": lambda body: body.replace("(", "((", 1),
    "no sign": lambda body: body.replace(")-(", ")(", 1),
    "a dash": lambda body: body.replace(")-", ")–", 1),
    "other brackets": lambda body: body.replace("(", "[").replace(")", "]"),
    "a leading zero": lambda body: body.replace("(", "(0").replace("(0-", "(-0"),
}
GAMES: Final = [engine.slug for engine in engines.all_engines()]


def positions(game: str) -> Iterator[tuple[AnyEngine, Any, str]]:
    """Some positions of a sample record, with the body that is played in each."""
    text = gzip.decompress((ROOT / "archive" / "samples.tgr.gz").read_bytes())
    records = read_records(io.BytesIO(text), "samples")
    record = next(record for record in records if record.game == game)
    engine = engines.get(game)
    assert engine is not None
    for step in judge(record, steps=True).steps[::7]:
        yield engine, step.states[0], step.body


def can_be_read(engine: AnyEngine, state: Any, body: str) -> bool:
    try:
        engine.read(state, body)
    except UnreadableMove:
        return False
    return True


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("game", GAMES)
def test_the_move_that_was_meant_is_offered(game: str, slip: str) -> None:
    for engine, state, body in positions(game):
        misspelt = SLIPS[slip](body)
        if not can_be_read(engine, state, misspelt):
            found = nearest(engine, state, misspelt)
            assert body in found, misspelt
            for offered in found:
                play_turn(engine, state, offered)


def test_an_underscore_stands_for_the_plus_of_a_score() -> None:
    assert "+7" in set(respellings("_7"))


def test_a_long_text_has_no_respellings() -> None:
    assert not list(respellings("(" * 1000))
