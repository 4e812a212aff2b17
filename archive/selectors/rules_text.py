"""A rules page as written in ``docs/rules/``, cut into what a page shows: prose and figures.

The files are plain Markdown, so that they can be read anywhere. Three things mean more here: a
fenced block ``position`` is a drawn example, a code span in a table that is nothing but a tile's
code is shown with the tile, and the words *our ruling* are set off.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

FIGURE: Final = "position"
OURS: Final = frozenset({"our ruling", "ruling"})
"""Emphasised words that mark what the sources leave open."""
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(
    ["table", "smartquotes"]
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the second level: its anchor and its words."""

    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of prose as HTML, or the body of a figure's block."""

    html: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class RulesText:
    title: str
    parts: tuple[Part, ...]
    headings: tuple[Heading, ...]


def read(text: str, tiles: Mapping[str, str]) -> RulesText:
    """Cut a page into parts. ``tiles``: the HTML of each tile's drawing, by its code."""
    tokens = _MARKDOWN.parse(text)
    title = tokens[1].content
    tokens = tokens[3:]
    headings = tuple(_anchored(tokens))
    _mark_rulings(tokens)
    _draw_tiles(tokens, tiles)
    return RulesText(title, tuple(_parts(tokens)), headings)


def anchor_of(words: str) -> str:
    """``Rules of their day`` becomes ``rules-of-their-day``."""
    return "-".join(re.findall(r"[a-z0-9]+", words.lower()))


def _parts(tokens: Sequence[Token]) -> list[Part]:
    parts: list[Part] = []
    prose: list[Token] = []
    for token in tokens:
        if token.type == "fence" and token.info.strip() == FIGURE:
            parts += [Part(html=_html(prose)), Part(figure=token.content)]
            prose = []
        else:
            prose.append(token)
    return [part for part in (*parts, Part(html=_html(prose))) if part.html or part.figure]


def _html(tokens: Sequence[Token]) -> str:
    rendered: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return rendered


def _anchored(tokens: Sequence[Token]) -> list[Heading]:
    """Give each heading its anchor; the list of those of the second level."""
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            heading = Heading(anchor_of(inline.content), inline.content)
            token.attrSet("id", heading.anchor)
            if token.tag == "h2":
                found.append(heading)
    return found


def _mark_rulings(tokens: Sequence[Token]) -> None:
    for token in tokens:
        children = token.children or []
        for opening, words in pairwise(children):
            if opening.type == "em_open" and words.content in OURS:
                opening.attrSet("class", "ruling")


def _draw_tiles(tokens: Sequence[Token], tiles: Mapping[str, str]) -> None:
    in_cell = False
    for token in tokens:
        if token.type in {"td_open", "td_close"}:
            in_cell = token.type == "td_open"
        for child in (token.children or []) if in_cell else []:
            if child.type == "code_inline" and child.content in tiles:
                code = child.content
                child.type = "html_inline"
                child.content = f'<span class="coded">{tiles[code]}<code>{code}</code></span>'
