"""The sample archive: games that the engines play themselves, so that a new site shows something.

Every game has a seed of its own, made from its number; the same number gives the same record.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

from archive import engines
from archive.engines import AnyEngine, core, policies
from archive.engines.base import CHANCE
from archive.engines.policies import AnyPolicy
from archive.engines.sampling import SampleEvent, below
from archive.notation.record import ParsedMove, ParsedRecord
from archive.notation.results import DRAW, UNKNOWN
from archive.notation.writer import write_tgr
from archive.replay import board_result

GAMES: Final = sum(event.games for policy in policies.all_policies() for event in policy.events)

CAST: Final = tuple(
    f"Sample player {name}"
    for name in (
        *("Ada", "Bo", "Chen", "Dagny", "Emeka", "Farah"),
        *("Goran", "Hana", "Ines", "Juno", "Kofi", "Leila"),
    )
)
FILE: Final = Path(__file__).parent.parent / "samples.tgr.gz"
"""What is shipped: all sample records, written by `manage.py make_samples`."""
NOTE: Final = "A sample: Tilebook's engine played {sides}."
LONGEST: Final = 260
"""Turns after which a game is left unfinished."""


@dataclass(slots=True)
class Ending:
    """Result and Termination tags: unfinished until something else happens."""

    result: str = UNKNOWN
    termination: str = ""


def sample_records() -> Iterator[str]:
    """Every sample record as TGR, by event and date."""
    return (sample_record(number) for number in range(GAMES))


def sample_record(number: int) -> str:
    """One sample record, counted from 0, as TGR."""
    policy, event, game = _place(number)
    rng = Random(f"Tilebook sample {number}")  # noqa: S311 (a game is no secret)
    engine = engines.get(policy.slug)
    assert engine is not None  # noqa: S101 (a policy plays by an engine that there is)
    players = _players(rng, event.seats)
    seats = engine.seat_names[: event.seats]
    given = (
        *zip(seats, (CAST[player] for player in players), strict=True),
        *event.tags,
        *policy.tags(event.seats, rng),
    )
    moves, ending = _play(_Table(engine, policy, event, rng), dict(given), players)
    round_number = game // event.a_round
    sides = "both sides" if event.seats == 2 else "every side"
    tags = [
        ("Game", policy.slug),
        ("Event", event.name),
        ("Date", f"{event.first + timedelta(event.days * round_number):%Y.%m.%d}"),
        ("Round", str(round_number + 1)),
        *given,
        ("Result", ending.result),
        *([("Termination", ending.termination)] if ending.termination else []),
        ("Annotator", NOTE.format(sides=sides)),
    ]
    return write_tgr(
        ParsedRecord(
            game=policy.slug,
            format="tgr",
            original=b"",
            file="",
            index=number,
            line=1,
            tags=tuple(tags),
            moves=tuple(moves),
            result=ending.result,
            seats=engine.seat_names,
        )
    )


def _place(number: int) -> tuple[AnyPolicy, SampleEvent, int]:
    """Who plays a game, its event, and which of the event's games it is."""
    held = [(policy, event) for policy in policies.all_policies() for event in policy.events]
    for policy, event in sorted(held, key=lambda pair: pair[1].is_later):
        if number < event.games:
            return policy, event, number
        number -= event.games
    raise IndexError("There are not so many samples.")


def _players(rng: Random, count: int) -> list[int]:
    """Different members of the cast."""
    left = list(range(len(CAST)))
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class _Table:
    """Where a game is played: by which rules, in whose way, and with what chance."""

    engine: AnyEngine
    policy: AnyPolicy
    event: SampleEvent
    rng: Random


def _play(
    table: _Table, tags: dict[str, str], players: list[int]
) -> tuple[list[ParsedMove], Ending]:
    engine, policy, event = table.engine, table.policy, table.event
    state = engine.start(engine.header(tags).setup)
    written: list[ParsedMove] = []
    own_styles = [policy.styles[player % len(policy.styles)] for player in players]
    styles = [event.style or style for style in own_styles]
    while len(written) < LONGEST:
        if (outcome := engine.outcome(state)) is not None:
            return written, Ending(board_result(engine, outcome), outcome.reason)
        if next(engine.moves(state), None) is None:
            break
        if not event.style and (stopped := _stopped(table, state, len(written))) is not None:
            return written, stopped
        number, seat = engine.label(state)
        turn = _turn(table, state, styles[seat])
        body = engine.write(state, turn.moves)
        letter = engine.seat_letters[seat]
        written.append(ParsedMove(f"{number}{letter}.{body}", number, letter, body, None, None))
        state = turn.states[-1]
    return written, Ending()


def _turn(table: _Table, state: object, style: str) -> core.Turn[object, object]:
    """One turn: moves until the next one is another turn's."""
    engine = table.engine
    label = engine.label(state)
    moves: list[object] = []
    states = [state]
    while not moves or (engine.rest(state) is not None and engine.label(state) == label):
        if engine.actor(state) == CHANCE:
            drawn = tuple(engine.moves(state))
            move = drawn[below(table.rng, len(drawn))]
        else:
            move = table.policy.choose(state, style, table.rng)
        state = engine.check(state, move)
        moves.append(move)
        states.append(state)
    return core.Turn(tuple(moves), tuple(states))


def _stopped(table: _Table, state: object, turns: int) -> Ending | None:
    """What may end a game away from the board, now and then, by the policy's manners."""
    engine, policy, manners = table.engine, table.policy, table.policy.manners
    chance = below(table.rng, 10_000)
    if turns < manners.opening:
        return None
    if table.event.seats == 2:
        _, seat = engine.label(state)
        other = engine.seat_names[1 - seat]
        lead = policy.standing(state, 1 - seat)
        if lead > manners.hopeless and chance < manners.resign:
            return Ending(other, "resignation")
        if chance < manners.late:
            return Ending(other, "time")
        is_even = turns > 2 * manners.opening and abs(lead) < manners.even
        if is_even and chance < manners.agree:
            return Ending(DRAW, "agreement")
    return Ending(UNKNOWN, "abandoned") if chance >= 10_000 - manners.abandon else None
