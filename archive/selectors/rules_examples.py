"""The drawn examples of the rules pages: short games that the engine plays when the page is made.

A block holds lines ``Name: value`` and, below them, the moves as a record writes them::

    Caption: The Rose stands in the south Gate, the Gate of Guest.
    Options: ancient-oasis
    Label: 0,3 Red garden
    Refused: move.clash
    Ends: harmony ring
    0H.R,R,W,B 0G.R,R,W,B 1G.R3(0,-8)

``Refused`` says that the last move is illegal, and by which rule; ``Ends`` that it ends the game,
and how. ``Label`` names a place of the board. Every other name is a tag of the record.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from archive import engines
from archive.engines import AnyEngine
from archive.engines.base import Outcome
from archive.engines.scene import Label, Scene, mark_attempt
from archive.importers import parse
from archive.importers.base import Fragment
from archive.notation.record import ParsedRecord
from archive.replay import Judgement, board_result, judge
from archive.selectors.words import result_words, with_scores

_LINE: Final = re.compile(r"([A-Z][A-Za-z0-9]*): (.+)")
_LABEL: Final = re.compile(r"(-?[0-9.]+),(-?[0-9.]+) (.+)")


class WrongExample(ValueError):
    """A block that does not show what it says: the engine judges otherwise."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position with what led to it.

    ``token``: the last move, "" at the start of a game; ``said``: that move in words, or why it is
    refused. ``moves``: all moves, as a record writes them. ``ending``: how the game ends here.
    ``code``: the rule that a refused move breaks.
    """

    caption: str
    scene: Scene
    token: str
    said: str
    moves: str
    ending: str = ""
    code: str = ""

    @property
    def anchor(self) -> str:
        """Where on the page a refused move is found."""
        return f"refused-{self.code.partition('.')[2]}" if self.code else ""


def example(game: str, block: str) -> Example:
    """Play a block's moves. Raises WrongExample where the engine does not agree with it."""
    engine = engines.get(game)
    if engine is None:
        raise WrongExample(f"{game} is no game that this site knows.")
    lines = block.strip().splitlines()
    heads = [head for line in lines if (head := _LINE.fullmatch(line))]
    words = {head[1]: head[2] for head in heads if head[1] != "Label"}
    moves = " ".join(line.strip() for line in lines if not _LINE.fullmatch(line))
    caption, code, ends = (words.pop(name, "") for name in ("Caption", "Refused", "Ends"))
    record = _record(game, words, moves)
    judgement = judge(record, steps=True)
    _require(judgement, code, ends, block)
    drawn = _refused(engine, judgement) if code else _shown(engine, judgement)
    labels = [head[2] for head in heads if head[1] == "Label"]
    return replace(
        drawn,
        caption=caption.replace("'", "’"),
        scene=_labelled(drawn.scene, labels),
        moves=moves,
        ending=_ending(engine, judgement.outcome),
        code=code,
    )


def _record(game: str, tags: dict[str, str], moves: str) -> ParsedRecord:
    lines = [f'[{name} "{value}"]' for name, value in ({"Game": game} | tags).items()]
    text = "\n".join((*lines, "", f"{moves} *", ""))
    return parse(Fragment("tgr", text.encode(), f"example of {game}", 0, 1))


def _require(judgement: Judgement, code: str, ends: str, block: str) -> None:
    """Raise WrongExample unless all moves are legal but a refused last one, and the end is as said."""
    problem = judgement.problem
    moves = len(judgement.record.moves)
    found = problem.code if problem and problem.ply == moves - 1 else ""
    legal = judgement.plies == moves - bool(code)
    if not legal or found != code or (problem and not code):
        told = problem.message if problem else "The move is legal."
        raise WrongExample(f"{told}\nIn the example:\n{block}")
    if (judgement.termination or "") != ends:
        told = f"The game ends by {judgement.termination!r}, not by {ends!r}."
        raise WrongExample(f"{told}\nIn the example:\n{block}")


def _shown(engine: AnyEngine, judgement: Judgement) -> Example:
    """The position after the last move, with that move marked."""
    if not judgement.steps:
        return Example("", engine.scene(judgement.state), "", "", "")
    step = judgement.steps[-1]
    last: tuple[Any, ...] = tuple(zip(step.states, step.moves, strict=False))
    return Example(
        caption="",
        scene=engine.scene(step.states[-1], last),
        token=judgement.record.moves[-1].token,
        said=engine.describe(step.states, step.moves),
        moves="",
    )


def _refused(engine: AnyEngine, judgement: Judgement) -> Example:
    """The position before the refused move, with the points that it names marked."""
    move = judgement.record.moves[-1]
    problem = judgement.problem
    return Example(
        caption="",
        scene=mark_attempt(engine.scene(judgement.state), engine.points(move.body)),
        token=move.token,
        said=problem.message if problem else "",
        moves="",
    )


def _ending(engine: AnyEngine, outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    words = result_words(board_result(engine, outcome))
    scored = with_scores(words, outcome.scores) if outcome.scores else words
    return f"{scored}: {outcome.reason}"


def _labelled(scene: Scene, labels: list[str]) -> Scene:
    """The scene with names written on its first board."""
    if not labels:
        return scene
    first, *others = scene.boards
    named = tuple(_label(label) for label in labels)
    return replace(scene, boards=(replace(first, labels=(*first.labels, *named)), *others))


def _label(text: str) -> Label:
    found = _LABEL.fullmatch(text)
    if found is None:
        raise WrongExample(f"A label is written as 0,3 Words, not as {text!r}.")
    return Label((float(found[1]), float(found[2])), found[3], "region")
