"""Replay links as people paste them, and what only looks like one."""

import io
import time

import pytest
from lzstring import LZString

from archive.importers import read_records
from archive.importers.garden_gate import LONGEST
from archive.notation import ParsedRecord

MOVES = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)"
QUERY = f"host=A?&guest=B&game={MOVES}"
SITE = "https://skudpaisho.com/?"


def packed(query: str) -> str:
    return str(LZString.compressToEncodedURIComponent(query))


def read(text: str) -> list[ParsedRecord]:
    return list(read_records(io.BytesIO(text.encode()), "file"))


def codes(text: str) -> list[str]:
    return [record.problem.code if record.problem else "" for record in read(text)]


@pytest.mark.parametrize(
    "line",
    [
        packed(QUERY),
        packed(QUERY).replace("+", " "),
        packed(QUERY).replace("+", "%2B"),
        packed(f"guest=B&host=A?&game={MOVES}"),
        packed(f"game={MOVES}&guest=B&host=A?"),
        packed(f"gameType=1&{QUERY}"),
        QUERY,
        f"?{QUERY}",
        f"{SITE}{QUERY}",
    ],
)
def test_a_query_needs_no_address(line: str) -> None:
    (record,) = read(f"{line}\n")
    assert record.format == "garden-gate-link"
    assert record.players() == ("A?", "B")
    assert len(record.moves) == 4


def test_a_query_that_was_cut_off_does_not_hide_its_neighbours() -> None:
    whole = packed(QUERY)
    assert codes(f"{whole}\n{whole[:40]}\n{whole}\n") == ["", "link.broken", ""]


@pytest.mark.parametrize(
    "line", ["x" * 60, "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQs", "hello"]
)
def test_long_words_are_no_links(line: str) -> None:
    assert codes(f"{line}\n" * 50_000) == ["file.unknown"]


@pytest.mark.parametrize("sign", "Aadx059+-$")
def test_a_query_of_any_length_that_was_never_packed_is_broken(sign: str) -> None:
    for length in (*range(1, 70), LONGEST):
        assert codes(f"{SITE}{sign * length}\n") == ["link.broken"]


def test_a_short_link_may_not_unpack_to_millions_of_moves() -> None:
    bomb = packed("game=" + "0H.R;" * 300_000)
    assert len(bomb) < LONGEST
    (record,) = read(f"{SITE}{bomb}\n")
    assert record.problem is not None
    assert record.problem.code == "link.broken"
    assert record.moves == ()


def test_two_links_on_a_line_are_not_taken_for_one() -> None:
    line = f"{SITE}{packed(QUERY)}"
    assert codes(f"{line} {line}\n") == ["link.several"]
    assert codes(f"{line}\n{line}\n") == ["", ""]


@pytest.mark.parametrize(
    "text",
    [
        "#\n" * 400_000,
        "rules 2022\nstart R3\nhost-accents 1,1,1,1\nguest-accents 1,1,1,1\nactions\n"
        "arrange 0,-8 -1,-6\n" + "accent R at 0,0\n" * 60_000,
    ],
)
def test_lines_without_number_are_read_in_time(text: str) -> None:
    """Also the largest record takes seconds: the work grows with the lines, not with their square."""
    begun = time.process_time()
    (record,) = read(f"PAISHO-RECORD 1\n{text}")
    assert len(record.comments) + len(record.moves) > 4
    assert time.process_time() - begun < 20
