"""What a record's tags fix before the first move: the size of the board and the starting squares."""

import re
from collections.abc import Mapping
from typing import Final

from archive.engines.base import Header, Notice, Setup, UnusableSetup
from archive.engines.quaterno.tables import LEAST, MOST
from archive.engines.writing import POINT, coordinates, items, not_judged, written

SIZE_NAME: Final = "size"
STARTS: Final = ("guest-sun", "guest-moon", "host-sun", "host-moon")
KNOWN: Final = (SIZE_NAME, *STARTS)
DEFAULT_SIZE: Final = 11
_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""By name in STARTS: the corner where that tile starts where the record does not say."""


def read_header(tags: Mapping[str, str]) -> Header:
    """The setup that a record's tags name. Raises UnusableSetup.

    Rules, section Setup tag: what is missing takes its default; a record without the tag carries a
    note that the start was assumed.
    """
    given = items("Setup", tags.get("Setup", ""))
    unverified = not_judged(tags, setup=KNOWN)
    half = _half(given.get(SIZE_NAME, str(DEFAULT_SIZE)))
    starts = tuple(
        _start(name, given[name], half) if name in given else (half * x, half * y)
        for name, (x, y) in zip(STARTS, _CORNERS, strict=True)
    )
    _check_starts(starts)
    places = [f"({x},{y})" for x, y in starts]
    options = [(SIZE_NAME, str(2 * half + 1)), *zip(STARTS, places, strict=True)]
    notices: tuple[Notice, ...] = ()
    if not given:
        message = f"Assumed start: a board of {DEFAULT_SIZE} x {DEFAULT_SIZE}, Suns and Moons in the corners."
        notices = (Notice("setup.assumed", message),)
    named = dict.fromkeys((*KNOWN, *given))
    normal = written((name, given[name]) for name in named if name in given)
    return Header(
        setup=Setup(2, options=tuple(sorted(options))),
        tags=(("Setup", normal),) if "Setup" in tags else (),
        notices=notices,
        unverified=unverified,
    )


def _half(size: str) -> int:
    """The half of a board from the text of its size."""
    if re.fullmatch(r"[0-9]{1,2}", size) and int(size) % 2 and LEAST <= int(size) // 2 <= MOST:
        return int(size) // 2
    raise UnusableSetup(
        "setup.size", f"The board's size must be an odd number from 9 to 19, not “{size}”."
    )


def _start(name: str, text: str, half: int) -> tuple[int, int]:
    if not re.fullmatch(POINT, text):
        raise UnusableSetup(
            "setup.square", f"Setup: {name} must be a square like (-5,5), not “{text}”."
        )
    x, y = coordinates(text)
    if max(abs(x), abs(y)) > half:
        raise UnusableSetup("setup.off-board", f"Setup: {name}={text} is not on the board.")
    return x, y


def _check_starts(starts: tuple[tuple[int, int], ...]) -> None:
    """Rules, section Setup tag: four squares that differ, Suns on a main diagonal."""
    for name, (x, y) in zip(STARTS, starts, strict=True):
        if name.endswith("sun") and abs(x) != abs(y):
            raise UnusableSetup(
                "setup.sun", f"Setup: {name}=({x},{y}): a Sun must start on a main diagonal."
            )
    if len(set(starts)) != len(starts):
        raise UnusableSetup("setup.same-square", "Setup: two tiles start on one square.")


def half_of(setup: Setup) -> int:
    """The half of the board of a setup."""
    return int(dict(setup.options).get(SIZE_NAME, DEFAULT_SIZE)) // 2


def starts_of(setup: Setup) -> tuple[tuple[int, int], ...]:
    """The starting squares of a setup, in the order of STARTS."""
    options, half = dict(setup.options), half_of(setup)
    return tuple(
        coordinates(options[name]) if name in options else (half * x, half * y)
        for name, (x, y) in zip(STARTS, _CORNERS, strict=True)
    )
