"""Tile Game Records, and bare movetext: the format of the house."""

from archive.importers.base import Fragment
from archive.importers.finish import finish
from archive.notation.grammar import read_record
from archive.notation.record import ParsedRecord
from archive.notation.text import decode


def parse(fragment: Fragment) -> ParsedRecord:
    """Read a record with or without tags; for what is forgiven see `grammar.read_record`."""
    return finish(read_record(decode(fragment.original, fragment.line)), fragment)
