"""Entries into the sums, each once, and out of them again.

One transaction at a time changes the sums of a generation: it holds the generation's row. The cost
is that of the entries that come or go, however many are counted already.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from analysis.models import Entry, Generation, PositionStat, Summary, Visit
from analysis.selectors.tallies import (
    VISIT_COLUMNS,
    Rows,
    dump_rows,
    load_rows,
    tally_rows,
    tally_visits,
)
from analysis.services import visits
from analysis.statistics import Tally, add, dump_counters, load_counters, read_counters
from archive.selectors.silence import is_silent

NOTHING = Tally()


def want(*, generation_id: int) -> bool:
    """Note that a message to fold is sent; False where one is on its way already."""
    rows = Generation.objects.filter(pk=generation_id, wants_folding=False)
    return bool(rows.update(wants_folding=True, wanted_at=timezone.now()))


def want_again(*, generation_id: int, now: dt.datetime) -> bool:
    """As `want`, but a message that is long on its way is taken to be lost."""
    late = is_silent("wanted_at", now=now, within=dt.timedelta(seconds=settings.FOLD_LATE_SECONDS))
    rows = Generation.objects.filter(Q(wants_folding=False) | late)
    return bool(rows.filter(pk=generation_id).update(wants_folding=True, wanted_at=now))


def begin(*, generation_id: int) -> None:
    """Note that the message has come: what is indexed from now on asks for another."""
    Generation.objects.filter(pk=generation_id).update(wants_folding=False)


def game_of(generation_id: int) -> str:
    """The game of a generation, "" where it is gone."""
    games = Generation.objects.filter(pk=generation_id).values_list("game", flat=True)
    return games.first() or ""


def fold(*, generation_id: int) -> int:
    """Count some entries that wait; how many, 0 when none is left."""
    with transaction.atomic():
        generation = hold(generation_id)
        if generation is None:
            return 0
        waiting = Entry.objects.filter(
            generation=generation, is_counted=False, revision__gt=0
        ).order_by("pk")
        # One that is being written anew is left: its writer may be waiting for these sums.
        waiting = waiting.select_for_update(skip_locked=True)
        entries = _lot(waiting[: settings.FOLD_RECORDS])
        if entries:
            _count(generation, entries, 1)
            Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(is_counted=True)
    return len(entries)


def _lot(waiting: Iterable[Entry]) -> list[Entry]:
    """The first of some entries, as many as memory holds with all their visits."""
    lot: list[Entry] = []
    plies = 0
    for entry in waiting:
        plies += entry.plies
        if lot and plies > settings.FOLD_PLIES:
            break
        lot.append(entry)
    return lot


def unfold(generation: Generation, entries: Sequence[Entry]) -> None:
    """Take entries out of the sums, those that are in them. Belongs in the transaction that
    replaces or deletes their rows, before it does."""
    counted = [entry for entry in entries if entry.is_counted]
    held = hold(generation.pk) if counted else None
    if held is not None:
        _count(held, counted, -1)


def hold(generation_id: int) -> Generation | None:
    """The generation's row for this transaction alone; None where it is gone. Nobody else changes
    sums meanwhile, nor which entries are counted, nor the visits of those."""
    # No key: who writes entries holds the key of their generation, and may wait for the sums.
    rows = Generation.objects.select_for_update(no_key=True)
    return rows.filter(pk=generation_id).first()


def _count(generation: Generation, entries: Sequence[Entry], sign: int) -> None:
    whole = load_counters(generation.counters)
    texts = Summary.objects.filter(entry__in=entries).values_list("counters", flat=True)
    for text in texts.iterator(chunk_size=100):
        add(whole, read_counters(text), sign)
    _count_positions(generation, entries, sign)
    Generation.objects.filter(pk=generation.pk).update(
        counters=dump_counters(whole),
        games=generation.games + sign * len(entries),
        as_of=timezone.now(),
    )


def _count_positions(generation: Generation, entries: Sequence[Entry], sign: int) -> None:
    """Most positions are seldom, and need no tally: only those that have sums, or now get them."""
    visits.by_index()
    rows = list(Visit.objects.filter(entry__in=entries).values_list(*VISIT_COLUMNS))
    keys = sorted({row[0] for row in rows})
    known = _known(generation, keys)
    often = visits.often(key for key in keys if key not in known) if sign > 0 else []
    wanted = {*known, *often}
    changes = tally_rows((row for row in rows if row[0] in wanted), entries)
    _change(known, changes, sign)
    if often:
        _promote(generation, {key: changes[key] for key in often})


def _known(generation: Generation, keys: Sequence[int]) -> dict[int, PositionStat]:
    """The sums that there are of some positions."""
    stats = PositionStat.objects.filter(generation=generation)
    return {
        stat.position: stat
        for some in visits.key_lists(keys)
        for stat in stats.extra(where=[f"position IN ({some})"])  # noqa: S610 (numbers of ours)
    }


def _change(known: Mapping[int, PositionStat], changes: Mapping[int, Rows], sign: int) -> None:
    """Add to the sums that there are; one of a position that has become seldom goes."""
    gone: list[PositionStat] = []
    kept: list[PositionStat] = []
    for key, stat in known.items():
        rows = load_rows(stat.rows)
        for move, tally in changes[key].items():
            before = rows.get(move, NOTHING)
            rows[move] = before + tally if sign > 0 else before - tally
        rows = {move: tally for move, tally in rows.items() if tally.games}
        stat.games = sum(tally.games for tally in rows.values())
        stat.rows = dump_rows(rows)
        (kept if stat.games >= settings.STAT_VISITS else gone).append(stat)
    PositionStat.objects.filter(pk__in=[stat.pk for stat in gone]).delete()
    PositionStat.objects.bulk_create(
        kept, update_conflicts=True, unique_fields=["id"], update_fields=["games", "rows"]
    )


def _promote(generation: Generation, changes: Mapping[int, Rows]) -> None:
    """Make the sums of positions that enough counted records pass through now."""
    counted = Q(entry__generation=generation, entry__is_counted=True)
    visited = Visit.objects.filter(counted, position__in=list(changes))
    entries = Entry.objects.filter(pk__in=visited.values("entry"))
    before = tally_visits(visited, list(entries))
    made = []
    for key, new in changes.items():
        rows = dict(new)
        for move, tally in before.get(key, {}).items():
            rows[move] = rows[move] + tally if move in rows else tally
        games = sum(tally.games for tally in rows.values())
        if games >= settings.STAT_VISITS:
            made.append(
                PositionStat(generation=generation, position=key, games=games, rows=dump_rows(rows))
            )
    PositionStat.objects.bulk_create(made, batch_size=1_000)
