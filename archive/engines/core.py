"""Written once, for all engines: how play moves forward, and what makes two positions one."""

import random
from collections.abc import Iterator
from hashlib import blake2b
from typing import Generic, NamedTuple

from archive.engines.base import (
    Engine,
    Facet,
    IllegalMove,
    M,
    Notice,
    RuleError,
    S,
    Setup,
    UnreadableMove,
)
from archive.engines.geometry import Symmetry
from archive.engines.writing import LONGEST, respellings


class Plain(Generic[S, M]):
    """The duties that most games answer alike: an engine may begin with these."""

    # ruff: noqa: ARG002 -- the protocol offers every duty its state, whether it needs one or not

    def rest(self, state: S) -> M | None:
        return None

    def scores(self, state: S) -> tuple[int, ...]:
        return ()

    def plays_on(self, state: S) -> bool:
        return False

    def unverified(self, states: tuple[S, ...]) -> Notice | None:
        return None

    def facets(self, state: S) -> tuple[Facet, ...]:
        return ()

    def likenesses(self, state: S) -> tuple[Symmetry, ...]:
        return ()

    def twins(self, state: S) -> tuple[S, ...]:
        return ()


class Turn(NamedTuple, Generic[S, M]):
    """One played turn: its moves (a `rest` included), and the states before each and after all."""

    moves: tuple[M, ...]
    states: tuple[S, ...]


def play_turn(engine: Engine[S, M], state: S, text: str) -> Turn[S, M]:
    """Play the body of one turn token. Raises UnreadableMove or IllegalMove.

    A turn that a record leaves open (a bonus not taken) is closed by the engine's `rest`. After the
    end there is none, but where the engine says that an honest record `plays_on`.
    """
    if engine.outcome(state) is not None and not engine.plays_on(state):
        raise IllegalMove("move.after-end", "The game had ended before this move.")
    moves = engine.read(state, text)
    states: tuple[S, ...] = (state,)
    for move in moves:
        state = engine.check(state, move)
        states += (state,)
    while (rest := engine.rest(state)) is not None:
        state = engine.check(state, rest)
        moves += (rest,)
        states += (state,)
    return Turn(moves, states)


def nearest(engine: Engine[S, M], state: S, text: str, limit: int = 6) -> tuple[str, ...]:
    """Legal bodies that the writer of an illegal one may have meant, likeliest first; none for a text
    that is longer than any body."""
    found: list[str] = []
    if len(text) > LONGEST:
        return ()
    for candidate in _candidates(engine, state, text):
        if candidate == text or candidate in found:
            continue
        try:
            play_turn(engine, state, candidate)
        except RuleError:
            continue
        found.append(candidate)
        if len(found) == limit:
            break
    return tuple(found)


def _candidates(engine: Engine[S, M], state: S, text: str) -> Iterator[str]:
    """For a body that can be read, what is near it; else first what it may be a misspelling of."""
    if not _can_be_read(engine, state, text):
        spellings = (word for word in respellings(text) if _can_be_read(engine, state, word))
        first = next(spellings, None)
        if first is not None:
            yield first
            yield from spellings
            yield from engine.nearby(state, first)
    yield from engine.nearby(state, text)


def _can_be_read(engine: Engine[S, M], state: S, text: str) -> bool:
    try:
        engine.read(state, text)
    except UnreadableMove:
        return False
    return True


def legal(engine: Engine[S, M], state: S) -> tuple[M, ...]:
    """All legal moves of a state, sorted."""
    return tuple(sorted(engine.moves(state)))  # type: ignore[type-var]


def key(engine: Engine[S, M], packed: bytes) -> int:
    """A position's identity as a signed 64-bit number: the same in every process and machine.

    BLAKE2b of the packed form, salted by the engine's slug and edition.
    """
    salt = f"{engine.slug}/{engine.edition}".encode()
    digest = blake2b(packed, digest_size=8, key=salt).digest()
    return int.from_bytes(digest, "big", signed=True)


def canonical(engine: Engine[S, M], state: S) -> tuple[bytes, tuple[Symmetry, ...]]:
    """The least packed form over the state's symmetries, and all symmetries that reach it."""
    images = [(engine.pack(engine.transform(state, by)), by) for by in engine.symmetries(state)]
    least = min(packed for packed, _ in images)
    return least, tuple(by for packed, by in images if packed == least)


def canonical_move(engine: Engine[S, M], move: M, reached: tuple[Symmetry, ...]) -> M:
    """The least image of a move under the symmetries that `canonical` returned.

    All of them, not one: else the statistics of a position that is symmetrical in itself split.
    """
    return min(engine.transform_move(move, by) for by in reached)  # type: ignore[type-var]


def playout(
    engine: Engine[S, M], setup: Setup, rng: random.Random, limit: int = 400
) -> tuple[tuple[S, ...], tuple[M, ...]]:
    """A seeded random game: its states (one more than moves) and moves, ``limit`` moves at most."""
    state = engine.start(setup)
    states: list[S] = [state]
    moves: list[M] = []
    while len(moves) < limit and engine.outcome(state) is None:
        choices = tuple(engine.moves(state))
        if not choices:
            break
        move = rng.choice(choices)
        state = engine.play(state, move)
        moves.append(move)
        states.append(state)
    return tuple(states), tuple(moves)
