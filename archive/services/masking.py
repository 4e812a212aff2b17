"""Records that bring a hidden name, masked before they are stored.

A name that is hidden is kept as a digest: nothing that the site stores can give it away, and it is
known when a record brings it again.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from archive.importers import Fragment, parse
from archive.models import HiddenName, Record
from archive.notation import fingerprint, write_tgr
from archive.notation.masking import masked, masked_text
from archive.notation.record import ParsedRecord
from archive.notation.writer import ordered_tags
from archive.services.records import Draft

Names = Mapping[str, str]
"""Pseudonyms by the names that they hide."""

PROSE: Final = ("site", "round", "termination", "board_termination", "claimed_termination")


def mask(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts without the names that are hidden; the others as they are. Belongs in a transaction."""
    names = _hidden(name for draft in drafts for name in draft.seats)
    if not names:
        return list(drafts)
    return [
        _mask_draft(draft, names) if names.keys() & set(draft.seats) else draft for draft in drafts
    ]


def _hidden(seats: Iterable[str]) -> dict[str, str]:
    by_digest = {digest_of(name): name for name in set(seats)}
    found = HiddenName.objects.filter(digest__in=by_digest).values_list("digest", "player__name")
    return {by_digest[digest]: name for digest, name in found}


def _mask_draft(draft: Draft, names: Names) -> Draft:
    read = mask_row(draft.record, names)
    draft.record.fingerprint = fingerprint(read)
    seats = tuple(names.get(name, name) for name in draft.seats)
    return replace(draft, seats=seats, event=read.tag("Event"))


def digest_of(name: str) -> str:
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()


def mask_row(record: Record, names: Names) -> ParsedRecord:
    """Give a record's row the masked text, also as the one that it came with."""
    given = Fragment("tgr", record.text.encode(), "record", 0, 1)
    read = masked(parse(given), names)
    record.text = write_tgr(read)
    record.original, record.format = record.text.encode(), "tgr"
    record.tags = [list(tag) for tag in ordered_tags(read)]
    record.warnings = masked_remarks(record.warnings, names)
    for name in PROSE:
        setattr(record, name, masked_text(getattr(record, name), names))
    return read


def masked_remarks(remarks: Sequence[dict[str, Any]], names: Names) -> list[dict[str, Any]]:
    return [
        {
            key: masked_text(value, names) if isinstance(value, str) else value
            for key, value in remark.items()
        }
        for remark in remarks
    ]
