"""Why moves are refused: a sentence for every code, and words for tiles on the board."""

from functools import partial
from typing import Final

from archive.engines.skud_pai_sho.tables import NAME, NAMES, kind_of
from archive.engines.writing import refused

SENTENCES: Final = {
    "move.after-end": "The game had ended before this move.",
    "move.accents": "{seat} must choose {number} accents of those in the game: {choice}.",
    "move.not-now": "{what} is not possible now: {due}.",
    "move.opening-flower": "{seat} must begin with the {tile}.",
    "move.opening-gate": "The first flower must be planted in the Gate {place}.",
    "move.bonus-only": "{tile} is played only as a Harmony Bonus.",
    "move.not-in-hand": "{seat} has no {tile} in hand.",
    "move.not-a-gate": "{place} is no Gate: the {tile} cannot be planted there.",
    "move.gate-taken": "The Gate {place} is taken by {other}.",
    "move.empty": "No tile stands on {place}.",
    "move.not-yours": "{other} is not {seat}'s to arrange.",
    "move.not-a-flower": "{other} is an accent: only flowers are arranged.",
    "move.bender": "{seat} must also name one Bender: KOI, BAD, DRA or BIS.",
    "move.no-benders": "The {tile} is a Bender: those are played with only by the option original-benders.",
    "move.trapped": "{other} is trapped by the Orchid beside it.",
    "move.shift-only": "Only a Badgermole shifts an accent: the {tile} does not.",
    "move.shift-target": "No accent stands on {place} to be shifted.",
    "move.shift-beside": "A Badgermole on {origin} is not orthogonally beside {other}.",
    "move.shift-way": "A Badgermole on {origin} shifts {other} one or two points straight away from itself, not to {place}.",
    "move.shift-blocked": "{other} cannot be shifted to {place}: {blocker} is in the way.",
    "move.standing-still": "Standing still on {place} is no move.",
    "move.onto-gate": "The {tile} may not end its move on the Gate {place}.",
    "move.occupied": "{place} is occupied by {other}.",
    "move.wrong-garden": "The {tile} may not stand on {place}: that is the other colour's garden.",
    "move.no-capture": "The {tile} may not capture {other}.",
    "move.sheltered": "{other} cannot be captured: it stands beside a Bamboo.",
    "move.guarded": "{other} cannot be captured: its owner's Dragon stands beside it.",
    "move.guarded-dragon": "{other} cannot be captured: its owner's {guard} stands beside it.",
    "move.too-far": "The {tile} goes {pace} steps: {place} is too far from {origin}.",
    "move.koi-too-far": "The Koi goes one step in any direction: {place} is too far from {origin}.",
    "move.blocked": "The {tile} cannot reach {place} from {origin} in {pace} steps: the way is blocked.",
    "move.clash": "{one} would clash with {other}.",
    "move.no-bonus": "There is no Harmony Bonus: the move makes no new Harmony.",
    "move.no-bonus-left": "There is no Harmony Bonus here: an Arrange earns one by a new Harmony, two by one that includes the Koi.",
    "move.growing": "The bonus may not be a Basic Flower: {seat} has a Growing Flower in a Gate.",
    "move.accent-on-gate": "A {tile} may not be played on the Gate {place}.",
    "move.wheel-rock": "A Wheel on {place} cannot turn {other}.",
    "move.wheel-gate": "A Wheel on {place} cannot turn beside the occupied Gate {gate}.",
    "move.wheel-onto-gate": "A Wheel on {place} would turn {other} onto the Gate {gate}.",
    "move.wheel-edge": "A Wheel on {place} would turn {other} off the board.",
    "move.wheel-garden": "A Wheel on {place} would turn {other} into the other colour's garden.",
    "move.boat-target": "A Boat must be played on a Blooming flower or an accent, not on {place}.",
    "move.boat-destination": "A Boat on {other} needs an empty point beside it to carry it to.",
    "move.boat-bender": "A Boat neither moves nor removes {other}: it is a Bender.",
    "move.boat-only": "Only a Boat carries a tile: the {tile} has no second point.",
    "move.boat-accent": "A Boat on {other} removes it: nothing is carried to {place}.",
}

illegal: Final = partial(refused, SENTENCES)
"""The error of a code, with its sentence."""


def the(board: bytes, at: int) -> str:
    """The tile on a point in words: ``the Jasmine at (2,3)``."""
    return f"the {NAMES[kind_of(board[at])]} at {NAME[at]}"
