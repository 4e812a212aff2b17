"""Records to text: TGR, and a line of NDJSON. The reverse of `grammar`."""

import json
from collections.abc import Iterator
from typing import Final

from archive.notation.record import ParsedMove, ParsedRecord

WIDTH: Final = 100
"""Movetext is wrapped at this many columns."""

_BEFORE_SEATS: Final = ("Game", "Event", "Site", "Date", "Round")
_AFTER_SEATS: Final = ("Result", "Termination", "Options", "Setup")
# A line that began so would be read as something else.
_NEVER_FIRST: Final = ("%", "[", "?")
# At the start of a line it would begin a record; behind a divider it does not.
_FIRST_OF_RECORD: Final = "0H."


def write_tgr(record: ParsedRecord) -> str:
    """The record in TGR: tags in the canonical order, a blank line, the movetext, a blank line.

    Reading the text gives the same tags, moves, comments, annotations and result, and writing it
    again the same text.
    """
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in ordered_tags(record))
    movetext = write_movetext(record)
    return f"{tags}\n{movetext}\n\n" if movetext else f"{tags}\n"


def write_ndjson_line(record: ParsedRecord) -> str:
    """The record as one line of NDJSON, as the site's API writes it: game, tags, moves."""
    content = {
        "game": record.game,
        "tags": dict(ordered_tags(record)),
        "moves": write_movetext(record),
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def ordered_tags(record: ParsedRecord) -> tuple[tuple[str, str], ...]:
    """The record's tags in the order in which they are written."""
    order = (*_BEFORE_SEATS, *record.seats, *_AFTER_SEATS)
    rank = {name: number for number, name in enumerate(order)}
    return tuple(sorted(record.tags, key=lambda tag: rank.get(tag[0], len(rank))))


def write_movetext(record: ParsedRecord) -> str:
    """Moves, annotations, comments and result, wrapped at `WIDTH` columns, without a last line end.

    Comments are written as they are, whatever their length: a break would change them.
    """
    lines: list[str] = []
    line, has_move = "", False
    for said in _words(record):
        is_again = has_move and said.startswith(_FIRST_OF_RECORD)
        word = f";{said}" if is_again else said
        if not line:
            line = word
        elif _fits(line, word):
            line += f" {word}"
        else:
            lines.append(line)
            line = word
        has_move = has_move or said[0].isdigit()
    return "\n".join([*lines, line])


def _fits(line: str, word: str) -> bool:
    """Whether a word may stand on the line; words and lines may hold comments of several lines."""
    if line.startswith("#") or word.startswith("#"):
        return False
    taken = len(line) - line.rfind("\n") - 1
    return taken + 1 + len(word.partition("\n")[0]) <= WIDTH or word.startswith(_NEVER_FIRST)


def _words(record: ParsedRecord) -> Iterator[str]:
    for comment in record.comments:
        yield _comment(comment)
    for index, move in enumerate(record.moves):
        if index == record.after_result:
            yield record.result
        yield move_token(move)
        yield from move.annotations
        for comment in move.comments:
            yield _comment(comment)
    if record.result and record.after_result is None:
        yield record.result


def move_token(move: ParsedMove) -> str:
    """A move as it is written: ``7H.(1,5)-(2,3)``; what is no move, as it stands."""
    return f"{move.number}{move.seat}.{move.body}" if move.number >= 0 else move.body


def _comment(text: str) -> str:
    return f"# {text}" if "}" in text else f"{{{text}}}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
