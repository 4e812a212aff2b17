"""A parsed record and an engine give a judgement: the verdict, and what the board says.

This file is the only place where records meet rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from archive import engines
from archive.engines import AnyEngine
from archive.engines.base import Header, Notice, Outcome, RuleError, Setup, UnusableSetup
from archive.engines.core import Turn, play_turn
from archive.notation.errors import character, excerpt, problem, remark
from archive.notation.record import ParsedMove, ParsedRecord, Problem, Remark
from archive.notation.results import LOST, UNKNOWN, joined, normal_result
from archive.notation.writer import move_token, ordered_tags

Verdict = Literal["valid", "contradictory", "illegal", "unverified", "unreadable"]
VERDICTS: Final[tuple[Verdict, ...]] = (
    "valid", "contradictory", "illegal", "unverified", "unreadable",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One replayed turn: its body in the engine's normal form, its moves and states.

    ``states`` are those before each move and the one after the last.
    """

    body: str
    moves: tuple[Any, ...]
    states: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What replaying a record found.

    ``plies``: legal move tokens. ``result``: the board's, in the words of the Result tag (``Host``,
    ``Player1+Player3``, ``Draw``, ``Lost``, ``*``). ``claimed``: the record's own, normalised, ``*``
    where it says none. ``tags``: the record's with normal values, in the order of writing.
    ``bodies``: the normal form of each legal turn. ``state`` and ``board`` (its text): after the last
    legal ply; None and "" where no board could be set up. ``problem``: why the record is illegal,
    unreadable or unverified. ``steps`` only on request.
    """

    record: ParsedRecord
    verdict: Verdict
    plies: int
    setup: Setup | None
    tags: tuple[tuple[str, str], ...]
    bodies: tuple[str, ...]
    outcome: Outcome | None
    result: str
    claimed: str
    termination: str | None
    scores: tuple[int, ...] | None
    board: str
    problem: Problem | None
    warnings: tuple[Remark, ...]
    state: Any = None
    steps: tuple[Step, ...] = ()


def judge(record: ParsedRecord, *, steps: bool = False) -> Judgement:
    """Replay a record by the rules of its game. Never raises for a bad record.

    A record whose header the engine cannot judge (*unverified*) is replayed as far as it can be shown,
    if it is well formed; if not, it is *illegal*. One that becomes unverified in play is checked to
    its end, and is *illegal* where it breaks a rule.
    """
    engine = engines.get(record.game)
    if engine is None or record.problem is not None:
        return _unreadable(record, record.problem or _unknown_game(record))
    try:
        header = engine.header(dict(record.tags))
    except UnusableSetup as error:
        return _unreadable(record, Problem(error.code, error.detail))
    replay = _Replay(engine, header.setup, keeps_steps=steps)
    if header.unverified is None:
        replay.run(record)
    else:
        replay.run_unchecked(record)
    return _judgement(record, engine, header, replay)


def normal_record(judgement: Judgement) -> ParsedRecord:
    """The record in normal form: tags, moves and result as they are written.

    Its fingerprint is the record's identity, and `write_tgr` of it the text that is kept.
    """
    record = judgement.record
    legal = judgement.bodies
    bodies = [*legal, *(move.body for move in record.moves[len(legal) :])]
    return replace(
        record,
        format="tgr",
        tags=judgement.tags,
        moves=tuple(map(_normal_move, record.moves, bodies)),
        result=judgement.claimed,
        after_result=None,
    )


def _normal_move(move: ParsedMove, body: str) -> ParsedMove:
    if body == move.body:
        return move
    changed = move._replace(body=body)
    return changed._replace(token=move_token(changed))


class _Replay:
    """A record's moves played one turn after the other, up to the first that cannot be."""

    def __init__(self, engine: AnyEngine, setup: Setup, *, keeps_steps: bool) -> None:
        self.engine, self.setup = engine, setup
        self.state = engine.start(setup)
        self.bodies: list[str] = []
        self.steps: list[Step] | None = [] if keeps_steps else None
        self.problem: Problem | None = None
        self.unverified: Notice | None = None
        self.warnings: list[Remark] = []

    def run(self, record: ParsedRecord) -> None:
        """Play by the rules. Stops at the first move that breaks one, with the problem."""
        engine = self.engine
        letters = engine.seat_letters
        for ply, move in enumerate(record.moves):
            number, seat = engine.label(self.state)
            if move.number != number or move.seat != letters[seat] or ply == record.after_result:
                self.problem = self._out_of_turn(record, ply)
                return
            if self.setup.plays_on:
                self._remark_on_end(move)
            try:
                turn = play_turn(engine, self.state, move.body)
            except RuleError as error:
                self.problem = self._broken_rule(error, ply, move)
                return
            self._keep(turn)

    def run_unchecked(self, record: ParsedRecord) -> None:
        """Play without asking the rules, as far as the moves can be carried out at all.

        Also a record that cannot be judged is well formed: stops at the first token that is no move
        or out of turn, with the problem.
        """
        engine, is_followed = self.engine, True
        letters = engine.seat_letters
        for ply, move in enumerate(record.moves):
            number, seat = engine.label(self.state)
            is_due = (move.number, move.seat) == (number, letters[seat])
            is_move = move.number >= 0 and move.seat in letters and ply != record.after_result
            if not is_move or (is_followed and not is_due):
                self.problem = self._out_of_turn(record, ply)
                return
            if is_followed:
                try:
                    self._keep(self._turn_unchecked(move.body))
                except RuleError:
                    is_followed = False

    def _turn_unchecked(self, body: str) -> Turn[Any, Any]:
        engine, state = self.engine, self.state
        moves, states = list(engine.read(state, body)), [state]
        for move in moves:
            state = engine.play(state, move)
            states.append(state)
        while (rest := engine.rest(state)) is not None:
            state = engine.play(state, rest)
            moves.append(rest)
            states.append(state)
        return Turn(tuple(moves), tuple(states))

    def _keep(self, turn: Turn[Any, Any]) -> None:
        body = self.engine.write(self.state, turn.moves)
        self.bodies.append(body)
        if self.steps is not None:
            self.steps.append(Step(body, turn.moves, turn.states))
        self.unverified = self.unverified or self.engine.unverified(turn.states)
        self.state = turn.states[-1]

    def _out_of_turn(self, record: ParsedRecord, ply: int) -> Problem:
        """What is wrong with a token that is not the one that is due."""
        engine, move = self.engine, record.moves[ply]
        number, seat = engine.label(self.state)
        due = f"{number}{engine.seat_letters[seat]}"
        if ply == record.after_result:
            return _at(ply, move, "move.after-result", result=record.result)
        if move.number < 0:
            return _no_move(ply, move)
        if move.seat not in engine.seat_letters:
            seats = ", ".join(engine.seat_letters)
            return _at(ply, move, "move.seat-unknown", seat=move.seat, seats=seats)
        if engine.outcome(self.state) is not None and not engine.plays_on(self.state):
            return self._after_end(ply, move)
        if move.number != number:
            return _at(ply, move, "move.number", due=due, found=excerpt(_label(move)))
        found = engine.seat_names[engine.seat_letters.index(move.seat)]
        return _at(ply, move, "move.seat", due=due, seat=engine.seat_names[seat], found=found)

    def _broken_rule(self, error: RuleError, ply: int, move: ParsedMove) -> Problem:
        if error.code == "move.after-end":
            return self._after_end(ply, move)
        return Problem(error.code, error.detail, ply, move.token, move.line, move.column)

    def _after_end(self, ply: int, move: ParsedMove) -> Problem:
        outcome = self.engine.outcome(self.state)
        reason = outcome.reason if outcome else ""
        return _at(ply, move, "move.after-end", reason=reason)

    def _remark_on_end(self, move: ParsedMove) -> None:
        outcome = self.engine.outcome(self.state)
        if outcome is not None and not self.warnings:
            words = {"token": move.token, "reason": outcome.reason}
            self.warnings.append(remark("move.plays-on", move.line, **words))


