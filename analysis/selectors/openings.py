"""Which named openings a game passed through.

A name stands for a position, however it was reached; or for all lines that fit a pattern, in which
``*`` is any turn and ``~W`` any in which there is no W. Turns are compared as the index keeps them,
in their positions' canonical frames, so that what is the same by symmetry has one name. Of two
patterns of as many turns, the closer one names the lines that fit both.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import Exact

from analysis import indexing
from analysis.models import Entry, OpeningName, Status, Visit
from analysis.selectors.lines import Line
from archive.selectors import visible

DEPTH: Final = 12
"""No name stands for a line of more turns."""
ANY: Final = "*"
WITHOUT: Final = "~"

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


def version(game: str) -> str:
    """Changes when a name of the game comes, goes, or is another."""
    rows = OpeningName.objects.filter(game=game).order_by("pk")
    said = repr(list(rows.values_list("pk", "name", "moves", "position")))
    return sha256(said.encode()).hexdigest()


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
    found = [(name, named) for name in names if (named := _named(name, trail)) is not None]
    fitting = [name for name, _ in found]
    return sorted(
        (named for name, named in found if not closer(name, fitting)),
        key=lambda named: (named.plies, named.name),
    )


def is_pattern(moves: str) -> bool:
    """Whether turns of a name stand for several lines."""
    return any(token == ANY or token.startswith(WITHOUT) for token in moves.split())


def closer(name: OpeningName, others: Iterable[OpeningName]) -> list[OpeningName]:
    """Those of the other patterns that stand for some of the lines of this one, and for no other."""
    if name.position is not None:
        return []
    return [one for one in others if one.position is None and _is_closer(one.moves, name.moves)]


def _is_closer(moves: str, than: str) -> bool:
    tokens, wider = moves.split(), than.split()
    if len(tokens) != len(wider) or tokens == wider:
        return False
    return all(token in (mine, ANY) for mine, token in zip(tokens, wider, strict=True))


def _fits(token: str, move: str) -> bool:
    if token.startswith(WITHOUT):
        return token.removeprefix(WITHOUT) not in move
    return token in (ANY, move)


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
    fits = all(ply in moves and _fits(token, moves[ply]) for ply, token in enumerate(tokens))
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


def patterns(game: str) -> list[OpeningName]:
    """The names of a game that stand for lines, not for a position."""
    return list(OpeningName.objects.filter(game=game, position=None))


def entries_of(name: OpeningName, others: Collection[OpeningName]) -> QuerySet[Entry]:
    """The counted entries whose games have this name, whatever deeper one they may have.
    ``others``: the `patterns` of the game."""
    counted = Entry.objects.filter(
        generation__game=name.game, generation__status=Status.ACTIVE, is_counted=True
    )
    return counted.filter(has_name(name, others))


def has_name(name: OpeningName, others: Collection[OpeningName]) -> Q:
    """The condition of `entries_of`, on entries of that game."""
    fits = _has_line(name)
    for one in closer(name, others):
        fits &= ~_has_line(one)
    return fits


def _has_line(name: OpeningName) -> Q:
    """The condition on entries that they came to the position, or fit the pattern."""
    here = Visit.objects.filter(entry=OuterRef("pk")).order_by()
    if name.position is not None:
        return Q(Exists(here.filter(position=name.position)))
    fits = Q()
    for ply, token in enumerate(name.moves.split()):
        if token.startswith(WITHOUT):
            # Letter for letter: LIKE would take small letters for capitals.
            at = StrIndex(F("move"), Value(token.removeprefix(WITHOUT)))
            fits &= Q(Exists(here.filter(Exact(at, 0), ply=ply)))
        elif token != ANY:
            fits &= Q(Exists(here.filter(ply=ply, move=token)))
    return fits
