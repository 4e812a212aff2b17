"""Which rules a record's tags choose."""

import pytest

from archive.engines.base import UnusableSetup
from archive.engines.skud_pai_sho import ENGINE
from archive.engines.skud_pai_sho.header import rules_of


@pytest.mark.parametrize(
    ("date", "profile", "notices"),
    [
        ("", "2022", []),
        ("????.??.??", "2022", []),
        ("2021-08-15", "2022", []),
        ("2021.02.30", "2022", []),
        ("0000.01.01", "2022", []),
        ("2020.12.30", "2022", []),
        ("2020.12.29", "2017-09", []),
        ("2017.09.19", "2017-09", []),
        ("2017.09.18", "2017-02", []),
        ("2017.02.15", "2017-02", []),
        ("2017.02.14", "2017-01", []),
        ("2017.01.14", "2017-01", []),
        ("2017.01.13", "none", []),
        ("2019.??.??", "2017-09", []),
        ("2018.05.??", "2017-09", []),
        ("2017.??.??", "2017-09", ["date.rules"]),
        ("2017.02.??", "2017-02", ["date.rules"]),
        ("2020.12.??", "2022", ["date.rules"]),
        ("2016.??.??", "none", []),
        ("2016.??.15", "none", []),
        ("2017.??.15", "2017-09", ["date.rules"]),
        ("2018.??.31", "2017-09", []),
        ("2018.??.32", "2022", []),
        ("2020.??.30", "2022", ["date.rules"]),
        ("2020.??.29", "2017-09", []),
    ],
)
def test_the_date_chooses_the_profile(date: str, profile: str, notices: list[str]) -> None:
    header = ENGINE.header({"Date": date})
    assert header.setup.rules == profile
    assert [notice.code for notice in header.notices] == notices
    assert (header.unverified is not None) == (profile == "none")


def test_a_setup_is_never_ignored() -> None:
    header = ENGINE.header({"Setup": "size=9"})
    assert header.unverified is not None
    assert header.unverified.code == "setup.unknown"
    assert ENGINE.header({"Setup": " "}).unverified is None
    with pytest.raises(UnusableSetup):
        ENGINE.header({"Setup": "size=9 size=11"})


def test_no_record_leaves_what_it_says_in_memory() -> None:
    """A hostile file holds many megabytes of options and rules of which nobody has heard."""
    header = ENGINE.header({"Options": "no-wheels x=1 y", "Rules": "z"})
    rules = ENGINE.start(header.setup).rules
    assert header.setup.options == (("no-wheels", ""), ("x", "1"), ("y", ""))
    assert rules.setup.options == (("no-wheels", ""),)
    assert rules.setup.rules == "none"
    assert rules == rules_of(header.setup)


def test_the_rules_tag_beats_the_date() -> None:
    header = ENGINE.header({"Date": "2016.05.01", "Rules": "2017-02"})
    assert header.setup.rules == "2017-02"
    assert header.unverified is None
    assert header.others == ()


def test_other_profiles_are_offered_where_none_is_named() -> None:
    header = ENGINE.header({"Date": "2018.05.01"})
    assert [setup.rules for setup in header.others] == ["2022", "2017-02", "2017-01"]


def test_the_long_name_of_the_rules_is_written_short() -> None:
    header = ENGINE.header({"Rules": "skud-pai-sho-2022-03-14"})
    assert header.tags == (("Rules", "2022"),)
    assert header.unverified is None


@pytest.mark.parametrize(
    ("date", "plays_on"),
    [
        ("2019.12.29", True),
        ("2019.12.30", False),
        ("2018.05.??", True),
        ("2019.??.??", False),
        ("", False),
    ],
)
def test_rings_could_be_missed_before_the_end_of_2019(date: str, plays_on: bool) -> None:  # noqa: FBT001
    assert ENGINE.header({"Date": date}).setup.plays_on is plays_on


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("ancient-oasis", "ancient-oasis"),
        ("AncientOasisExpansion", "ancient-oasis"),
        ("InformalStart, ancient-oasis", "ancient-oasis informal-start"),
        ("OriginalBenderExpansion", "original-benders"),
        ("NoHarmonyAids", ""),
        ("NoHarmonyAids NoWheels", "no-wheels"),
        ("SpecialFlowersBounce,NoAlternativeWin", "no-alternative-win special-flowers-bounce"),
        ("IgnoreClashing DoubleAccentTiles AllAccentTiles",
         "all-accents double-accents ignore-clashing"),
    ],
)  # fmt: skip
def test_options_are_written_with_their_short_names(text: str, normal: str) -> None:
    header = ENGINE.header({"Options": text})
    assert header.tags == (("Options", normal),)
    assert header.unverified is None


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"Options": "no-such-option"}, "options.unknown"),
        ({"Options": "ancient-oasis SomethingNew"}, "options.unknown"),
        ({"Options": "diagonal-movement"}, "options.unsupported"),
        ({"Options": "EverythingCaptures"}, "options.unsupported"),
        ({"Rules": "2031-01"}, "rules.unknown"),
        ({"Rules": "none"}, "rules.none"),
    ],
)
def test_what_the_engine_cannot_judge_is_unverified(tags: dict[str, str], code: str) -> None:
    header = ENGINE.header(tags)
    assert header.unverified is not None
    assert header.unverified.code == code
    ENGINE.start(header.setup)


def test_unknown_options_keep_their_spelling() -> None:
    assert ENGINE.header({"Options": "Foo=1 ancient-oasis"}).tags == (
        ("Options", "Foo=1 ancient-oasis"),
    )


def test_an_option_that_takes_no_value() -> None:
    with pytest.raises(UnusableSetup, match="takes no value"):
        ENGINE.header({"Options": "ancient-oasis=2"})


@pytest.mark.parametrize(
    ("options", "chosen", "accents"),
    [
        ("", 4, (2, 2, 2, 2, 0, 0, 0)),
        ("ancient-oasis", 4, (2, 2, 2, 2, 1, 1, 1)),
        ("no-wheels", 4, (2, 0, 2, 2, 0, 0, 0)),
        ("double-accents", 8, (2, 2, 2, 2, 0, 0, 0)),
        ("double-accents no-wheels", 6, (2, 0, 2, 2, 0, 0, 0)),
        ("all-accents", 8, (2, 2, 2, 2, 0, 0, 0)),
        ("all-accents ancient-oasis", 11, (2, 2, 2, 2, 1, 1, 1)),
    ],
)
def test_how_many_accents_are_chosen(options: str, chosen: int, accents: tuple[int, ...]) -> None:
    rules = rules_of(ENGINE.header({"Options": options}).setup)
    assert (rules.chosen, tuple(rules.accents)) == (chosen, accents)


@pytest.mark.parametrize("token", ["0H.R,R,B,K", "0g.R,W,K,B", "1G.R3(0,-8)"])
def test_it_recognises_its_records(token: str) -> None:
    assert ENGINE.recognise(token)


@pytest.mark.parametrize("token", ["1N.e4", "1S.a1", "2G.(0,-8)-(1,-6)", "0H", "10H.R", "hello"])
def test_it_recognises_no_others(token: str) -> None:
    assert not ENGINE.recognise(token)
