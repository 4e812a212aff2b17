"""The report of one record of an import: its place, its board, what may have been meant."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from archive.engines import AnyEngine, get
from archive.engines.base import RuleError
from archive.engines.core import nearest, play_turn
from archive.engines.scene import Glyph, Scene, mark_attempt
from archive.importers import parse
from archive.models import ImportItem, ItemStatus
from archive.notation.record import ParsedMove, ParsedRecord
from archive.notation.text import CONTROL, Text, decode
from archive.notation.writer import write_tgr
from archive.replay import Judgement, judge
from archive.selectors import rules_pages
from archive.selectors.imports import fragment

READINGS: Final = 6
NO_TEXT: Final = frozenset({"file.binary", "text.encoding"})
"""Codes of uploads that are no text at all."""
OURS: Final = "engine.bug"
"""The code of a record at which the site itself failed. What it did to a worker it could do to a page,
so no page reads it again."""
BEFORE: Final = 16
AFTER: Final = 44
"""Characters of a line that are shown round a place: before it few, so that a phone shows it."""
LABEL: Final = re.compile(r"^[0-9]*[A-Za-z]?(?:[.:,]+|(?<=[0-9][A-Za-z])(?=\W))")
"""Number and seat before a body, where a token has not the form of a move."""
REWRITTEN: Final = frozenset({"garden-gate-link", "psr"})
"""Forms whose moves cannot be mended in place: what is mended is the same record in TGR."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A legal move that may have been meant, in words, and the record's text with it."""

    token: str
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Caret:
    """A line of a record in three parts, the middle one at fault, and what stands before a caret."""

    before: str
    marked: str
    after: str
    indent: str


