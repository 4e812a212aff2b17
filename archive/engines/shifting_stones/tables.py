"""The grid, the stones, and everything about them that never changes.

A *spot* is one of the nine places of the grid, row by row from the top left. A *face* is a number:
the other face of the same stone is ``face ^ 1``.
"""

from typing import Final

SEATS: Final = tuple(f"Player{number}" for number in range(1, 6))
LETTERS: Final = "ABCDE"

FACES: Final = "SMFBHOET"
FACE_NAMES: Final = ("Sun", "Moon", "Fish", "Bird", "Horse", "Boat", "Seed", "Tree")
STONES: Final = {"SM": 1, "FB": 2, "HO": 3, "ET": 3}
"""By the two faces of a stone: how many such stones there are."""

SIDE: Final = 3
SPOTS: Final = SIDE * SIDE
X: Final = tuple(spot % SIDE - 1 for spot in range(SPOTS))
Y: Final = tuple(1 - spot // SIDE for spot in range(SPOTS))
NAME: Final = tuple(f"({x},{y})" for x, y in zip(X, Y, strict=True))
SPOT_OF: Final = {name: spot for spot, name in enumerate(NAME)}
PAIRS: Final = tuple(
    (one, other)
    for one in range(SPOTS)
    for other in range(one + 1, SPOTS)
    if abs(X[one] - X[other]) + abs(Y[one] - Y[other]) == 1
)
"""The pairs of spots that are orthogonal neighbours, the lower spot first."""

HAND: Final = 4
"""How many cards a hand is refilled to."""
SKIP_DRAWS: Final = 2
ENDS_AT: Final = (0, 0, 10, 9, 8, 7)
"""By number of players: with how many scored cards someone ends the game. Rules, section End."""
BONUS: Final = 3
"""What most 1-point cards are worth."""
STRIKES: Final = 4
POINTS: Final = (1, 2, 3, 5)
SOLO_DECK: Final = {1: 8, 2: 4, 3: 3, 5: 1}
"""By points: how many such cards the deck of one player has."""
