"""The Garden Gate: its replay links, read and written, and its plain text, written.

Its plain text is read as it is, as movetext without tags (`native`).
"""

import json
import re
from typing import Final
from urllib.parse import quote, unquote

from lzstring import LZString

from archive.importers.base import Fragment
from archive.importers.finish import finish
from archive.notation.errors import character, excerpt, problem, remark
from archive.notation.grammar import Draft, without_comments
from archive.notation.lexer import Movetext, comment_line, read_movetext
from archive.notation.record import ParsedRecord, Problem
from archive.notation.text import Text, decode
from archive.notation.writer import move_token

GAME: Final = "skud-pai-sho"
"""The one game of that site whose records are kept here; links of others are refused."""
SITE: Final = "https://skudpaisho.com/?"
LONGEST: Final = 1 << 14
"""Characters of a query. A longer one is no game, and could unpack to any size."""
LONGEST_UNPACKED: Final = 1 << 20
"""Characters of an unpacked query: few bytes can say the same thing millions of times."""

_GAME_TYPE: Final = "1"
_NO_RECORD: Final = {"wg": "link.watch", "tu": "link.short", "ig": "link.invite"}
_UNTEXTUAL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_BEFORE_LINK: Final = re.compile(r"(?:\s|[%#][^\n]*|\{[^}]*\})*+")
_SECOND: Final = re.compile(r"\s(?:https?://|(?:www\.)?skudpaisho\.com/)")
# Looked through once to its end, so that a long name of dots costs no more than its length.
_MAIL: Final = re.compile(r"([^@\s]++)@(?=[^@\s]++\Z)[^@\s]+?\.[^@\s]+")
_LONG_NAMES: Final = {
    "ancient-oasis": "AncientOasisExpansion",
    "original-benders": "OriginalBenderExpansion",
    "informal-start": "InformalStart",
    "double-accents": "DoubleAccentTiles",
    "all-accents": "AllAccentTiles",
    "no-wheels": "NoWheels",
    "special-flowers-bounce": "SpecialFlowersBounce",
    "no-alternative-win": "NoAltWin",
    "ignore-clashing": "IgnoreClashing",
    "diagonal-movement": "DiagonalMovement",
    "everything-captures": "EverythingCapture",
}


def parse(fragment: Fragment) -> ParsedRecord:
    """Read a replay link: an address, or what follows its ``?``. Nothing is fetched.

    Problems: `link.broken`, `link.watch`, `link.short`, `link.invite`, `link.other-game`,
    `link.no-game`, `link.several`, and characters that no text may hold. Forgiven: comments before it, uncompressed queries, ``&amp;``,
    ``%2B`` or a blank for ``+``, what hangs on behind ``&`` or ``#``, names that do not decode (a
    warning), mail addresses as names (their local part is the name).
    """
    source = decode(fragment.original, fragment.line)
    draft = Draft(source.line, warnings=list(source.warnings), problem=source.problem)
    if draft.problem is None:
        link = _link_line(source, draft)
        values, draft.problem = _values(link)
        if draft.problem is None:
            _read_values(values, draft)
    if draft.problem is not None and draft.problem.line is None:
        draft.problem = _at_line(draft.problem, draft.line)
    return finish(draft, fragment)


def text(record: ParsedRecord) -> str:
    """The record as The Garden Gate's loader takes it: moves divided by ``;`` on one line."""
    return ";".join(map(move_token, record.moves)) + "\n"


def link(record: ParsedRecord) -> str:
    """The address at which The Garden Gate replays the record."""
    host, guest = record.players()
    query = f"host={quote(host, safe='')}&guest={quote(guest, safe='')}"
    query += "&game=" + ";".join(map(move_token, record.moves))
    names = record.tag("Options").replace(",", " ").split()
    if names:
        query += "&gameOptions=" + json.dumps([_LONG_NAMES.get(name, name) for name in names])
    return f"{SITE}{LZString.compressToEncodedURIComponent(query)}"


