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
from archive.engines.base import CHANCE
from archive.engines.policies import AnyPolicy
from archive.engines.sampling import below
from archive.notation.record import ParsedMove, ParsedRecord
from archive.notation.results import DRAW, UNKNOWN
from archive.notation.writer import write_tgr
from archive.replay import board_result


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
    seats: int = 2
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
    SampleEvent(
        *("Sample mirror club", "quaterno", 26, date(2023, 2, 4), 7, 4),
        (("Setup", "size=11"),),
    ),
    SampleEvent(
        *("Sample small squares", "quaterno", 10, date(2024, 2, 3), 1, 5),
        (("Setup", "size=9 guest-moon=(4,3) host-moon=(-4,-3)"),),
    ),
    SampleEvent(
        *("Sample two-board league", "quadtria", 18, date(2023, 3, 8), 14, 4),
        (("Options", "boards=2"),),
    ),
    SampleEvent(
        *("Sample corners day", "quadtria", 10, date(2024, 3, 9), 1, 5),
        (("Options", "boards=2"),),
        style="surveyor",
    ),
    SampleEvent(
        *("Sample one-board evening", "quadtria", 8, date(2024, 4, 6), 1, 4),
        (("Options", "boards=1"),),
    ),
    SampleEvent(
        *("Sample patience day", "quadtria", 4, date(2024, 6, 1), 1, 4),
        (("Options", "boards=1 move-limit=60"),),
        style="companion",
    ),
    SampleEvent("Sample harmony league", "pai-chi", 26, date(2023, 4, 12), 14, 4),
    SampleEvent("Sample hunt", "pai-chi", 10, date(2024, 7, 6), 1, 5, style="hunter"),
    SampleEvent("Sample solo evenings", "shifting-stones", 12, date(2023, 10, 2), 7, 1, seats=1),
    SampleEvent("Sample stones for two", "shifting-stones", 14, date(2023, 11, 4), 7, 2),
    SampleEvent("Sample stones for three", "shifting-stones", 8, date(2024, 1, 6), 7, 1, seats=3),
    SampleEvent("Sample stones for four", "shifting-stones", 5, date(2024, 8, 3), 7, 1, seats=4),
    SampleEvent("Sample stones for five", "shifting-stones", 5, date(2024, 10, 5), 7, 1, seats=5),
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
    event, game = _place(number)
    rng = Random(f"Tilebook sample {number}")  # noqa: S311 (a game is no secret)
    engine, policy = engines.get(event.game), policies.get(event.game)
    assert engine is not None  # noqa: S101 (EVENTS names engines that there are)
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
        ("Game", event.game),
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
