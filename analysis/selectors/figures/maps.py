"""Where on the board something happens, on the board's own shape."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Plane, Row
from analysis.selectors.figures.events import NOBODYS, in_order, tile_label
from analysis.selectors.figures.sums import Sums
from archive.engines import AnyEngine
from archive.engines.base import EventKind, Spot
from archive.engines.scene import Board

EVERY: Final = "*"
"""How an address says any tile, any seat."""


@dataclass(frozen=True, slots=True)
class Picked:
    """Whose places a map shows: a tile's code and a seat, or any."""

    tile: str = EVERY
    seat: str = EVERY


def planes(boards: Iterable[Board]) -> tuple[Plane, ...]:
    """The grounds of a scene's boards, without what stands on them."""
    return tuple(
        Plane(
            board.bounds,
            board.points,
            board.kind,
            board.title,
            tuple((area.role, area.outline, area.radius) for area in board.areas),
        )
        for board in boards
    )


def tiles(engine: AnyEngine, sums: Sums, kind: EventKind) -> list[tuple[str, str]]:
    """The tiles that a map can be asked for, as choices."""
    codes = {parts[0] for parts, _ in sums.of("spot", kind.kind) if parts[0]}
    return [
        (EVERY, "All tiles"),
        *((code, tile_label(engine, code)) for code in in_order(engine, codes)),
    ]


def seats(engine: AnyEngine, sums: Sums, kind: EventKind) -> list[tuple[str, str]]:
    """The seats that a map can be asked for, as choices."""
    known = sorted({int(parts[1]) for parts, _ in sums.of("spot", kind.kind)})
    names = [(str(seat), engine.seat_names[seat] if seat >= 0 else NOBODYS) for seat in known]
    return [(EVERY, "All seats"), *names] if len(names) > 1 else []


def board_map(
    sums: Sums,
    kind: EventKind,
    picked: Picked,
    grounds: Sequence[Plane],
) -> Chart:
    """How often it happened on each place of the board."""
    counts: Counter[Spot] = Counter()
    for (tile, seat, where), count in sums.of("spot", kind.kind):
        if picked.tile in {EVERY, tile} and picked.seat in {EVERY, seat}:
            board, x, y = where.split(",")
            counts[int(board), float(x), float(y)] += count
    rows = tuple(
        Row(
            _place(spot, len(grounds)),
            (
                Cell(counts[spot], counts[spot], (_mark(kind, picked, spot),)),
                Cell(counts[spot] / sums.games if sums.games else None, sums.games),
            ),
            spot=spot,
        )
        for spot in sorted(counts, key=lambda spot: (-counts[spot], spot))
    )
    return Chart(
        f"map-{kind.kind}",
        f"{kind.label}: where",
        "board",
        "Place",
        (
            Column("Times", "times", of="times"),
            Column("Times a game", "number", is_drawn=False),
        ),
        rows,
        sums.games,
        scale="Times",
        planes=tuple(grounds),
    )


def _mark(kind: EventKind, picked: Picked, spot: Spot) -> str:
    board, x, y = spot
    tile, seat = (ANY if part == EVERY else part for part in (picked.tile, picked.seat))
    return f"spot|{kind.kind}|{tile}|{seat}|{board},{x:g},{y:g}"


def _place(spot: Spot, boards: int) -> str:
    board, x, y = spot
    place = f"({x:g},{y:g})"
    return f"{place} on board {board + 1}" if boards > 1 else place
