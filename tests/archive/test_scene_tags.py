"""The template tags of scenes, and the SVG file of one position."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template

from archive.engines.base import Setup
from archive.engines.core import play_turn
from archive.engines.scene import Scene
from archive.engines.skud_pai_sho import ENGINE
from archive.templatetags.scenes import scene_file, style

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def scene() -> Scene:
    state = ENGINE.start(Setup(2, "2022"))
    last: tuple[Any, ...] = ()
    for body in ("R,W,K,B", "R,R,B,B", "R3(0,-8)", "R3(0,8)", "(0,-8)-(1,-6)"):
        turn = play_turn(ENGINE, state, body)
        last = tuple(zip(turn.states, turn.moves, strict=False))
        state = turn.states[-1]
    return ENGINE.scene(state, last)


def rendered(template: str, scene: Scene) -> str:
    context = Context({"scene": scene, "artwork": ENGINE.artwork(), "title": 'Ann "A" & <Bob>'})
    return Template("{% load scenes %}" + template).render(context)


def test_a_board_brings_its_drawings_and_a_place_for_other_layers(scene: Scene) -> None:
    board = rendered("{% scene_board scene artwork title %}", scene)
    root = ET.fromstring(board)  # noqa: S314 (our own text)
    drawing = root.find("svg")
    assert drawing is not None
    assert drawing.get("class") == "board"
    assert drawing.get("aria-label") == 'Ann "A" & <Bob>'
    assert len(drawing.findall("defs/g")) == len(ENGINE.artwork())
    (layer,) = drawing.findall(".//g[@data-layer]")
    assert [piece.get("data-at") for piece in layer.findall(".//g[@data-at]")] == ["0,8", "1,-6"]


def test_a_second_board_of_a_page_needs_no_drawings_and_may_be_turned(scene: Scene) -> None:
    board = rendered("{% scene_board scene artwork title turned=True with_defs=False %}", scene)
    assert "<defs>" not in board
    assert 'class="board board--turned"' in board


def test_trays_and_words_stand_beside_it(scene: Scene) -> None:
    beside = rendered("{% scene_trays scene %}<p>{% scene_text scene %}</p>", scene)
    assert beside.count("<section") == 4
    assert "Host to move." in beside
    assert "Guest&#x27;s hand: 2 Rose, 3 Chrysanthemum" in beside


def test_a_file_stands_alone(scene: Scene) -> None:
    text = scene_file(scene, ENGINE.artwork(), 'Ann "A" & <Bob>')
    root = ET.fromstring(text)  # noqa: S314 (our own text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == 'Ann "A" & <Bob>'
    assert "Host: growing Rose at (0,8)." in (root.findtext(f"{SVG}desc") or "")
    assert root.findtext(f"{SVG}style") == style()
    assert "prefers-color-scheme" in style() or "light-dark(" in style()
    known = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'href="#([^"]+)"', text)) <= known
    assert re.findall(r"https?:[^\"]+|@import|url\(", text) == ["http://www.w3.org/2000/svg"]


def test_a_file_has_room_for_all_that_it_says(scene: Scene) -> None:
    root = ET.fromstring(scene_file(scene, ENGINE.artwork(), "x"))  # noqa: S314 (our own text)
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    placed = [
        (float(element.get("x", "0")), float(element.get("y", "0")))
        for element in root.findall(f"{SVG}text")
    ]
    assert len(placed) == 1 + len(scene.captions) + 4
    assert all(left <= x <= left + width and top <= y <= top + height for x, y in placed)
