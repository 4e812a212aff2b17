"""JSON records, ``{"game": .., "tags": {..}, "moves": ".."}``: one a line, a sequence, an array."""

import json
import re
from typing import Any, Final

from archive.importers.base import Fragment
from archive.importers.finish import finish
from archive.notation.errors import character, excerpt, problem, remark
from archive.notation.grammar import Draft, is_tag_name
from archive.notation.lexer import Movetext, read_movetext
from archive.notation.record import ParsedRecord, Problem
from archive.notation.text import CONTROL, Text, clean, decode

_BEFORE: Final = re.compile(r"[\s,\[\]]*")
_BEHIND: Final = re.compile(r"[\s,\]]*")
_HALF: Final = re.compile("[\ud800-\udfff]")
_LINE_END: Final = re.compile(r"[\r\n]")
# A string ends at its quote, or is broken off at the end of its line.
_STRING: Final = re.compile(rb'[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+\\?+(["\r\n])')
_SIGN: Final = re.compile(rb'[{\[]+|["}\]\r\n]')
_SEPARATORS: Final = re.compile(rb"(?:[\s,\]]|\xef\xbb\xbf)*")
_REST_OF_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r)?")
_NEXT_OBJECT: Final = re.compile(rb'[\r\n]+(?:\xef\xbb\xbf)*(?=\{[ \t]*["}])')
_SYNTAX_WORDS: Final = {
    "Expecting value": "a value is missing",
    "Expecting ',' delimiter": "a comma is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing",
    "Unterminated string starting at": "a text has no closing quote",
    "Invalid control character at": "a line break or another control character stands in a text",
}


class _Number(str):
    """A number as the text in which it is written."""

    __slots__ = ()


class _Constant(ValueError):
    """NaN or Infinity, which Python reads but JSON does not know."""


class JsonScanner:
    """Ends records of JSON: where an object closes, or where its line breaks off.

    An object that is not closed ends before a line that begins another one (unless it holds an open
    list), and at the end of a line that ends inside a string. What is no object ends with its line.
    """

    by_line = False

    def __init__(self) -> None:
        self.position = 0
        self._in_list = False
        self.begin(0)

    def begin(self, position: int) -> None:
        """A record begins here."""
        self.position = position
        self._depth = self._lists = 0
        self._in_string = self._is_closed = self._is_rest = self._waits = False

    def end(self, buffer: bytes, limit: int) -> int | None:
        """The end of the record if it lies before ``limit``, else None."""
        self._waits = False
        while self.position < limit and not self._waits:
            if self._is_closed:
                separators = _SEPARATORS.match(buffer, self.position, limit)
                self.position = separators.end() if separators else limit
                if self.position < limit:
                    return self.position
            elif self._is_rest:
                line = _REST_OF_LINE.match(buffer, self.position, limit)
                self.position = line.end() if line else limit
                self._is_closed = buffer[self.position - 1] in b"\r\n"
            elif self._in_string:
                string = _STRING.match(buffer, self.position, limit)
                if string is None:
                    self.position = max(self.position, limit - 1)
                    return None
                self.position = string.end()
                self._in_string = False
                self._is_closed = string[1] != b'"'
            elif self._depth == 0:
                self._open(buffer, limit)
            else:
                found = self._pass_sign(buffer, limit)
                if found is not None:
                    return found
        return None

    def drop(self, buffer: bytes, count: int) -> None:  # noqa: ARG002 - part of the protocol
        """Forget the first bytes of the buffer."""
        self.position -= count

    def _open(self, buffer: bytes, limit: int) -> None:
        """The first sign of a record."""
        separators = _SEPARATORS.match(buffer, self.position, limit)
        self.position = separators.end() if separators else limit
        sign = buffer[self.position : self.position + 1] if self.position < limit else b""
        if sign == b"{":
            self._depth = 1
            self.position += 1
        elif sign == b"[" and not self._in_list:
            self._in_list = True
            self.position += 1
        elif sign:
            self._is_rest = True

    def _pass_sign(self, buffer: bytes, limit: int) -> int | None:
        match = _SIGN.search(buffer, self.position, limit)
        if match is None:
            self.position = limit
            return None
        sign = match[0]
        self.position = match.end()
        if sign == b'"':
            self._in_string = True
        elif sign[0] in b"{[":
            self._depth += len(sign)
            self._lists += sign.count(b"[")
        elif sign in b"}]":
            self._depth -= 1
            self._lists -= sign == b"]"
            self._is_closed = self._depth == 0
        elif not self._lists:
            if not buffer[match.start() : limit].strip(b"\r\n"):
                # The line behind is not there yet.
                self.position, self._waits = match.start(), True
                return None
            following = _NEXT_OBJECT.match(buffer, match.start(), limit)
            return following.end() if following else None
        return None


