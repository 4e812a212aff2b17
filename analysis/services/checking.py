"""The index compared with a recount from scratch, and repaired where it differs.

Beside running jobs, in slices, by stages: `ENTRIES` replays records and compares what is kept of
each; `COUNTERS` adds all summaries up again; `POSITIONS` counts every position that has sums, or
should have. What differs is put right and noted in a sentence.

A slice holds the sums of the generation while it compares positions. Counters take longer: they are
added up from one view of the database, and what they differ by is added to the sums as they are by
then.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from analysis.models import Entry, Generation, LongJob, PositionStat, Status, Summary, Visit
from analysis.selectors import recounts
from analysis.selectors.countable import countable
from analysis.selectors.snapshots import snapshot
from analysis.services import drafting, folding, indexing, longjobs, runs
from analysis.statistics import Counters, add, dump_counters, load_counters
from archive.models import Record

NAME: Final = "check"
ENTRIES, COUNTERS, POSITIONS, FINISHED = "entries", "counters", "positions", "finished"
VISITS_AT_ONCE = 50_000
COUNTERS_SECONDS: Final = 3_600
"""So long adding up counters may be silent."""
FIRST_KEY, LAST_KEY = -(1 << 63), (1 << 63) - 1


def take_up(*, generation_id: int, token: str = "", seizes: bool = False) -> LongJob | None:
    """The check of an index in use, begun if need be; None where another is at it. ``seizes``: begun
    anew in any case."""
    if token:
        return longjobs.take_over(token=token)
    rows = Generation.objects.filter(pk=generation_id, status=Status.ACTIVE)
    generation = rows.first()
    if generation is None:
        return None
    job = longjobs.claim(name=NAME, generation=generation, seizes=seizes)
    if job is not None and (seizes or job.stage in {"", FINISHED}):
        longjobs.keep(
            job, stage=ENTRIES, cursor=job.entry, done=0, notes=[], started=timezone.now()
        )
    return job


def go_on(job: LongJob, *, most: int | None = None) -> Iterator[int]:
    """Check to the end; yields how many rows were compared, between pieces of work. ``most``:
    records that are replayed, all where it is None."""
    stages = {ENTRIES: _entries, COUNTERS: _counters, POSITIONS: _positions}
    while job.stage in stages:
        if not Generation.objects.filter(pk=job.generation_id, status=Status.ACTIVE).exists():
            longjobs.give_up(job)
            return
        if not stages[job.stage](job, most):
            return
        yield job.done


def active() -> list[Generation]:
    """The indexes in use, in the order of games."""
    return list(Generation.objects.filter(status=Status.ACTIVE).order_by("game"))


# Entries


def _entries(job: LongJob, most: int | None) -> bool:
    rows = Entry.objects.filter(generation=job.generation_id, revision__gt=0)
    entries = list(rows.filter(pk__gt=job.cursor or 0).order_by("pk")[: settings.INDEX_RECORDS])
    is_enough = most is not None and job.done >= most
    if is_enough or not entries:
        # Where all were looked at, the next round begins with the first.
        return longjobs.keep(
            job, stage=COUNTERS, cursor=None, entry=(job.cursor or 0) if entries else 0
        )
    notes = _mend_entries(job.generation, entries)
    # What was indexed again is counted before sums are compared.
    while notes and longjobs.keep(job) and folding.fold(generation_id=job.generation_id):
        pass
    return longjobs.keep(
        job, cursor=entries[-1].pk, done=job.done + len(entries), notes=_more(job, notes)
    )


def _mend_entries(generation: Generation, entries: Sequence[Entry]) -> list[str]:
    """Index again those records whose replay says something else than what is kept."""
    with snapshot():
        wrong = _wrong(entries)
    notes = [f"Record {number}: {words}" for number, words in wrong.items()]
    indexing.index_records(record_ids=wrong, only=generation, notes=notes, again=True)
    return notes


def _wrong(entries: Sequence[Entry]) -> dict[int, str]:
    """What differs, by record. Those that changed, and whose message is on its way, do not."""
    kept = {entry.record: entry for entry in Entry.objects.filter(pk__in=[e.pk for e in entries])}
    records = countable().filter(pk__in=kept).defer("original").order_by("pk")
    found = ((record, kept[record.pk]) for record in records.iterator(chunk_size=20))
    said = {
        entry.record: _differs(entry, record)
        for record, entry in found
        if entry.revision == record.revision and entry.generation_id == entries[0].generation_id
    }
    return {number: words for number, words in said.items() if words}


def _differs(entry: Entry, record: Record) -> str:
    """What a replay of the record says otherwise than its entry, in words; "" where nothing."""
    drafts, faults = drafting.drafts([record])
    if faults:
        return f"it cannot be replayed any more ({faults[record.pk]})."
    draft = drafts[record.pk]
    if any(getattr(entry, name) != getattr(draft.entry, name) for name in indexing.TOLD):
        return "the facts in the index were not those of the record."
    rows = Visit.objects.filter(entry=entry.pk).order_by("ply")
    visits = list(rows.values_list("position", "ply", "move"))
    if visits != [tuple(visit) for visit in draft.visits]:
        return f"{len(visits)} visits were kept, and are not the {len(draft.visits)} of a replay."
    texts = Summary.objects.filter(entry=entry.pk).values_list("counters", flat=True)
    return "" if texts.first() == draft.counters else "its summary was not that of a replay."


# Counters


def _counters(job: LongJob, _most: int | None) -> bool:
    if not longjobs.keep(job, silent=COUNTERS_SECONDS):
        return False
    with snapshot():
        generation = Generation.objects.get(pk=job.generation_id)
        games, whole = recounts.counters(generation)
    kept = load_counters(generation.counters)
    add(whole, kept, -1)
    with transaction.atomic():
        held = folding.hold(generation.pk)
        notes = _counter_notes(generation, games, whole)
        # One whose claim is lost must add nothing: another is at the same sums.
        if held is None or not longjobs.keep(
            job, stage=POSITIONS, cursor=FIRST_KEY, done=job.done + games, notes=_more(job, notes)
        ):
            return False
        if notes:
            _add_difference(held, games - generation.games, whole)
    return True


def _add_difference(generation: Generation, games: int, difference: Counters) -> None:
    counters = load_counters(generation.counters)
    add(counters, difference)
    Generation.objects.filter(pk=generation.pk).update(
        counters=dump_counters(counters),
        games=max(0, generation.games + games),
        as_of=timezone.now(),
    )


def _counter_notes(generation: Generation, games: int, difference: Counters) -> list[str]:
    notes = []
    if games != generation.games:
        notes.append(f"{generation.games} games were counted, and {games} are in the index.")
    notes += [f"The sum of {key} was wrong by {-_size(difference[key])}." for key in difference]
    return notes


def _size(value: int | tuple[int, ...]) -> int:
    return sum(value) if isinstance(value, tuple) else value


# Positions


def _positions(job: LongJob, _most: int | None) -> bool:
    first = FIRST_KEY if job.cursor is None else job.cursor
    last = min(LAST_KEY, first + _width(job.generation_id) - 1)
    with transaction.atomic():
        generation = folding.hold(job.generation_id)
        if generation is None:
            return False
        count, notes = _mend_positions(generation, first, last)
        values: dict[str, Any] = {"done": job.done + count, "notes": _more(job, notes)}
        if last == LAST_KEY:
            return longjobs.keep(job, stage=FINISHED, cursor=None, **values)
        return longjobs.keep(job, cursor=last + 1, **values)


def _width(generation_id: int) -> int:
    """So many keys have about `VISITS_AT_ONCE` visits: keys are spread evenly."""
    entries = Entry.objects.filter(generation=generation_id)
    visits = entries.aggregate(all=Sum("plies"))["all"] or 0
    return (1 << 64) // (visits // VISITS_AT_ONCE + 1)


def _mend_positions(generation: Generation, first: int, last: int) -> tuple[int, list[str]]:
    """Compare the sums between two keys with their visits; how many, and what differed."""
    right = recounts.positions(generation, first, last)
    rows = PositionStat.objects.filter(generation=generation, position__range=(first, last))
    kept = {stat.position: stat for stat in rows}
    wrong = sorted(key for key in right.keys() | kept.keys() if not _agree(right, kept, key))
    PositionStat.objects.filter(generation=generation, position__in=wrong).delete()
    PositionStat.objects.bulk_create(
        PositionStat(generation=generation, position=key, games=right[key][0], rows=right[key][1])
        for key in wrong
        if key in right
    )
    if wrong:
        Generation.objects.filter(pk=generation.pk).update(as_of=timezone.now())
    return len(right.keys() | kept.keys()), [_position_note(right, kept, key) for key in wrong]


def _agree(right: recounts.Sums, kept: Mapping[int, PositionStat], key: int) -> bool:
    stat = kept.get(key)
    return stat is not None and right.get(key) == (stat.games, stat.rows)


def _position_note(right: recounts.Sums, kept: Mapping[int, PositionStat], key: int) -> str:
    if key not in kept:
        return f"Position {key} had no sums, and {right[key][0]} games pass through it."
    if key not in right:
        return f"Position {key} had sums, and few games or none pass through it."
    games = kept[key].games
    if games != right[key][0]:
        return f"Position {key} had {games} games, and {right[key][0]} pass through it."
    return f"Position {key} had the right number of games, and other sums than they make."


def _more(job: LongJob, notes: Sequence[str]) -> list[str]:
    """The notes so far, each with the game, and no more than a run keeps."""
    added = [f"{job.generation.game}: {note}" for note in notes]
    return [*job.notes, *added][: runs.NOTES]
