"""Records into the index: replayed in memory, written in one short transaction.

Entries are replaced, never added to, so doing it twice changes nothing. What an entry has added to
the sums is taken out before it goes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from analysis import indexing, summaries
from analysis.indexing import VisitValue
from analysis.models import Entry, Generation, Summary, Visit
from analysis.selectors.facts import month_of, winner_bits
from analysis.services import folding, generations, rating
from analysis.statistics import counters_text
from archive import engines
from archive.models import Record, Verdict
from archive.replay import judge
from archive.selectors.replays import parsed
from archive.selectors.visible import counted

COUNTED: tuple[str, ...] = (Verdict.VALID, Verdict.CONTRADICTORY)
"""Records that the rules could judge. Others are kept and shown, and are in no figure."""
MOST_PLIES = 32_767
"""Deeper than any game goes: what the columns can hold."""


@dataclass(frozen=True, slots=True)
class Draft:
    """All rows of one record, unsaved."""

    entry: Entry
    visits: tuple[VisitValue, ...]
    counters: str


def index_records(*, record_ids: Iterable[int], only: Generation | None = None) -> int:
    """Bring the index up to date with these records, whatever became of them: stored, amended,
    hidden or deleted. ``only``: in this generation alone. How many entries were written.
    """
    ids = sorted(set(record_ids))
    size = settings.INDEX_RECORDS
    return sum(_index_some(ids[at : at + size], only) for at in range(0, len(ids), size))


def _index_some(ids: Sequence[int], only: Generation | None) -> int:
    records = {record.pk: record for record in countable().filter(pk__in=ids).defer("original")}
    games = sorted({record.game for record in records.values()})
    into = [only] if only else [one for game in games for one in generations.live(game)]
    stale = {one.pk: _stale(one, records) for one in into}
    drafts = {pk: draft(records[pk]) for pk in sorted(set().union(*stale.values()))}
    for generation in into:
        _write(generation, {pk: drafts[pk] for pk in stale[generation.pk]})
    _drop([pk for pk in ids if pk not in records], only)
    return sum(map(len, stale.values()))


def countable() -> QuerySet[Record]:
    """The records that stand in figures."""
    return counted().filter(verdict__in=COUNTED)


def _stale(generation: Generation, records: Mapping[int, Record]) -> set[int]:
    """The records of the generation's game that it does not hold as they are."""
    mine = {pk: record for pk, record in records.items() if record.game == generation.game}
    entries = Entry.objects.filter(generation=generation, record__in=mine)
    known = dict(entries.values_list("record", "revision"))
    return {pk for pk, record in mine.items() if known.get(pk, 0) < record.revision}


def draft(record: Record) -> Draft:
    """Replay a record and say what the index keeps of it."""
    engine = engines.get(record.game)
    if engine is None:
        raise LookupError(f"Record {record.pk} is of {record.game!r}, and no engine has that name.")
    judgement = judge(parsed(record), steps=True)
    start = judgement.steps[0].states[0] if judgement.steps else judgement.state
    seats = judgement.setup.seats if judgement.setup else len(engine.seat_names)
    ending = summaries.ending_of(engine, record.result, seats)
    facts = summaries.Facts(ending, record.result, record.termination, month_of(record))
    entry = Entry(
        record=record.pk,
        revision=record.revision,
        seats=seats,
        winners=winner_bits(ending),
        plies=min(len(judgement.steps), MOST_PLIES),
        date_earliest=record.date_earliest,
        date_latest=record.date_latest,
        event=record.event_id,
        result=record.result,
        rules=record.rules,
        options=record.options,
    )
    visits = indexing.visits(engine, start, judgement.steps)
    counters = summaries.summarise(engine, start, judgement.steps, facts)
    shallow = tuple(visit for visit in visits if visit.ply <= MOST_PLIES)
    return Draft(entry, shallow, counters_text(counters))


@transaction.atomic
def _write(generation: Generation, drafts: Mapping[int, Draft]) -> None:
    """Put drafts in the place of what is held of their records, but for those that changed while
    they were replayed: the bell for that change brings them again."""
    entries = _locked(generation, sorted(drafts))
    now = dict(countable().filter(pk__in=drafts).values_list("pk", "revision"))
    due = {
        entry.pk: drafts[entry.record]
        for entry in entries
        if entry.revision < drafts[entry.record].entry.revision == now.get(entry.record)
    }
    held = [entry for entry in entries if entry.pk in due]
    rating.note(game=generation.game, entries=[*held, *(made.entry for made in due.values())])
    folding.unfold(generation, held)
    Visit.objects.filter(entry__in=due).delete()
    for pk, made in due.items():
        made.entry.pk, made.entry.generation = pk, generation
    _save(due)
    # A place kept for a record that changed meanwhile holds nothing.
    Entry.objects.filter(pk__in=[entry.pk for entry in entries], revision=0).delete()


def _locked(generation: Generation, records: Sequence[int]) -> list[Entry]:
    """The entries of these records, made where they lack, for this transaction alone."""
    Entry.objects.bulk_create(
        (Entry(generation=generation, record=pk) for pk in records), ignore_conflicts=True
    )
    entries = Entry.objects.filter(generation=generation, record__in=records).order_by("record")
    if connection.features.has_select_for_update:
        entries = entries.select_for_update()
    return list(entries)


FACTS = [
    *("revision", "is_counted", "seats", "winners", "plies"),
    *("date_earliest", "date_latest", "event", "result", "rules", "options"),
]


def _save(due: Mapping[int, Draft]) -> None:
    Entry.objects.bulk_create(
        (made.entry for made in due.values()),
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=FACTS,
    )
    Summary.objects.bulk_create(
        (Summary(entry_id=pk, counters=made.counters) for pk, made in due.items()),
        update_conflicts=True,
        unique_fields=["entry"],
        update_fields=["counters"],
    )
    Visit.objects.bulk_create(
        (
            Visit(position=visit.position, entry_id=pk, ply=visit.ply, move=visit.move)
            for pk, made in due.items()
            for visit in made.visits
        ),
        batch_size=5_000,
    )


@transaction.atomic
def _drop(records: Sequence[int], only: Generation | None) -> None:
    """Take records out that are gone, hidden, or no longer judged."""
    entries = Entry.objects.filter(record__in=records).order_by("generation", "record")
    if only is not None:
        entries = entries.filter(generation=only)
    if connection.features.has_select_for_update:
        entries = entries.select_for_update()
    present = set(countable().filter(pk__in=records).values_list("pk", flat=True))
    gone = [entry for entry in entries.select_related("generation") if entry.record not in present]
    for generation in {entry.generation for entry in gone}:
        mine = [one for one in gone if one.generation_id == generation.pk]
        rating.note(game=generation.game, entries=mine)
        folding.unfold(generation, mine)
    Visit.objects.filter(entry__in=gone).delete()
    Entry.objects.filter(pk__in=[entry.pk for entry in gone]).delete()
