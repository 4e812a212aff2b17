"""The standings of an event, and who met whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.models import Entry, Generation, Status
from analysis.selectors.facts import ending_of
from analysis.selectors.people.fare import Fare, points_words
from analysis.selectors.people.plays import lots
from analysis.statistics import Ending
from archive import engines
from archive.engines import AnyEngine
from archive.models import Player, Seat
from archive.selectors import visible
from archive.selectors.words import visible_name

MOST_GAMES: Final = 5_000
MOST_ROWS: Final = 100
MOST_CROSSED: Final = 16
"""So many players fit side by side; of more, only the standings are shown."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of two, from the side of the one in whose row it stands: ``1``, ``½``, ``0``, ``*``."""

    record: int
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """``cells``: the games with each player of the table, None with himself."""

    rank: int
    player: int
    name: str
    fare: Fare
    cells: tuple[tuple[Meeting, ...] | None, ...]

    @property
    def points(self) -> str:
        return points_words(self.fare.points)


@dataclass(frozen=True, slots=True)
class Table:
    """One game's part of an event. ``unnamed``: games left out because somebody at the table is not
    known; ``others``: players who are not in ``rows``."""

    engine: AnyEngine
    games: int
    rows: tuple[Row, ...]
    is_crossed: bool
    unnamed: int
    others: int


@dataclass(frozen=True, slots=True)
class EventTables:
    """``is_cut``: only the latest games of the event are in the tables."""

    event: int
    name: str
    tables: tuple[Table, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class _Game:
    record: int
    players: tuple[int, ...]
    ending: Ending


def event_tables(event: int) -> EventTables | None:
    """Standings of each game that was played at an event, with crosstables of those for two."""
    found = visible.events().filter(pk=event).first()
    if found is None:
        return None
    active = dict(Generation.objects.filter(status=Status.ACTIVE).values_list("pk", "game"))
    listed = visible.counted().filter(event=event)
    entries = Entry.objects.filter(
        generation__in=active, is_counted=True, event=event, record__in=listed.values("pk")
    )
    latest = list(entries.order_by("-record")[: MOST_GAMES + 1])
    by_game: dict[str, list[Entry]] = defaultdict(list)
    for entry in reversed(latest[:MOST_GAMES]):
        by_game[active[entry.generation_id]].append(entry)
    tables = tuple(
        _table(engine, by_game[engine.slug])
        for engine in engines.all_engines()
        if engine.slug in by_game
    )
    return EventTables(event, visible_name(found.name), tables, len(latest) > MOST_GAMES)


def _table(engine: AnyEngine, entries: Sequence[Entry]) -> Table:
    games = list(_games(entries))
    fares: dict[int, Fare] = defaultdict(Fare)
    for game in games:
        for seat, player in enumerate(game.players):
            fares[player].add(game.ending, seat)
    ranked = sorted(fares, key=lambda pk: (-fares[pk].points, fares[pk].games, pk))
    shown = ranked[:MOST_ROWS]
    is_crossed = len(ranked) <= MOST_CROSSED and all(len(game.players) == 2 for game in games)
    met = _meetings(games) if is_crossed else {}
    names = dict(Player.objects.filter(pk__in=shown).values_list("pk", "name"))
    ranks = _ranks([fares[pk].points for pk in shown])
    rows = tuple(
        Row(
            rank=rank,
            player=pk,
            name=visible_name(names[pk]),
            fare=fares[pk],
            cells=tuple(
                None if pk == other else tuple(met.get((pk, other), ()))
                for other in (shown if is_crossed else ())
            ),
        )
        for rank, pk in zip(ranks, shown, strict=True)
        if pk in names
    )
    unnamed = len(entries) - len(games)
    return Table(engine, len(entries), rows, is_crossed, unnamed, len(ranked) - len(rows))


def _games(entries: Sequence[Entry]) -> Iterable[_Game]:
    """Those in which everybody is known, and nobody sits twice."""
    sat: dict[int, dict[int, int]] = defaultdict(dict)
    for records in lots([entry.record for entry in entries]):
        seats = Seat.objects.filter(record__in=records, player__isnull=False).order_by()
        for record, number, player in seats.values_list("record", "number", "player"):
            sat[record][number] = player
    for entry in entries:
        numbers = range(entry.seats)
        players = tuple(sat[entry.record][seat] for seat in numbers if seat in sat[entry.record])
        if len(set(players)) == entry.seats:
            yield _Game(entry.record, players, ending_of(entry))


def _meetings(games: Sequence[_Game]) -> Mapping[tuple[int, int], list[Meeting]]:
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    marks = {"w": ("1", "won"), "s": ("½", "drawn"), "l": ("0", "lost"), "u": ("*", "no result")}
    for game in games:
        for seat, player in enumerate(game.players):
            mark, words = marks[game.ending.letter(seat)]
            met[player, game.players[1 - seat]].append(Meeting(game.record, mark, words))
    return met


def _ranks(points: Sequence[int]) -> list[int]:
    """Places from 1; equal points share one."""
    return [points.index(mine) + 1 for mine in points]