def _link_line(source: Text, draft: Draft) -> str:
    """The line that holds the link; what stands before it, and ``#`` lines behind it, are comments.

    The link itself may hold any sign.
    """
    before = _BEFORE_LINK.match(source.text)
    link_line, behind = "", []
    text = without_comments(source, draft, before.end() if before else 0)
    for number, line in enumerate(text.split("\n"), source.line):
        content = line.strip()
        if content.startswith("#"):
            behind.append(comment_line(line))
        elif content and content[0] != "%" and not link_line:
            link_line, draft.line = content, number
    draft.comments += tuple(behind)
    return link_line


def _values(link: str) -> tuple[dict[str, str], Problem | None]:
    """The values of a link's query by name, or what is wrong with it."""
    if _SECOND.search(link):
        return {}, problem("link.several")
    address, mark, query = link.partition("?")
    query = (query if mark and "=" not in address else link).replace("&amp;", "&")
    if len(query) > LONGEST:
        return {}, problem("link.too-long")
    first = query.partition("&")[0].partition("#")[0]
    if "=" not in first:
        unpacked = unpack(first)
        if unpacked is None:
            return {}, problem("link.broken")
        if len(unpacked) > LONGEST_UNPACKED:
            return {}, problem("link.too-long")
        query = unpacked.replace("&amp;", "&")
    else:
        query = query.partition("#")[0]
    values: dict[str, str] = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        values.setdefault(name, value)
    return values, _no_record(values)


def unpack(packed: str) -> str | None:
    """What a compressed query says, or None if it is damaged."""
    try:
        found = LZString.decompressFromEncodedURIComponent(unquote(packed).replace(" ", "+"))
    except (IndexError, KeyError, UnboundLocalError):
        # The library's own ways to say that this was never packed.
        return None
    return found if isinstance(found, str) and "=" in found else None


def _no_record(values: dict[str, str]) -> Problem | None:
    for name, key in _NO_RECORD.items():
        if name in values:
            return problem(key)
    kind = values.get("gameType", _GAME_TYPE)
    if kind != _GAME_TYPE:
        return problem("link.other-game", kind=excerpt(kind))
    if "game" not in values:
        return problem("link.broken")
    if not values["game"].strip("; "):
        return problem("link.no-game")
    return None


def _read_values(values: dict[str, str], draft: Draft) -> None:
    draft.add_tag("Game", GAME, draft.line)
    for name, key in (("Host", "host"), ("Guest", "guest")):
        if key in values:
            draft.add_tag(name, _name(values[key], draft), draft.line)
    options = _options(values.get("gameOptions", ""))
    if options:
        draft.add_tag("Options", options, draft.line)
    moves = unquote(values["game"]).split(";")
    written = ";".join(move.strip().replace(" ", "+") for move in moves)
    for value in (*(value for _, value in draft.tags), written):
        wrong = _UNTEXTUAL.search(value)
        if wrong is not None:
            is_half = wrong[0] >= "\ud800"
            key = "text.surrogate" if is_half else "text.control-character"
            draft.problem = problem(key, character=character(wrong[0]))
            return
    movetext = Movetext()
    read_movetext(Text(written, draft.line), 0, movetext, at=(None, None))
    draft.moves, draft.problem = movetext.finished(), movetext.problem
    draft.comments += tuple(movetext.comments)


def _name(value: str, draft: Draft) -> str:
    try:
        name = unquote(value, errors="strict")
    except UnicodeDecodeError:
        name = value
    if name == value and "%" in value:
        draft.warnings.append(remark("link.percent", draft.line, value=excerpt(value)))
    mail = _MAIL.fullmatch(name)
    return mail[1] if mail else name


def _options(value: str) -> str:
    """The options of a link, ``["A","B"]``, as an Options tag has them."""
    try:
        names = json.loads(unquote(value)) if value else []
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return value
    return " ".join(re.sub(r"[\s,]+", "-", name) for name in names)


def _at_line(wrong: Problem, line: int) -> Problem:
    return Problem(wrong.code, wrong.message, wrong.ply, wrong.token, line, wrong.column)
