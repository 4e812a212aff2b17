"""What a record's tags fix before the first move: the rules profile and the options."""

import calendar
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from archive.engines.base import Header, Notice, Setup, UnusableSetup
from archive.engines.skud_pai_sho.tables import BAMBOO, POND, ROCK, TURTLE, WHEEL
from archive.engines.writing import not_judged

PROFILES: Final = (
    ("2022", "2020.12.30"),
    ("2017-09", "2017.09.19"),
    ("2017-02", "2017.02.15"),
    ("2017-01", "2017.01.14"),
    ("none", ""),
)
"""The rules profiles and the day from which each holds, newest first."""
NEWEST: Final = PROFILES[0][0]
UNJUDGED: Final = PROFILES[-1][0]
PROFILE_NAMES: Final = {name: name for name, _ in PROFILES} | {"skud-pai-sho-2022-03-14": NEWEST}
"""By value of the Rules tag; the long name is the one that PSR files carry."""
RINGS_SEEN: Final = "2019.12.30"
"""From this day on sites ended a game at its Harmony Ring."""

JUDGED: Final = (
    "ancient-oasis",
    "informal-start",
    "double-accents",
    "all-accents",
    "no-wheels",
    "special-flowers-bounce",
    "no-alternative-win",
    "ignore-clashing",
    "original-benders",
)
"""The options that the engine judges by; their order is that of the bits in packed positions."""
UNSUPPORTED: Final = ("diagonal-movement", "everything-captures")
DISPLAY: Final = ("no-harmony-aids",)
"""Options of a site's display: of no meaning for the game, left out."""
LONG_NAMES: Final = {
    "ancientoasisexpansion": "ancient-oasis",
    "originalbenderexpansion": "original-benders",
    "doubleaccenttiles": "double-accents",
    "allaccenttiles": "all-accents",
    "noaltwin": "no-alternative-win",
    "everythingcapture": "everything-captures",
}
_SHORT_NAMES: Final = LONG_NAMES | {
    name.replace("-", ""): name for name in (*JUDGED, *UNSUPPORTED, *DISPLAY)
}


class Rules(NamedTuple):
    """The rules of one record, as the engine asks for them."""

    setup: Setup
    accents: bytes
    """How many of each accent a player may choose from, by kind from the Rock on."""
    chosen: int
    """How many accents each player chooses."""
    informal_start: bool
    clashing_start: bool
    """Host starts with the kind that clashes with Guest's."""
    growing_limit: int
    """A bonus Basic Flower needs fewer Growing Flowers than this."""
    basics_take_orchids: bool
    """A vulnerable Orchid is taken by Basic Flowers only."""
    ends_by: str
    """What decides when the last Basic Flower is played: ``midline``, ``accents`` or nothing."""
    bounce: bool
    clashing: bool
    """Clashes are forbidden."""
    benders: bool
    """Each player also names a Bender."""


def rules_of(setup: Setup) -> Rules:
    """The rules of a setup. Unknown options and profiles change nothing, and are left out."""
    profile = setup.rules if setup.rules in PROFILE_NAMES else UNJUDGED
    options = tuple(option for option in setup.options if option[0] in JUDGED)
    return _rules_of(Setup(2, profile, options, setup.plays_on))


@lru_cache(maxsize=256)
def _rules_of(setup: Setup) -> Rules:
    names = {name for name, _ in setup.options}
    accents = _available(names)
    old = setup.rules in {"2017-09", "2017-02", "2017-01"}
    ends_by = "accents" if old else "midline"
    return Rules(
        setup=setup,
        accents=accents,
        chosen=_number_chosen(names, accents),
        informal_start="informal-start" in names,
        clashing_start=setup.rules == "2017-01",
        growing_limit=2 if setup.rules in {"2017-02", "2017-01"} else 1,
        basics_take_orchids=setup.rules == "2017-01",
        ends_by="" if "no-alternative-win" in names else ends_by,
        bounce="special-flowers-bounce" in names,
        clashing="ignore-clashing" not in names,
        benders="original-benders" in names,
    )


def _available(names: set[str]) -> bytes:
    """How many of each accent a game has for each player."""
    counts = [2] * 4 + [0] * 3
    if "ancient-oasis" in names:
        for kind in (POND, BAMBOO, TURTLE):
            counts[kind - ROCK] = 1
    if "no-wheels" in names:
        counts[WHEEL - ROCK] = 0
    return bytes(counts)


