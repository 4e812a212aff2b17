"""Charts of one kind of event: how often by tile, when first, with what score, together with what."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row
from analysis.selectors.figures.results import quantile
from analysis.selectors.figures.sums import Sums, even, letters, score, score_words
from archive.engines import AnyEngine
from archive.engines.base import EventKind

NO_TILE: Final = "No tile"
ANY_TILE: Final = "Any of them"
NOBODYS: Final = "Nobody's"
PARTS: Final = (("Earliest tenth", 0.1), ("Median", 0.5), ("Latest tenth", 0.9))
MOST_OTHERS: Final = 30


def find(engine: AnyEngine, kind: str) -> EventKind | None:
    return next((one for one in engine.event_kinds if one.kind == kind), None)


def charts(engine: AnyEngine, sums: Sums, kind: EventKind) -> Iterator[Chart]:
    yield times(engine, sums, kind)
    yield scores(engine, sums, kind)
    yield first(engine, sums, kind)
    if kind.other:
        yield others(engine, sums, kind)


def tile_label(engine: AnyEngine, code: str) -> str:
    """A tile's name; the words for what has no tile."""
    names = {tile.code: tile.label for tile in engine.tile_kinds}
    return names.get(code, code) if code else NO_TILE


def _row_label(engine: AnyEngine, kind: EventKind, code: str) -> str:
    """What happens to no tile is called by its own name."""
    return tile_label(engine, code) if code else kind.label


def _rows_are(codes: Iterable[str]) -> str:
    return "Tile" if any(codes) else "What happened"


def in_order(engine: AnyEngine, codes: set[str]) -> list[str]:
    """Codes as the engine orders its tiles; others behind them."""
    known = [tile.code for tile in engine.tile_kinds]
    return [code for code in known if code in codes] + sorted(codes - set(known))


def times(engine: AnyEngine, sums: Sums, kind: EventKind) -> Chart:
    """How often it happens in a game, by tile and by the seat that does it."""
    counts: Counter[tuple[str, int]] = Counter()
    games: Counter[tuple[str, int]] = Counter()
    for (tile, seat), count in sums.of("events", kind.kind):
        counts[tile, int(seat)] += count
    for (tile, seat, _), count in sums.of("used", kind.kind):
        games[tile, int(seat)] += count
    seats = sorted({seat for _, seat in counts})
    rows = tuple(
        Row(
            _row_label(engine, kind, tile),
            tuple(
                cell
                for seat in seats
                for cell in _times(
                    counts[tile, seat], games[tile, seat], sums.games, _mark(kind, tile, seat)
                )
            ),
        )
        for tile in in_order(engine, {tile for tile, _ in counts})
    )
    columns = tuple(
        column
        for seat in seats
        for column in (
            Column(f"{seat_label(engine, seat)}, times a game", "number", tone=_tone(seat)),
            Column(f"{seat_label(engine, seat)}, times", "times", is_drawn=False),
            Column(f"{seat_label(engine, seat)}, games with it", "games", is_drawn=False),
        )
    )
    return Chart(
        f"times-{kind.kind}",
        f"{kind.label}: how often",
        "bars",
        _rows_are(tile for tile, _ in counts),
        columns,
        rows,
        sums.games,
        scale="Times a game",
    )


def _times(count: int, games: int, whole: int, marks: tuple[str, ...]) -> tuple[Cell, Cell, Cell]:
    each = count / whole if whole else None
    return Cell(each, games, marks), Cell(count, games, marks), Cell(games, games, marks)


def _mark(kind: EventKind, tile: str, seat: int) -> tuple[str, ...]:
    return (f"events|{kind.kind}|{tile}|{seat}",)


def seat_label(engine: AnyEngine, seat: int) -> str:
    return engine.seat_names[seat] if seat >= 0 else NOBODYS


def _tone(seat: int) -> str:
    return str(seat) if seat >= 0 else "none"


def scores(engine: AnyEngine, sums: Sums, kind: EventKind) -> Chart:
    """How the seats fared that did it at all with a tile."""
    fared: dict[str, list[tuple[str, int]]] = defaultdict(list)
    seats: dict[str, dict[str, None]] = defaultdict(dict)
    for (tile, seat, letter), count in sums.of("used", kind.kind):
        if int(seat) >= 0:
            fared[tile].append((letter, count))
            seats[tile][seat] = None
    rows = []
    for tile in in_order(engine, set(fared)):
        found = letters(fared[tile])
        key = f"used|{kind.kind}|{tile}"
        marks = tuple(f"{key}|{seat}|{letter}" for seat in seats[tile] for letter in "wsl")
        every = tuple(f"{key}|{seat}|{ANY}" for seat in seats[tile])
        rows.append(
            Row(
                _row_label(engine, kind, tile),
                (score(engine, found, marks), Cell(found.seats, found.seats, every)),
            )
        )
    return Chart(
        f"score-{kind.kind}",
        f"{kind.label}: score of the seats that did",
        "points",
        _rows_are(fared),
        (
            Column(score_words(engine), "share", of="seats"),
            Column("Seats that did", "seats", is_drawn=False, of="seats"),
        ),
        tuple(rows),
        sums.games,
        scale=score_words(engine),
        line=even(engine),
        note="Each seat of each game counts once. The bar is the interval of 95 %.",
    )


