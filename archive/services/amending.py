"""A stored record gets another text, read and judged as an import is; the earlier text is kept."""

from io import BytesIO
from itertools import islice
from typing import Any

from django.db import transaction

from archive.importers import Fragment, split
from archive.models import Record, RecordVersion, Visibility
from archive.services import judging, locks, masking, records, repeats, splitting
from archive.services.judging import Finding

NAME = "amended text"
SEVERAL = "This text holds more than one record. A record is amended by one: send the others as an import."


class NotAmended(Exception):
    """The text cannot be the record's; `problem` says why, and where in the text."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["message"])
        self.problem = problem


class Outrun(Exception):
    """The record has changed since the revision that was to be amended."""


def amend(*, record_id: int, text: str, revision: int | None = None) -> Record:
    """Give a record (at this revision, if one is given) a new text.

    Raises NotAmended, Outrun; a text that it has already changes nothing.
    """
    record = Record.objects.get(pk=record_id)
    if text.encode() == bytes(record.original):
        return record
    return _replace(record_id, _finding(text, is_sample=record.is_sample), revision)


@transaction.atomic
def _replace(record_id: int, finding: Finding, revision: int | None) -> Record:
    draft = storable(finding, record_id=record_id)
    record = Record.objects.select_for_update().get(pk=record_id)
    if revision not in {None, record.revision}:
        raise Outrun
    RecordVersion.objects.create(
        record=record, revision=record.revision, original=record.original, format=record.format
    )
    return records.rewrite(record_id=record_id, draft=draft)


def storable(finding: Finding, *, record_id: int) -> records.Draft:
    """The draft of a finding that can be this record's content. Raises NotAmended.

    Holds the fingerprint until the transaction ends; whoever locks the row as well does it after.
    """
    draft = finding.draft
    if draft is None:
        raise NotAmended(finding.problem or {"code": "record.illegal", "message": finding.verdict})
    draft = masking.mask([draft])[0]
    locks.hold("fingerprint", [draft.record.fingerprint])
    shelf = repeats.shelves([draft.record.fingerprint])[draft.record.fingerprint]
    shelf.kept = [(date, other) for date, other in shelf.kept if other.pk != record_id]
    other = shelf.find(draft.record.full_date)
    if other is not None:
        sentence = (
            f"It would repeat {_named(other)}: the same game, moves and players, and no dates "
            "that differ. Withdraw or delete one of the two instead."
        )
        raise NotAmended({"code": "record.repeats", "message": sentence})
    return draft


def _named(record: Record) -> str:
    """A record in words; one that is not public does not say where it is."""
    is_public = record.visibility == Visibility.PUBLIC
    return f"record {record.pk}" if is_public else "a record that is not public"


def _finding(text: str, *, is_sample: bool) -> Finding:
    fragments = list(islice(split(BytesIO(text.encode()), NAME, splitting.limits()), 2))
    if len(fragments) > 1:
        raise NotAmended({"code": "record.several", "message": SEVERAL, "line": fragments[1].line})
    given: Fragment = fragments[0]
    return judging.judge_fragment(given, is_sample=is_sample)
