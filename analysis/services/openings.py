"""Names of openings: those of the data files, and those that staff add."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

from django.db import transaction

from analysis.models import FilteredStat, NameSource, OpeningName
from analysis.selectors.lines import LineProblem, follow
from analysis.selectors.openings import DEPTH, is_pattern
from archive import engines
from archive.engines import AnyEngine

FOLDER: Final = Path(__file__).resolve().parent.parent / "openings"


def refresh() -> int:
    """Bring the table in line with the files and with today's engines; how many rows changed.

    What staff added stays, and where both name one line, theirs counts.
    """
    return sum(_refresh(engine) for engine in engines.all_engines())


@transaction.atomic
def _refresh(engine: AnyEngine) -> int:
    wanted = {(name.tags, name.moves): name for name in read_file(engine)}
    changed = 0
    for row in OpeningName.objects.filter(game=engine.slug):
        given = wanted.pop((row.tags, row.moves), None)
        if row.source == NameSource.FILE and given is None:
            row.delete()
            changed += 1
            continue
        is_renamed = row.source == NameSource.FILE and given is not None and given.name != row.name
        if is_renamed and given is not None:
            row.name = given.name
        if is_renamed or row.edition != engine.edition:
            _settle(engine, row)
            row.save()
            changed += 1
    for name in wanted.values():
        _settle(engine, name)
    OpeningName.objects.bulk_create(wanted.values(), ignore_conflicts=True)
    changed += len(wanted)
    if changed:
        _forget_figures(engine.slug)
    return changed


def read_file(engine: AnyEngine) -> list[OpeningName]:
    """The names of a game's file: a line each, name, moves and tags between tabs; ``#`` begins a
    remark."""
    path = FOLDER / f"{engine.slug}.tsv"
    if not path.is_file():
        return []
    names = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, moves, tags = (*line.split("\t"), "")[:3]
            names.append(
                OpeningName(
                    game=engine.slug, name=name, moves=moves, tags=tags, source=NameSource.FILE
                )
            )
    return names


def save(*, name: OpeningName) -> None:
    """Store a name that staff gave. Raises LineProblem where its line cannot be played."""
    engine = engines.get(name.game)
    if engine is None:
        raise LineProblem("There is no such game.")
    name.position = position_of(engine, name)
    name.edition, name.source = engine.edition, NameSource.STAFF
    name.save()
    _forget_figures(name.game)


def delete(*, names: Iterable[OpeningName]) -> None:
    """Delete names. Those of the files come back with the next start of a worker."""
    for name in list(names):
        name.delete()
        _forget_figures(name.game)


def _forget_figures(game: str) -> None:
    """What jobs have kept of openings was counted by other names."""
    FilteredStat.objects.filter(generation__game=game).delete()


def _settle(engine: AnyEngine, name: OpeningName) -> None:
    """Work out the position by today's engine. A line that it forbids has none, and so no game is
    called by it."""
    name.edition = engine.edition
    try:
        name.position = position_of(engine, name)
    except LineProblem:
        name.position = None


def position_of(engine: AnyEngine, name: OpeningName) -> int | None:
    """The key of the position that a name stands for, None for a pattern. Raises LineProblem."""
    moves = name.moves.split()
    if not 0 < len(moves) <= DEPTH:
        raise LineProblem(f"A name stands for a line of 1 to {DEPTH} turns.")
    if is_pattern(name.moves):
        return None
    return follow(engine, tuple(parse_qsl(name.tags)), moves).place.key