def _number_chosen(names: set[str], accents: bytes) -> int:
    if "all-accents" in names:
        return sum(accents)
    if "double-accents" in names:
        return 6 if "no-wheels" in names else 8
    return 4


def read_header(tags: Mapping[str, str]) -> Header:
    """The setup that a record's tags name. Raises UnusableSetup.

    Forgiven: option names in any case, with or without hyphens, and the long names of Garden Gate
    links; display options are dropped; a date that is none chooses no profile.
    """
    options, unverified = _options(tags.get("Options", ""))
    # The game has one setup: a record that names another is not of this game as we know it.
    unverified = unverified or not_judged({"Setup": tags.get("Setup", "")})
    days = _days(tags.get("Date", ""))
    notices: tuple[Notice, ...] = ()
    named = tags.get("Rules", "").strip()
    profile = PROFILE_NAMES.get(named.lower(), named)
    if not named:
        profile, notices = _profile_of(days)
    elif profile not in dict(PROFILES):
        unverified = unverified or Notice(
            "rules.unknown", f"The rules “{named}” are unknown: the record is shown, not judged."
        )
    if profile == UNJUDGED:
        unverified = unverified or Notice(
            "rules.none", "No rules of that time are known: the record is shown, not judged."
        )
    plays_on = days is not None and days[1] < RINGS_SEEN
    setup = Setup(2, profile, options, plays_on)
    normal = {"Options": " ".join(_written(option) for option in options)}
    if named and profile != named:
        normal["Rules"] = profile
    return Header(
        setup=setup,
        tags=tuple((name, value) for name, value in normal.items() if name in tags),
        notices=notices,
        unverified=unverified,
        others=() if named else _others(setup),
    )


def _others(setup: Setup) -> tuple[Setup, ...]:
    """The same game by each other profile that can judge."""
    return tuple(
        Setup(2, name, setup.options, setup.plays_on)
        for name, _ in PROFILES
        if name not in {setup.rules, UNJUDGED}
    )


def _written(option: tuple[str, str]) -> str:
    name, value = option
    return f"{name}={value}" if value else name


def _options(text: str) -> tuple[tuple[tuple[str, str], ...], Notice | None]:
    """Sorted options by their short names, and why they make the record unverified."""
    options: dict[str, str] = {}
    unverified: Notice | None = None
    for item in re.split(r"[\s,]+", text.strip()):
        given, _, value = item.partition("=")
        name = _SHORT_NAMES.get(given.lower().replace("-", ""), given)
        if not item or name in DISPLAY:
            continue
        if value and name in JUDGED:
            raise UnusableSetup("options.value", f"The option “{name}” takes no value: “{item}”.")
        options[name] = value
        if name in JUDGED or unverified:
            continue
        unknown = name not in UNSUPPORTED
        unverified = Notice(
            "options.unknown" if unknown else "options.unsupported",
            f"The option “{given}” is {'unknown' if unknown else 'not judged yet'}: "
            "the record is shown, not judged.",
        )
    return tuple(sorted(options.items())), unverified


def _days(date: str) -> tuple[str, str] | None:
    """The first and the last day that a Date tag may mean, or None where it names no year."""
    if not re.fullmatch(r"[0-9]{4}\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", date):
        return None
    year, month, day = date.split(".")
    first_month, last_month = ("01", "12") if month == "??" else (month, month)
    if year == "0000" or not "01" <= first_month <= "12":
        return None
    length = f"{calendar.monthrange(int(year), int(last_month))[1]:02}"
    if day == "??":
        return f"{year}.{first_month}.01", f"{year}.{last_month}.{length}"
    if not "01" <= day <= length:
        return None
    return f"{year}.{first_month}.{day}", f"{year}.{last_month}.{day}"


def _profile_of(days: tuple[str, str] | None) -> tuple[str, tuple[Notice, ...]]:
    """The newest profile that held on some of these days, with a notice where others did too."""
    if days is None:
        return NEWEST, ()
    earliest, latest = (next(name for name, since in PROFILES if since <= day) for day in days)
    if earliest == latest:
        return latest, ()
    message = f"The rules changed within the Date's span: judged by the profile “{latest}”."
    return latest, (Notice("date.rules", message),)
