"""What can be wrong with a text: one sentence for each code, and the place drawn with a caret.

Codes are words with dots and stay the same for ever; the sentences are for people and may change.
"""

import unicodedata
from typing import Final

from archive.notation.record import Problem, Remark

MESSAGES: Final[dict[str, str]] = {
    # the whole file
    "file.empty": "There is no record in this file.",
    "file.unknown": "No kind of game record is recognised here. Tilebook reads TGR files, Garden "
    "Gate games and replay links, PSR, JSON, and ZIP or gzip files of these.",
    "file.binary": "This is not a text file. Tilebook reads text, and ZIP or gzip files of text.",
    # characters
    "text.encoding": "The text is neither UTF-8 nor Windows-1252. Save it as UTF-8 and try again.",
    "text.windows-1252": "The text is not UTF-8; it was read as Windows-1252.",
    "text.control-character": "The control character {character} may not stand in a record.",
    "text.surrogate": "The text holds half a character ({character}), so it cannot be stored.",
    # a record
    "record.too-large": "The record is larger than {limit}. Only its beginning is kept.",
    "game.unknown": "There is no game “{game}” here. Known games: {known}.",
    "game.missing": "The record does not say which game it is, and its moves do not show it. Add a "
    'tag such as [Game "{example}"].',
    "game.words-above": "“{token}” is neither a tag nor a move, so the moves below it are not "
    "reached. Names go into tags: write {tags} instead, each on a line of its own.",
    # tags
    "tag.malformed": 'This is no tag. A tag is written [Name "value"] on one line.',
    "tag.after": "After a tag only further tags may follow on its line.",
    "tag.repeated": "The tag {name} stands here again; the first one counts.",
    "tag.unescaped-quote": 'The value of {name} holds a quote that should be written \\".',
    "date.odd": "The Date “{value}” is no date of the form YYYY.MM.DD (?? for unknown parts); it is "
    "kept as it is.",
    "result.unknown": "The Result “{value}” is none of this game's results; it is kept, and counts "
    "as unknown (*).",
    "result.no-seat": "The Result “{value}” names a seat at which nobody plays; it is kept, and counts "
    "as unknown (*).",
    "result.token-differs": "The moves close with {token}, but the Result tag says {tag}; the tag "
    "counts.",
    # movetext
    "comment.unclosed": "This comment is never closed: a “}}” is missing.",
    "comment.brace-inside": "A “{{” inside a comment is text: comments do not nest.",
    "move.seat-case": "The letters of the seats are written in upper case: {token}.",
    "move.unreadable": "“{token}” is no move. A move is written number, seat, dot, what is done; "
    "other words go into tags or {{comments}}.",
    "move.empty": "After the dot of “{token}” there is nothing: a move has no blanks inside.",
    "move.character": "“{token}” holds {character}; moves are written in plain ASCII characters.",
    "move.seat-unknown": "“{token}” names a seat “{seat}”; this game has the seats {seats}.",
    "move.number": "{due} is due here, not {found}.",
    "move.seat": "It is {seat}'s turn ({due}), not the turn of {found}.",
    "move.after-end": "The game had ended before this move: {reason}.",
    "move.plays-on": "The game had ended before {token} ({reason}), which sites of that time could "
    "miss; the result is the board's.",
    "move.after-result": "This move follows the result {result}, which closes a record.",
    "rules.other-fits": "By the rules {rules} every move of this record is legal. If it was played "
    'by them, add the tag [Rules "{rules}"].',
    # JSON
    "json.syntax": "This is not valid JSON: {detail}.",
    "json.depth": "The JSON is nested too deeply.",
    "json.no-record": "This JSON is no game record: an object with a text “moves” is expected.",
    "json.types": "“{key}” must be {kind}.",
    "json.tag-name": "“{name}” cannot be the name of a tag: letters, digits and _ only.",
    "json.duplicate-key": "The key “{key}” stands here again; the first one counts.",
    # Garden Gate links
    "link.broken": "This replay link is damaged or cut off. Copy the whole link and try again.",
    "link.several": "Several links stand on this line. Write each on a line of its own.",
    "link.too-long": "This link is longer than any game's.",
    "link.watch": "This link watches a running game. Open it, and copy the replay link instead.",
    "link.short": "This is a short link. Open it, and copy the long link from the address bar.",
    "link.invite": "This link is an invitation to a game, not a record of one.",
    "link.other-game": "This link is of another game of The Garden Gate (game type {kind}).",
    "link.no-game": "This link holds no moves.",
    "link.percent": "The name “{value}” is not percent-encoded UTF-8; it is kept as it is.",
    # PSR
    "psr.header": "A line “{wanted}” belongs here.",
    # packed files
    "zip.broken": "The ZIP file is damaged or cut off: {detail}.",
    "gzip.broken": "The gzip file is damaged or cut off: {detail}.",
    "zip.overlap": "Entries of this ZIP file overlap, which no honest program writes.",
    "zip.entries": "The ZIP file has more than {limit} entries.",
    "zip.encrypted": "This entry is encrypted.",
    "zip.method": "This entry is packed in a way that is not read here: only plain ZIP is.",
    "zip.nested": "This entry is itself a packed file. Unpack it first.",
    "zip.size": "Unpacked, this entry is larger than {limit}.",
    "zip.declared": "This entry holds more bytes than it declares.",
    "zip.ratio": "This entry unpacks to more than {limit} times its size.",
    "zip.total": "Unpacked, the entries up to this one are larger than {limit} together.",
}
"""The sentence of each code. A few codes have several causes, each with its own sentence: see
`CODES`."""

