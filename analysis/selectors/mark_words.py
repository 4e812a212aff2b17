"""Marks in words, for the heading of the list that they open."""

from collections.abc import Callable, Iterable
from typing import Final

from analysis.models import OpeningName
from analysis.selectors.figures.base import AND, ANY
from analysis.selectors.figures.events import find, tile_label
from archive.engines import AnyEngine
from archive.selectors.words import result_words

FORMS: Final = {
    "seat": ("seat", "letter"),
    "ending": ("text", "result"),
    "month": ("text", "result"),
    "result": ("result",),
    "plies": ("turns",),
    "facet": ("", "text", "times", "seat", "letter"),
    "facets": ("", "list", "seat", "letter"),
    "events": ("kind", "tile", "seat"),
    "used": ("kind", "tile", "seat", "letter"),
    "first": ("kind", "tile", "turn"),
    "spot": ("kind", "tile", "seat", "place"),
    "other": ("kind", "tile", "tile"),
    "gone": ("tile", "kind", "after"),
    "kept": ("tile", ""),
    "span": ("letter", "turns"),
    "opening": ("opening",),
    "visit": ("", "text"),
}
"""By the first word of a mark: what its other parts are; "" what says nothing to people."""
LETTERS: Final = {"w": "won", "s": "drawn or shared", "l": "lost", "u": "no result"}


def words(engine: AnyEngine, marks: Iterable[str]) -> list[str]:
    """Each mark once, in words."""
    told = (" and ".join(_one(engine, part) for part in mark.split(AND)) for mark in marks)
    return [text for text in dict.fromkeys(told) if text]


def _one(engine: AnyEngine, mark: str) -> str:
    head, *parts = mark.split("|")
    form = FORMS.get(head, ())
    said = (_part(engine, what, part) for what, part in zip(form, parts, strict=False))
    text = ", ".join(part for part in said if part)
    return f"{text}, still there at the end" if head == "kept" else text


def _part(engine: AnyEngine, what: str, part: str) -> str:
    if not what or part == ANY:
        return ""
    spoken: dict[str, Callable[[str], str]] = {
        "seat": lambda text: _seat(engine, text),
        "letter": lambda text: LETTERS.get(text, ""),
        "result": result_words,
        "turns": lambda text: f"{_range(text)} turns",
        "turn": lambda text: f"turn {_range(text)}",
        "after": lambda text: f"after {_range(text)} turns",
        "times": lambda text: f"{text} times" if text != "1" else "",
        "list": lambda text: text.replace("+", ", "),
        "kind": lambda text: _kind(engine, text),
        "tile": lambda text: tile_label(engine, text),
        "place": lambda text: f"at ({text.partition(',')[2]})",
        "opening": _opening,
    }
    say = spoken.get(what)
    return say(part) if say else part.rstrip(ANY).capitalize()


def _range(text: str) -> str:
    first, dots, last = text.removeprefix(ANY).partition("..")
    if not dots or first == last:
        return first
    return f"{first} to {last}" if last else f"{first} or more"


def _seat(engine: AnyEngine, text: str) -> str:
    number = int(text) if text.isascii() and text.isdigit() else -1
    return engine.seat_names[number] if 0 <= number < len(engine.seat_names) else ""


def _kind(engine: AnyEngine, text: str) -> str:
    found = find(engine, text)
    return found.label if found else text


def _opening(text: str) -> str:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    name = OpeningName.objects.filter(pk=number).first()
    return name.name if name else ""
