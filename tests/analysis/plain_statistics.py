"""What every chart must show, counted in the plainest way: replays, loops and lists of games.

Nothing here knows counters or summaries. Each number comes with the records that stand behind it.
"""

import math
import statistics as mean_of
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from analysis.selectors.figures.base import Chart
from archive import engines
from archive.engines import AnyEngine
from archive.engines.base import Event
from archive.models import Record
from archive.replay import Step, judge
from archive.selectors.replays import parsed
from archive.selectors.words import result_words

Z = 1.959963984540054


class Told(NamedTuple):
    """An event and the turn in which it happened, None for what is told of the last position."""

    turn: int | None
    event: Event


class Life(NamedTuple):
    """A tile's time on the board: how long, and how it left, "" if it stayed to the end."""

    tile: str
    turns: int
    left: str


class Number(NamedTuple):
    """What a cell must say, and the records that it must open; None where it opens none."""

    value: float | None
    ids: frozenset[int] | None


@dataclass(frozen=True)
class Played:
    """A record, replayed."""

    record: Record
    engine: AnyEngine
    start: Any
    steps: tuple[Step, ...]
    seats: int

    @property
    def pk(self) -> int:
        return self.record.pk

    @property
    def plies(self) -> int:
        return len(self.steps)

    @property
    def month(self) -> str:
        early, late = self.record.date_earliest, self.record.date_latest
        if early is None or late is None or f"{early:%Y%m}" != f"{late:%Y%m}":
            return ""
        return f"{early:%Y-%m}"

    @property
    def last(self) -> Any:
        return self.steps[-1].states[-1] if self.steps else self.start

    def letter(self, seat: int) -> str:
        """w, s, l, u: won alone, shared, lost, unknown."""
        result = self.record.result
        names = self.engine.seat_names
        if seat < 0 or result == "*":
            return "u"
        if result == "Draw":
            return "s"
        winners = result.split("+")
        if names[seat] in winners:
            return "w" if len(winners) == 1 else "s"
        return "l"

    def share(self, seat: int) -> float:
        """What a seat got of a victory: who ties shares it alike."""
        worth = self.record.result.count("+") + 1 if self.record.result != "Draw" else self.seats
        return 1 / worth if self.letter(seat) in {"w", "s"} else 0.0

    @cached_property
    def told(self) -> list[Told]:
        found = []
        for turn, step in enumerate(self.steps, start=1):
            for move, before, after in zip(step.moves, step.states, step.states[1:], strict=False):
                found += [Told(turn, one) for one in self.engine.events(before, move, after)]
        return [*found, *(Told(None, one) for one in self.engine.final_events(self.last))]

    def of_kind(self, kind: str) -> list[Told]:
        return [one for one in self.told if one.event.kind == kind]

    @cached_property
    def lives(self) -> list[Life]:
        """Each tile followed from place to place."""
        roles = {kind.kind: kind.role for kind in self.engine.event_kinds}
        board = {
            event.spot: (event.tile, 0)
            for event in self.engine.final_events(self.start)
            if roles[event.kind] == "stands"
        }
        found = []
        for turn, step in enumerate(self.steps, start=1):
            for move, before, after in zip(step.moves, step.states, step.states[1:], strict=False):
                events = self.engine.events(before, move, after)
                moved = [e for e in events if roles[e.kind] == "moves" and e.origin in board]
                held = {e.origin: board.pop(e.origin) for e in moved}
                for event in events:
                    role = roles[event.kind]
                    if role == "arrives":
                        board[event.spot] = (event.tile, turn)
                    elif role == "moves" and event.origin in held:
                        board[event.spot] = held[event.origin]
                    elif role == "leaves" and event.spot in board:
                        tile, since = board.pop(event.spot)
                        found.append(Life(tile, turn - since, event.kind))
        return [*found, *(Life(tile, self.plies - since, "") for tile, since in board.values())]

    @cached_property
    def measured(self) -> list[tuple[tuple[int, ...], ...]]:
        states = [self.start, *(step.states[-1] for step in self.steps)]
        return [self.engine.measured(state) for state in states]


