"""Ground for boards: symmetries as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One transformation of a game's positions.

    ``to[cell]`` is where a cell goes. ``values`` is a `bytes.translate` table for what stands on
    the cells, when the transformation changes that too (a colour swap), else None.
    ``swaps_seats``: the seats change places.
    """

    name: str
    to: tuple[int, ...]
    values: bytes | None = None
    swaps_seats: bool = False
