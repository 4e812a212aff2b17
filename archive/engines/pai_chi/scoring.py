"""Harmonies, and how a game ends. Rules, section Harmonies and end."""

from functools import lru_cache

from archive.engines.base import Outcome
from archive.engines.pai_chi.state import FLOWERS_GONE, HARMONIES, OUTCOMES, REMOVED
from archive.engines.pai_chi.tables import (
    CHAINED,
    DISCORD,
    FLOWERS,
    HARMONY,
    KINDS,
    LINES,
    RELATION,
    ROCK,
)

Triple = tuple[int, int, int]
"""Three tiles of one harmony, in the order of their line."""
Harmonies = tuple[tuple[Triple, ...], tuple[Triple, ...]]
"""The harmonies of a position by owner."""

GONE = bytes([REMOVED] * FLOWERS)
TO_WIN = 2
LEAST = 3
"""A line with fewer tiles has no harmony."""
EMPTY = b"\0"


@lru_cache(maxsize=1 << 10)
def harmonies(board: bytes) -> Harmonies:
    """The harmonies by owner: at least two of the three tiles are his.

    Kept for a while: the rules, pictures and statistics of a game ask for the same positions.
    """
    found: tuple[list[Triple], list[Triple]] = ([], [])
    for line in LINES:
        tiles = board[line].translate(None, EMPTY)
        if len(tiles) >= LEAST:
            for triple in _triples(tiles):
                found[sum(tile >= KINDS for tile in triple) > 1].append(triple)
    return tuple(found[0]), tuple(found[1])


@lru_cache(maxsize=1 << 14)
def _triples(values: bytes) -> tuple[Triple, ...]:
    """The harmonies of one line, on which these values stand in this order."""
    tiles = [value - 1 for value in values]
    pairs = _pairs(tiles)
    return tuple(
        (tiles[first], tiles[middle], tiles[last])
        for first, middle in pairs
        for start, last in pairs
        if start == middle
    )


def _pairs(tiles: list[int]) -> list[tuple[int, int]]:
    """The harmonious pairs of one line with nothing between them that breaks them, as indices."""
    pairs = []
    for first, one in enumerate(tiles):
        relation = RELATION[one]
        if one not in CHAINED:
            continue
        for last in range(first + 1, len(tiles)):
            other = tiles[last]
            if relation[other] == HARMONY and not _broken(tiles, first, last):
                pairs.append((first, last))
            if relation[other] == DISCORD or other % KINDS == ROCK:
                break
    return pairs


def _broken(tiles: list[int], first: int, last: int) -> bool:
    """Whether a tile between two others is disharmonious to the second; the first is looked at as
    the pairs are found."""
    relation = RELATION[tiles[last]]
    return any(relation[between] == DISCORD for between in tiles[first + 1 : last])


def outcome(board: bytes, where: bytes, mover: int, passes: int) -> Outcome | None:
    """How a turn of the mover has ended the game, or None."""
    found = harmonies(board)
    for seat in (mover, 1 - mover):
        if len(found[seat]) >= TO_WIN:
            return _won(seat, HARMONIES)
        other = (1 - seat) * KINDS
        if where[other : other + FLOWERS] == GONE:
            return _won(seat, FLOWERS_GONE)
    return OUTCOMES[-1] if passes >= TO_WIN else None


def _won(seat: int, reason: str) -> Outcome:
    return next(known for known in OUTCOMES if known.winners == (seat,) and known.reason == reason)
