"""Golden playthroughs: one game per engine and setup, written out in full.

A change of rules shows as a difference of these files. To write them anew after such a change:
``python -m tests.engines.playthroughs`` plays the moves of each file again; with ``new`` it deals
random games afresh.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from archive.engines import AnyEngine, core, get
from archive.engines.base import Outcome
from tests.laws.setups import SHIFTING_STONES

LONGEST = 250
"""How many moves a random game has at most."""
FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
NEW = {
    "skud-pai-sho.base": ({}, 5),
    "skud-pai-sho.oasis": ({"Options": "ancient-oasis"}, 11),
    "quaterno.nine": ({"Setup": "size=9 guest-moon=(2,2)"}, 3),
    "quadtria.two-boards": ({}, 1),
    "quadtria.one-board": ({"Options": "boards=1"}, 2),
    "pai-chi.whole": ({}, 4),
    "shifting-stones.two": (SHIFTING_STONES[2], 6),
    "shifting-stones.five": (SHIFTING_STONES[4], 7),
}
"""By file: tags, and the seed of the random game that it first held."""


def engine_of(path: Path) -> AnyEngine:
    engine = get(path.name.partition(".")[0])
    assert engine is not None, path
    return engine


def read_tags(text: str) -> dict[str, str]:
    """The tags in the first lines of a playthrough."""
    heads = (line.partition(": ") for line in text.splitlines() if line[:1].isupper())
    return {name: value for name, _, value in heads}


def read_bodies(text: str) -> list[str]:
    """The body of every turn of a playthrough."""
    lines = (line for line in text.splitlines() if line[:1].isdigit())
    return [line.split()[0].partition(".")[2] for line in lines]


def random_bodies(engine: AnyEngine, tags: dict[str, str], seed: int) -> list[str]:
    """The turns of a random game."""
    states, moves = core.playout(engine, engine.header(tags).setup, random.Random(seed), LONGEST)
    bodies: list[str] = []
    turn: list[object] = []
    for before, move, after in zip(states, moves, states[1:], strict=False):
        turn.append(move)
        if engine.label(after) != engine.label(before):
            bodies.append(engine.write(before, tuple(turn)))
            turn = []
    return bodies


def write(engine: AnyEngine, tags: dict[str, str], bodies: list[str]) -> str:
    """The game in full: each turn with the number of legal moves before it, the
    identity of the position after it, words and board."""
    return "\n".join(_lines(engine, tags, bodies)) + "\n"


def _lines(engine: AnyEngine, tags: dict[str, str], bodies: list[str]) -> Iterator[str]:
    yield from (f"{name}: {value}" for name, value in tags.items())
    state = engine.start(engine.header(tags).setup)
    for body in bodies:
        number, seat = engine.label(state)
        count = sum(1 for _ in engine.moves(state))
        turn = core.play_turn(engine, state, body)
        state = turn.states[-1]
        identity = core.key(engine, engine.pack(state))
        yield f"{number}{engine.seat_letters[seat]}.{body} of {count} to {identity}"
        yield f"  {engine.describe(turn.states, turn.moves)}"
        yield f"  {engine.board_text(state)}".rstrip()
    yield f"= {_end(engine, engine.outcome(state))}"


def _end(engine: AnyEngine, outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    winners = "+".join(engine.seat_names[seat] for seat in outcome.winners)
    return f"{winners or ('Lost' if outcome.lost else 'Draw')}, {outcome.reason}"


if __name__ == "__main__":
    for name, (tags, seed) in NEW.items():
        path = FOLDER / f"{name}.txt"
        engine = engine_of(path)
        if "new" in sys.argv:
            bodies = random_bodies(engine, tags, seed)
        else:
            bodies = read_bodies(path.read_text(encoding="utf-8"))
        path.write_text(write(engine, tags, bodies), encoding="utf-8")