def parse(fragment: Fragment) -> ParsedRecord:
    """Read a JSON record.

    Problems: `json.syntax`, `json.depth`, `json.no-record`, `json.types`, `json.tag-name`,
    `text.surrogate`, `text.control-character`. Forgiven: other keys; ``game`` or ``tags`` missing;
    numbers as tags (their text); equal keys, of which the first stands (a warning); commas and
    brackets of a list round the object.
    """
    source = decode(fragment.original, fragment.line)
    draft = Draft(source.line, warnings=list(source.warnings), problem=source.problem)
    if draft.problem is None:
        content, draft.problem = _object(source, draft)
        if content is not None:
            draft.problem = _read(content, draft)
    return finish(draft, fragment)


def _object(source: Text, draft: Draft) -> tuple[dict[str, Any] | None, Problem | None]:
    """The object of a record's text, or what is wrong with it."""
    text = source.text
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    is_object = text.startswith("{", start)
    draft.line = source.place(start)[0]
    repeated: list[str] = []

    def first_of_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                repeated.append(key)
            found.setdefault(key, value)
        return found

    decoder = json.JSONDecoder(
        object_pairs_hook=first_of_each,
        parse_float=_Number,
        parse_int=_Number,
        parse_constant=_refuse,
    )
    try:
        content, end = decoder.raw_decode(text, start if is_object else _first_sign(text))
    except json.JSONDecodeError as error:
        line, column = source.place(error.pos)
        return None, problem("json.syntax", line=line, column=column, detail=_words(error))
    except _Constant as error:
        return None, problem("json.syntax", line=draft.line, detail=f"{error} is no number")
    except RecursionError:
        return None, problem("json.depth", line=draft.line)
    if not is_object:
        return None, problem("json.no-record", line=draft.line)
    behind = _BEHIND.match(text, end)
    if behind is None or behind.end() < len(text):
        line, column = source.place(behind.end() if behind else end)
        return None, problem("json.syntax", line=line, column=column, detail="extra data")
    if repeated:
        draft.warnings.append(remark("json.duplicate-key", draft.line, key=excerpt(repeated[0])))
    return content, None


def _words(error: json.JSONDecodeError) -> str:
    return _SYNTAX_WORDS.get(error.msg, error.msg.lower().removesuffix(" at"))


def _first_sign(text: str) -> int:
    return len(text) - len(text.lstrip())


def _refuse(name: str) -> Any:
    raise _Constant(name)


def _read(content: dict[str, Any], draft: Draft) -> Problem | None:
    """Take game, tags and moves from an object; what is wrong with them."""
    moves, tags, game = content.get("moves"), content.get("tags", {}), content.get("game")
    line = draft.line
    if moves is None:
        return problem("json.no-record", line=line)
    if not isinstance(moves, str) or isinstance(moves, _Number):
        return problem("json.types", line=line, key="moves", kind="a text")
    if not isinstance(tags, dict):
        return problem("json.types", line=line, key="tags", kind="an object")
    if game is not None and (not isinstance(game, str) or isinstance(game, _Number)):
        return problem("json.types", line=line, key="game", kind="a text")
    for name, value in tags.items():
        if not isinstance(value, str):
            return problem("json.types", line=line, key=excerpt(name), kind="a text")
        if not is_tag_name(name):
            return problem("json.tag-name", line=line, name=excerpt(_printable(name)))
    return _fill(game, dict(tags), clean(moves), draft)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _fill(game: str | None, tags: dict[str, str], moves: str, draft: Draft) -> Problem | None:
    line = draft.line
    values = list(tags.values()) if game is None else [game, *tags.values()]
    for value, is_tag in [*((value, True) for value in values), (moves, False)]:
        wrong = _wrong_character(value, is_tag=is_tag)
        if wrong is not None:
            key = "text.surrogate" if wrong >= "\ud800" else "text.control-character"
            return problem(key, line=line, character=character(wrong))
    if game is not None:
        draft.add_tag("Game", game, line)
    for name, value in tags.items():
        if not (name.lower() == "game" and value == game):
            draft.add_tag(name, str(value), line)
    movetext = Movetext()
    read_movetext(Text(moves, line), 0, movetext, at=(line, None))
    draft.moves, draft.comments = movetext.finished(), tuple(movetext.comments)
    draft.warnings += movetext.warnings
    return movetext.problem


def _wrong_character(value: str, *, is_tag: bool) -> str | None:
    """The first character that no record may hold; a tag's value is one line."""
    match = CONTROL.search(value) or _HALF.search(value) or (is_tag and _LINE_END.search(value))
    return match[0] if match else None
