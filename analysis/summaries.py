"""A replayed record becomes counters: all that it adds to the statistics of its game.

The keys, each with what it counts (``seat`` is a number, ``o`` a letter of `Ending.letter`):

- ``games``; ``result|R``; ``ending|T|R`` (termination and result); ``plies|N``; ``month|YYYY-MM|R``;
  ``seat|seat|o``
- ``share|N|seat|P``: a game of N players with a result, of which the seat got P sixtieths of a
  victory; ``scored|N|seat|S``: one that it ended with the score S
- ``facet|kind|value|count|seat|o`` and ``facets|kind|A+A+B|seat|o``: what was chosen, alone and all
- ``events|kind|tile|seat``: how often; ``used|kind|tile|seat|o``: games in which a seat did it at all
- ``first|kind|tile|N``: games in which it was first done (by anyone) in turn N; ``began|kind|N``:
  with any tile
- ``spot|kind|tile|seat|board,x,y``: how often there; ``other|kind|tile|other``
- ``gone|tile|kind|N``: tiles that left N turns after they came; ``kept|tile|N``: that were still
  there when the game ended, N turns after they came
- ``curve|measure|o``: by ply, the sum of a measure over seats that ended so; ``span|o|N``: how many
  seats that ended so played a game of N plies, so that a curve has its numbers of games
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.statistics import Counters, Ending
from archive.engines import AnyEngine
from archive.engines.base import Event, EventKind, Facet, Spot
from archive.notation.results import DRAW, LOST, UNKNOWN
from archive.replay import Step


@dataclass(frozen=True, slots=True)
class Facts:
    """What a record says of itself beside its moves. ``month``: ``2024-05``, "" if not known."""

    ending: Ending
    result: str
    termination: str
    month: str


def ending_of(engine: AnyEngine, result: str, seats: int) -> Ending:
    """What a Result value means for statistics. One that names no seat of the game is none."""
    if result in {LOST, DRAW}:
        return Ending(seats, (), lost=result == LOST)
    names = engine.seat_names[:seats]
    winners = result.split("+")
    if result == UNKNOWN or not set(winners) <= set(names):
        return Ending(seats, None)
    return Ending(seats, tuple(sorted(names.index(winner) for winner in winners)))


def summarise(engine: AnyEngine, start: Any, steps: Sequence[Step], facts: Facts) -> Counters:
    """The counters of one record. ``start``: the state before any move."""
    last = steps[-1].states[-1] if steps else start
    counts: Counter[str] = Counter(_of_facts(facts, len(steps)))
    counts.update(_of_seats(facts.ending, engine.scores(last)))
    counts.update(_of_facets(engine.facets(last), facts.ending))
    counts.update(_of_events(engine, start, steps, facts.ending))
    return {
        **counts,
        **_curves(engine, [start, *(step.states[-1] for step in steps)], facts.ending),
    }


def word(text: str) -> str:
    """A text as a part of a key: without the signs that part keys and lines."""
    return " ".join(text.replace("|", "/").replace("=", "-").split())


def _of_facts(facts: Facts, plies: int) -> dict[str, int]:
    result, ending = word(facts.result), word(facts.termination)
    return {
        "games": 1,
        f"result|{result}": 1,
        f"ending|{ending}|{result}": 1,
        f"plies|{plies}": 1,
        f"month|{facts.month}|{result}": 1,
    }


def _of_seats(ending: Ending, scores: Sequence[int]) -> dict[str, int]:
    """How each seat fared, among how many, and the scores of those that have one."""
    seats = ending.seats
    counts = {f"seat|{seat}|{ending.letter(seat)}": 1 for seat in range(seats)}
    if ending.winners is not None:
        counts |= {f"share|{seats}|{seat}|{ending.points(seat)}": 1 for seat in range(seats)}
    return counts | {f"scored|{seats}|{seat}|{score}": 1 for seat, score in enumerate(scores)}


def _of_facets(facets: Iterable[Facet], ending: Ending) -> dict[str, int]:
    counts: dict[str, int] = {}
    sets: dict[tuple[str, int], list[str]] = defaultdict(list)
    for facet in facets:
        end = ending.letter(facet.seat) if facet.seat >= 0 else "u"
        value = word(facet.value)
        counts[f"facet|{facet.kind}|{value}|{facet.count}|{facet.seat}|{end}"] = 1
        sets[facet.kind, facet.seat] += [value] * facet.count
    for (kind, seat), values in sets.items():
        end = ending.letter(seat) if seat >= 0 else "u"
        counts[f"facets|{kind}|{'+'.join(sorted(values))}|{seat}|{end}"] = 1
    return counts


@dataclass(slots=True)
class _Told:
    """Events as they are heard, one turn after the other."""

    kinds: dict[str, EventKind]
    ending: Ending
    counts: Counter[str] = field(default_factory=Counter)
    first: dict[tuple[str, str], int] = field(default_factory=dict)
    came: dict[Spot, tuple[str, int]] = field(default_factory=dict)
    """The tiles on the board, with the turn in which each came."""

    def hear(self, event: Event, turn: int) -> None:
        kind, seat, tile, spot, _, other = event
        tile, counts = word(tile), self.counts
        counts[f"events|{kind}|{tile}|{seat}"] += 1
        letter = self.ending.letter(seat) if seat >= 0 else "u"
        counts[f"used|{kind}|{tile}|{seat}|{letter}"] = 1
        self.first.setdefault((kind, tile), turn)
        if spot is not None and self.kinds[kind].has_spots:
            counts[f"spot|{kind}|{tile}|{seat}|{spot[0]},{spot[1]:g},{spot[2]:g}"] += 1
        if other:
            counts[f"other|{kind}|{tile}|{word(other)}"] += 1

    def follow(self, events: Sequence[Event], turn: int) -> None:
        """What the events of one move do to the tiles: those that move together leave first."""
        lifted = {
            event.origin: self.came.pop(event.origin)
            for event in events
            if event.origin in self.came and self.kinds[event.kind].role == "moves"
        }
        for event in events:
            role = self.kinds[event.kind].role
            if event.spot is None:
                continue
            if role == "arrives":
                self.came[event.spot] = (word(event.tile), turn)
            elif role == "moves" and event.origin in lifted:
                self.came[event.spot] = lifted[event.origin]
            elif role == "leaves" and event.spot in self.came:
                tile, since = self.came.pop(event.spot)
                self.counts[f"gone|{tile}|{event.kind}|{turn - since}"] += 1


def _of_events(
    engine: AnyEngine, start: Any, steps: Sequence[Step], ending: Ending
) -> Counter[str]:
    told = _Told({kind.kind: kind for kind in engine.event_kinds}, ending)
    for event in engine.final_events(start):
        if told.kinds[event.kind].role == "stands" and event.spot is not None:
            told.came[event.spot] = (word(event.tile), 0)
    state = start
    for turn, step in enumerate(steps, start=1):
        for move, state, after in zip(step.moves, step.states, step.states[1:], strict=False):
            events = engine.events(state, move, after)
            told.follow(events, turn)
            for event in events:
                told.hear(event, turn)
    end = len(steps)
    for tile, since in told.came.values():
        told.counts[f"kept|{tile}|{end - since}"] += 1
    began: dict[str, int] = {}
    for (kind, tile), turn in told.first.items():
        told.counts[f"first|{kind}|{tile}|{turn}"] = 1
        began.setdefault(kind, turn)
    told.counts.update({f"began|{kind}|{turn}": 1 for kind, turn in began.items()})
    last = steps[-1].states[-1] if steps else start
    for event in engine.final_events(last):
        told.hear(event, end)
    return told.counts


def _curves(engine: AnyEngine, states: Sequence[Any], ending: Ending) -> Counters:
    measured = [engine.measured(state) for state in states]
    seats = range(ending.seats)
    letters = [ending.letter(seat) for seat in seats]
    curves: Counters = {}
    for letter in sorted(set(letters)):
        members = [seat for seat in seats if letters[seat] == letter]
        curves[f"span|{letter}|{len(states) - 1}"] = len(members)
        for number, measure in enumerate(engine.measures):
            row = tuple(sum(at[number][seat] for seat in members) for at in measured)
            if any(row):
                curves[f"curve|{measure.name}|{letter}"] = row
    return curves
