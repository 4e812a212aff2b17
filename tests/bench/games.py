"""Seeded games of Skud Pai Sho whose openings repeat as real play does.

A tree of openings, the same in every process, is walked by weights that fall as Zipf's law has it;
sooner or later a game leaves it and goes on by chance. Players, events and dates are drawn as
unevenly. Each game has a seed of its own: the same number gives the same record.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from functools import cache
from itertools import accumulate, compress, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from archive.engines.base import IllegalMove, Setup
from archive.engines.skud_pai_sho.rules import ENGINE
from archive.engines.skud_pai_sho.state import ARRANGE, BONUS, CHOOSE, PLANT, REST, Move, State
from archive.engines.skud_pai_sho.tables import (
    BASICS,
    BOAT,
    FLOWERS,
    GATES,
    GUEST,
    HOST,
    KINDS,
    PACE,
    POINTS,
    ROCK,
    SIZE,
    X,
    Y,
    kind_of,
    seat_of,
)

SEED: Final = "Tilebook openings 2"
FOLDER: Final = Path(
    os.environ.get("BENCH_CACHE") or Path(tempfile.gettempdir()) / "tilebook-bench"
)
AT_ONCE: Final = 500

BOOK_PLIES: Final = 24
CHOICES: Final = (6, 6, 4, 2, *(3,) * BOOK_PLIES)
"""By ply, how many ways on the tree of openings has at most."""
LEAVES: Final = 0.09
"""How often a game leaves the tree, at each ply from `FIRST_OFF` on."""
FIRST_OFF: Final = 3
MEAN_PLIES: Final = 46
FEWEST_PLIES: Final = 14
PLANTS: Final = 0.3
"""How often a flower is planted, where one can be."""
PROPOSALS: Final = 3
"""How many legal moves without a Harmony are thought of before one is played."""

PLAYERS: Final = 600
EVENTS: Final = 120
FIRST_DAY: Final = date(2015, 1, 1)
DAYS: Final = 3_900

ACCENT_SETS: Final = (b"RRWB", b"RKKB", b"RWBK", b"WWBB", b"RRBB", b"RWKK", b"RRKK", b"WBBK")
_ACCENTS: Final = {code: ROCK + place for place, code in enumerate(b"RWKB")}
EVERYWHERE: Final = range(SIZE)
NEAR: Final = {
    pace: tuple(
        tuple(
            there
            for there in POINTS
            if 0 < abs(X[there] - X[here]) + abs(Y[there] - Y[here]) <= pace
        )
        for here in range(SIZE)
    )
    for pace in set(PACE[:FLOWERS])
}
"""By pace and point: where a flower might get to if nothing stood in its way."""


class Played(NamedTuple):
    """A turn as a record writes it, and the state after it."""

    body: str
    after: State


@cache
def zipf(count: int) -> tuple[float, ...]:
    """The summed weights of a first, second, ... choice."""
    return tuple(accumulate(1 / (place + 1) for place in range(count)))


def drawn(rng: Random, count: int) -> int:
    """A number below a count, the lower the likelier."""
    return rng.choices(range(count), cum_weights=zipf(count))[0]


# ---- openings ----
@cache
def ways_on(path: tuple[int, ...]) -> tuple[Played, ...]:
    """What may be played after a way through the tree, the likeliest first."""
    state = ENGINE.start(Setup(2, "2022")) if not path else ways_on(path[:-1])[path[-1]].after
    rng = Random(f"{SEED} {path}")
    if len(path) < 2:
        return tuple(played(state, move) for move in accents()[: CHOICES[len(path)]])
    found: dict[str, Played] = {}
    for _ in range(CHOICES[len(path)] * 4):
        turn = some_turn(state, rng)
        if turn is not None and len(found) < CHOICES[len(path)]:
            found[turn.body] = turn
    return tuple(found.values())


@cache
def accents() -> tuple[Move, ...]:
    return tuple(
        Move(CHOOSE, chosen=bytes(sorted(_ACCENTS[code] for code in four))) for four in ACCENT_SETS
    )


def opening(rng: Random) -> list[Played]:
    """The turns of a game as far as they stand in the tree."""
    path: tuple[int, ...] = ()
    turns: list[Played] = []
    while len(path) < BOOK_PLIES and (len(path) < FIRST_OFF or rng.random() > LEAVES):
        ways = ways_on(path)
        if not ways:
            break
        path = (*path, drawn(rng, len(ways)))
        turns.append(ways[path[-1]])
        if turns[-1].after.ended is not None:
            break
    return turns


# ---- play by chance: a move is proposed, and the rules are asked ----
def played(state: State, *moves: Move) -> Played:
    """A turn of moves that the rules allow; raises IllegalMove for others."""
    for move in moves:
        state = ENGINE.check(state, move)
    body = ENGINE.write(state, moves)
    return Played(body, ENGINE.check(state, Move(REST)) if state.owed else state)


def some_turn(state: State, rng: Random) -> Played | None:
    """A legal turn, with a bonus if one is owed and found; None where none is found soon."""
    move, after = some_move(state, rng)
    if move is None or not after.owed:
        return None if move is None else Played(ENGINE.write(state, (move,)), after)
    for _ in range(6):
        try:
            return played(state, move, some_bonus(after, rng))
        except IllegalMove:
            continue
    return played(state, move)


def some_move(state: State, rng: Random) -> tuple[Move | None, State]:
    """The first of some proposals that makes a Harmony, else the last that is legal."""
    seat, board = ENGINE.actor(state), state.board
    flowers = [here for here in compress(EVERYWHERE, board) if is_own_flower(board[here], seat)]
    kinds = [kind for kind in range(BASICS) if state.hands[seat * KINDS + kind]]
    found: Move | None = None
    reached, legal = state, 0
    for _ in range(30):
        if kinds and (state.turn < 4 or not flowers or rng.random() < PLANTS):
            move = Move(PLANT, rng.choice(kinds), -1, rng.choice(GATES))
        elif flowers:
            start = rng.choice(flowers)
            move = Move(ARRANGE, -1, start, rng.choice(NEAR[PACE[kind_of(board[start])]][start]))
        else:
            break
        try:
            after = ENGINE.check(state, move)
        except IllegalMove:
            continue
        found, reached, legal = move, after, legal + 1
        if after.owed or move.kind == PLANT or legal == PROPOSALS:
            break
    return found, reached


def is_own_flower(value: int, seat: int) -> bool:
    return seat_of(value) == seat and kind_of(value) < FLOWERS


def some_bonus(state: State, rng: Random) -> Move:
    """A bonus tile that may be allowed there."""
    hand = ENGINE.actor(state) * KINDS
    kinds = [kind for kind in range(KINDS) if state.hands[hand + kind] and kind != BOAT]
    if not kinds:
        return Move(REST)
    kind = rng.choice(kinds)
    return Move(BONUS, kind, rng.choice(GATES if kind < ROCK else POINTS))


# ---- records ----
def record(number: int) -> str:
    """One record as TGR."""
    rng = Random(f"{SEED} game {number}")
    plies = FEWEST_PLIES + round(rng.gammavariate(4, (MEAN_PLIES - FEWEST_PLIES) / 4))
    turns = opening(rng)
    state = ENGINE.start(Setup(2, "2022"))
    tokens: list[str] = []
    while state.ended is None and len(tokens) < plies:
        turn = turns[len(tokens)] if len(tokens) < len(turns) else some_turn(state, rng)
        if turn is None:
            break
        count, seat = ENGINE.label(state)
        tokens.append(f"{count}{ENGINE.seat_letters[seat]}.{turn.body}")
        state = turn.after
    return tags(number, state, rng) + "\n" + "\n".join(tokens) + "\n\n"


def tags(number: int, state: State, rng: Random) -> str:
    host = drawn(rng, PLAYERS)
    guest = (host + 1 + drawn(rng, PLAYERS - 1)) % PLAYERS
    day = FIRST_DAY + timedelta(rng.randrange(DAYS))
    winners: tuple[int, ...] = (rng.choice((HOST, GUEST)),)
    reason = "resignation"
    if state.ended is not None:
        winners, reason = state.ended.winners, state.ended.reason
    result = "+".join(ENGINE.seat_names[seat] for seat in winners) or "draw"
    return (
        f'[Game "{ENGINE.slug}"]\n[Event "Bench event {drawn(rng, EVENTS)}"]\n'
        f'[Date "{day:%Y.%m.%d}"]\n[Round "{number}"]\n[Host "Bench player {host:03}"]\n'
        f'[Guest "Bench player {guest:03}"]\n[Rules "2022"]\n'
        f'[Result "{result}"]\n[Termination "{reason}"]\n'
    )


def some_records(first: int) -> str:
    return "".join(map(record, range(first, first + AT_ONCE)))


def made(first: int, count: int) -> Iterator[str]:
    """The texts of so many records, some at a time, by a process on each processor."""
    with ProcessPoolExecutor() as pool:
        for at, text in enumerate(pool.map(some_records, range(first, first + count, AT_ONCE))):
            sys.stderr.write(f"\r{at * AT_ONCE:,} records made")
            yield text
    sys.stderr.write("\n")


def file_of(count: int, *, first: int = 0) -> Path:
    """A file of at least so many records from a number on, made once and kept."""
    name = SEED.replace(" ", "-") + (f"-from-{first}" if first else "")
    kept = (int(path.stem.rpartition("-")[2]) for path in FOLDER.glob(f"{name}-[0-9]*.tgr"))
    wanted = -(-count // AT_ONCE) * AT_ONCE
    size = min((size for size in kept if size >= wanted), default=wanted)
    path = FOLDER / f"{name}-{size}.tgr"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with unfinished.open("w") as file:
            file.writelines(made(first, size))
        unfinished.rename(path)
    return path


def texts(path: Path, first: int, count: int) -> Iterator[str]:
    """Records of a file, each as its text: tags, a blank line, moves, a blank line."""
    sections = iter(path.read_text().split("\n\n"))
    pairs = zip(sections, sections, strict=False)
    return (f"{tags}\n\n{moves}\n\n" for tags, moves in islice(pairs, first, first + count))
