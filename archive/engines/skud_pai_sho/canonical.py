"""Which of a position's images stands for all: the hot path of the index.

What `core.canonical` works out by packing every image is found here from the tiles alone: images
differ in the hands, where colours are exchanged, and in the order of the tiles' places.
"""

from collections.abc import Callable, Sequence
from itertools import compress
from struct import pack as pack_struct
from typing import Final

from archive.engines.geometry import Symmetry
from archive.engines.skud_pai_sho.state import (
    MIRRORS,
    PACKED,
    PLACE,
    ROTATIONS,
    State,
    pack,
    packed_hands,
    packed_head,
    swapped_hands,
    symmetries,
)
from archive.engines.skud_pai_sho.tables import POINTS, SIZE

EVERYWHERE: Final = range(SIZE)


def _words(by: Symmetry) -> tuple[int, ...]:
    """By point: the place of its image, in the upper byte of a word whose lower holds the tile."""
    words = [0] * SIZE
    for here in POINTS:
        words[here] = PLACE[by.to[here]] << 8
    return tuple(words)


_WORDS: Final = {by.name: _words(by) for by in (*ROTATIONS, *MIRRORS)}
_PACKED: Final = {
    by.name: (by.values or bytes(range(256))).translate(PACKED) for by in (*ROTATIONS, *MIRRORS)
}
"""By symmetry: how the image of a tile is packed."""
_WORD_AT: Final[dict[str, Callable[[int], int]]] = {
    name: words.__getitem__ for name, words in _WORDS.items()
}


def canonical(state: State) -> tuple[bytes, tuple[Symmetry, ...]]:
    """See `archive.engines.base.Engine.canonical`."""
    images: Sequence[Symmetry] = symmetries(state)
    board, hands = state.board, state.hands
    points = tuple(compress(EVERYWHERE, board))
    if len(images) == 1 or not points:
        return _on_empty_board(state, images)
    swapped = swapped_hands(hands)
    if swapped != hands:
        images = [by for by in images if (by.values is None) is (hands < swapped)]
        hands = min(hands, swapped)
    firsts = [min(map(_WORD_AT[by.name], points)) for by in images]
    first = min(firsts)
    images = [by for by, low in zip(images, firsts, strict=True) if low == first]
    tiles = board.translate(None, b"\0")
    found = [(_image(by, points, tiles), by) for by in images]
    least = found[0][0] if len(found) == 1 else min(words for words, _ in found)
    head = packed_head(state) + packed_hands(state.rules, hands)
    packed = head + pack_struct(f">{len(least)}H", *least)
    return packed, tuple(by for words, by in found if words == least)


def _image(by: Symmetry, points: Sequence[int], tiles: bytes) -> list[int]:
    """The words of all tiles of an image, in its own order."""
    words, tiles = _WORDS[by.name], tiles.translate(_PACKED[by.name])
    return sorted([words[here] | tile for here, tile in zip(points, tiles, strict=True)])


def _on_empty_board(state: State, images: Sequence[Symmetry]) -> tuple[bytes, tuple[Symmetry, ...]]:
    """Where no tile stands, or no image but itself: the hands alone differ."""
    hands, swapped = state.hands, swapped_hands(state.hands)
    if len(images) == 1 or hands == swapped:
        return pack(state), tuple(images)
    reached = tuple(by for by in images if (by.values is None) is (hands < swapped))
    return packed_head(state) + packed_hands(state.rules, min(hands, swapped)), reached
