"""Scenes as SVG: the parts are well-formed, refer to what exists, escape words, and style nothing."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from archive.engines import margins, svg
from archive.engines.scene import (
    Area,
    Board,
    Glyph,
    Label,
    Link,
    Mark,
    Piece,
    Scene,
    Stroke,
    Tray,
    TrayItem,
)
from archive.engines.skud_pai_sho.artwork import ARTWORK

BOARD = Board(
    kind="points",
    bounds=(-2, -2, 2, 2),
    points=tuple((x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)),
    areas=(Area("neutral", ((0, 0),), 1.9), Area("wall", ((-1, 0), (1, 0)), over=True)),
    labels=(Label((0, -1.7), "<0>"),),
    pieces=(Piece((1, -1), 1, "R3", "Rose & Co", ("trapped",)), Piece((0, 1), 0, "L", "Lotus")),
    marks=(Mark((1, -1), "last-to"), Mark((0, 0), "last-from"), Mark((-1, 0), "new-role")),
    links=(Link((0, 0), (1, -1), "trail"), Link((0, 1), (0, -1), "harmony", 0)),
)
SCENE = Scene(
    (BOARD,),
    trays=(
        Tray("hand", 0, "Ann's <hand>", (TrayItem("R3", 2, "Rose", "flowers"),)),
        Tray("captured", 1, "Lost"),
    ),
    captions=("Ann to move.",),
    artwork="set",
    seats=("Ann", "Bob"),
)


def parsed(text: str) -> ET.Element:
    """The elements of a fragment; fails where it is not well-formed."""
    return ET.fromstring(f"<svg>{text}</svg>")  # noqa: S314 (our own text)


def test_every_piece_tells_its_place_its_owner_and_its_states() -> None:
    layer = parsed(svg.layer(SCENE))
    pieces = layer.findall(".//g[@data-at]")
    assert [(piece.get("data-at"), piece.get("class")) for piece in pieces] == [
        ("1,-1", "piece seat-1 is-trapped"),
        ("0,1", "piece seat-0"),
    ]
    assert pieces[0].get("transform") == "translate(100 100)"
    assert [title.text for title in layer.iter("title")] == [
        "Bob's Rose & Co, trapped",
        "Ann's Lotus",
    ]


def test_a_trail_tells_where_its_tile_came_from() -> None:
    (trail,) = parsed(svg.layer(SCENE)).findall(".//path[@data-from]")
    assert (trail.get("data-from"), trail.get("data-to")) == ("0,0", "1,-1")
    assert trail.get("d") == "M0 0L100 100"


def test_everything_used_is_drawn_once() -> None:
    drawn = [element.get("id") for element in parsed(svg.defs(SCENE, ARTWORK)).iter("g")]
    names = [name for name in drawn if name]
    used = re.findall(r'href="#([^"]+)"', svg.layer(SCENE) + margins.trays(SCENE))
    assert set(used) <= set(names)
    assert len(set(names)) == len(names) == len(ARTWORK)
    assert {"set-R3", "set-L", "set-trapped"} <= set(used)


def test_words_are_escaped_everywhere() -> None:
    odd = "<script>&\"'"
    scene = replace(
        SCENE,
        boards=(
            replace(
                BOARD,
                pieces=(Piece((0, 0), -1, "R3", odd),),
                labels=(Label((0, 0), odd),),
            ),
        ),
        trays=(Tray("hand", 0, odd, (TrayItem("R3", 1, odd),)),),
    )
    artwork = {"R3": Glyph((Stroke("M0 0", "ink"),), odd)}
    written = (
        svg.ground(scene)
        + svg.layer(scene)
        + margins.trays(scene)
        + svg.defs(scene, artwork)
        + margins.rows(scene, 0, 0, 100)
    )
    parsed(written)
    assert "<script" not in written
    assert written.count("&lt;script&gt;&amp;") == 6


def test_nothing_is_styled_or_scripted_inline() -> None:
    written = svg.defs(SCENE, ARTWORK) + svg.ground(SCENE) + svg.layer(SCENE) + margins.trays(SCENE)
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script|url\(|https?:", written)


def test_marks_lie_over_or_under_the_tiles_by_role() -> None:
    layer = svg.layer(SCENE)
    first, last = layer.index("data-at"), layer.rindex("data-at")
    assert layer.index("mark-last-from") < first
    assert layer.index("mark-new-role") < first
    assert layer.index("mark-last-to") > last


def test_a_line_that_two_own_is_drawn_side_by_side() -> None:
    shared = (Link((0, 1), (0, -1), "harmony", 0), Link((0, -1), (0, 1), "harmony", 1))
    layer = svg.layer(replace(SCENE, boards=(replace(BOARD, links=shared),)))
    lines = re.findall(r'class="link-core link-harmony (seat-\d)" d="([^"]+)"', layer)
    assert dict(lines) == {"seat-0": "M7 -100L7 100", "seat-1": "M0 100L0 -100"}


def test_lines_join_neighbouring_points_only() -> None:
    ring = tuple(point for point in BOARD.points if point != (0, 0))
    ground = svg.ground(replace(SCENE, boards=(replace(BOARD, points=ring),)))
    found = re.search(r'class="board-lines" d="([^"]+)"', ground)
    assert found
    assert sorted(re.findall(r"M[^M]+", found[1])) == [
        "M-100 -100H100", "M-100 100H100", "M-100 100V-100", "M100 100V-100",
    ]  # fmt: skip


def test_a_grid_draws_squares() -> None:
    ground = svg.ground(replace(SCENE, boards=(replace(BOARD, kind="grid"),)))
    assert ground.count("h100v-100h-100z") == 9


def test_boards_stand_side_by_side_about_the_middle() -> None:
    two = replace(SCENE, boards=(BOARD, replace(BOARD, bounds=(-1, -1, 3, 3))))
    assert svg.view_box(two) == "-450 -200 900 400"
    groups = [group for group in parsed(svg.layer(two)) if group.get("class") == "position"]
    assert [group.get("transform") for group in groups] == [
        "translate(-250 0)",
        "translate(150 100)",
    ]


def test_the_position_can_be_said() -> None:
    assert margins.words(SCENE).split("\n") == [
        "Ann to move.",
        "Ann: Lotus at (0,1).",
        "Bob: Rose & Co at (1,-1) (trapped).",
        "Ann's <hand>: 2 Rose.",
        "Lost: none.",
    ]


def test_an_empty_tray_is_shown_as_empty() -> None:
    trays = ET.fromstring(f"<div>{margins.trays(SCENE)}</div>")  # noqa: S314 (our own text)
    empty = trays.findall("section")[1]
    assert [element.text for element in empty] == ["Lost", "None"]
    rows = parsed(margins.rows(SCENE, 0, 0, 1000))
    assert "none" in [text.text for text in rows.iter("text")]


@pytest.mark.parametrize("name", sorted(ARTWORK))
def test_drawings_keep_within_the_tile(name: str) -> None:
    """Control points reach no further than the tile's box; paths of curves lie within them."""
    for stroke in ARTWORK[name].strokes:
        if re.search("[a-z]", stroke.path):
            continue  # circles and ellipses, written with relative commands
        paired = re.sub(r"A[^A-Z]*?([-\d.]+ [-\d.]+)(?=[A-Z]|$)", r"L\1", stroke.path)
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", paired)]
        assert all(abs(number) <= 50 for number in numbers), stroke.path
