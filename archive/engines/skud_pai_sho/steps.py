"""Ways on the board: how far a tile comes by single steps."""

from functools import cache
from typing import Final

from archive.engines.skud_pai_sho.tables import BIT, BOARD, SIZE, WIDTH, X, Y, point

SHIFTED: Final = 2
"""How many points a Badgermole shifts an accent at most."""


@cache
def ways(start: int, end: int) -> tuple[int, tuple[int, ...]]:
    """The distance between two points, and the points on the two ways with one bend between them,
    where these stay on the board."""
    found = []
    for bend in ((X[end], Y[start]), (X[start], Y[end])):
        here, way = start, 0
        corner = point(*bend)
        for goal in (corner, end):
            while here != goal:
                across = (X[goal] > X[here]) - (X[goal] < X[here])
                here += across or WIDTH * ((Y[goal] > Y[here]) - (Y[goal] < Y[here]))
                way |= BIT[here]
        if way & BOARD == way:
            found.append(way & ~BIT[end])
    return abs(X[end] - X[start]) + abs(Y[end] - Y[start]), tuple(found)


def reach(tiles: int, start: int, steps: int) -> int:
    """The points that are at most so many steps away through empty points, the start included."""
    free, front = BOARD & ~tiles, BIT[start]
    for _ in range(steps):
        front |= (front << 1 | front >> 1 | front << WIDTH | front >> WIDTH) & free
    return front


def beside(points: int) -> int:
    """The points one step away from these, to the side, up or down."""
    return (points << 1 | points >> 1 | points << WIDTH | points >> WIDTH) & BOARD


def away(here: int, step: int) -> tuple[int, ...]:
    """The points to which an accent may be shifted by steps of this kind, nearest first."""
    found = []
    for times in range(1, SHIFTED + 1):
        there = here + times * step
        if not 0 <= there < SIZE or not BOARD & BIT[there]:
            break
        found.append(there)
    return tuple(found)
