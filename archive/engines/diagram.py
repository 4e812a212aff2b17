"""Scene → text drawing and back: boards that people can read in a test or an error report.

Each place is a word: the owner's letter and the tile's code (``GR3``), ``.`` for an open place; a
``!`` behind it marks the places of a refused move. The row's number stands before each row, the
columns' beneath. Boards stand under each other, divided by a blank line.
"""

from collections.abc import Mapping

from archive.engines.scene import Board, Piece, Point, Scene

NOBODY = "_"
"""Stands for the owner's letter where a tile belongs to no seat."""


def draw(scene: Scene, letters: str) -> str:
    """The boards of a scene as text. ``letters``: the seats' letters, as the engine names them."""
    return "\n\n".join(_draw(board, letters) for board in scene.boards)


def read(drawing: str, letters: str) -> tuple[Mapping[Point, tuple[int, str]], ...]:
    """What stands where on each drawn board: owner (-1 for nobody's) and glyph by point.

    Raises ValueError for a drawing without columns, or a word that is no tile. Forgives blanks
    and missing open places at a row's end.
    """
    return tuple(_read(board, letters) for board in drawing.strip("\n").split("\n\n"))


def _word(piece: Piece, letters: str) -> str:
    return (letters[piece.owner] if piece.owner >= 0 else NOBODY) + piece.glyph


def _draw(board: Board, letters: str) -> str:
    words = dict.fromkeys(board.points, ".")
    words.update((piece.at, _word(piece, letters)) for piece in board.pieces)
    for mark in board.marks:
        if mark.role.startswith("bad"):
            words[mark.at] = words[mark.at].removesuffix("!") + "!"
    columns = sorted({x for x, _ in board.points})
    rows = sorted({y for _, y in board.points}, reverse=True)
    width = max(4, *(len(word) + 1 for word in words.values()))
    lines = [
        f"{y:3g} " + "".join(words.get((x, y), "").rjust(width) for x in columns) for y in rows
    ]
    lines.append("    " + "".join(f"{x:{width}g}" for x in columns))
    return "\n".join(line.rstrip() for line in lines)


def _read(drawing: str, letters: str) -> dict[Point, tuple[int, str]]:
    *rows, foot = drawing.rstrip().split("\n")
    columns = {}
    end = 0
    for name in foot.split():
        end = foot.index(name, end) + len(name)
        columns[end] = float(name)
    found: dict[Point, tuple[int, str]] = {}
    for row in rows:
        name, *words = row.split()
        end = row.index(name) + len(name)
        for word in words:
            end = row.index(word, end) + len(word)
            if end not in columns:
                raise ValueError(f"{word!r} in row {name} stands under no column.")
            tile = word.removesuffix("!")
            if tile != ".":
                found[columns[end], float(name)] = _tile(tile, letters)
    return found


def _tile(word: str, letters: str) -> tuple[int, str]:
    owner = -1 if word[0] == NOBODY else letters.find(word[0])
    if owner < 0 and word[0] != NOBODY:
        raise ValueError(f"{word!r} begins with no seat's letter ({letters}).")
    return owner, word[1:]
