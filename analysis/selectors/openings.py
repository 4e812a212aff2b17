"""Which named openings a game passed through.

A name stands for a position, however it was reached; or for all lines that fit a pattern, in which
``*`` is any turn. Turns are compared as the index keeps them, in their positions' canonical frames,
so that what is the same by symmetry has one name.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from analysis import indexing
from analysis.models import Entry, OpeningName, Status, Visit
from analysis.selectors.lines import Line
from archive.selectors import visible

DEPTH: Final = 12
"""No name stands for a line of more turns."""
ANY: Final = "*"

_HOLE: Final = re.compile(r"\{(\d{1,2})\}")


class Stop(NamedTuple):
    """A position on a game's way, and the turn that it played from there, "" at the end."""

    position: int
    ply: int
    move: str


Trail = Sequence[Stop]


@dataclass(frozen=True, slots=True)
class Named:
    """A name that a game has from a ply on. ``is_filled``: it has turns of the game in it, and so
    is a name of this line more than of its family."""

    plies: int
    name: str
    pk: int
    is_filled: bool = False


def trail_of(line: Line) -> Trail:
    """The way of a line, as far as names go."""
    engine, stops = line.engine, []
    turns = (*line.turns, None)
    for ply, (state, turn) in enumerate(zip(line.states, turns, strict=True)):
        if ply > DEPTH:
            break
        at = indexing.place(engine, state)
        move = indexing.folded_move(engine, at, turn.moves) if turn else ""
        stops.append(Stop(at.key, ply, move))
    return stops


def names_on(game: str, trail: Trail) -> list[Named]:
    """The names along a way, the shallowest first, without those that a deeper one repeats."""
    names = sorted_names(_candidates([game], [stop.position for stop in trail]), trail)
    return [
        name
        for at, name in enumerate(names)
        if not any(deeper.name.startswith(name.name) for deeper in names[at + 1 :])
    ]


def _candidates(games: Collection[str], positions: Iterable[int]) -> list[OpeningName]:
    fitting = Q(position=None) | Q(position__in=set(positions))
    return list(OpeningName.objects.filter(fitting, game__in=games))


def sorted_names(names: Iterable[OpeningName], trail: Trail) -> list[Named]:
    """Those of the names that a way has."""
    found = [named for name in names if (named := _named(name, trail)) is not None]
    return sorted(found, key=lambda named: (named.plies, named.name))


def _named(name: OpeningName, trail: Trail) -> Named | None:
    moves = {stop.ply: stop.move for stop in trail if stop.move}
    plies = _plies(name, trail, moves)
    if plies is None:
        return None
    text = _HOLE.sub(lambda hole: moves.get(int(hole[1]) - 1, ""), name.name)
    return Named(plies, text, name.pk, text != name.name)


def _plies(name: OpeningName, trail: Trail, moves: Mapping[int, str]) -> int | None:
    """How deep the way has this name, None where it has not."""
    if name.position is not None:
        return next((stop.ply for stop in trail if stop.position == name.position), None)
    tokens = name.moves.split()
    fits = all(ply in moves and token in (ANY, moves[ply]) for ply, token in enumerate(tokens))
    return len(tokens) if fits else None


def names_of_records(ids: Collection[int]) -> dict[int, Named]:
    """The deepest name of each of some records of lists, from the index alone."""
    listed = visible.counted().filter(pk__in=ids)
    entries = Entry.objects.filter(
        record__in=listed.values("pk"), generation__status=Status.ACTIVE, revision__gt=0
    ).values_list("pk", "record", "generation__game")
    records = {pk: (record, game) for pk, record, game in entries}
    trails: dict[int, list[Stop]] = defaultdict(list)
    visits = Visit.objects.filter(entry__in=list(records), ply__lte=DEPTH).order_by("entry", "ply")
    for entry, position, ply, move in visits.values_list("entry_id", "position", "ply", "move"):
        trails[entry].append(Stop(position, ply, move))
    stops = [stop.position for trail in trails.values() for stop in trail]
    names = _candidates({game for _, game in records.values()}, stops)
    named: dict[int, Named] = {}
    for entry, trail in trails.items():
        record, game = records[entry]
        mine = sorted_names((name for name in names if name.game == game), trail)
        if mine:
            named[record] = mine[-1]
    return named


def entries_of(name: OpeningName) -> QuerySet[Entry]:
    """The counted entries whose games have this name, whatever deeper one they may have."""
    counted = Entry.objects.filter(
        generation__game=name.game, generation__status=Status.ACTIVE, is_counted=True
    )
    here = Visit.objects.filter(entry=OuterRef("pk")).order_by()
    if name.position is not None:
        return counted.filter(Exists(here.filter(position=name.position)))
    for ply, token in enumerate(name.moves.split()):
        if token != ANY:
            counted = counted.filter(Exists(here.filter(ply=ply, move=token)))
    return counted
