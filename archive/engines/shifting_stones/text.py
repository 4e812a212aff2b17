"""Turns as text: read, written, guessed at, and said in words.

``12:(-1,0)=(0,0)`` swaps two stones for a card, ``7:^(1,1)`` turns one over, ``+3`` scores a card;
several actions are joined by ``&``. ``0`` ends a turn without any, ``--`` skips. What is drawn
follows after ``>``: ``+3>20,21``.
"""

import re
from collections.abc import Iterator
from typing import Final

from archive.engines.base import RuleError, UnreadableMove
from archive.engines.shifting_stones.checking import check, moves
from archive.engines.shifting_stones.header import Deal
from archive.engines.shifting_stones.playing import carry_out
from archive.engines.shifting_stones.scoring import (
    ALL_SCORED,
    BY_STRIKES,
    DECK,
    DISCARDS,
)
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
from archive.engines.shifting_stones.tables import FACES, NAME, SEATS, SIDE, SPOT_OF
from archive.engines.writing import POINT, closest, unreadable

HINT: Final = (
    "a turn is actions like 12:(-1,0)=(0,0), 7:^(1,1) or +3, joined by &, or 0, or --; "
    "what is drawn follows after >"
)
_SHIFT: Final = re.compile(f"([A-Za-z0-9]+):({POINT})=({POINT})")
_FLIP: Final = re.compile(f"([A-Za-z0-9]+):\\^({POINT})")
_SCORE: Final = re.compile(r"\+([A-Za-z0-9]+)")


# ---- reading ----
def read(state: State, text: str) -> tuple[Move, ...]:
    """The moves of a turn's body. Raises UnreadableMove.

    The two stones of a swap may be named in either order. A turn that ends without naming what is
    drawn is read without its end.
    """
    deal = state.deal
    done, drawing, drawn = text.partition(">")
    draws = tuple(Move(DRAW, _card(deal, card)) for card in drawn.split(",")) if drawing else ()
    if done == "--":
        return (Move(SKIP), *draws)
    if done == "0":
        return (Move(END), *draws)
    if not done and (state.acted or state.owed):
        return draws if state.owed else (Move(END), *draws)
    actions = tuple(_action(deal, action, text) for action in done.split("&"))
    return (*actions, Move(END), *draws) if draws else actions


def _action(deal: Deal, action: str, text: str) -> Move:
    if match := _SHIFT.fullmatch(action):
        spot, other = sorted((_spot(match[2]), _spot(match[3])))
        return Move(SHIFT, _card(deal, match[1]), spot, other)
    if match := _FLIP.fullmatch(action):
        return Move(FLIP, _card(deal, match[1]), _spot(match[2]))
    if match := _SCORE.fullmatch(action):
        return Move(SCORE, _card(deal, match[1]))
    raise unreadable(text, HINT)


def _card(deal: Deal, name: str) -> int:
    number = deal.number.get(name)
    if number is None:
        raise UnreadableMove("move.unknown-card", f"There is no card “{name}” in this game.")
    return number


def _spot(text: str) -> int:
    spot = SPOT_OF.get(text)
    if spot is None:
        raise UnreadableMove("move.off-grid", f"{text} is not on the grid of 3 x 3 stones.")
    return spot


# ---- writing ----
def write(state: State, moves: tuple[Move, ...]) -> str:
    """The body of a turn. The end of a turn with actions is not written."""
    acted = state.acted
    actions, ending, drawn = [], "", []
    for move in moves:
        if move.kind == DRAW:
            drawn.append(state.deal.cards[move.card].id)
        elif move.kind == SKIP:
            ending = "--"
        elif move.kind == END:
            ending = "" if acted else "0"
        else:
            acted = True
            actions.append(_write(state.deal, move))
    draws = f">{','.join(drawn)}" if drawn else ""
    return f"{'&'.join(actions)}{ending}{draws}"


def _write(deal: Deal, move: Move) -> str:
    card = deal.cards[move.card].id
    if move.kind == SCORE:
        return f"+{card}"
    if move.kind == FLIP:
        return f"{card}:^{NAME[move.spot]}"
    return f"{card}:{NAME[move.spot]}={NAME[move.other]}"


