"""What the import page says can be read, with a short example of each form."""

from dataclasses import dataclass
from functools import cache

from django.template.loader import get_template


@dataclass(frozen=True, slots=True)
class FormRead:
    """One form of record, in words; ``example`` is a whole small record, or ""."""

    slug: str
    name: str
    words: str
    example: str = ""


WORDS = (
    ("garden-gate", "Garden Gate text", "On one line divided by “;”, or one move a line."),
    ("garden-gate-link", "Garden Gate replay link", "One link or many, one a line."),
    ("tgr", "Tile Game Record", "Tags in brackets, then moves; the form that this site writes."),
    ("psr", "PSR", "Begins with “PAISHO-RECORD 1”, one decision a line."),
    ("ndjson", "JSON or NDJSON", "One object a game, as this site’s own exports have it."),
)
PACKED = FormRead("packed", "ZIP or gzip", "Of any number of files in these forms.")


@cache
def forms_read() -> tuple[FormRead, ...]:
    read = (FormRead(slug, name, words, _example(slug)) for slug, name, words in WORDS)
    return (*read, PACKED)


def example(slug: str) -> str:
    """The example of a form, or "" where the slug names none."""
    return next((form.example for form in forms_read() if form.slug == slug), "")


def _example(slug: str) -> str:
    return str(get_template(f"archive/import_examples/{slug}.txt").render())