def replay_all(game: str) -> list[Played]:
    """Every record that counts."""
    engine = engines.get(game)
    assert engine is not None
    rows = Record.objects.filter(
        game=game, verdict__in=("valid", "contradictory"), visibility="public"
    )
    found = []
    for record in rows.order_by("pk"):
        judgement = judge(parsed(record), steps=True)
        start = judgement.steps[0].states[0] if judgement.steps else judgement.state
        assert judgement.setup is not None
        found.append(Played(record, engine, start, judgement.steps, judgement.setup.seats))
    return found


# ---- the arithmetic, once more ----
def ids(games: Iterable[Played]) -> frozenset[int]:
    return frozenset(game.pk for game in games)


def letters_score(letters: list[str], *, for_two: bool) -> float | None:
    """The mean of one for a victory, a half for what is shared (where two play), nothing else."""
    known = [one for one in letters if one != "u"]
    worth = {"w": 1.0, "s": 0.5 if for_two else 0.0, "l": 0.0}
    return mean_of.fmean(worth[one] for one in known) if known else None


def plain_wilson(share: float, count: int) -> tuple[float, float]:
    """Both roots of (share - p)² = z² p (1 - p) / n."""
    a = 1 + Z * Z / count
    b = -(2 * share + Z * Z / count)
    c = share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def survivors(lives: list[Life], turn: int) -> float:
    """Kaplan and Meier, from the tiles themselves."""
    share = 1.0
    for when in sorted({life.turns for life in lives if life.left and life.turns <= turn}):
        at_risk = sum(life.turns >= when for life in lives)
        left = sum(life.turns == when for life in lives if life.left)
        share *= 1 - left / at_risk
    return share


# ---- charts ----
Table = dict[tuple[str, str], Number]