def _label(move: ParsedMove) -> str:
    return move.token.partition(".")[0]


def _at(ply: int, move: ParsedMove, key: str, **words: object) -> Problem:
    return problem(key, ply=ply, token=move.token, line=move.line, column=move.column, **words)


def _no_move(ply: int, move: ParsedMove) -> Problem:
    """Why a token has not the form of a move."""
    strange = next((sign for sign in move.token if not sign.isascii()), None)
    if strange is not None:
        return _at(ply, move, "move.character", character=character(strange))
    return _at(ply, move, "move.empty" if move.token.endswith(".") else "move.unreadable")


def _judgement(
    record: ParsedRecord, engine: AnyEngine, header: Header, replay: _Replay
) -> Judgement:
    outcome = engine.outcome(replay.state)
    result = board_result(engine, outcome)
    seats = record.seats[: header.setup.seats]
    claimed = _claimed(record, seats)
    verdict, wrong = _verdict(record, engine, header, replay)
    warnings = [*_remarks(record, seats), *(_remark(notice) for notice in header.notices)]
    if verdict == "illegal":
        warnings += _fitting_rules(record, engine, header)
    return Judgement(
        record=record,
        verdict=verdict,
        plies=len(replay.bodies),
        setup=header.setup,
        tags=_normal_tags(record, dict(header.tags), seats),
        bodies=tuple(replay.bodies),
        outcome=outcome,
        result=result,
        claimed=claimed,
        termination=outcome.reason if outcome else None,
        scores=engine.scores(replay.state) or None,
        board=engine.board_text(replay.state),
        problem=wrong,
        warnings=(*warnings, *replay.warnings),
        state=replay.state,
        steps=tuple(replay.steps or ()),
    )


