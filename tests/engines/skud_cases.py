"""Small positions as text: how tests of Skud Pai Sho say where tiles stand and what is expected."""

from dataclasses import dataclass
from pathlib import Path

from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.state import BASIC_HAND, State, assemble
from archive.engines.skud_pai_sho.tables import (
    CODES,
    GROWING,
    KIND_OF,
    KINDS,
    SIZE,
    point,
    value_of,
)

SEATS = ("Host", "Guest")


@dataclass(frozen=True)
class Case:
    """One block of a case file: its name and its lines by their first word."""

    name: str
    lines: dict[str, str]

    def position(self) -> State:
        """The state before the move."""
        rules = self.lines.get("rules", "")
        options = self.lines.get("options", "")
        return position(
            self.lines.get("board", ""),
            to_move=self.lines.get("turn", "Guest"),
            hands=(self.lines.get("host"), self.lines.get("guest")),
            tags={"Rules": rules, "Options": options},
            owed="owed" in self.lines,
            opening="start" in self.lines,
            choosing="choosing" in self.lines,
        )


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; comments and headings are left out."""
    cases = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and line[0] not in "#="]
        if lines:
            pairs = (line.partition(" ") for line in lines[1:])
            cases.append(Case(lines[0], {word: rest.strip() for word, _, rest in pairs}))
    return cases


def board_of(text: str) -> bytes:
    """The board of a board text."""
    cells = bytearray(SIZE)
    for tile in text.split():
        place, code = tile.split(":")
        x, y = map(int, place.split(","))
        here = point(x, y)
        kind = KIND_OF[code[1:]]
        cells[here] = value_of(kind, "HG".index(code[0])) + GROWING[here]
    return bytes(cells)


def hand_of(text: str | None) -> bytes:
    """A hand written as tile codes; None is the hand before any accent is chosen."""
    if text is None:
        return BASIC_HAND
    return bytes(text.split().count(code) for code in CODES)


def hand_text(state: State, seat: int) -> str:
    """A hand as tile codes."""
    counts = state.hands[seat * KINDS : (seat + 1) * KINDS]
    return " ".join(code for code, count in zip(CODES, counts, strict=True) for _ in range(count))


def position(
    board: str,
    *,
    to_move: str = "Guest",
    hands: tuple[str | None, str | None] = (None, None),
    tags: dict[str, str] | None = None,
    owed: bool = False,
    opening: bool = False,
    choosing: bool = False,
) -> State:
    """The state with these tiles on the board and in the hands."""
    start = ENGINE.start(ENGINE.header(tags or {}).setup)
    seat = SEATS.index(to_move)
    turn = seat if choosing else (2 if opening else 10) + (1 - seat)
    return assemble(
        start.rules,
        turn,
        owed=owed,
        board=board_of(board),
        hands=hand_of(hands[0]) + hand_of(hands[1]),
    )
