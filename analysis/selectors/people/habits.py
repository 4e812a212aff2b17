"""What a player likes to play: early positions, and what his games are found by (accents)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analysis.models import Visit
from analysis.selectors.people.fare import Fare, fares
from analysis.selectors.people.plays import Play, lots
from archive import engines
from archive.engines import AnyEngine
from archive.models import Record, RecordFacet
from archive.selectors.replays import parsed

Reached = tuple[int, int]
"""A position, and the seat from which it was reached."""

LATEST: Final = 500
"""So many of the latest games tell what someone likes."""
DEEPEST: Final = 6
"""Turns that may make an opening."""
AGAIN: Final = 3
OPENINGS: Final = 6
CHOICES: Final = 12


@dataclass(frozen=True, slots=True)
class Opening:
    """An early position that a player came to often; ``turns`` are those of ``record``, his latest
    such game."""

    turns: str
    record: int
    seat: str
    fare: Fare


@dataclass(frozen=True, slots=True)
class Openings:
    """The positions after ``ply`` turns; none where too few games began alike."""

    ply: int
    rows: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that was chosen, with the games in which it was."""

    kind: str
    value: str
    fare: Fare


def openings(plays: Sequence[Play]) -> Openings:
    """The early positions that were reached most often from each seat, of games of one game, latest
    first: as deep as the deepest that came up three times."""
    by_entry: dict[int, list[Play]] = defaultdict(list)
    for play in plays:
        by_entry[play.entry].append(play)
    reached: dict[int, list[tuple[Reached, Play]]] = defaultdict(list)
    for entries in lots(list(by_entry)):
        visits = Visit.objects.filter(entry__in=entries, ply__gt=0, ply__lte=DEEPEST).order_by()
        for entry, ply, position in visits.values_list("entry", "ply", "position"):
            reached[ply] += [((position, play.seat), play) for play in by_entry[entry]]
    for ply in range(DEEPEST, 0, -1):
        times = Counter(key for key, _ in reached[ply])
        if max(times.values(), default=0) >= AGAIN:
            return Openings(ply, tuple(_openings(ply, reached[ply], plays)))
    return Openings(0, ())


def _openings(
    ply: int, reached: Sequence[tuple[Reached, Play]], plays: Sequence[Play]
) -> list[Opening]:
    sums = fares((key, play.ending, play.seat) for key, play in reached)
    ranked = sorted(sums, key=lambda key: (-sums[key].games, key))
    chosen = [key for key in ranked if sums[key].games > 1][:OPENINGS]
    order = {play: number for number, play in enumerate(plays)}
    latest: dict[Reached, Play] = {}
    for key, play in sorted(reached, key=lambda pair: order[pair[1]]):
        latest.setdefault(key, play)
    records = Record.objects.defer("original").prefetch_related("seats")
    known = records.in_bulk([latest[key].record for key in chosen])
    found = []
    for key in chosen:
        play = latest[key]
        engine = engines.get(play.game)
        if engine is not None and play.record in known:
            moves = parsed(known[play.record]).moves[:ply]
            turns = " ".join(move.token for move in moves)
            found.append(Opening(turns, play.record, engine.seat_names[play.seat], sums[key]))
    return found


def choices(engine: AnyEngine, plays: Sequence[Play]) -> dict[str, tuple[Choice, ...]]:
    """What the player's games of one game are found by, under the words for its kind."""
    if not engine.facet_kinds:
        return {}
    sat = {(play.record, play.seat): play for play in plays}
    chosen: list[tuple[tuple[str, str], Play]] = []
    for records in lots(sorted({play.record for play in plays})):
        facets = RecordFacet.objects.filter(record__in=records, seat__gte=0).order_by()
        for record, seat, of, value in facets.values_list("record", "seat", "kind", "value"):
            if play := sat.get((record, seat)):
                chosen.append(((of, value), play))
    sums = fares((key, play.ending, play.seat) for key, play in dict.fromkeys(chosen))
    found: dict[str, tuple[Choice, ...]] = {}
    for kind in engine.facet_kinds:
        labels = dict(kind.choices)
        mine = Counter({value: sums[of, value].games for of, value in sums if of == kind.kind})
        rows = [
            Choice(kind.label, labels.get(value, value), sums[kind.kind, value])
            for value, _ in sorted(mine.items(), key=lambda item: (-item[1], item[0]))
        ]
        if rows:
            found[kind.label] = tuple(rows[:CHOICES])
    return found
