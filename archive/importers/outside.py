"""The forms of other sites in which a record can be written, by game: pages ask here, and need not
know which game has which."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from archive.importers import garden_gate
from archive.notation.record import ParsedRecord


@dataclass(frozen=True, slots=True)
class OutsideForm:
    """A text form: ``name`` in addresses, ``words`` for people, ``suffix`` of its files, and what it
    ``keeps`` of a record."""

    name: str
    words: str
    suffix: str
    keeps: str
    write: Callable[[ParsedRecord], str]


@dataclass(frozen=True, slots=True)
class OutsideLink:
    """A page of another site that replays a record: ``words`` for people, what its address ``keeps``, and
    the address."""

    words: str
    keeps: str
    address: Callable[[ParsedRecord], str]


_FORMS: Final = {
    garden_gate.GAME: (
        OutsideForm(
            name="garden-gate",
            words="Garden Gate text",
            suffix="txt",
            keeps="The moves alone: without names, date, options, result and comments.",
            write=garden_gate.text,
        ),
    ),
}
_LINKS: Final = {
    garden_gate.GAME: (
        OutsideLink(
            words="Open on The Garden Gate",
            keeps="With names, options and moves; without date, result and comments.",
            address=garden_gate.link,
        ),
    ),
}


def forms_of(game: str) -> tuple[OutsideForm, ...]:
    """The outside forms in which records of a game can be written."""
    return _FORMS.get(game, ())


def links_of(game: str) -> tuple[OutsideLink, ...]:
    """The outside pages that can replay records of a game."""
    return _LINKS.get(game, ())
