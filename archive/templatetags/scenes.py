"""Scenes in templates: the board in parts, the trays, the position in words, and the SVG file.

A page that steps through a game writes ``{% scene_board %}`` once and lets script put other
positions' layers (`archive.engines.svg.layer`) into its ``data-layer`` group.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from archive.engines import margins, svg
from archive.engines.scene import Glyph, Scene

register = template.Library()

MARGIN = 40
HEAD = 120
"""Height of an SVG file's title above the board, in drawing units."""
CAPTION = 64


@register.simple_tag
def scene_defs(scene: Scene, artwork: Mapping[str, Glyph]) -> SafeString:
    """The drawings of all tiles: once per page and game."""
    return mark_safe(svg.defs(scene, artwork))  # noqa: S308 (the pure part escapes every word)


@register.simple_tag
def scene_ground(scene: Scene) -> SafeString:
    """The board without anything that a move changes."""
    return mark_safe(svg.ground(scene))  # noqa: S308 (as above)


@register.simple_tag
def scene_layer(scene: Scene) -> SafeString:
    """Links, marks and pieces of one position."""
    return mark_safe(svg.layer(scene))  # noqa: S308 (as above)


@register.simple_tag
def scene_trays(scene: Scene) -> SafeString:
    """The trays as HTML."""
    return mark_safe(margins.trays(scene))  # noqa: S308 (as above)


@register.simple_tag
def scene_text(scene: Scene) -> str:
    """The position in words; escaped like any text."""
    return margins.words(scene)


@register.inclusion_tag("components/scene.svg")
def scene_board(
    scene: Scene,
    artwork: Mapping[str, Glyph],
    title: str,
    *,
    turned: bool = False,
    with_defs: bool = True,
) -> dict[str, Any]:
    """A board for a page. ``with_defs=False`` for the second and later boards of one game."""
    return {
        "scene": scene,
        "artwork": artwork,
        "title": title,
        "turned": turned,
        "with_defs": with_defs,
        "box": svg.view_box(scene),
        "label": svg.label_size(scene),
    }


@register.simple_tag
def scene_file(scene: Scene, artwork: Mapping[str, Glyph], title: str) -> str:
    """A whole SVG file: board, trays, captions, and its own style for light and dark."""
    wide, high = svg.size(scene)
    left, top = -wide / 2 - MARGIN, -high / 2 - HEAD
    captions_from = high / 2 + CAPTION
    trays_from = captions_from + CAPTION * (len(scene.captions) - 0.5)
    height = trays_from + margins.ROW * len(scene.trays) + MARGIN - top
    context = {
        "scene": scene,
        "artwork": artwork,
        "title": title,
        "box": f"{left:g} {top:g} {wide + 2 * MARGIN:g} {height:g}",
        "left": f"{left:g}",
        "top": f"{top:g}",
        "width": f"{wide + 2 * MARGIN:g}",
        "height": f"{height:g}",
        "title_y": f"{top + HEAD * 0.62:g}",
        "rows": mark_safe(margins.rows(scene, left + MARGIN, trays_from, wide)),  # noqa: S308 (as above)
        "captions": [
            {"text": text, "y": f"{captions_from + CAPTION * index:g}"}
            for index, text in enumerate(scene.captions)
        ],
        "label": svg.label_size(scene),
        "style": style(),
    }
    return render_to_string("components/scene_file.svg", context).strip()


@lru_cache(maxsize=1)
def style() -> str:
    """The board's style sheet, which a file carries whole."""
    found = finders.find("archive/board.css")
    if not isinstance(found, str):
        raise ImproperlyConfigured("archive/board.css is not among the static files.")
    return Path(found).read_text(encoding="utf-8")
