"""A record's text to its parts: tag section, comments, moves.

Knows no game: which game it is, what its seats are called and which word is a result is decided by
who knows the engines (`archive.importers`).
"""

import re
from dataclasses import dataclass, field
from typing import Final

from archive.notation.errors import problem, remark
from archive.notation.lexer import TAG_AFTER_BLANK, Movetext, comment_line, read_movetext
from archive.notation.record import ParsedMove, Problem, Remark
from archive.notation.text import Text

TAG_NAMES: Final = (
    "Game", "Event", "Site", "Date", "Round", "Result", "Termination", "Options", "Setup", "Rules",
    "Scores", "Annotator", "Source", "SourceId", "TimeControl", "Stones", "Cards", "Hands",
)  # fmt: skip
"""The tags that the format itself names, in the case in which they are written."""

_CANONICAL: Final = {name.lower(): name for name in TAG_NAMES}
_SKIP: Final = re.compile(r"[^\S\n]*(?:\n|\Z)|%[^\n]*(?:\n|\Z)")
_NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"
_VALUE: Final = r'[^"\\\n]*(?:\\[^\n][^"\\\n]*)*'
_TAG: Final = re.compile(rf'\[[ \t]*({_NAME})[ \t]*"({_VALUE})"[ \t]*\][^\S\n]*(?=\[|\n|\Z)')
# The value runs to the last quote before a bracket that ends the line or is followed by a tag.
_LOOSE_TAG: Final = re.compile(
    rf'\[[ \t]*({_NAME})[ \t]*"([^\n]*?)"[ \t]*\][^\S\n]*(?=\[[ \t]*{_NAME}[ \t]*"|\n|\Z)'
)
_CLOSED_TAG: Final = re.compile(rf'\[[ \t]*{_NAME}[ \t]*"{_VALUE}"[ \t]*\][^\S\n]*')
_ESCAPE: Final = re.compile(r'\\(["\\])')
_BARE_QUOTE: Final = re.compile(r'(?<!\\)(?:\\\\)*"')
_COMMENT: Final = re.compile(r"\{([^}]*)\}")
# One that is never closed runs to the end, so that what follows it is looked at once and no more.
_ASIDE: Final = re.compile(r"^[^\S\n]*(?:(\#[^\n]*)|%[^\n]*)|\{([^}]*)(?:\}|(\Z))", re.MULTILINE)
_SIGN: Final = re.compile(r"[^\n]")


@dataclass(slots=True)
class Draft:
    """The parts of one record, before anybody asks which game it is.

    ``line``: where its first part stands. ``tag_lines``: line of each tag, by its
    name in lower case. ``repeated``: those already remarked on. ``problem``: why no game
    can be taken from it; the rest is then what was read so far.
    """

    line: int
    tags: list[tuple[str, str]] = field(default_factory=list)
    tag_lines: dict[str, int] = field(default_factory=dict)
    repeated: set[str] = field(default_factory=set)
    comments: tuple[str, ...] = ()
    moves: tuple[ParsedMove, ...] = ()
    warnings: list[Remark] = field(default_factory=list)
    problem: Problem | None = None

    def add_tag(self, name: str, value: str, line: int) -> None:
        """Add a tag by its canonical name; a repeated one is only remarked on."""
        canonical = canonical_name(name)
        known = canonical.lower()
        if known in self.repeated:
            return
        if known in self.tag_lines:
            self.repeated.add(known)
            self.warnings.append(remark("tag.repeated", line, name=canonical))
        else:
            self.tag_lines[known] = line
            self.tags.append((canonical, value))


def canonical_name(name: str) -> str:
    """A tag name in the format's own case; unknown names as they are."""
    return _CANONICAL.get(name.lower(), name)


def is_tag_name(name: str) -> bool:
    """Whether a text can be written as a tag's name."""
    return re.fullmatch(_NAME, name) is not None