class Plain:
    """The numbers of every chart of some games of one engine."""

    def __init__(self, engine: AnyEngine, games: list[Played]) -> None:
        self.engine = engine
        self.games = games
        self.for_two = engine.seats == range(2, 3)
        self.score_name = "Score" if self.for_two else "Won alone"
        self.tiles = {"": "No tile", **{tile.code: tile.label for tile in engine.tile_kinds}}

    def table(self, chart: Chart) -> Table:
        """What a chart must show, as (row, column)."""
        name, _, rest = chart.name.partition("-")
        name = {"score": "score_of"}.get(name, name)
        maker: Callable[..., Iterator[tuple[str, str, Number]]] = getattr(self, name)
        made = maker(chart, rest) if rest else maker(chart)
        return {(row, column): number for row, column, number in made}

    def tile(self, code: str) -> str:
        return self.tiles.get(code, code)

    def row(self, kind: str, code: str) -> str:
        """What happens to no tile has a row of its own name."""
        names = {one.kind: one.label for one in self.engine.event_kinds}
        return self.tile(code) if code else names[kind]

    def score(self, pairs: list[tuple[Played, int]]) -> Number:
        """Of seats in games."""
        value = letters_score([game.letter(seat) for game, seat in pairs], for_two=self.for_two)
        return Number(value, ids(game for game, seat in pairs if game.letter(seat) != "u"))

    def seats(self, _: Chart) -> Iterator[tuple[str, str, Number]]:
        names = ("Won", "Draw") if self.for_two else ("Won alone", "Shared")
        for seat, row in enumerate(self.engine.seat_names):
            mine = [(game, seat) for game in self.games if seat < game.seats]
            if mine:
                yield row, self.score_name, self.score(mine)
                for letter, name in zip("wslu", (*names, "Lost", "No result"), strict=True):
                    some = [game for game, _ in mine if game.letter(seat) == letter]
                    yield row, f"{name}, games", Number(len(some), ids(some))

    def advantage(self, _: Chart) -> Iterator[tuple[str, str, Number]]:
        first = {"skud-pai-sho": 1}.get(self.engine.slug, 0)
        years = sorted({game.month[:4] for game in self.games if game.month})
        for year in (*years, "All years"):
            mine = [g for g in self.games if year in {"All years", g.month[:4]}]
            value, _ids = self.score([(game, first) for game in mine])
            known = [game for game in mine if game.letter(first) != "u"]
            opens = ids(known)
            shown = None if value is None else value - 0.5
            yield year, "Above an even score", Number(shown, opens)
            yield year, "Games with a result", Number(len(known), opens)

    def shares(self, _: Chart) -> Iterator[tuple[str, str, Number]]:
        for players in sorted({game.seats for game in self.games} - {1}):
            mine = [g for g in self.games if g.seats == players and g.record.result != "*"]
            for seat in range(players) if mine else ():
                got = mean_of.fmean(game.share(seat) for game in mine)
                row = f"{players} players: {self.engine.seat_names[seat]}"
                yield row, "Above an even share", Number(got - 1 / players, ids(mine))
                yield row, "Share of a victory", Number(got, ids(mine))
                yield row, "Games with a result", Number(len(mine), ids(mine))

    def scores(self, chart: Chart) -> Iterator[tuple[str, str, Number]]:
        groups: dict[str, list[tuple[Played, int]]] = defaultdict(list)
        for game in self.games:
            table = "1 player" if game.seats == 1 else f"{game.seats} players"
            for seat, score in enumerate(self.engine.scores(game.last)):
                name = self.engine.seat_names[seat]
                groups[name if self.for_two else table].append((game, score))
        for row in chart.rows:
            first, _, last = row.label.partition("–")
            for column, pairs in groups.items():
                some = [game for game, s in pairs if int(first) <= s <= int(last or first)]
                yield row.label, column, Number(len(some) / len(pairs), ids(some))
                yield row.label, f"{column}, seats", Number(len(some), ids(some))
        for column in groups:
            at = next(n for n, known in enumerate(chart.columns) if known.label == column)
            assert math.isclose(sum(row.cells[at].value or 0 for row in chart.rows), 1)

    def rate(self, _: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        kinds = {one.kind: one for one in self.engine.event_kinds}
        of = kinds[kinds[kind].per]
        acts = [(game, one.event.seat) for game in self.games for one in game.of_kind(kind)]
        others = [(game, one.event.seat) for game in self.games for one in game.of_kind(of.kind)]
        words = f"{kinds[kind].label} per {of.label[0].lower()}{of.label[1:]}"
        for seat in (None, *range(len(self.engine.seat_names))):
            these = [game for game, who in acts if seat in {None, who}]
            those = [game for game, who in others if seat in {None, who}]
            row = "All seats" if seat is None else self.engine.seat_names[seat]
            each = len(these) / len(those) if those else None
            yield row, words, Number(each, ids(these) | ids(those))
            yield row, f"{kinds[kind].label}, times", Number(len(these), ids(these))
            yield row, f"{of.label}, times", Number(len(those), ids(those))

    def endings(self, chart: Chart) -> Iterator[tuple[str, str, Number]]:
        for row in chart.rows:
            for column in chart.columns:
                some = [
                    game
                    for game in self.games
                    if (game.record.termination.capitalize() or "Not said") == row.label
                    and result_words(game.record.result) == column.label
                ]
                yield row.label, column.label, Number(len(some), ids(some))
        assert sum(cell.value or 0 for row in chart.rows for cell in row.cells) == len(self.games)

    def lengths(self, chart: Chart) -> Iterator[tuple[str, str, Number]]:
        for row in chart.rows:
            first, _, last = row.label.partition("–")
            some = [g for g in self.games if int(first) <= g.plies <= int(last or first)]
            yield row.label, "Games", Number(len(some), ids(some))
        whole = 1 if chart.columns[0].unit == "share" else len(self.games)
        assert math.isclose(sum(row.cells[0].value or 0 for row in chart.rows), whole)
        plies = [game.plies for game in self.games]
        assert f"Mean {mean_of.fmean(plies):.1f}" in chart.note
        assert f"median {mean_of.median_low(plies)} " in chart.note

    def months(self, chart: Chart) -> Iterator[tuple[str, str, Number]]:
        for row in chart.rows:
            when = "" if row.label == "Not known" else row.label
            for column in chart.columns:
                some = [
                    game
                    for game in self.games
                    if (game.month.startswith(when) if when else not game.month)
                    and result_words(game.record.result) == column.label
                ]
                yield row.label, column.label, Number(len(some), ids(some))
        assert sum(cell.value or 0 for row in chart.rows for cell in row.cells) == len(self.games)

    def _choices(self, groups: dict[str, list[tuple[Played, int]]]) -> Iterator[Any]:
        for row, pairs in groups.items():
            every = ids(game for game, _ in pairs)
            yield row, self.score_name, self.score(pairs)
            yield row, "Seats that did", Number(len(pairs), every)
            yield row, "Of all games", Number(len(pairs) / len(self.games), every)

    def chosen(self, _: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        facets = [
            (game, facet)
            for game in self.games
            for facet in game.engine.facets(game.last)
            if facet.kind == kind and facet.seat >= 0
        ]
        several = {facet.value for _, facet in facets if facet.count > 1}
        groups: dict[str, list[tuple[Played, int]]] = defaultdict(list)
        for game, facet in facets:
            label = self._choice(kind, facet.value)
            row = f"{facet.count} × {label}" if facet.value in several else label
            groups[row].append((game, facet.seat))
        yield from self._choices(groups)

    def combined(self, chart: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        groups: dict[str, list[tuple[Played, int]]] = defaultdict(list)
        for game in self.games:
            sets: dict[int, dict[str, int]] = defaultdict(dict)
            for facet in game.engine.facets(game.last):
                if facet.kind == kind and facet.seat >= 0:
                    sets[facet.seat][facet.value] = facet.count
            for seat, counts in sets.items():
                parts = [
                    f"{counts[value]} {self._choice(kind, value)}"
                    if counts[value] > 1
                    else self._choice(kind, value)
                    for value in sorted(counts)
                ]
                groups[", ".join(parts)].append((game, seat))
        shown = {row.label for row in chart.rows}
        least = min(len(groups[row]) for row in shown)
        assert all(len(pairs) <= least for row, pairs in groups.items() if row not in shown)
        yield from self._choices({row: groups[row] for row in shown})

    def _choice(self, kind: str, value: str) -> str:
        found = next(one for one in self.engine.facet_kinds if one.kind == kind)
        return dict(found.choices).get(value, value)

    def _acts(self, kind: str) -> dict[tuple[str, int], list[tuple[Played, Told]]]:
        """By tile and seat."""
        found: dict[tuple[str, int], list[tuple[Played, Told]]] = defaultdict(list)
        for game in self.games:
            for told in game.of_kind(kind):
                found[told.event.tile, told.event.seat].append((game, told))
        return found

    def times(self, chart: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        acts = self._acts(kind)
        tiles = {tile for tile, _ in acts}
        seats = {seat for _, seat in acts}
        for tile in tiles:
            for seat in seats:
                mine = acts.get((tile, seat), [])
                who = self.engine.seat_names[seat] if seat >= 0 else "Nobody's"
                opens = ids(game for game, _ in mine)
                row = self.row(kind, tile)
                yield row, f"{who}, times a game", Number(len(mine) / len(self.games), opens)
                yield row, f"{who}, times", Number(len(mine), opens)
                yield row, f"{who}, games with it", Number(len(opens), opens)
        assert len(chart.rows) == len(tiles)

    def score_of(self, _: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        pairs: dict[str, dict[tuple[int, int], tuple[Played, int]]] = defaultdict(dict)
        for (tile, seat), acts in self._acts(kind).items():
            if seat >= 0:
                for game, _told in acts:
                    pairs[tile][game.pk, seat] = (game, seat)
        for tile, found in pairs.items():
            mine = list(found.values())
            yield self.row(kind, tile), self.score_name, self.score(mine)
            yield (
                self.row(kind, tile),
                "Seats that did",
                Number(len(mine), ids(game for game, _ in mine)),
            )

    def first(self, _: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        turns: dict[str, dict[int, int]] = defaultdict(dict)
        for game in self.games:
            for turn, event in game.of_kind(kind):
                if turn is not None:
                    known = turns[event.tile].get(game.pk, turn)
                    turns[event.tile][game.pk] = min(known, turn)
        rows = {self.row(kind, tile): found for tile, found in turns.items()}
        if len(rows) > 1:
            games = {pk for found in turns.values() for pk in found}
            rows["Any of them"] = {
                pk: min(found[pk] for found in turns.values() if pk in found) for pk in games
            }
        for row, found in rows.items():
            opens = frozenset(found)
            yield row, "Median turn", Number(mean_of.median_low(found.values()), opens)
            yield row, "Games with it", Number(len(found), opens)
            yield row, "Share of games", Number(len(found) / len(self.games), opens)

    def other(self, chart: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for game in self.games:
            for _, event in game.of_kind(kind):
                if event.other:
                    found[self.tile(event.tile), self.tile(event.other)].append(game.pk)
        columns = [column.label for column in chart.columns]
        if chart.kind == "bars":
            for (_, other), games in found.items():
                yield other, "Times", Number(len(games), frozenset(games))
            return
        for row in {row for row, _ in found}:
            for column in columns:
                games = found.get((row, column), [])
                yield row, column, Number(len(games), frozenset(games))

    def map(self, chart: Chart, kind: str) -> Iterator[tuple[str, str, Number]]:
        found: dict[tuple[int, float, float], list[int]] = defaultdict(list)
        for game in self.games:
            for _, event in game.of_kind(kind):
                if event.spot is not None:
                    found[event.spot].append(game.pk)
        labels = {row.spot: row.label for row in chart.rows}
        for spot, games in found.items():
            yield labels[spot], "Times", Number(len(games), frozenset(games))
            yield labels[spot], "Times a game", Number(len(games) / len(self.games), None)

    def curve(self, chart: Chart, name: str) -> Iterator[tuple[str, str, Number]]:
        at = [measure.name for measure in self.engine.measures].index(name)
        columns = {"Winners": "w", "Losers": "l", "Draws and shared": "s"}
        for row in chart.rows:
            ply = int(row.label)
            for column, letter in columns.items():
                mine = [
                    (game, seat)
                    for game in self.games
                    for seat in range(game.seats)
                    if game.letter(seat) == letter and game.plies >= ply
                ]
                value = (
                    mean_of.fmean(game.measured[ply][at][seat] for game, seat in mine)
                    if mine
                    else None
                )
                yield row.label, column, Number(value, ids(game for game, _ in mine))

    def survival(self, chart: Chart) -> Iterator[tuple[str, str, Number]]:
        lives: dict[str, list[Life]] = defaultdict(list)
        for game in self.games:
            for life in game.lives:
                lives[self.tile(life.tile)].append(life)
        turns = [int(row.label) for row in chart.rows]
        for turn, before in zip(turns, [-1, *turns], strict=False):
            for tile, mine in lives.items():
                watched = any(life.turns >= turn for life in mine)
                opens = ids(
                    game
                    for game in self.games
                    if any(
                        life.left and self.tile(life.tile) == tile and before < life.turns <= turn
                        for life in game.lives
                    )
                )
                value = survivors(mine, turn) if watched else None
                yield str(turn), tile, Number(value, opens if turn else None)

    def leaving(self, _: Chart) -> Iterator[tuple[str, str, Number]]:
        labels = {"": "Still there at the end"}
        labels |= {one.kind: one.label for one in self.engine.event_kinds if one.role == "leaves"}
        lives = [(game, life) for game in self.games for life in game.lives]
        seen = {""} | {life.left for _, life in lives}
        for tile in {life.tile for _, life in lives}:
            mine = [(game, life) for game, life in lives if life.tile == tile]
            yield self.tile(tile), "Tiles that came", Number(len(mine), None)
            for left in seen:
                some = [game for game, life in mine if life.left == left]
                yield self.tile(tile), labels[left], Number(len(some) / len(mine), ids(some))