@dataclass(frozen=True, slots=True)
class Report:
    """``text`` is what can be mended in a text box; None where nothing can, and ``note`` why.

    ``rules``: where the rule that a move breaks is explained.
    """

    problem: Mapping[str, Any]
    caret: Caret | None = None
    scene: Scene | None = None
    artwork: Mapping[str, Glyph] | None = None
    board_title: str = ""
    readings: tuple[Reading, ...] = ()
    text: str | None = None
    note: str = ""
    can_download: bool = True
    rules: rules_pages.Reference | None = None


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A record whose move at ``ply`` breaks a rule, with the position before that move."""

    engine: AnyEngine
    record: ParsedRecord
    ply: int
    state: Any

    @property
    def move(self) -> ParsedMove:
        return self.record.moves[self.ply]


def item_report(item: ImportItem) -> Report:
    """Everything that the page of one record says; its readings only where it was rejected."""
    problem: Mapping[str, Any] = item.problem or {}
    original = bytes(item.original)
    source = decode(original, item.line)
    is_readable = bool(item.format) and problem.get("code") != OURS
    record = parse(fragment(item)) if is_readable else None
    text, note = _mendable(item, source, record)
    report = Report(
        problem=problem,
        caret=caret(source, problem),
        text=text,
        note=note,
        can_download=item.is_whole and bool(original),
    )
    refusal = _refusal(record) if record and item.status == ItemStatus.REJECTED else None
    if refusal is None:
        return report
    title = f"The position before {refusal.move.token}"
    return replace(
        report,
        scene=mark_attempt(
            refusal.engine.scene(refusal.state), refusal.engine.points(refusal.move.body)
        ),
        artwork=refusal.engine.artwork(),
        board_title=title,
        readings=tuple(_readings(refusal, source, problem)),
        rules=rules_pages.reference(refusal.engine.slug, str(problem.get("code", ""))),
    )


def _refusal(record: ParsedRecord) -> _Refusal | None:
    """The position before the move that breaks a rule, or None where no board can be set up."""
    judgement: Judgement = judge(record, steps=True)
    engine = get(record.game)
    problem = judgement.problem
    if engine is None or judgement.setup is None or problem is None or problem.ply is None:
        return None
    steps = judgement.steps
    state = steps[-1].states[-1] if steps else engine.start(judgement.setup)
    return _Refusal(engine, record, problem.ply, state)


def caret(source: Text, problem: Mapping[str, Any]) -> Caret | None:
    """The line of the problem, cut round its place; None where the problem has no place."""
    line, column = problem.get("line"), problem.get("column")
    lines = source.text.split("\n")
    if not line or not column or not 0 <= line - source.line < len(lines):
        return None
    shown = visible(lines[line - source.line]).replace("\t", " ")
    start = min(column - 1, len(shown))
    token = visible(problem.get("token") or "")
    end = start + (len(token) if token and shown.startswith(token, start) else 1)
    before = shown[max(0, start - BEFORE) : start]
    if start > BEFORE:
        before = f"…{before}"
    after = shown[end : end + AFTER]
    if end + AFTER < len(shown):
        after = f"{after}…"
    return Caret(before, shown[start:end], after, " " * len(before))


def visible(text: str) -> str:
    """The text with a sign in place of each control character: a page could not show it."""
    return CONTROL.sub(lambda found: _picture(ord(found[0])), text)


def _picture(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"


def _mendable(
    item: ImportItem, source: Text, record: ParsedRecord | None
) -> tuple[str | None, str]:
    """What the text box holds, and a word on it; None where there is nothing to mend."""
    if not source.text or (item.problem or {}).get("code") in NO_TEXT:
        return None, (
            "There is no text here that could be mended. Mend the file where you keep it, "
            "then send it again."
        )
    if not item.is_whole:
        return None, (
            "Not all of its text is kept with this record, so it cannot be mended here. "
            "Mend it in your own file and send that again; what you sent is kept whole."
        )
    if item.format in REWRITTEN and record and record.problem is None:
        return write_tgr(
            record
        ), "The same record in Tile Game Record form, where it can be mended."
    text = visible(source.text)
    if text != source.text:
        return text, (
            "Control characters are shown as signs such as ␀. Take them out: "
            "what you send is stored as it stands in the box."
        )
    if source.warnings:
        return text, (
            "The original is in Windows-1252. It is sent again as UTF-8; "
            "correct the letters that look wrong."
        )
    return text, ""


def _readings(refusal: _Refusal, source: Text, problem: Mapping[str, Any]) -> Iterator[Reading]:
    """Legal moves near the bad one, likeliest first: first the same move, rightly numbered."""
    engine, state = refusal.engine, refusal.state
    body = refusal.move.body if refusal.move.seat else LABEL.sub("", refusal.move.body)
    if engine.outcome(state) is not None:
        return
    number, seat = engine.label(state)
    letter = engine.seat_letters[seat]
    for candidate in (body, *nearest(engine, state, body, READINGS)):
        token = f"{number}{letter}.{candidate}"
        if token == refusal.move.token:
            continue
        try:
            turn = play_turn(engine, state, candidate)
        except RuleError:
            continue
        mended = ParsedMove(token, number, letter, candidate, None, None)
        words = engine.describe(turn.states, turn.moves)
        yield Reading(token, words, _mended(refusal, mended, source, problem))


def _mended(refusal: _Refusal, mended: ParsedMove, source: Text, problem: Mapping[str, Any]) -> str:
    """The record's text with one move in place of another, everything else as it stands."""
    bad, text = refusal.move.token, source.text
    offset = _offset(source, problem)
    if refusal.record.format in REWRITTEN or offset is None or not text.startswith(bad, offset):
        offset = text.find(bad) if text.count(bad) == 1 else None
    if offset is not None and refusal.record.format not in REWRITTEN:
        return text[:offset] + mended.token + text[offset + len(bad) :]
    moves = list(refusal.record.moves)
    moves[refusal.ply] = mended._replace(
        comments=refusal.move.comments, annotations=refusal.move.annotations
    )
    return write_tgr(replace(refusal.record, moves=tuple(moves)))


def _offset(source: Text, problem: Mapping[str, Any]) -> int | None:
    """Where in the text a problem's place is."""
    line, column = problem.get("line"), problem.get("column")
    if not line or not column:
        return None
    before = source.text.split("\n")[: line - source.line]
    return len("\n".join([*before, ""])) + int(column) - 1