def read_record(source: Text) -> Draft:
    """Read one record in TGR, with or without tags. Never raises: what is wrong is its problem.

    Problems: those of the text, `tag.malformed`, `comment.unclosed`. Forgiven: blank lines (of any
    Unicode white space) and ``%`` lines anywhere outside comments, ``#`` lines as comments, blanks
    in and round tags, several tags on a line, unescaped quotes and lone backslashes in values
    (quotes with a warning), tag names in any case, repeated tags (a warning), and what
    `read_movetext` forgives.
    """
    draft = Draft(source.line, warnings=list(source.warnings), problem=source.problem)
    if draft.problem is None:
        movetext = Movetext()
        position = _read_tags(source, draft, movetext)
        if draft.problem is None:
            read_movetext(source, position, movetext)
            draft.problem = movetext.problem
        draft.comments, draft.moves = tuple(movetext.comments), movetext.finished()
        draft.warnings += movetext.warnings
    return draft


def without_comments(source: Text, draft: Draft, end: int | None = None) -> str:
    """The text with blanks in the place of comments and ``%`` lines, up to an offset.

    The comments become the draft's, who also hears of one that is never closed. For forms that are
    not movetext: places in what is left are those of the text.
    """
    movetext = Movetext()
    pieces: list[str] = []
    end = len(source.text) if end is None else end
    at, line = 0, source.line
    for found in _ASIDE.finditer(source.text, 0, end):
        if found[3] is not None:
            break
        before = source.text[at : found.start()]
        line += before.count("\n")
        if found[1] is not None:
            movetext.comment(comment_line(found[1]), line)
        elif found[2] is not None:
            movetext.comment(found[2], line)
        pieces += before, _SIGN.sub(" ", found[0])
        at = found.end()
        line += found[0].count("\n")
    text = "".join([*pieces, source.text[at:end]])
    draft.comments += tuple(movetext.comments)
    draft.warnings += movetext.warnings
    unclosed = text.find("{")
    if unclosed >= 0:
        line, column = source.place(unclosed)
        draft.problem = problem("comment.unclosed", line=line, column=column)
    return text + source.text[end:]


def _read_tags(source: Text, draft: Draft, movetext: Movetext) -> int:
    """Read comments and tags up to the first that is neither; the offset of what follows."""
    text, position, line = source.text, 0, source.line
    begun = False
    while position < len(text):
        if text[position] == "%" or text[position].isspace():
            skipped = _SKIP.match(text, position)
            line += skipped is not None
            position = skipped.end() if skipped else _after_blanks(text, position)
            continue
        if not begun:
            begun, draft.line = True, line
        if text[position] == "[":
            end = _read_tag(source, position, line, draft)
        else:
            end = _read_comment(text, position, line, movetext)
        if end == position:
            return position
        line += text.count("\n", position, end)
        position = end
        if draft.problem is not None:
            return position
    return position


def _after_blanks(text: str, position: int) -> int:
    while text[position].isspace():
        position += 1
    return position


def _begins_line(text: str, position: int) -> bool:
    """Whether only blanks stand before an offset on its line."""
    return not text[text.rfind("\n", 0, position) + 1 : position].strip()


def _read_comment(text: str, position: int, line: int, movetext: Movetext) -> int:
    """Read a comment before the movetext; the same offset if there is none (or none closed)."""
    if text[position] == "#" and _begins_line(text, position):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        movetext.comment(comment_line(text[position:end]), line)
        return end
    comment = _COMMENT.match(text, position)
    if comment is None or TAG_AFTER_BLANK.search(comment[1]):
        return position
    movetext.comment(comment[1], line)
    return comment.end()


def _read_tag(source: Text, position: int, line: int, draft: Draft) -> int:
    """Read the tag at an offset; sets the draft's problem if there is none."""
    text = source.text
    tag = _TAG.match(text, position)
    if tag is not None:
        name, value = tag.groups()
    else:
        tag = _LOOSE_TAG.match(text, position)
        if tag is None:
            draft.problem = _malformed(source, position)
            return position
        name, value = tag.groups()
        if _BARE_QUOTE.search(value):
            draft.warnings.append(remark("tag.unescaped-quote", line, name=name))
    draft.add_tag(name, _ESCAPE.sub(r"\1", value) if "\\" in value else value, line)
    return tag.end()


def _malformed(source: Text, position: int) -> Problem:
    """What is wrong with the tag at an offset: no tag at all, or something behind it."""
    closed = _CLOSED_TAG.match(source.text, position)
    offset = closed.end() if closed else position
    line, column = source.place(offset)
    end = source.text.find("\n", offset)
    token = source.text[offset : end if end >= 0 else len(source.text)]
    return problem(
        "tag.after" if closed else "tag.malformed", token=token[:200], line=line, column=column
    )
