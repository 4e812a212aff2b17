"""Movetext to moves: numbers, seats, bodies, comments and annotations, each at its place.

Knows no game: a body is any run of characters without blanks, and what it means is the engine's
business.
"""

import re
from typing import Final

from archive.notation.errors import excerpt, problem, remark
from archive.notation.record import ParsedMove, Problem, Remark
from archive.notation.text import Text

_TOKEN: Final = re.compile(
    r"""
      (0|[1-9][0-9]*)([A-Za-z])\.(["\#%-:<->@-z|~]+)(?=[\s;{]|\Z)  # 1, 2, 3: a plain move
    | \{([^}]*)\}                                                      # 4: a comment
    | ^[^\S\n]*(\#)[^\n]*                                              # 5: a comment line
    | ^[^\S\n]*%[^\n]*                                                 # a line to skip
    | (\{)                                                             # 6: never closed
    | ([^\s;{]+)                                                       # 7: anything else
    """,
    re.VERBOSE | re.MULTILINE,
)
# Read backwards, so that a long run of signs inside a token costs no more than its length.
_MARKS_REVERSED: Final = re.compile(r"(?:[0-9]+\$|[!?])+")
_MARK: Final = re.compile(r"\$[0-9]+|\?\?|!!|!\?|\?!|[!?]")
_MOVE: Final = re.compile(r"(0|[1-9][0-9]*)([A-Za-z])\.(.+)", re.DOTALL)
TAG_AFTER_BLANK: Final = re.compile(r'\n[^\S\n]*\n[^\S\n]*\[[ \t]*[A-Za-z_]\w*[ \t]*"')
"""Where a comment that runs on cannot be meant any more: a blank line, then a tag."""

LONGEST_MARKS: Final = 40
"""So many characters of annotations may be glued to a move; a longer run is no annotation."""
HIGHEST_NUMBER: Final = 999_999_999
"""The number of a move that is written with more digits than this one has; never due."""


class Movetext:
    """The moves of a record, gathered token by token.

    ``comments`` stand before the first move. ``problem`` is a comment that is never closed.
    """

    def __init__(self) -> None:
        self.moves: list[ParsedMove] = []
        self.comments: list[str] = []
        self.warnings: list[Remark] = []
        self.problem: Problem | None = None
        self._remarks: dict[int, tuple[list[str], list[str]]] = {}
        self._said: set[str] = set()

    def comment(self, text: str, line: int | None) -> None:
        """Keep a comment with the move before it, or with the record."""
        if "{" in text:
            self.warn("comment.brace-inside", line)
        if self.moves:
            self._of_last()[0].append(text)
        else:
            self.comments.append(text)

    def warn(self, key: str, line: int | None, **words: object) -> None:
        """Remark on something once a record, at its first place."""
        if key not in self._said:
            self._said.add(key)
            self.warnings.append(remark(key, line, **words))

    def move(self, token: str, line: int | None, column: int | None) -> None:
        """Add a token that is not a plain move in upper case: marked, odd, or no move at all."""
        marks = _MARKS_REVERSED.match(token[: -LONGEST_MARKS - 1 : -1])
        body = token[: len(token) - marks.end()] if marks else token
        if not body and not self.moves:
            body, marks = token, None
        if body:
            self._add(body, line, column)
        if marks:
            self._of_last()[1].extend(_MARK.findall(token, len(body)))

    def _add(self, token: str, line: int | None, column: int | None) -> None:
        match = _MOVE.fullmatch(token) if token.isascii() and "}" not in token else None
        if match is None:
            self.moves.append(ParsedMove(token, -1, "", token, line, column))
            return
        digits, seat, body = match.groups()
        number = int(digits) if len(digits) < 10 else HIGHEST_NUMBER
        if seat.islower():
            self.warn("move.seat-case", line, token=excerpt(token))
        self.moves.append(ParsedMove(token, number, seat.upper(), body, line, column))

    def _of_last(self) -> tuple[list[str], list[str]]:
        return self._remarks.setdefault(len(self.moves) - 1, ([], []))

    def finished(self) -> tuple[ParsedMove, ...]:
        """The moves with their comments and annotations."""
        for index, (comments, annotations) in self._remarks.items():
            self.moves[index] = self.moves[index]._replace(
                comments=tuple(comments), annotations=tuple(annotations)
            )
        return tuple(self.moves)


Place = tuple[int | None, int | None]
"""Line of a file and column, from 1; None where there is no such place."""


def read_movetext(source: Text, position: int, into: Movetext, at: Place | None = None) -> None:
    """Read the movetext that begins at an offset of a text. Stops at a comment never closed.

    ``at``: the place of every token, where the text is not that of a file (the moves of a link).
    Forgiven: any Unicode white space and ``;`` divide tokens, also several of them; seat
    letters in lower case (a warning); annotations glued to moves or apart; comments glued to moves.
    """
    text = source.text
    line, start, end = _line_at(source, position)
    moves = into.moves
    for match in _TOKEN.finditer(text, position):
        offset = match.start()
        while offset > end:
            line, start = line + 1, end + 1
            end = text.find("\n", start)
            if end < 0:
                end = len(text)
        at_line, column = at or (line, offset - start + 1)
        kind = match.lastindex
        if kind == 3:
            digits, seat, body = match.group(1, 2, 3)
            if seat < "a" and len(digits) < 10:
                moves.append(ParsedMove(match[0], int(digits), seat, body, at_line, column))
            else:
                into.move(match[0], at_line, column)
        elif kind == 7:
            into.move(match[7], at_line, column)
        elif kind == 4 and not TAG_AFTER_BLANK.search(match[4]):
            into.comment(match[4], at_line)
        elif kind == 5:
            into.comment(comment_line(match[0]), at_line)
        elif kind is not None:
            into.problem = problem("comment.unclosed", line=at_line, column=column)
            return


def comment_line(line: str) -> str:
    """The comment that a line beginning with ``#`` holds."""
    return line.strip()[1:].strip()


def _line_at(source: Text, position: int) -> tuple[int, int, int]:
    """The line of the file at an offset, and the offsets of that line's start and end."""
    text = source.text
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    return source.line + text.count("\n", 0, position), start, end if end >= 0 else len(text)