def _verdict(
    record: ParsedRecord, engine: AnyEngine, header: Header, replay: _Replay
) -> tuple[Verdict, Problem | None]:
    if replay.problem is not None:
        return "illegal", replay.problem
    if (why := header.unverified or replay.unverified) is not None:
        return "unverified", Problem(why.code, why.message)
    outcome = engine.outcome(replay.state)
    claimed = _claimed(record, record.seats[: header.setup.seats])
    differs = outcome is not None and claimed not in (UNKNOWN, board_result(engine, outcome))
    if differs or _claims_other_end(record, engine, outcome):
        return "contradictory", None
    return "valid", None


def _claims_other_end(record: ParsedRecord, engine: AnyEngine, outcome: Outcome | None) -> bool:
    """Whether the Termination is one that the board would show, and does not."""
    claimed = " ".join(record.tag("Termination").lower().split())
    shown = outcome.reason.lower() if outcome else ""
    return claimed != shown and claimed in {reason.lower() for reason in engine.reasons}


def board_result(engine: AnyEngine, outcome: Outcome | None) -> str:
    """What the board says, in the words of the Result tag."""
    if outcome is None:
        return UNKNOWN
    return LOST if outcome.lost else joined(outcome.winners, engine.seat_names)


def _claimed(record: ParsedRecord, seats: Sequence[str]) -> str:
    """The record's own result: its tag, or without one its closing token; of these seats alone."""
    return normal_result(_said(record), seats) or UNKNOWN


def _said(record: ParsedRecord) -> str:
    return dict(record.tags).get("Result", record.result or UNKNOWN)


def _remarks(record: ParsedRecord, seats: Sequence[str]) -> tuple[Remark, ...]:
    """What was remarked on reading, and that the result is of a seat at which nobody plays.

    Such a result counts as unknown, from which a closing ``*`` does not differ.
    """
    said = normal_result(_said(record), record.seats)
    if said is None or said == _claimed(record, seats):
        return record.warnings
    others = (
        warning
        for warning in record.warnings
        if warning.code != "result.token-differs" or record.result != UNKNOWN
    )
    return (*others, remark("result.no-seat", value=said))


def _normal_tags(
    record: ParsedRecord, normal: dict[str, str], seats: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The tags in the order of writing, those with a normal value in that; Game always there.

    The closing token becomes the Result where there is no tag; a Result that is none is kept.
    """
    tags = dict(record.tags) | normal
    if record.game:
        tags["Game"] = record.game
    said = _said(record)
    if "Result" in tags or said != UNKNOWN:
        tags["Result"] = normal_result(said, seats) or said
    return ordered_tags(replace(record, tags=tuple(tags.items())))


def _remark(notice: Notice) -> Remark:
    return Remark(notice.code, notice.message)


def _fitting_rules(record: ParsedRecord, engine: AnyEngine, header: Header) -> list[Remark]:
    """A hint where the rules of another time, which the record does not name, accept all of it."""
    for setup in header.others:
        replay = _Replay(engine, setup, keeps_steps=False)
        replay.run(record)
        if replay.problem is None:
            return [remark("rules.other-fits", rules=setup.rules)]
    return []


def _unknown_game(record: ParsedRecord) -> Problem:
    known = ", ".join(engine.slug for engine in engines.all_engines())
    return problem("game.unknown", line=record.line, game=excerpt(record.game), known=known)


def _unreadable(record: ParsedRecord, wrong: Problem) -> Judgement:
    return Judgement(
        record=record,
        verdict="unreadable",
        plies=0,
        setup=None,
        tags=_normal_tags(record, {}, record.seats),
        bodies=(),
        outcome=None,
        result=UNKNOWN,
        claimed=_claimed(record, record.seats),
        termination=None,
        scores=None,
        board="",
        problem=wrong,
        warnings=record.warnings,
    )
