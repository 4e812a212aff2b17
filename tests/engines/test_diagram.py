"""Boards as text: what is drawn reads back, and a bad drawing is refused in words."""

import re
from dataclasses import replace

import pytest

from archive.engines import diagram
from archive.engines.scene import Board, Mark, Piece, Point, Scene, mark_attempt

SQUARE: tuple[Point, ...] = tuple((x, y) for y in (1.0, 0.0, -1.0) for x in (-1.0, 0.0, 1.0))
PIECES = (
    Piece((-1, 1), 0, "R3", "Rose"),
    Piece((1, 0), 1, "L", "Lotus"),
    Piece((0, -1), -1, "S", "Sun"),
)
BOARD = Board("points", (-2, -2, 2, 2), SQUARE, pieces=PIECES)
DRAWING = """\
  1  HR3   .   .
  0    .   .  GL
 -1    .  _S   .
      -1   0   1"""


def stands(scene: Scene) -> tuple[dict[Point, tuple[int, str]], ...]:
    return tuple(
        {piece.at: (piece.owner, piece.glyph) for piece in board.pieces} for board in scene.boards
    )


def test_a_board_is_drawn_row_by_row() -> None:
    assert diagram.draw(Scene((BOARD,)), "HG") == DRAWING


def test_what_is_drawn_reads_back() -> None:
    scene = Scene((BOARD, replace(BOARD, pieces=PIECES[:1])))
    assert diagram.read(diagram.draw(scene, "HG"), "HG") == stands(scene)


def test_a_refused_move_is_marked_behind_its_places_and_reads_back_the_same() -> None:
    scene = mark_attempt(Scene((BOARD,)), [(-1, 1), (0, 0)])
    drawing = diagram.draw(scene, "HG")
    assert drawing.split("\n")[:2] == ["  1  HR3!    .    .", "  0     .   .!   GL"]
    assert diagram.read(drawing, "HG") == stands(scene)


def test_places_that_a_board_lacks_stay_blank() -> None:
    round_board = replace(BOARD, points=SQUARE[1:], pieces=(), marks=(Mark((0, 0), "last-to"),))
    first = diagram.draw(Scene((round_board,)), "HG").split("\n")[0]
    assert first == "  1        .   ."


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("  1   HR3  .   .\n      -1   0   1", "'HR3' in row 1 stands under no column."),
        ("  1  XR3   .   .\n      -1   0   1", "'XR3' begins with no seat's letter (HG)."),
    ],
)
def test_a_drawing_that_means_nothing_is_refused(drawing: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        diagram.read(drawing, "HG")
