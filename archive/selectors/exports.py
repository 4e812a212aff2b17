"""Stored records as text: one at a time, or a stream of any length."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db.models import QuerySet

from archive.importers import outside
from archive.models import Record
from archive.notation import write_ndjson_line
from archive.selectors.replays import parsed

CHUNK: Final = 50
"""Records that a stream holds at once; each may be a megabyte."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form in which records are written. ``write`` sees the record's row with its text;
    ``keeps`` says what of it, "" for all."""

    words: str
    suffix: str
    content_type: str
    write: Callable[[Record], str]
    keeps: str = ""


LIST_FORMS: Final = {
    "tgr": Form("TGR", "tgr", "text/plain; charset=utf-8", lambda record: record.text),
    "ndjson": Form(
        "NDJSON",
        "ndjson",
        "application/x-ndjson; charset=utf-8",
        lambda record: write_ndjson_line(parsed(record)),
    ),
}
"""Forms in which records of any games may follow one another."""


def forms_of(record: Record) -> dict[str, Form]:
    """Every form in which this record can be written, by the suffix of its files."""
    forms = dict(LIST_FORMS)
    for form in outside.forms_of(record.game):
        forms[form.suffix] = Form(
            form.words,
            form.suffix,
            "text/plain; charset=utf-8",
            partial(_written, form),
            form.keeps,
        )
    return forms


def links_of(record: Record) -> list[tuple[str, str, str]]:
    """Words, address and what it keeps of each site that replays such a record."""
    links = outside.links_of(record.game)
    return [(link.words, link.address(parsed(record)), link.keeps) for link in links]


def _written(form: outside.OutsideForm, record: Record) -> str:
    return form.write(parsed(record))


def stream(records: QuerySet[Record], form: Form) -> Iterator[str]:
    """The records written one after another, read from the database in small portions."""
    rows = records.only("id", "game", "text")
    return (form.write(record) for record in rows.iterator(chunk_size=CHUNK))
