"""Charts of seats by how many play: what each gets of a victory, and with what scores games end."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from analysis.selectors.figures.base import ANY, Cell, Chart, Column, Row, between
from analysis.selectors.figures.results import MOST_BARS, binned, span_words, width_for
from analysis.selectors.figures.sums import Sums, is_for_two
from analysis.statistics import WHOLE, wilson
from archive.engines import AnyEngine

SOLO: Final = 1
Group = tuple[str, str]
"""How many play, and the seat; `ANY` for all seats."""


def charts(engine: AnyEngine, sums: Sums) -> Iterator[Chart]:
    if not is_for_two(engine):
        yield shares(engine, sums)
    yield scores(engine, sums)


def players_words(players: int) -> str:
    return "1 player" if players == SOLO else f"{players} players"


def shares(engine: AnyEngine, sums: Sums) -> Chart:
    """Seat advantage: who ties shares a victory, so the seats of a game share one among them."""
    counts: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for (players, seat, got), count in sums.of("share"):
        if int(players) > SOLO:
            counts[int(players), int(seat)][int(got)] += count
    return Chart(
        "shares",
        "Seat advantage",
        "points",
        "Seat",
        (
            Column("Above an even share", "share"),
            Column("Share of a victory", "share", is_drawn=False),
            Column("Games with a result", "games", is_drawn=False),
        ),
        tuple(_share(engine, *place, counts[place]) for place in sorted(counts)),
        sums.games,
        scale="Share of a victory above an even one",
        line=0.0,
        note=(
            "Those who tie share a victory alike. With 2 players an even share is a half, with 5 a"
            " fifth. The bar is the interval of 95 %."
        ),
    )


def _share(engine: AnyEngine, players: int, seat: int, got: Counter[int]) -> Row:
    games = got.total()
    share = sum(points * count for points, count in got.items()) / (WHOLE * games)
    even = 1 / players
    low, high = wilson(share, games)
    marks = (f"share|{players}|{seat}|{ANY}",)
    return Row(
        f"{players_words(players)}: {engine.seat_names[seat]}",
        (
            Cell(share - even, games, marks, low - even, high - even),
            Cell(share, games, marks),
            Cell(games, games, marks),
        ),
    )


def scores(engine: AnyEngine, sums: Sums) -> Chart:
    """With what scores seats ended: by seat where two play, else by the number of players."""
    found, whole = _scores(engine, sums), _scores(engine, sums.whole)
    known = [score for counts in whole.values() for score in counts]
    width = width_for(max(known) - min(known), MOST_BARS // (len(whole) or 1)) if known else 1
    every = sum(found.values(), Counter[int]())
    columns = [column for group in found for column in _columns(engine, group)]
    rows = tuple(
        Row(
            span_words(first, last),
            tuple(
                cell
                for group, counts in found.items()
                for cell in _cells(counts, group, first, last)
            ),
            x=(first + last) / 2,
        )
        for first, last, _ in binned(every, width)
    )
    return Chart(
        "scores",
        "Scores at the end",
        "bars",
        "Score",
        tuple(columns),
        rows,
        sums.games,
        scale="Share of seats",
        note="Each seat of each game counts once, if the game keeps scores and came to have them.",
    )


def _scores(engine: AnyEngine, sums: Sums) -> dict[Group, Counter[int]]:
    counts: dict[Group, Counter[int]] = defaultdict(Counter)
    for (players, seat, score), count in sums.of("scored"):
        group = (players, seat if is_for_two(engine) else ANY)
        counts[group][int(score)] += count
    return {group: counts[group] for group in sorted(counts)}


def _columns(engine: AnyEngine, group: Group) -> tuple[Column, Column]:
    players, seat = group
    tone = "" if seat == ANY else seat
    words = players_words(int(players)) if seat == ANY else engine.seat_names[int(seat)]
    return (
        Column(words, "share", of="seats", tone=tone),
        Column(f"{words}, seats", "seats", is_drawn=False, of="seats"),
    )


def _cells(counts: Counter[int], group: Group, first: int, last: int) -> tuple[Cell, Cell]:
    seats = sum(count for score, count in counts.items() if first <= score <= last)
    marks = (f"scored|{group[0]}|{group[1]}|{between(first, last)}",)
    return Cell(seats / counts.total(), counts.total(), marks), Cell(seats, seats, marks)
