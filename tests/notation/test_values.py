"""Dates, results, carets: small values of the format."""

import datetime as dt

import pytest

from archive.notation import caret, parse_date
from archive.notation.results import normal_result


@pytest.mark.parametrize(
    ("text", "earliest", "latest", "is_full"),
    [
        ("2021.05.01", dt.date(2021, 5, 1), dt.date(2021, 5, 1), True),
        ("2020.02.29", dt.date(2020, 2, 29), dt.date(2020, 2, 29), True),
        ("2020.02.??", dt.date(2020, 2, 1), dt.date(2020, 2, 29), False),
        ("2021.??.??", dt.date(2021, 1, 1), dt.date(2021, 12, 31), False),
        ("2021.??.05", dt.date(2021, 1, 1), dt.date(2021, 12, 31), False),
        ("????.05.01", None, None, False),
        ("????.??.??", None, None, False),
        ("????.02.29", None, None, False),
        ("", None, None, False),
    ],
)
def test_a_date_may_have_unknown_parts(
    text: str, earliest: dt.date | None, latest: dt.date | None, *, is_full: bool
) -> None:
    date = parse_date(text)
    assert (date.earliest, date.latest) == (earliest, latest)
    assert date.is_full is is_full
    assert not date.is_odd
    assert date.text == text


@pytest.mark.parametrize(
    "text",
    ["2021-08-15", "0000.01.01", "31/12/2020", "2021.02.30", "2021.02.29", "8???.?.", "2021.13.01",
     "2021.00.01", "2021.01.00", "????.02.30", "2021.1.1", "202?.01.01", "２０２１.01.01", "2021.01.01 "],
)  # fmt: skip
def test_what_cannot_be_a_date_is_odd_and_says_nothing(text: str) -> None:
    date = parse_date(text)
    assert date.is_odd
    assert (date.text, date.earliest, date.latest) == (text, None, None)


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("Host", "Host"), ("hOST", "Host"), (" Guest ", "Guest"), ("*", "*"), ("draw", "Draw"),
        ("LOST", "Lost"), ("guest+host", "Host+Guest"), ("Guest + Host", "Host+Guest"), ("", None), ("1-0", None),
        ("Host+Host", None), ("Host+", None), ("Host+Draw", None), ("Nobody", None), ("1/2-1/2", None),
    ],
)  # fmt: skip
def test_results_are_seats_draw_lost_and_unknown(value: str, normal: str | None) -> None:
    assert normal_result(value, ("Host", "Guest")) == normal


@pytest.mark.parametrize(
    ("line", "column", "shown", "below"),
    [
        ("0H.R hello", 6, "0H.R hello", "     ^"),
        ("\thello", 2, " hello", " ^"),
        ("", 1, "", "^"),
        ("ab", 9, "ab", "  ^"),
        ("a" * 50 + "X" + "b" * 50, 51, "…aaaaXbbbb…", "     ^"),
    ],
)
def test_a_caret_stands_below_its_place(line: str, column: int, shown: str, below: str) -> None:
    width = 9 if len(line) > 80 else 72
    assert caret(line, column, width) == (shown, below)