# ---- guessing ----
GUESSES: Final = 10
"""How many actions are tried in the place of a refused one."""


def nearby(state: State, text: str) -> Iterator[str]:
    """Bodies with one action other than in this one, or with as many draws as are due."""
    done, drawing, drawn = text.partition(">")
    tail = drawing + drawn
    actions = [] if done in {"", "0", "--"} else done.split("&")
    for place, action in enumerate(actions):
        legal = [move for move in moves(state) if move.kind in {SHIFT, FLIP, SCORE}]
        likely = closest(action, (_write(state.deal, move) for move in legal))
        for other, _ in zip(likely, range(GUESSES), strict=False):
            yield "&".join((*actions[:place], other, *actions[place + 1 :])) + tail
        try:
            move = _action(state.deal, action, text)
            check(state, move)
        except RuleError:
            return
        state = carry_out(state, move)
    yield from _other_draws(state, done, drawn.split(",") if drawn else [])


def _other_draws(state: State, done: str, drawn: list[str]) -> Iterator[str]:
    """The turn with the draws that it may end in: those named, as far as they can be, and others."""
    if done == "--" and not state.acted:
        yield "0"
    if state.owed:
        return
    state = carry_out(state, Move(SKIP if done == "--" else END))
    deal = state.deal
    drawable = DECK if DECK in state.where else DISCARDS
    free = [
        card.id for card, place in zip(deal.cards, state.where, strict=True) if place == drawable
    ]
    named = [card for card in dict.fromkeys(drawn) if card in free]
    rest = [card for card in free if card not in named]
    cards = (named + rest)[: state.owed]
    yield f"{done}>{','.join(cards)}" if cards else done


# ---- saying ----
def describe(states: tuple[State, ...], moves: tuple[Move, ...]) -> str:
    """A turn in words, and how the game ends by it."""
    before, after = states[0], states[-1]
    cards = before.deal.cards
    parts = [_describe(before, move) for move in moves if move.kind in {SHIFT, FLIP, SCORE, SKIP}]
    drawn = [cards[move.card].id for move in moves if move.kind == DRAW]
    if not parts and not before.acted and not before.owed:
        parts.append("ends the turn without an action")
    elif not parts and not drawn:
        parts.append("ends the turn")
    if drawn:
        parts.append(f"draws {', '.join(drawn)}")
    sentence = f"{SEATS[seat_of(before)]} {', '.join(parts)}."
    if after.ended and not before.ended:
        sentence += f" {say_end(after)}"
    return sentence


def _describe(state: State, move: Move) -> str:
    if move.kind == SKIP:
        return "skips the turn"
    card = state.deal.cards[move.card]
    if move.kind == SCORE:
        return f"scores card {card.id} for {count(card.points, 'point')}"
    if move.kind == FLIP:
        return f"discards card {card.id} and turns over the stone at {NAME[move.spot]}"
    return (
        f"discards card {card.id} and swaps the stones at {NAME[move.spot]} and {NAME[move.other]}"
    )


def count(number: int, noun: str) -> str:
    """A number of things in words: ``1 point``, ``3 points``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def say_end(state: State) -> str:
    """How the game has ended, in a sentence."""
    ended = state.ended
    if ended is None:
        return ""
    best = count(max(ended.scores), "point")
    if ended.reason == BY_STRIKES:
        return f"Four strikes: the game is lost with {best}."
    if ended.reason == ALL_SCORED:
        return f"All cards are scored: the game is won with {best}."
    names = " and ".join(SEATS[seat] for seat in ended.winners)
    return f"{names} {'wins' if len(ended.winners) == 1 else 'share the victory'} with {best}."


def board_text(state: State) -> str:
    """The faces up, rows from the top, as in the Stones tag."""
    faces = "".join(FACES[face] for face in state.faces)
    return "/".join(faces[row : row + SIDE] for row in range(0, len(faces), SIDE))