CODES: Final[dict[str, str]] = {
    "game.missing": "game.unknown",
    "game.words-above": "game.unknown",
    "tag.after": "tag.malformed",
    "move.empty": "move.unreadable",
    "move.character": "move.unreadable",
    "move.seat-unknown": "move.unreadable",
    "move.plays-on": "move.after-end",
    "link.too-long": "link.broken",
    "zip.declared": "zip.size",
}
"""The code under which a sentence is reported, where it is not the sentence's own key."""

LONGEST_EXCERPT: Final = 60


def problem(
    key: str,
    /,
    *,
    ply: int | None = None,
    token: str | None = None,
    line: int | None = None,
    column: int | None = None,
    **words: object,
) -> Problem:
    """The problem of a key of `MESSAGES`, its sentence filled with ``words`` (and the token)."""
    if token is not None:
        words["token"] = excerpt(token)
    message = MESSAGES[key].format(**words)
    return Problem(CODES.get(key, key), message, ply, token, line, column)


def remark(key: str, /, line: int | None = None, **words: object) -> Remark:
    """The remark of a key of `MESSAGES`, its sentence filled with ``words``."""
    return Remark(CODES.get(key, key), MESSAGES[key].format(**words), line)


def excerpt(text: str) -> str:
    """A text short enough for a sentence: its beginning and an ellipsis if it is long."""
    return text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 1] + "…"


def size(count: int) -> str:
    """A number of bytes for people: ``1 MiB``, ``512 KiB``, ``100 bytes``."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def character(sign: str) -> str:
    """A character by its number and name: ``U+2013 (en dash)``."""
    name = unicodedata.name(sign, "").lower()
    return f"U+{ord(sign):04X} ({name})" if name else f"U+{ord(sign):04X}"


def caret(line: str, column: int, width: int = 72) -> tuple[str, str]:
    """A line of text and the line below it with a caret under ``column`` (1-based).

    A long line is cut to about ``width`` characters round the place, with ellipses. Tabs become
    blanks, so that the caret stands where it should.
    """
    clean = line.replace("\t", " ")
    place = min(max(column - 1, 0), len(clean))
    start = max(0, place - width // 2)
    end = start + width
    before = "…" if start else ""
    after = "…" if end < len(clean) else ""
    return before + clean[start:end] + after, " " * (len(before) + place - start) + "^"
