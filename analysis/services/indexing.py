"""Records into the index: replayed in memory, written in one short transaction.

Entries are replaced, never added to, so doing it twice changes nothing. What an entry has added to
the sums is taken out before it goes. Locks are taken in one order by all: entries by generation and
record, then generations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.conf import settings
from django.db import DataError, IntegrityError, transaction
from django.db.models import Max, QuerySet

from analysis.models import Entry, Fault, Generation, Summary, Visit
from analysis.selectors.countable import countable
from analysis.services import folding, generations, rating, visits
from analysis.services.drafting import Draft, drafts, words_of
from archive.models import Record, RecordVersion


def index_records(
    *,
    record_ids: Iterable[int],
    only: Generation | None = None,
    notes: list[str] | None = None,
    again: bool = False,
) -> int:
    """Bring the index up to date with these records, whatever became of them: stored, amended,
    hidden or deleted. How many entries were written.

    ``only``: in this generation alone. ``again``: also those that are indexed as they are. A record
    that cannot be indexed is a `Fault`, with a sentence in ``notes``, and stops no other.
    """
    faults: list[str] = [] if notes is None else notes
    lots = _lots(sorted(set(record_ids)))
    return sum(_index_some(ids, only, faults, again=again) for ids in lots)


def suspect(*, record_ids: Sequence[int], words: str) -> list[int]:
    """Note each of these records that is not indexed as a fault, before it is tried once more: if that
    ends this process, the note stands, and if not, it goes. Gives those that are to be tried."""
    records = {one.pk: one for one in countable().filter(pk__in=record_ids).defer("original")}
    tried: set[int] = set()
    for game in sorted({record.game for record in records.values()}):
        for generation in generations.live(game):
            due = _stale(generation, records)
            _give_up(generation, dict.fromkeys(due, words), records)
            tried |= due
    return sorted(tried)


def _lots(ids: Sequence[int]) -> Iterator[list[int]]:
    """Records that are replayed together: as many as memory holds."""
    lot: list[int] = []
    plies = 0
    for at in range(0, len(ids), settings.INDEX_RECORDS):
        some = ids[at : at + settings.INDEX_RECORDS]
        known = dict(Record.objects.filter(pk__in=some).values_list("pk", "plies"))
        for pk in some:
            plies += known.get(pk, 0)
            if lot and (len(lot) == settings.INDEX_RECORDS or plies > settings.INDEX_PLIES):
                yield lot
                lot, plies = [], known.get(pk, 0)
            lot.append(pk)
    if lot:
        yield lot


def _index_some(
    ids: Sequence[int], only: Generation | None, notes: list[str], *, again: bool
) -> int:
    records = {record.pk: record for record in countable().filter(pk__in=ids).defer("original")}
    games = sorted({record.game for record in records.values()})
    into = [only] if only else [one for game in games for one in generations.live(game)]
    due = {one.pk: _mine(one, records) if again else _stale(one, records) for one in into}
    ready, faults = drafts([records[pk] for pk in sorted(set().union(*due.values()))])
    for generation in into:
        mine = {pk: ready[pk] for pk in due[generation.pk] if pk in ready}
        refused = _write_each(generation, mine, again=again)
        refused |= {pk: faults[pk] for pk in due[generation.pk] if pk in faults}
        _give_up(generation, refused, records)
        notes += [f"Record {pk} is left out: {words}" for pk, words in sorted(refused.items())]
    # Also those just written: one that was hidden meanwhile had no entry yet when its bell rang.
    _drop(ids, only)
    return sum(map(len, due.values()))


def _mine(generation: Generation, records: Mapping[int, Record]) -> set[int]:
    return {pk for pk, record in records.items() if record.game == generation.game}


def _stale(generation: Generation, records: Mapping[int, Record]) -> set[int]:
    """The records of the generation's game that it does not hold as they are."""
    mine = _mine(generation, records)
    known: set[tuple[int, int]] = set()
    for rows in (Entry.objects, Fault.objects):
        held = rows.filter(generation=generation, record__in=mine)
        known.update(held.values_list("record", "revision"))
    return {pk for pk in mine if (pk, records[pk].revision) not in known}


def _write_each(
    generation: Generation, drafts: Mapping[int, Draft], *, again: bool
) -> dict[int, str]:
    """Write drafts; what the database says of those that it refuses."""
    try:
        _write(generation, drafts, again=again)
    except (DataError, IntegrityError) as error:
        if not generations.is_kept(generation.pk):
            return {}
        if len(drafts) == 1:
            return dict.fromkeys(drafts, words_of(error))
        alone = [_write_each(generation, {pk: drafts[pk]}, again=again) for pk in sorted(drafts)]
        return {pk: words for refused in alone for pk, words in refused.items()}
    return {}


