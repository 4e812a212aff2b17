"""Which release of the site this is, for addresses whose content may be kept for ever."""

from functools import cache
from hashlib import blake2b
from typing import Final

from django.conf import settings

from archive.models import Record

SOURCES: Final = (
    ("archive", "*.py"),
    ("archive/static/archive", "board.css"),
    ("templates/components", "scene*.svg"),
)


@cache
def release() -> str:
    """A digest of the code that draws and describes: another whenever one of its files changes."""
    digest = blake2b(digest_size=6)
    for folder, pattern in SOURCES:
        for path in sorted((settings.BASE_DIR / folder).rglob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def version(record: Record) -> str:
    """What decides how a record is shown: its content, the edition that judged it, our own code."""
    return f"{record.fingerprint[:12]}-{record.revision}-{record.edition}-{release()}"
