"""The sample archive: games that the engines play themselves, so that a new site shows something.

Every game has a seed of its own, made from its number; the same number gives the same record.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from archive import engines
from archive.engines import AnyEngine, core, policies
from archive.engines.policies import AnyPolicy
from archive.notation.record import ParsedMove, ParsedRecord
from archive.notation.writer import write_tgr


@dataclass(frozen=True, slots=True)
class SampleEvent:
    """``games`` games of one event, one round every ``days`` days, by the tags of its records."""

    name: str
    game: str
    games: int
    first: date
    days: int
    a_round: int
    tags: tuple[tuple[str, str], ...] = ()
    style: str = ""
    """How everybody plays, to the end, where it is not each in his own way until he gives up."""


EVENTS: Final = (
    SampleEvent("Sample spring open", "skud-pai-sho", 90, date(2022, 3, 5), 7, 6),
    SampleEvent("Sample evening league", "skud-pai-sho", 80, date(2023, 1, 11), 14, 4),
    SampleEvent(
        *("Sample oasis cup", "skud-pai-sho", 32, date(2024, 5, 4), 1, 4),
        (("Options", "ancient-oasis"),),
    ),
    SampleEvent(
        *("Sample friendly day", "skud-pai-sho", 8, date(2024, 9, 15), 1, 8),
        style="companion",
    ),
)
GAMES: Final = sum(event.games for event in EVENTS)

CAST: Final = tuple(
    f"Sample player {name}"
    for name in (
        *("Ada", "Bo", "Chen", "Dagny", "Emeka", "Farah"),
        *("Goran", "Hana", "Ines", "Juno", "Kofi", "Leila"),
    )
)
FILE: Final = Path(__file__).parent.parent / "samples.tgr.gz"
"""What is shipped: all sample records, written by `manage.py make_samples`."""
NOTE: Final = "A sample: Tilebook's engine played both sides."
LONGEST: Final = 260
"""Turns after which a game is left unfinished."""


@dataclass(slots=True)
class Ending:
    """Result and Termination tags: unfinished until something else happens."""

    result: str = "*"
    termination: str = ""


def sample_records() -> Iterator[str]:
    """Every sample record as TGR, by event and date."""
    return (sample_record(number) for number in range(GAMES))


def sample_record(number: int) -> str:
    """One sample record, counted from 0, as TGR."""
    event, game = _place(number)
    rng = Random(f"Tilebook sample {number}")  # noqa: S311 (a game is no secret)
    engine, policy = engines.get(event.game), policies.get(event.game)
    assert engine is not None  # noqa: S101 (EVENTS names engines that there are)
    players = _players(rng, len(engine.seat_names))
    moves, ending = _play(engine, policy, event, players, rng)
    round_number = game // event.a_round
    tags = [
        ("Game", event.game),
        ("Event", event.name),
        ("Date", f"{event.first + timedelta(event.days * round_number):%Y.%m.%d}"),
        ("Round", str(round_number + 1)),
        *zip(engine.seat_names, (CAST[player] for player in players), strict=True),
        ("Result", ending.result),
        *([("Termination", ending.termination)] if ending.termination else []),
        *event.tags,
        ("Annotator", NOTE),
    ]
    return write_tgr(
        ParsedRecord(
            game=event.game,
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


def _place(number: int) -> tuple[SampleEvent, int]:
    """The event of a game, and which of its games it is."""
    for event in EVENTS:
        if number < event.games:
            return event, number
        number -= event.games
    raise IndexError("There are not so many samples.")


def _players(rng: Random, count: int) -> list[int]:
    """Different members of the cast."""
    left = list(range(len(CAST)))
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def _play(
    engine: AnyEngine, policy: AnyPolicy, event: SampleEvent, players: list[int], rng: Random
) -> tuple[list[ParsedMove], Ending]:
    state = engine.start(engine.header(dict(event.tags)).setup)
    written: list[ParsedMove] = []
    own_styles = [policy.styles[player % len(policy.styles)] for player in players]
    styles = [event.style or style for style in own_styles]
    while len(written) < LONGEST:
        if (outcome := engine.outcome(state)) is not None:
            winners = [engine.seat_names[seat] for seat in outcome.winners]
            return written, Ending("+".join(winners) or "Draw", outcome.reason)
        if next(engine.moves(state), None) is None:
            break
        if (
            not event.style
            and (stopped := _stopped(engine, policy, state, len(written), rng)) is not None
        ):
            return written, stopped
        number, seat = engine.label(state)
        turn = _turn(engine, policy, state, styles[seat], rng)
        body = engine.write(state, turn.moves)
        letter = engine.seat_letters[seat]
        written.append(ParsedMove(f"{number}{letter}.{body}", number, letter, body, None, None))
        state = turn.states[-1]
    return written, Ending()


def _turn(
    engine: AnyEngine, policy: AnyPolicy, state: object, style: str, rng: Random
) -> core.Turn[object, object]:
    """One turn: moves until the next one is another turn's."""
    label = engine.label(state)
    moves: list[object] = []
    states = [state]
    while not moves or (engine.rest(state) is not None and engine.label(state) == label):
        move = policy.choose(state, style, rng)
        state = engine.check(state, move)
        moves.append(move)
        states.append(state)
    return core.Turn(tuple(moves), tuple(states))


def _stopped(
    engine: AnyEngine, policy: AnyPolicy, state: object, turns: int, rng: Random
) -> Ending | None:
    """What may end a game away from the board, now and then: all but the last need a long one."""
    _, seat = engine.label(state)
    other = engine.seat_names[1 - seat]
    chance = int(rng.random() * 10_000)
    if turns < 30:
        return None
    lead = policy.standing(state, 1 - seat)
    if lead > 110 and chance < 500:
        return Ending(other, "resignation")
    if chance < 12:
        return Ending(other, "time")
    if turns > 60 and abs(lead) < 20 and chance < 150:
        return Ending("Draw", "agreement")
    return Ending("*", "abandoned") if chance > 9_994 else None