@transaction.atomic
def _write(generation: Generation, drafts: Mapping[int, Draft], *, again: bool = False) -> None:
    """Put drafts in the place of what is held of their records, but for those that changed while
    they were replayed: the bell for that change brings them again."""
    if not drafts or not generations.is_kept(generation.pk):
        return
    entries = _locked(generation, sorted(drafts))
    now = dict(countable().filter(pk__in=drafts).values_list("pk", "revision"))
    due = {
        entry.pk: drafts[entry.record]
        for entry in entries
        if drafts[entry.record].entry.revision == now.get(entry.record)
        and (again or entry.revision != now[entry.record])
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
    Fault.objects.filter(generation=generation, record__in=drafts).delete()


def _locked(generation: Generation, records: Sequence[int]) -> list[Entry]:
    """The entries of these records, made where they lack, for this transaction alone."""
    Entry.objects.bulk_create(
        (Entry(generation=generation, record=pk) for pk in records), ignore_conflicts=True
    )
    entries = Entry.objects.filter(generation=generation, record__in=records)
    return list(entries.order_by("record").select_for_update())


TOLD = (
    *("revision", "seats", "winners", "plies"),
    *("date_earliest", "date_latest", "month", "event", "result", "rules", "options"),
)
"""What an entry says of its record."""
FACTS = ["is_counted", *TOLD]


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
    visits.insert(
        (visit.position, pk, visit.ply, visit.move)
        for pk, made in due.items()
        for visit in made.visits
    )


@transaction.atomic
def _give_up(
    generation: Generation, faults: Mapping[int, str], records: Mapping[int, Record]
) -> None:
    """Note what cannot be indexed as it is now, and take out what was held of it before."""
    now = dict(countable().filter(pk__in=faults).values_list("pk", "revision"))
    bad = {pk: now[pk] for pk in faults if now.get(pk) == records[pk].revision}
    if not bad or not generations.is_kept(generation.pk):
        return
    entries = Entry.objects.filter(generation=generation, record__in=bad).order_by("record")
    held = with_generation(entries).select_for_update(of=("self",))
    _remove([entry for entry in held if entry.revision <= bad[entry.record]])
    Fault.objects.filter(generation=generation, record__in=bad).delete()
    Fault.objects.bulk_create(
        (
            Fault(generation=generation, record=pk, revision=revision, message=faults[pk])
            for pk, revision in sorted(bad.items())
        ),
        ignore_conflicts=True,
    )


def _drop(records: Sequence[int], only: Generation | None) -> None:
    """Take records out that are gone, hidden, no longer judged, or of another game now."""
    entries = Entry.objects.filter(record__in=records).order_by("generation", "record")
    entries = entries.filter(generation__status__in=generations.KEPT)
    if only is not None:
        entries = entries.filter(generation=only)
    entries = with_generation(entries)
    if gone(entries):
        with transaction.atomic():
            _remove(gone(entries.select_for_update(of=("self",))))
    present = countable().filter(pk__in=records).values_list("pk", flat=True)
    Fault.objects.filter(record__in=set(records).difference(present)).delete()


def with_generation(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Entries with their generations, each without its sums: they are large, and with every row."""
    return entries.select_related("generation").defer("generation__counters")


def gone(entries: QuerySet[Entry]) -> list[Entry]:
    """Those of some entries whose record does not belong in their generation any more.

    A generation of an earlier edition keeps what the present one merely judges again, until it is
    replaced; a record that got another text leaves it.
    """
    held = list(entries)
    numbers = {entry.record for entry in held}
    games = dict(countable().filter(pk__in=numbers).values_list("pk", "game"))
    older = {entry.record for entry in held if not generations.is_current(entry.generation)}
    versions = RecordVersion.objects.filter(record__in=older).order_by()
    amended: dict[int, int] = dict(
        versions.values_list("record").annotate(last=Max("revision")).values_list("record", "last")
    )
    return [
        entry
        for entry in held
        if games.get(entry.record) != entry.generation.game
        or (entry.record in older and amended.get(entry.record, 0) >= entry.revision)
    ]


def _remove(entries: Sequence[Entry]) -> None:
    """Delete entries that this transaction holds, and take them out of the sums."""
    for generation in sorted({entry.generation for entry in entries}, key=lambda one: one.pk):
        mine = [one for one in entries if one.generation == generation]
        rating.note(game=generation.game, entries=mine)
        folding.unfold(generation, mine)
    Visit.objects.filter(entry__in=entries).delete()
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
