"""PSR: ``PAISHO-RECORD 1``, a header of five lines, then one decision a line.

It becomes the record that The Garden Gate's notation would make of it: the accents as 0H and 0G,
the formal start as 1G and 1H, then one move a turn; a bonus belongs to the arrange before it.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from archive.importers.base import Fragment
from archive.importers.finish import finish
from archive.importers.garden_gate import GAME
from archive.notation.errors import problem
from archive.notation.grammar import Draft, without_comments
from archive.notation.record import ParsedMove, ParsedRecord
from archive.notation.text import decode

_ACCENTS: Final = "RWKB"
"""The accents in the order in which the header counts them: Rock, Wheel, Knotweed, Boat."""
_COUNTS: Final = r"([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})"
_HEADER: Final = (
    ("PAISHO-RECORD 1", re.compile(r"PAISHO-RECORD 1")),
    ("rules NAME", re.compile(r"rules (\S+)")),
    ("start TILE", re.compile(r"start (\S+)")),
    ("host-accents 1,1,1,1", re.compile(f"host-accents {_COUNTS}")),
    ("guest-accents 1,1,1,1", re.compile(f"guest-accents {_COUNTS}")),
    ("actions", re.compile(r"actions")),
)
_POINT: Final = r"(-?[0-9]{1,3},-?[0-9]{1,3})"
_TURNS: Final = (
    (re.compile(f"arrange {_POINT} {_POINT}"), "({0})-({1})"),
    (re.compile(rf"plant ([A-Z][0-9]?) {_POINT}"), "{0}({1})"),
)
_BONUSES: Final = (
    (re.compile(rf"(?:bonus-plant|plant-special) ([A-Z][0-9]?) {_POINT}"), "+{0}({1})"),
    (re.compile(rf"accent ([A-Z]) at {_POINT}"), "+{0}({1})"),
    (re.compile(rf"accent (B) move {_POINT} {_POINT}"), "+{0}({1})-({2})"),
    (re.compile("skip-bonus"), ""),
)


class _Line(NamedTuple):
    number: int
    column: int
    text: str


def parse(fragment: Fragment) -> ParsedRecord:
    """Read a PSR record. Problem: `psr.header` for a header line that is missing or wrong.

    An action that cannot be read is a move that no game can read, at its line. Forgiven: blanks
    round and between words, blank lines, ``#`` and ``%`` lines, ``{comments}`` anywhere (all are the
    record's).
    """
    source = decode(fragment.original, fragment.line)
    draft = Draft(source.line, warnings=list(source.warnings), problem=source.problem)
    if draft.problem is None:
        lines = _lines(without_comments(source, draft), source.line)
        draft.line = lines[0].number
        found = [] if draft.problem else _read_header(lines, draft)
        if draft.problem is None:
            draft.moves = tuple(_moves(found, lines[len(_HEADER) :]))
    return finish(draft, fragment)


def _lines(text: str, first: int) -> list[_Line]:
    """The lines that say something."""
    return [
        _Line(number, len(line) - len(line.lstrip()) + 1, " ".join(line.split()))
        for number, line in enumerate(text.split("\n"), first)
        if line.strip()
    ]


def _read_header(lines: list[_Line], draft: Draft) -> list[tuple[_Line, re.Match[str]]]:
    found = []
    for number, (form, pattern) in enumerate(_HEADER):
        line = lines[number] if number < len(lines) else _Line(lines[-1].number + 1, 1, "")
        match = pattern.fullmatch(line.text)
        if match is None:
            draft.problem = problem(
                "psr.header",
                token=line.text or None,
                line=line.number,
                column=line.column,
                wanted=form,
            )
            return []
        found.append((line, match))
    draft.add_tag("Game", GAME, lines[0].number)
    draft.add_tag("Rules", found[1][1][1], found[1][0].number)
    return found


def _moves(header: list[tuple[_Line, re.Match[str]]], actions: list[_Line]) -> Iterator[ParsedMove]:
    _, _, (start, flower), (host, host_counts), (guest, guest_counts), _ = header
    yield _move(0, "H", _accents(host_counts), host)
    yield _move(0, "G", _accents(guest_counts), guest)
    yield _move(1, "G", f"{flower[1]}(0,-8)", start)
    yield _move(1, "H", f"{flower[1]}(0,8)", start)
    turns: list[tuple[_Line, list[str]]] = []
    for line in actions:
        bonus = _written(line.text, _BONUSES)
        if bonus is not None and turns:
            turns[-1][1].append(bonus)
        else:
            turns.append((line, []))
    for count, (line, bonuses) in enumerate(turns):
        body = _written(line.text, _TURNS)
        if body is None:
            yield ParsedMove(line.text, -1, "", line.text, line.number, line.column)
        else:
            yield _move(2 + count // 2, "GH"[count % 2], body + "".join(bonuses), line)


def _written(text: str, forms: tuple[tuple[re.Pattern[str], str], ...]) -> str | None:
    for pattern, form in forms:
        match = pattern.fullmatch(text)
        if match is not None:
            return form.format(*match.groups())
    return None


def _accents(counts: re.Match[str]) -> str:
    chosen = zip(_ACCENTS, counts.groups(), strict=True)
    return ",".join(tile for tile, count in chosen for _ in range(int(count)))


def _move(number: int, seat: str, body: str, at: _Line | ParsedMove) -> ParsedMove:
    line = at.number if isinstance(at, _Line) else at.line
    return ParsedMove(f"{number}{seat}.{body}", number, seat, body, line, at.column)
