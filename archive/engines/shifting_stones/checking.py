"""Whether a move is legal, and if not, why; and all legal moves."""

from collections.abc import Iterator
from typing import Final

from archive.engines.base import IllegalMove
from archive.engines.shifting_stones.header import Card
from archive.engines.shifting_stones.scoring import DECK, DISCARDS, HELD, SCORED
from archive.engines.shifting_stones.state import (
    DRAW,
    END,
    FLIP,
    SCORE,
    SHIFT,
    SKIP,
    Move,
    State,
    seat_of,
)
from archive.engines.shifting_stones.tables import NAME, PAIRS, SEATS, SPOTS
from archive.engines.writing import refused

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.draws-due": "{seat}'s turn is not over: {owed} more must be drawn.",
    "move.draws-none": "{card} cannot be drawn: {seat} draws no more cards.",
    "move.draws-unknown": "The record gives no Hands, so it cannot say that {card} is drawn.",
    "move.draws-missing": "{seat} draws {owed} more, which the record must name after “>”.",
    "move.card-scored": "{card} is scored already.",
    "move.card-discarded": "{card} is discarded and has not been drawn again.",
    "move.card-in-deck": "{card} is in the deck: {seat} has not drawn it.",
    "move.card-held": "{card} is in the hand of {holder}.",
    "move.draw-discard": "{card} is discarded: it can be drawn only once the deck is empty.",
    "move.not-adjacent": "{spot} and {other} are not side by side.",
    "move.no-pattern": "The pattern {pattern} of {card} stands nowhere on the grid.",
    "move.skip-twice": "{seat} skipped the turn before and may not skip again.",
    "move.skip-acted": "{seat} has acted and can no longer skip.",
}
_PAIRS: Final = frozenset(PAIRS)


def illegal(state: State, code: str, move: Move, **words: object) -> IllegalMove:
    """The error of a code, with its sentence."""
    seat = SEATS[seat_of(state)]
    owed = "1 card" if state.owed == 1 else f"{state.owed} cards"
    card = f"card {state.deal.cards[move.card].id}" if move.card >= 0 else "a card"
    return refused(SENTENCES, code, seat=seat, owed=owed, card=card, **words)


def check(state: State, move: Move) -> None:
    """Raise IllegalMove for a move that a rule forbids."""
    kind = move.kind
    if state.ended is not None:
        raise illegal(state, "move.after-end", move)
    if kind == DRAW:
        _check_draw(state, move)
        return
    if state.owed:
        raise illegal(state, "move.draws-due", move)
    if kind == SKIP:
        _check_skip(state, move)
    elif kind != END:
        _check_action(state, move)


def _check_skip(state: State, move: Move) -> None:
    if state.acted:
        raise illegal(state, "move.skip-acted", move)
    if state.skipped >> seat_of(state) & 1:
        raise illegal(state, "move.skip-twice", move)


def _check_action(state: State, move: Move) -> None:
    """Rules, section A turn."""
    kind, number, spot, other = move
    _check_held(state, move)
    if kind == SHIFT and (spot, other) not in _PAIRS:
        raise illegal(state, "move.not-adjacent", move, spot=NAME[spot], other=NAME[other])
    card = state.deal.cards[number]
    if kind == SCORE and not stands(state.faces, card):
        raise illegal(state, "move.no-pattern", move, pattern=card.pattern)


def _check_held(state: State, move: Move) -> None:
    """Whether the seat on turn can have the card: where hands are unknown, if nobody scored it."""
    place = state.where[move.card]
    if place >= SCORED:
        raise illegal(state, "move.card-scored", move)
    if not state.deal.hands or place == HELD + seat_of(state):
        return
    if place >= HELD:
        raise illegal(state, "move.card-held", move, holder=SEATS[place - HELD])
    raise illegal(state, "move.card-discarded" if place == DISCARDS else "move.card-in-deck", move)


def _check_draw(state: State, move: Move) -> None:
    if not state.deal.hands:
        raise illegal(state, "move.draws-unknown", move)
    if not state.owed:
        raise illegal(state, "move.draws-none", move)
    if move.card < 0:
        raise illegal(state, "move.draws-missing", move)
    place = state.where[move.card]
    if place >= SCORED:
        raise illegal(state, "move.card-scored", move)
    if place >= HELD:
        raise illegal(state, "move.card-held", move, holder=SEATS[place - HELD])
    if place == DISCARDS and DECK in state.where:
        raise illegal(state, "move.draw-discard", move)


def stands(faces: bytes, card: Card) -> tuple[int, ...]:
    """The spots of a card's faces where its pattern stands on the grid, () if nowhere."""
    for fit in card.fits:
        for spot, face in fit:
            if faces[spot] != face:
                break
        else:
            return tuple(spot for spot, _ in fit)
    return ()


def moves(state: State) -> Iterator[Move]:
    """All legal moves in a fixed order; none after the end."""
    if state.ended is not None:
        return
    if state.owed:
        drawable = DECK if DECK in state.where else DISCARDS
        for card, place in enumerate(state.where):
            if place == drawable:
                yield Move(DRAW, card)
        return
    yield from _actions(state)
    yield Move(END)
    if not state.acted and not state.skipped >> seat_of(state) & 1:
        yield Move(SKIP)


def _actions(state: State) -> Iterator[Move]:
    usable = HELD + seat_of(state) if state.deal.hands else DECK
    for number, place in enumerate(state.where):
        if place != usable:
            continue
        for spot, other in PAIRS:
            yield Move(SHIFT, number, spot, other)
        for spot in range(SPOTS):
            yield Move(FLIP, number, spot)
        if stands(state.faces, state.deal.cards[number]):
            yield Move(SCORE, number)
