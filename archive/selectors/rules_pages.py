"""The rules pages: text of ``docs/rules/``, with every example played and drawn by the engine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from django.conf import settings

from archive import engines
from archive.engines import AnyEngine, svg
from archive.engines.scene import Glyph, Scene
from archive.selectors.rules_examples import Example, example
from archive.selectors.rules_text import Heading, Part, RulesText, read

FOLDER: Final = Path(settings.BASE_DIR) / "docs" / "rules"
BOTH: Final = 2
"""Seats whose tiles differ in tone: a tile is then drawn for each."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that has a rules page, for lists and links."""

    slug: str
    name: str
    seats: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of prose, or an example."""

    html: str = ""
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class RulesPage:
    """``drawings``: a scene that names every drawing of the page; ``artwork``: the engine's."""

    game: Game
    headings: tuple[Heading, ...]
    pieces: tuple[Piece, ...]
    drawings: Scene
    artwork: Mapping[str, Glyph]
    before: Game | None
    after: Game | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the rules: a game's page, and an anchor on it or ""."""

    game: Game
    anchor: str


@dataclass(frozen=True, slots=True)
class Start:
    """A game in the list of rules pages, with its board as it stands before the first move."""

    game: Game
    example: Example
    artwork: Mapping[str, Glyph]


def games() -> list[Game]:
    return [_game(engine) for engine in engines.all_engines() if _file(engine.slug).exists()]


def rules_page(slug: str) -> RulesPage | None:
    """The page of a game, or None where there is no such game or no text for it."""
    engine = engines.get(slug)
    if engine is None or not _file(slug).exists():
        return None
    return _page(slug, _file(slug).stat().st_mtime_ns)


def starts() -> list[Start]:
    """The games that have a page, each with the first position that its page shows."""
    found = []
    for game in games():
        page = rules_page(game.slug)
        shown = (
            next((piece.example for piece in page.pieces if piece.example), None) if page else None
        )
        if page and shown:
            found.append(Start(game, shown, page.artwork))
    return found


def reference(slug: str, code: str) -> Reference | None:
    """The page of a game, at the example of a move that breaks the rule of a problem's code."""
    page = rules_page(slug)
    if page is None:
        return None
    shown = [piece.example for piece in page.pieces if piece.example]
    return Reference(page.game, next((found.anchor for found in shown if found.code == code), ""))


@lru_cache(maxsize=16)
def _page(slug: str, _changed: int) -> RulesPage:
    """The page of one state of a file: all examples are played, which takes a while."""
    engine = engines.get(slug)
    if engine is None:
        raise LookupError(slug)
    text = read(_file(slug).read_text(encoding="utf-8"), dict(_tiles(engine)))
    pieces = _pieces(slug, text)
    listed = games()
    place = [game.slug for game in listed].index(slug)
    scenes = [piece.example.scene for piece in pieces if piece.example]
    return RulesPage(
        game=listed[place],
        headings=text.headings,
        pieces=pieces,
        drawings=_drawings(engine, scenes),
        artwork=engine.artwork(),
        before=listed[place - 1] if place else None,
        after=listed[place + 1] if place + 1 < len(listed) else None,
    )


def _pieces(slug: str, text: RulesText) -> tuple[Piece, ...]:
    return tuple(_piece(slug, part) for part in text.parts)


def _piece(slug: str, part: Part) -> Piece:
    return Piece(example=example(slug, part.figure)) if part.figure else Piece(part.html)


def _drawings(engine: AnyEngine, scenes: Iterable[Scene]) -> Scene:
    """An empty scene that brings the drawings of all these, each once."""
    drawings = {name: glyph for scene in scenes for name, glyph in scene.drawings}
    return replace(Scene((), artwork=engine.slug), drawings=tuple(drawings.items()))


def _tiles(engine: AnyEngine) -> Iterable[tuple[str, str]]:
    """The drawing of each kind of tile, by its code, in the tone of either side."""
    seats = range(BOTH) if len(engine.seat_names) == BOTH else (-1,)
    scene = Scene((), artwork=engine.slug)
    for kind in engine.tile_kinds:
        if kind.code in engine.artwork():
            use = f'<use href="#{escape(svg.symbol(scene, kind.code))}"/>'
            yield kind.code, "".join(_tile(svg.seat(seat), use) for seat in seats)


def _tile(seat: str, use: str) -> str:
    return (
        f'<svg class="rules-tile {seat}" viewBox="-50 -50 100 100" aria-hidden="true">{use}</svg>'
    )


def _game(engine: AnyEngine) -> Game:
    fewest, most = engine.seats[0], engine.seats[-1]
    players = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    return Game(engine.slug, engine.name, players)


def _file(slug: str) -> Path:
    return FOLDER / f"{slug}.md"
