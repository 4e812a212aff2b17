"""Replay links as people paste them, and what only looks like one."""

import io
import socket
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


@pytest.mark.parametrize(
    "above",
    ["{one}", "{one} ", "\n{one}\n", "{one}\n# two\n\n{three\nand a half} {four}", "# {one"],
)
def test_comments_above_a_link_are_of_its_record(above: str) -> None:
    link = SITE + packed(QUERY)
    first, second = read(f"{link}\n{above}\n{link}\n")
    assert (first.problem, first.comments) == (None, ())
    assert (second.problem, second.players()) == (None, ("A?", "B"))
    assert second.comments[0].strip("{") == "one"
    assert second.comments[1:] in ((), ("two", "three\nand a half", "four"))
    assert second.line == 1 + f"{link}\n{above}\n".count("\n")


def test_braces_inside_a_link_are_part_of_it() -> None:
    (record,) = read(f"{{one}}{SITE}host={{A}}&guest=B&game={MOVES}\n")
    assert (record.comments, record.players()) == (("one",), ("{A}", "B"))


PSR = """PAISHO-RECORD 1
rules x
start R3
host-accents 1,1,1,1
guest-accents 1,1,1,1
actions
"""


def test_comments_of_psr_are_of_its_record() -> None:
    text = f"{{one}}\n{PSR}arrange 0,-8 1,-6 {{two}}\n# three\n\n{{four\n}}\n{PSR}{{five {{}}\n"
    first, second = read(text)
    assert (first.problem, first.comments) == (None, ("one", "two"))
    assert first.moves[-1].body == "(0,-8)-(1,-6)"
    assert (second.problem, second.comments, second.line) == (
        None,
        ("three", "four\n", "five {"),
        13,
    )
    assert [warning.code for warning in second.warnings] == ["comment.brace-inside"]


def test_a_comment_of_psr_that_is_never_closed_is_named_with_its_place() -> None:
    (record,) = read(f"{PSR}arrange 0,-8 1,-6 {{two\n")
    problem = record.problem
    assert problem
    assert (problem.code, problem.line, problem.column) == ("comment.unclosed", 7, 19)


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


def test_a_link_is_read_and_never_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def followed(*_: object, **__: object) -> None:
        raise AssertionError("a link was followed")

    monkeypatch.setattr(socket, "getaddrinfo", followed)
    monkeypatch.setattr(socket.socket, "connect", followed)
    inside = "http://127.0.0.1/?" + packed(QUERY)
    assert codes(f"{SITE}{packed(QUERY)}\n{inside}\n{SITE}{'x' * 60}\n") == ["", "", "link.broken"]


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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{PSR}arrange 0,-8 1,-6 {'{' * 400_000}\n", "comment.unclosed"),
        (f"{SITE}{packed('host=x@' + '.' * 400_000 + '@&game=' + MOVES)}\n", ""),
    ],
    ids=["braces", "mail"],
)
def test_a_run_of_signs_costs_no_more_than_its_length(text: str, code: str) -> None:
    begun = time.process_time()
    assert codes(text) == [code]
    assert time.process_time() - begun < 20


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("ilse@example.org", "ilse"),
        ("ilse@a.b.c", "ilse"),
        ("ilse@example", "ilse@example"),
        ("ilse@.org", "ilse@.org"),
        ("ilse@example.", "ilse@example."),
        ("ilse@@example.org", "ilse@@example.org"),
        ("ilse@exa mple.org", "ilse@exa mple.org"),
        ("@example.org", "@example.org"),
    ],
)
def test_of_a_mail_address_only_its_name_is_kept(name: str, kept: str) -> None:
    (record,) = read(f"{SITE}{packed(f'host={name}&guest=B&game={MOVES}')}\n")
    assert record.players()[0] == kept
