"""What the explorer must show of a position, counted in the plainest way: every record is replayed,
every position compared with every image of the one that is shown."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from analysis.services import folding, indexing, rebuilding
from archive import engines
from archive.engines.core import play_turn
from archive.models import Record
from archive.replay import Step, judge
from archive.selectors.replays import parsed
from archive.services import batches, importing
from tests.archive.shipped import shipped

Asked = Callable[[Record], bool]


def fill(text: str) -> None:
    """Import a text, index and count it."""
    importing.import_batch(batch=batches.open_batch(uploads=[("games.tgr", [text.encode()])]))
    ids = list(Record.objects.values_list("pk", flat=True))
    indexing.index_records(record_ids=ids)
    for generation_id in rebuilding.waiting():
        while folding.fold(generation_id=generation_id):
            pass


def samples(game: str, count: int) -> str:
    """Some shipped samples of a game, the shortest first."""
    mine = sorted(
        (record for record in shipped() if record.game == game),
        key=lambda record: (len(record.moves), record.index),
    )
    return "".join(record.original.decode() + "\n\n" for record in mine[:count])


@dataclass
class Count:
    """How the games of one row ended, and the images of the move that they played."""

    bodies: set[str] = field(default_factory=set)
    games: int = 0
    finished: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    left: int = 0
    last: str = ""

    def note(self, record: Record, left: int) -> None:
        self.games += 1
        self.left += left
        if record.result != "*":
            self.finished += 1
            self.wins[record.result] = self.wins.get(record.result, 0) + 1
        earliest, latest = record.date_earliest, record.date_latest
        if earliest and latest and f"{earliest:%Y-%m}" == f"{latest:%Y-%m}":
            self.last = max(self.last, f"{earliest:%Y-%m}")


@cache
def form(slug: str, state: Any) -> bytes:
    """One and the same for all images of a state."""
    engine = engines.get(slug)
    assert engine is not None
    return min(engine.pack(engine.transform(state, by)) for by in engine.symmetries(state))


class Library:
    """The replays of every counted record of a game."""

    def __init__(self, game: str) -> None:
        engine = engines.get(game)
        assert engine is not None
        self.engine = engine
        rows = Record.objects.filter(game=game, verdict__in=("valid", "contradictory"))
        self.games = [(record, *_replayed(record)) for record in rows.order_by("pk")]

    def lines(self) -> Iterator[tuple[Record, tuple[str, ...], Any]]:
        """Every position of every record, with the turns that lead there."""
        for record, states, steps in self.games:
            for ply, state in enumerate(states):
                yield record, tuple(step.body for step in steps[:ply]), state

    def rows(self, shown: Any, asked: Asked) -> tuple[list[Count], Count]:
        """The rows of the position shown, and the games that end there."""
        found: list[Count] = []
        ended = Count()
        for record, states, steps in self.games:
            ply = self._first(states, shown) if asked(record) else None
            if ply is None:
                continue
            if ply == len(steps):
                ended.note(record, 0)
                continue
            bodies = set(self._images(states[ply], steps[ply], shown))
            row = next((row for row in found if row.bodies & bodies), None)
            if row is None:
                row = Count(bodies)
                found.append(row)
            row.note(record, len(steps) - ply)
        return found, ended

    def reached(self, shown: Any, body: str, asked: Asked) -> int:
        """How many records ever come to the position after a move."""
        after = play_turn(self.engine, shown, body).states[-1]
        return sum(
            1
            for record, states, _ in self.games
            if asked(record) and self._first(states, after) is not None
        )

    def _first(self, states: Iterable[Any], shown: Any) -> int | None:
        aim = form(self.engine.slug, shown)
        plies = (ply for ply, state in enumerate(states) if form(self.engine.slug, state) == aim)
        return next(plies, None)

    def _images(self, state: Any, step: Step, shown: Any) -> Iterator[str]:
        """The turn of a state in the frame of its image that is shown, in every way to bring it."""
        engine = self.engine
        for by in engine.symmetries(state):
            if engine.pack(engine.transform(state, by)) == engine.pack(shown):
                yield engine.write(
                    shown, tuple(engine.transform_move(move, by) for move in step.moves)
                )


def _replayed(record: Record) -> tuple[list[Any], tuple[Step, ...]]:
    judgement = judge(parsed(record), steps=True)
    steps = judgement.steps
    start = steps[0].states[0] if steps else judgement.state
    return [start, *(step.states[-1] for step in steps)], steps
