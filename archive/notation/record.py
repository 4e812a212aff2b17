"""A record as read from text: what every importer ends in, before any rule is asked."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a record: a stable code, a sentence, and the place.

    ``ply``: 0-based index of the offending token among the record's move tokens. ``line`` (of the
    file) and ``column`` are 1-based and count code points; None where there is no such place.
    """

    code: str
    message: str
    ply: int | None = None
    token: str | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark that refuses nothing: code, sentence, 1-based line or None."""

    code: str
    message: str
    line: int | None = None


class ParsedMove(NamedTuple):
    """One move token: ``7H.(1,5)-(2,3)+R(0,3)`` with its place and what is said of it.

    ``number`` is -1 and ``seat`` empty where the token has no such form: then ``body`` is the whole
    token. ``seat`` is the letter in upper case. ``annotations`` are as written: ``$1``, ``!?``.
    """

    token: str
    number: int
    seat: str
    body: str
    line: int | None
    column: int | None
    comments: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """One record of an upload, readable or not.

    ``problem`` set: unreadable (no game can be taken from it); tags and moves are then what could
    still be told. ``original`` are its bytes as given; the originals of a plain file's records,
    joined, are the file. ``tags`` in the order read, canonical names, Game and Result included as
    written. ``comments`` stand before the first move. ``result`` is the closing token or "", and
    ``after_result`` the index of the first move that wrongly follows it. ``seats`` are the seat
    names of its game, which are also the tags of its players.
    """

    game: str
    format: str
    original: bytes
    file: str
    index: int
    line: int
    tags: tuple[tuple[str, str], ...] = ()
    moves: tuple[ParsedMove, ...] = ()
    comments: tuple[str, ...] = ()
    result: str = ""
    after_result: int | None = None
    seats: tuple[str, ...] = ()
    warnings: tuple[Remark, ...] = ()
    problem: Problem | None = None

    def tag(self, name: str) -> str:
        """The value of a tag by its canonical name, or ""."""
        for known, value in self.tags:
            if known == name:
                return value
        return ""

    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat; "" where the record names none."""
        return tuple(self.tag(seat) for seat in self.seats)
