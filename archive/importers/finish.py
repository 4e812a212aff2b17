"""The last step of every importer: which game it is, what its seats are called, what its result is.

The grammar knows no game; here the registry of engines is asked.
"""

import re
from itertools import takewhile
from typing import Final

from archive import engines
from archive.engines import AnyEngine
from archive.importers.base import Fragment
from archive.notation.dates import parse_date
from archive.notation.errors import excerpt, problem, remark
from archive.notation.grammar import Draft
from archive.notation.record import ParsedMove, ParsedRecord, Problem
from archive.notation.results import UNKNOWN, normal_result

_UNKNOWN_VALUES: Final = ("", "?")
_VERSUS: Final = re.compile(r"(.+?) (?:vs?\.?|versus|against|-+|\u2013|\u2014) (.+)", re.IGNORECASE)


def finish(draft: Draft, fragment: Fragment) -> ParsedRecord:
    """The record that a draft of a fragment becomes.

    Without a game it is unreadable: `game.unknown`. Remarks: `date.odd`, `result.unknown`,
    `result.token-differs`. Forgiven: Game and seat tags in any case; no Game tag where an engine is
    sure of the first move.
    """
    named = _value(draft, "game").strip()
    engine = _engine(draft, named)
    seats = engine.seat_names if engine else ()
    moves, result, after = _closing_result(draft, seats)
    wrong = draft.problem or (_no_game(draft, named) if engine is None else None)
    tags = _with_seat_names(draft, seats)
    if wrong is None:
        _remark_on_date(draft)
        _remark_on_result(draft, result, seats)
    return ParsedRecord(
        game=engine.slug if engine else "",
        format=fragment.format,
        original=fragment.original,
        file=fragment.file,
        index=fragment.index,
        line=draft.line,
        tags=tags,
        moves=moves,
        comments=draft.comments,
        result=result,
        after_result=after,
        seats=seats,
        warnings=tuple(draft.warnings),
        problem=wrong,
    )


def unreadable(fragment: Fragment, wrong: Problem) -> ParsedRecord:
    """The record of a fragment of which nothing can be read."""
    return ParsedRecord(
        game="",
        format=fragment.format,
        original=fragment.original,
        file=fragment.file,
        index=fragment.index,
        line=fragment.line,
        problem=wrong,
    )


def _value(draft: Draft, name: str) -> str:
    return next((value for tag, value in draft.tags if tag.lower() == name), "")


def _engine(draft: Draft, named: str) -> AnyEngine | None:
    if named not in _UNKNOWN_VALUES:
        return engines.get(named.lower())
    if not draft.moves:
        return None
    return _recognised(draft.moves[0])


def _recognised(first: ParsedMove) -> AnyEngine | None:
    return engines.recognise(
        f"{first.number}{first.seat}.{first.body}" if first.number >= 0 else first.token
    )


def _no_game(draft: Draft, named: str) -> Problem:
    known = [engine.slug for engine in engines.all_engines()]
    if named not in _UNKNOWN_VALUES:
        line = draft.tag_lines.get("game", draft.line)
        return problem("game.unknown", line=line, game=excerpt(named), known=", ".join(known))
    if not draft.tags and not draft.moves:
        return problem("file.empty", line=draft.line)
    first = draft.moves[0] if draft.moves else None
    if first is not None and (below := _engine_below(draft)) is not None:
        words = " ".join(move.token for move in _words_above(draft))
        tags = [("Game", below.slug), *zip(below.seat_names, _names(words, below), strict=True)]
        return problem(
            "game.words-above",
            line=first.line,
            column=first.column,
            token=words,
            tags=", ".join(f'[{tag} "{excerpt(value)}"]' for tag, value in tags),
        )
    return problem(
        "game.missing",
        line=first.line if first else draft.line,
        column=first.column if first else None,
        example=known[0],
    )


def _words_above(draft: Draft) -> tuple[ParsedMove, ...]:
    """The tokens before the first that has the form of a move."""
    return tuple(takewhile(lambda move: move.number < 0, draft.moves))


def _engine_below(draft: Draft) -> AnyEngine | None:
    """The engine that knows the first move below words that are none."""
    below = draft.moves[len(_words_above(draft)) :]
    return _recognised(below[0]) if below and below != draft.moves else None


def _names(words: str, engine: AnyEngine) -> tuple[str, ...]:
    """The players whom the words name, ``Alice vs Bob``, by seat; else ellipses."""
    found = _VERSUS.fullmatch(words)
    seats = len(engine.seat_names)
    return found.groups() if found and seats == len(found.groups()) else ("…",) * seats


def _with_seat_names(draft: Draft, seats: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The tags, those of seats and ratings in the game's own case."""
    known = {name.lower(): name for seat in seats for name in (seat, f"{seat}Elo")}
    return tuple((known.get(name.lower(), name), value) for name, value in draft.tags)


def _closing_result(
    draft: Draft, seats: tuple[str, ...]
) -> tuple[tuple[ParsedMove, ...], str, int | None]:
    """Take the result token out of the moves: the moves, the token, the index of what follows."""
    moves = draft.moves
    for index, move in enumerate(moves):
        result = normal_result(move.token, seats) if move.number < 0 else None
        if result is None:
            continue
        before, behind = moves[:index], moves[index + 1 :]
        if before:
            last = before[-1]
            comments, annotations = last.comments + move.comments, last.annotations
            last = last._replace(comments=comments, annotations=annotations + move.annotations)
            before = (*before[:-1], last)
        else:
            draft.comments += move.comments
        return before + behind, result, index if behind else None
    return moves, "", None


def _remark_on_date(draft: Draft) -> None:
    value = _value(draft, "date")
    if parse_date(value).is_odd:
        line = draft.tag_lines["date"]
        draft.warnings.append(remark("date.odd", line, value=excerpt(value)))


def _remark_on_result(draft: Draft, token: str, seats: tuple[str, ...]) -> None:
    line = draft.tag_lines.get("result")
    if line is None:
        return
    value = _value(draft, "result")
    tag = normal_result(value, seats)
    if tag is None:
        draft.warnings.append(remark("result.unknown", line, value=excerpt(value)))
    if token and token != (tag or UNKNOWN):
        draft.warnings.append(remark("result.token-differs", line, token=token, tag=excerpt(value)))
