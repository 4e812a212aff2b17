"""Plies a second: reading and judging records beside chess, listing moves, random games."""

import io
import time
from collections.abc import Callable
from random import Random
from typing import Final

import chess
import chess.pgn

from archive import engines
from archive.engines import AnyEngine, core
from archive.engines.base import Setup
from archive.importers import read_records
from archive.notation.record import ParsedRecord
from archive.replay import judge
from tests.bench import records
from tests.bench.table import Row, rate

ROUNDS: Final = 3
PLAYOUTS: Final = 40
LISTED_EVERY: Final = 10
"""Of the positions of the records, every so manieth has its legal moves listed."""
CHESS_PLIES: Final = 90
"""The longest of the random chess games: about the length of ours."""


def replay_rows() -> list[Row]:
    """Our records beside as many plies of chess, each from its text, best of some rounds."""
    moves = records.movetexts()
    text = "".join(f"{one}\n\n" for one in moves).encode()
    games = parsed(text)
    pgn = chess_text(judged_plies(games))
    (plies, ours), (chess_plies, theirs), (_, alone) = best(
        lambda: judged_plies(parsed(text)),
        lambda: read_chess(pgn),
        lambda: judged_plies(games),
    )
    ratio = (plies / ours) / (chess_plies / theirs)
    return [
        Row(
            f"{len(moves)} games from text, every ply checked ({plies:,} plies)",
            f"{rate(plies, ours)} plies/s",
            f"chess.pgn.read_game on {chess_plies:,} plies: {rate(chess_plies, theirs)} plies/s; "
            f"ratio {ratio:.2f}",
        ),
        Row("the same, the text read before", f"{rate(plies, alone)} plies/s"),
    ]


def move_rows() -> list[Row]:
    """Listing of legal moves in positions of real games; random games by such lists."""
    (engine,) = {engines.get(record.game) for record in games()}
    assert engine is not None
    states = positions()[::LISTED_EVERY]
    (moves, listing), (plies, playing) = best(
        lambda: sum(sum(1 for _ in engine.moves(state)) for state in states),
        lambda: random_plies(engine),
    )
    return [
        Row(
            f"listing the legal moves of {len(states):,} positions",
            f"{rate(len(states), listing)} positions/s",
            f"{moves / len(states):.0f} moves in each on average",
        ),
        Row(f"{PLAYOUTS} random games by such lists", f"{rate(plies, playing)} moves/s"),
    ]


def best(*runs: Callable[[], int]) -> list[tuple[int, float]]:
    """What each run counts, and the least seconds of processor time that it took in some rounds.

    Processor time, because it is the same whatever else the machine is doing; in rounds, because a
    processor's own speed changes.
    """
    counts, seconds = [0] * len(runs), [float("inf")] * len(runs)
    for _ in range(ROUNDS):
        for number, run in enumerate(runs):
            started = time.process_time()
            counts[number] = run()
            seconds[number] = min(seconds[number], time.process_time() - started)
    return list(zip(counts, seconds, strict=True))


def parsed(text: bytes) -> list[ParsedRecord]:
    return list(read_records(io.BytesIO(text), "bench"))


def games() -> list[ParsedRecord]:
    return parsed("".join(f"{one}\n\n" for one in records.movetexts()).encode())


def judged_plies(games: list[ParsedRecord]) -> int:
    """The legal plies of records, all of which must be legal."""
    plies = 0
    for record in games:
        judgement = judge(record)
        if judgement.problem is not None:
            raise ValueError(judgement.problem.message)
        plies += judgement.plies
    return plies


def positions() -> list[object]:
    return [step.states[0] for record in games() for step in judge(record, steps=True).steps]


def random_plies(engine: AnyEngine) -> int:
    rng = Random(7)
    setup = Setup(seats=engine.seats[0], rules="2022")
    return sum(len(core.playout(engine, setup, rng)[1]) for _ in range(PLAYOUTS))


def chess_text(plies: int) -> str:
    """Random legal chess games as PGN, that many plies in all."""
    rng = Random(7)
    texts = []
    while plies > 0:
        board = chess.Board()
        while len(board.move_stack) < min(CHESS_PLIES, plies) and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        plies -= len(board.move_stack)
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts)


def read_chess(pgn: str) -> int:
    source, plies = io.StringIO(pgn), 0
    while (game := chess.pgn.read_game(source)) is not None:
        if game.errors:
            raise ValueError(game.errors)
        plies += sum(1 for _ in game.mainline_moves())
    return plies
