"""A record replayed in memory, and what the index will keep of it: rows, unsaved."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from analysis import indexing, summaries
from analysis.indexing import VisitValue
from analysis.models import Entry
from analysis.selectors.countable import JUDGED
from analysis.selectors.facts import month_of, winner_bits
from analysis.statistics import counters_text
from archive import engines
from archive.models import Record
from archive.replay import judge
from archive.selectors.replays import parsed

logger = logging.getLogger(__name__)

MOST_PLIES = 32_767
"""Deeper than any game goes: what the columns can hold."""
RULES_LENGTH, OPTIONS_LENGTH = 100, 500


@dataclass(frozen=True, slots=True)
class Draft:
    """All rows of one record, unsaved."""

    entry: Entry
    visits: tuple[VisitValue, ...]
    counters: str


class NotPlayable(Exception):
    """A stored record that today's engine does not play to its end; the message says why not."""


def drafts(records: Iterable[Record]) -> tuple[dict[int, Draft], dict[int, str]]:
    """Drafts by record, and in words what went wrong with the others."""
    made: dict[int, Draft] = {}
    faults: dict[int, str] = {}
    for record in records:
        try:
            made[record.pk] = draft(record)
        except NotPlayable as error:
            faults[record.pk] = str(error)
        except MemoryError:  # may be another's doing: the process ends, and all is tried again
            raise
        except Exception as error:  # a fault of ours in one record must not stop the others
            logger.exception("Record %s cannot be indexed", record.pk)
            faults[record.pk] = words_of(error)
    return made, faults


def words_of(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:500]


def draft(record: Record) -> Draft:
    """Replay a record and say what the index keeps of it."""
    engine = engines.get(record.game)
    if engine is None:
        raise LookupError(f"Record {record.pk} is of {record.game!r}, and no engine has that name.")
    judgement = judge(parsed(record), steps=True)
    if judgement.verdict not in JUDGED:
        raise NotPlayable(
            f"Edition {engine.edition} of its engine judges it {judgement.verdict}, and it was stored "
            f"as {record.verdict}. It stands in figures again when that is decided about."
        )
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
        month=month_of(record),
        event=record.event_id,
        result=record.result,
        rules=record.rules[:RULES_LENGTH],
        options=record.options[:OPTIONS_LENGTH],
    )
    visited = indexing.visits(engine, start, judgement.steps)
    counters = summaries.summarise(engine, start, judgement.steps, facts)
    shallow = tuple(visit for visit in visited if visit.ply <= MOST_PLIES)
    return Draft(entry, shallow, counters_text(counters))
