"""What an engine tells statistics, in short words for tests."""

from typing import Any

from archive.engines import AnyEngine, core
from archive.engines.base import Event, Spot


def said(engine: AnyEngine, event: Event) -> str:
    """An event in short: ``Guest moved F (2,-5)-(2,0)``; the second board's spots begin ``2:``."""
    seat = engine.seat_names[event.seat] if event.seat >= 0 else "Nobody"
    places = "-".join(_place(spot) for spot in (event.origin, event.spot) if spot is not None)
    words = (seat, event.kind, event.tile, places, event.other and f"[{event.other}]")
    return " ".join(word for word in words if word)


def _place(spot: Spot) -> str:
    board, x, y = spot
    return f"{f'{board + 1}:' if board else ''}({x:g},{y:g})"


def told(engine: AnyEngine, state: Any, body: str) -> list[str]:
    """What the moves of a turn did."""
    turn = core.play_turn(engine, state, body)
    steps = zip(turn.states, turn.moves, turn.states[1:], strict=False)
    return [
        said(engine, event)
        for before, move, after in steps
        for event in engine.events(before, move, after)
    ]


def told_last(engine: AnyEngine, state: Any) -> list[str]:
    """What can be told of a position, but for the tiles that stand."""
    return [said(engine, event) for event in engine.final_events(state) if event.kind != "stands"]


def standing(engine: AnyEngine, state: Any) -> set[str]:
    """The tiles that stand: ``Guest S (-5,-5)``."""
    events = (event for event in engine.final_events(state) if event.kind == "stands")
    return {said(engine, event).replace(" stands", "") for event in events}