def first(engine: AnyEngine, sums: Sums, kind: EventKind) -> Chart:
    """In which turn it is first done with a tile, by whoever does it first."""
    turns: dict[str, Counter[int]] = defaultdict(Counter)
    for (tile, turn), count in sums.of("first", kind.kind):
        turns[tile][int(turn)] += count
    rows = [
        _first(_row_label(engine, kind, tile), turns[tile], f"first|{kind.kind}|{tile}", sums)
        for tile in in_order(engine, set(turns))
    ]
    if len(rows) > 1:
        began = Counter({int(turn): count for (turn,), count in sums.of("began", kind.kind)})
        rows.insert(0, _first(ANY_TILE, began, f"began|{kind.kind}", sums))
    return Chart(
        f"first-{kind.kind}",
        f"{kind.label}: first turn",
        "points",
        _rows_are(turns),
        (
            Column("Median turn", "turns"),
            Column("Games with it", "games", is_drawn=False),
            Column("Share of games", "share", is_drawn=False),
        ),
        tuple(rows),
        sums.games,
        scale="Turn",
        note="The bar goes from the earliest tenth of games to the latest.",
    )


def _first(label: str, turns: Counter[int], key: str, sums: Sums) -> Row:
    games = turns.total()
    every = (f"{key}|{ANY}",)
    low, middle, high = (quantile(turns, part) for _, part in PARTS)
    share = games / sums.games if sums.games else None
    return Row(
        label,
        (
            Cell(middle, games, every, low, high),
            Cell(games, games, every),
            Cell(share, sums.games, every),
        ),
    )


def others(engine: AnyEngine, sums: Sums, kind: EventKind) -> Chart:
    """What it happened with, by tile: who captures whom."""
    counts: Counter[tuple[str, str]] = Counter()
    for (tile, other), count in sums.of("other", kind.kind):
        counts[tile, other] += count
    totals: Counter[str] = Counter()
    for (_, other), count in counts.items():
        totals[other] += count
    frequent = {other for other, _ in totals.most_common(MOST_OTHERS)}
    columns = in_order(engine, frequent)
    # All games decide on the form, so that those of a filter can stand beside them.
    whole = {tile for (tile, _), _ in sums.whole.of("other", kind.kind)}
    if len(whole) == 1:
        (tile,) = whole
        met = {other: counts[tile, other] for other in columns}
        return _others_of_one(engine, sums, kind, met, tile)
    rows = tuple(
        Row(
            tile_label(engine, tile),
            tuple(
                Cell(
                    counts[tile, other],
                    counts[tile, other],
                    (f"other|{kind.kind}|{tile}|{other}",),
                )
                for other in columns
            ),
        )
        for tile in in_order(engine, {tile for tile, _ in counts})
    )
    return Chart(
        f"other-{kind.kind}",
        f"{kind.label}: {kind.other[:1].lower()}{kind.other[1:]}",
        "matrix",
        "Tile",
        tuple(Column(tile_label(engine, other), "times", of="times") for other in columns),
        rows,
        sums.games,
        scale="Times",
        columns_are=kind.other,
        note=(
            f"The {MOST_OTHERS} most frequent of {len(totals)}."
            if len(totals) > MOST_OTHERS
            else ""
        ),
    )


def _others_of_one(
    engine: AnyEngine, sums: Sums, kind: EventKind, counts: Mapping[str, int], tile: str
) -> Chart:
    """The same where there is one tile, or none: a row for each of what it happened with."""
    return Chart(
        f"other-{kind.kind}",
        f"{kind.label}: {kind.other[:1].lower()}{kind.other[1:]}",
        "bars",
        kind.other,
        (Column("Times", "times", of="times"),),
        tuple(
            Row(
                tile_label(engine, other),
                (Cell(count, count, (f"other|{kind.kind}|{tile}|{other}",)),),
            )
            for other, count in counts.items()
        ),
        sums.games,
        scale="Times",
    )
