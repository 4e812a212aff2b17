"""Carrying out a move, whether or not it is legal: State and Move → State.

Raises IllegalMove only where nothing can be carried out: no ball stands there, or one is in the way.
"""

from archive.engines.base import IllegalMove
from archive.engines.quadtria import scoring
from archive.engines.quadtria.state import PASS, Move, State
from archive.engines.quadtria.tables import NAMES


def carry_out(state: State, move: Move) -> State:
    """The state after a turn."""
    rules, turn, passes, balls, pegs, ended = state
    seat = turn & 1
    if move.kind == PASS:
        passes = min(2, passes + 1)
    else:
        passes = 0
        start, end = 1 << move.start, 1 << move.end
        south, north = balls
        names = NAMES[rules.boards - 1]
        if not (south | north) & start:
            raise IllegalMove("move.empty", f"No ball stands on {names[move.start]}.")
        if (south | north) & end:
            raise IllegalMove("move.occupied", f"{names[move.end]} is occupied.")
        moved = start | end
        balls = (south ^ moved, north) if south & start else (south, north ^ moved)
        pegs = scoring.turn_pegs(balls[seat], seat, rules.boards, pegs)
    if ended is None:
        ended = scoring.won(rules, balls[seat], seat, pegs) or scoring.drawn(
            rules, turn + 1, passes
        )
    return State(rules, turn + 1, passes, balls, pegs, ended)
