"""What makes two records the same game, apart from their text."""

from hashlib import blake2b
from typing import Final

from archive.notation.record import ParsedRecord
from archive.notation.writer import move_token

_SETUP_TAGS: Final = ("Options", "Setup", "Stones", "Cards", "Hands")


def fingerprint(record: ParsedRecord) -> str:
    """A digest of 32 hexadecimal digits: equal for records of one game.

    Game, options, setup, moves and players count, the players code point for code point; the date,
    other tags, comments and layout do not. The record must be in normal form. Two records of one
    fingerprint are the same, unless both have full dates that differ: that rule is the storage's.
    """
    parts = [record.game, *(record.tag(name) for name in _SETUP_TAGS), *record.players()]
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode() + b"\0")
    digest.update("\n".join(map(move_token, record.moves)).encode())
    return digest.hexdigest()
