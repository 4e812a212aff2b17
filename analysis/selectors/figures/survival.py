"""How long tiles stay on the board, by the estimate of Kaplan and Meier, and how they leave it."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row, between
from analysis.selectors.figures.events import in_order, tile_label
from analysis.selectors.figures.results import width_for
from analysis.selectors.figures.sums import Sums
from archive.engines import AnyEngine

MOST_POINTS: Final = 25
KEPT: Final = "kept"


class Step(NamedTuple):
    """After so many turns: the share that is still there, of the tiles ``at_risk`` just before."""

    turn: int
    share: float
    at_risk: int


def kaplan_meier(gone: Mapping[int, int], kept: Mapping[int, int]) -> list[Step]:
    """The estimate of E. L. Kaplan and P. Meier, Nonparametric estimation from incomplete
    observations (1958), at each turn in which a tile left: the product of ``1 - left / at risk``.

    ``gone``: tiles by the turns after which they left; ``kept``: by the turns for which they were
    watched, and stayed. A tile kept for N turns was at risk in turn N.
    """
    at_risk = sum(gone.values()) + sum(kept.values())
    share, steps = 1.0, []
    for turn in sorted({*gone, *kept}):
        left = gone.get(turn, 0)
        if left:
            share *= 1 - left / at_risk
            steps.append(Step(turn, share, at_risk))
        at_risk -= left + kept.get(turn, 0)
    return steps


def charts(engine: AnyEngine, sums: Sums) -> Iterator[Chart]:
    if has_survival(engine):
        yield curve(engine, sums)
        yield leaving(engine, sums)


def has_survival(engine: AnyEngine) -> bool:
    return any(kind.role == "leaves" for kind in engine.event_kinds)


class Times(NamedTuple):
    gone: Counter[int]
    kept: Counter[int]

    @property
    def tiles(self) -> int:
        return self.gone.total() + self.kept.total()


def _times(sums: Sums) -> dict[str, Times]:
    found: dict[str, Times] = defaultdict(lambda: Times(Counter(), Counter()))
    for (tile, _, turn), count in sums.of("gone"):
        found[tile].gone[int(turn)] += count
    for (tile, turn), count in sums.of("kept"):
        found[tile].kept[int(turn)] += count
    return found


def _last(found: Mapping[str, Times]) -> int:
    turns = (turn for times in found.values() for turn in (*times.gone, *times.kept))
    return max(turns, default=0)


def at(steps: list[Step], turn: int) -> float:
    """The share at a turn: that of the last step until then."""
    before = bisect_right(steps, turn, key=lambda step: step.turn)
    return steps[before - 1].share if before else 1.0


def curve(engine: AnyEngine, sums: Sums) -> Chart:
    """The share of the tiles of each kind that is still on the board so many turns after it came."""
    found = _times(sums)
    tiles = in_order(engine, set(found))
    last = _last(found)
    width = width_for(max(last, _last(_times(sums.whole))), MOST_POINTS)
    steps = {tile: kaplan_meier(found[tile].gone, found[tile].kept) for tile in tiles}
    rows = tuple(
        Row(
            str(turn),
            tuple(_point(tile, found[tile], steps[tile], turn, width) for tile in tiles),
            x=turn,
        )
        for turn in range(0, last + width, width)
    )
    return Chart(
        "survival",
        "Tiles still on the board",
        "lines",
        "Turns since it came",
        tuple(Column(tile_label(engine, tile), "share", of="tiles") for tile in tiles),
        rows,
        sums.games,
        scale="Share still there",
        note="Estimated as Kaplan and Meier do, so that tiles count only as long as their games went on. "
        "A point opens the games in which such a tile left in the turns before it.",
    )


def _point(tile: str, times: Times, steps: list[Step], turn: int, width: int) -> Cell:
    """A line ends where no tile was watched any longer."""
    watched = sum(count for known in times for since, count in known.items() if since >= turn)
    if not watched:
        return Cell(None)
    before = max(0, turn - width + 1)
    marks = (f"gone|{tile}|{ANY}|{between(before, turn)}",) if turn else ()
    return Cell(at(steps, turn), watched, marks)


def leaving(engine: AnyEngine, sums: Sums) -> Chart:
    """How tiles leave the board: the shares of those that came, by kind of leaving."""
    kinds = {kind.kind: kind.label for kind in engine.event_kinds if kind.role == "leaves"}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for (tile, kind, _), count in sums.of("gone"):
        counts[tile][kind] += count
    for (tile, _), count in sums.of(KEPT):
        counts[tile][KEPT] += count
    seen = {kind for row in counts.values() for kind in row}
    order = [KEPT, *(kind for kind in kinds if kind in seen)]
    rows = []
    for tile in in_order(engine, set(counts)):
        whole = counts[tile].total()
        cells = [
            Cell(
                counts[tile][kind] / whole,
                counts[tile][kind],
                (f"kept|{tile}|{ANY}",) if kind == KEPT else (f"gone|{tile}|{kind}|{ANY}",),
            )
            for kind in order
        ]
        rows.append(Row(tile_label(engine, tile), (*cells, Cell(whole, whole))))
    return Chart(
        "leaving",
        "How tiles leave the board",
        "stack",
        "Tile",
        (
            Column("Still there at the end", "share", of="tiles", tone="none"),
            *(Column(kinds[kind], "share", of="tiles") for kind in order[1:]),
            Column("Tiles that came", "tiles", is_drawn=False, of="tiles"),
        ),
        tuple(rows),
        sums.games,
        scale="Share of the tiles that came",
    )
