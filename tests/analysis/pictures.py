"""The index as values without row ids: as it is kept, and as a plain count of the records makes it."""

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings

from analysis import summaries
from analysis.models import Entry, Generation, PositionStat, Status, Summary, Visit
from analysis.statistics import counters_text, read_counters
from archive import engines
from archive.engines.core import key
from archive.importers import Fragment, parse
from archive.models import Record
from archive.notation.results import DRAW, LOST, UNKNOWN
from archive.replay import judge

Picture = dict[str, Any]


def index_picture() -> Picture:
    """What the indexes in use hold, by game."""
    names = {record.pk: _name(record) for record in Record.objects.defer("original")}
    return {
        generation.game: _kept(generation, names)
        for generation in Generation.objects.filter(status=Status.ACTIVE)
    }


def _kept(generation: Generation, names: dict[int, str]) -> Picture:
    visits: dict[int, list[Any]] = defaultdict(list)
    mine = Visit.objects.filter(entry__generation=generation).order_by("entry", "ply")
    for entry, *visit in mine.values_list("entry_id", "position", "ply", "move"):
        visits[entry].append(visit)
    texts = dict(Summary.objects.filter(entry__generation=generation).values_list())
    entries = Entry.objects.filter(generation=generation, is_counted=True)
    stats = PositionStat.objects.filter(generation=generation)
    return {
        "edition": generation.edition,
        "games": generation.games,
        "uncounted": Entry.objects.filter(generation=generation, is_counted=False).count(),
        "counters": json.loads(generation.counters),
        "records": {
            names.get(entry.record, f"gone: {entry.record}"): {
                "facts": [entry.plies, entry.result, str(entry.date_earliest)],
                "visits": visits[entry.pk],
                "summary": texts.get(entry.pk),
            }
            for entry in entries
        },
        "sums": {
            str(stat.position): [stat.games, json.loads(stat.rows)] for stat in stats.iterator()
        },
    }


def recount() -> Picture:
    """The same, by counting what the records say, one after the other."""
    games: dict[str, dict[str, Any]] = {}
    for record in Record.objects.filter(
        visibility="public", verdict__in=["valid", "contradictory"]
    ).defer("original"):
        facts = (record.result, record.termination, record.date_earliest, record.date_latest)
        games.setdefault(record.game, {})[_name(record)] = _counted(record.text, facts)
    return {game: _summed(game, records) for game, records in games.items()}


def _name(record: Record) -> str:
    return f"{record.fingerprint} {record.date_earliest} {record.date_latest}"


def _summed(game: str, records: dict[str, Any]) -> Picture:
    whole: dict[str, Any] = {}
    sums: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for record in records.values():
        for name, value in read_counters(record["summary"]).items():
            whole[name] = _plus(whole.get(name), list(value) if isinstance(value, tuple) else value)
        for position, ply, move in record["visits"]:
            row = [1, *record["row"][:4], record["facts"][0] - ply, {record["month"]: 1}]
            sums[str(position)][move] = _plus(sums[str(position)].get(move), row)
    often = {
        position: [sum(row[0] for row in rows.values()), rows]
        for position, rows in sums.items()
        if sum(row[0] for row in rows.values()) >= settings.STAT_VISITS
    }
    return {
        "edition": engines.get(game).edition,  # type: ignore[union-attr]
        "games": len(records),
        "uncounted": 0,
        "counters": {name: value for name in whole if (value := _trimmed(whole[name]))},
        "records": {
            name: {part: record[part] for part in ("facts", "visits", "summary")}
            for name, record in records.items()
        },
        "sums": often,
    }


def _trimmed(value: Any) -> Any:
    """Without the noughts at the end of a row, which sums leave out."""
    while isinstance(value, list) and value and not value[-1]:
        value = value[:-1]
    return value


def _plus(old: Any, new: Any) -> Any:
    if old is None:
        return new
    if isinstance(new, dict):
        return {name: old.get(name, 0) + new.get(name, 0) for name in sorted({*old, *new})}
    if isinstance(new, list):
        size = max(len(old), len(new))
        fill: list[Any] = [0] * size
        return [
            _plus(a, b) for a, b in zip([*old, *fill][:size], [*new, *fill][:size], strict=True)
        ]
    return old + new


@cache
def _counted(text: str, facts: tuple[Any, ...]) -> dict[str, Any]:
    """One record replayed: its positions by trying every symmetry, its row of results."""
    result, termination, earliest, latest = facts
    judgement = judge(parse(Fragment("tgr", text.encode(), "a record", 0, 1)), steps=True)
    engine = engines.get(judgement.record.game)
    assert engine is not None
    assert judgement.setup is not None
    steps, seats = judgement.steps, judgement.setup.seats
    start = steps[0].states[0] if steps else judgement.state
    visits: dict[int, list[Any]] = {}
    for ply, state in enumerate([start, *(step.states[-1] for step in steps)]):
        images = [(engine.transform(state, by), by) for by in engine.symmetries(state)]
        least = min(engine.pack(image) for image, _ in images)
        position = key(engine, least)
        if position in visits:
            continue
        move = ""
        if ply < len(steps):
            moves, image = min(
                (tuple(engine.transform_move(one, by) for one in steps[ply].moves), number)
                for number, (image, by) in enumerate(images)
                if engine.pack(image) == least
            )
            move = engine.write(images[image][0], moves)
        visits[position] = [position, ply, move]
    month = ""
    if earliest and latest and f"{earliest:%Y%m}" == f"{latest:%Y%m}":
        month = f"{earliest:%Y-%m}"
    ending = summaries.ending_of(engine, result, seats)
    told = summaries.Facts(ending, result, termination, month)
    return {
        "facts": [len(steps), result, str(earliest)],
        "visits": list(visits.values()),
        "summary": counters_text(summaries.summarise(engine, start, steps, told)),
        "row": _row(result, engine.seat_names[:seats]),
        "month": month,
    }


def _row(result: str, seats: Iterable[str]) -> list[Any]:
    """Finished, shared, wins and points by seat, in sixtieths."""
    names = list(seats)
    if result == UNKNOWN:
        return [0, 0, [0] * len(names), [0] * len(names)]
    if result == LOST:
        return [1, 1, [0] * len(names), [0] * len(names)]
    winners = names if result == DRAW else result.split("+")
    alone = len(winners) == 1 and result != DRAW
    points = [60 // len(winners) if name in winners else 0 for name in names]
    return [1, int(not alone), [int(alone and name in winners) for name in names], points]
