"""Ground for notations: points, items of tags, and guesses at what a writer meant."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final

from archive.engines.base import IllegalMove, Notice, UnreadableMove, UnusableSetup
from archive.engines.scene import Point

POINT: Final = r"\((?:0|-?[1-9][0-9]*),(?:0|-?[1-9][0-9]*)\)"
"""The pattern of a point as records write it."""
LONGEST: Final = 400
"""No body is longer; what is, is not even looked at."""

_LOOSE_POINT: Final = re.compile(r"\(\s*([+-]?\d{1,3})\s*,\s*([+-]?\d{1,3})\s*\)", re.ASCII)
_ITEM: Final = re.compile(r"(?:\([^()]*\)|[^\s,])+")


def named_points(text: str) -> tuple[Point, ...]:
    """The points that a text names, in its order, on the board or not."""
    return tuple((float(x), float(y)) for x, y in _LOOSE_POINT.findall(text))


def coordinates(point: str) -> tuple[int, int]:
    """The x and y of a point that matches `POINT`."""
    x, y = point[1:-1].split(",")
    return int(x), int(y)


def items(tag: str, text: str) -> dict[str, str]:
    """The ``name`` or ``name=value`` items of an Options or Setup tag, names in lower case.

    Items are divided by blanks or commas; commas inside parentheses divide nothing. Raises
    UnusableSetup where one name has two values.
    """
    found: dict[str, str] = {}
    for item in _ITEM.findall(text):
        name, _, value = item.partition("=")
        name = name.lower()
        if found.setdefault(name, value) != value:
            raise UnusableSetup(
                f"{tag.lower()}.repeated", f"{tag} names “{name}” twice, with different values."
            )
    return found


def written(pairs: Iterable[tuple[str, str]]) -> str:
    """Items as a tag's value."""
    return " ".join(f"{name}={value}" if value else name for name, value in pairs)


def not_judged(
    tags: Mapping[str, str], options: Iterable[str] = (), setup: Iterable[str] = ()
) -> Notice | None:
    """Why a game without rules profiles cannot judge a record: it names what the game lacks.

    ``options`` and ``setup``: the names that the game knows. Raises UnusableSetup, see `items`.
    """
    for tag, known in (("Options", set(options)), ("Setup", set(setup))):
        for name in items(tag, tags.get(tag, "")):
            if name not in known:
                return Notice(
                    f"{tag.lower()}.unknown",
                    f"{tag} names “{name}”, which is unknown: the record is shown, not judged.",
                )
    if rules := tags.get("Rules", "").strip():
        return Notice(
            "rules.unknown", f"The rules “{rules}” are unknown: the record is shown, not judged."
        )
    return None


def refused(sentences: Mapping[str, str], code: str, **words: object) -> IllegalMove:
    """The error of a code, with its sentence, in which the words stand where it names them."""
    sentence = sentences[code].format(**words)
    return IllegalMove(code, sentence[0].upper() + sentence[1:])


def unreadable(text: str, hint: str) -> UnreadableMove:
    """The error of a body that is no move of the game."""
    shown = text if len(text) <= LONGEST else f"{text[:40]}…"
    for sign in shown:
        if not "!" <= sign <= "~" and sign != "…":
            return UnreadableMove(
                "move.unreadable",
                f"“{shown}” holds the character U+{ord(sign):04X} ({sign}), which no move has.",
            )
    return UnreadableMove("move.unreadable", f"“{shown}” is no move: {hint}.")


_LOOKALIKES: Final = str.maketrans(
    "–—−‐‑（）［］[]｛｝，；;＋＿_．：＝＊×", "-----()()()(),,,+++.:=**"
)
# What stands for a number's digits, signs and brackets where only they can be meant.
_SLIPS: Final = (
    (re.compile(r"(?<=[(,.-])[Oo](?=[),.])"), "0"),
    (re.compile(r"(?<=[(,.-])[Il](?=[),.])"), "1"),
    (re.compile(r"(?<![\d(-])\(?(-?\d+)[,.:](-?\d+)\)?"), r"(\1,\2)"),
    (re.compile(r"(?<=\))-(-?\d+)[,.:](-?\d+)\)?"), r"-(\1,\2)"),
    (re.compile(r"([-+,()*=:&~])\1+"), r"\1"),
    (re.compile(r"(?<=[(,])\+(?=\d)"), ""),
    (re.compile(r"(?<=[(,])(-?)0+(?=\d)"), r"\1"),
    (re.compile(r"-0(?=[),])"), "0"),
    (re.compile(r"\)\("), ")-("),
)
_SIGNS: Final = "(),-+"
_LONGEST_MENDED: Final = 40


def respellings(text: str) -> Iterator[str]:
    """What a text that cannot be read may be a misspelling of, likeliest first: look-alikes, doubled
    signs and lost brackets put right, upper case, then one sign more, less or other."""
    if len(text) > _LONGEST_MENDED:
        return
    plain = text.translate(_LOOKALIKES)
    tidy = plain
    for slip, mended in _SLIPS:
        tidy = slip.sub(mended, tidy)
    forms = list(dict.fromkeys((plain, tidy, plain.upper(), tidy.upper())))
    yield from forms
    for form in forms:
        yield from _one_sign_apart(form)


def _one_sign_apart(text: str) -> Iterator[str]:
    """The text with one sign added, left out, or in the place of another."""
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        yield from (f"{before}{sign}{after}" for sign in _SIGNS)
        yield before + after[1:]
        yield from (f"{before}{sign}{after[1:]}" for sign in _SIGNS)


def closest(text: str, candidates: Iterable[str]) -> Iterator[str]:
    """The candidates by likeness to a text, the most like first."""
    matcher = SequenceMatcher(b=text, autojunk=False)
    ranked: list[tuple[float, int, str]] = []
    for place, candidate in enumerate(candidates):
        matcher.set_seq1(candidate)
        ranked.append((-matcher.ratio(), place, candidate))
    return (candidate for _, _, candidate in sorted(ranked))
