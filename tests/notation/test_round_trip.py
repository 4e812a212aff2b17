"""What is written is read again the same, and written again byte for byte, whatever the names."""

import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.importers import garden_gate, read_records
from archive.importers.outside import forms_of, links_of
from archive.notation import ParsedMove, ParsedRecord, write_ndjson_line, write_tgr
from archive.notation.text import CONTROL

SEATS = ("Host", "Guest")
NASTY = st.sampled_from(
    ['"', "\\", '\\"', "[", "]", "{", "}", ";", "%", "#", '[A "b"]', "\u2028", "\u200f", "\ufeff", "é", " ",
     "𝓟", "0H.R", "*", "Host", "$1", "!?", "<script>", "\t", "\u00a0"]
)  # fmt: skip
CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"])
NAMES = st.lists(NASTY | CHARACTERS, max_size=8).map("".join)


def is_comment(text: str) -> bool:
    """Whether a comment of this text can come of reading: no mark at a line's start, no tag."""
    return "\ufeff" not in text and not CONTROL.search(text)


def comments() -> st.SearchStrategy[tuple[str, ...]]:
    braced = st.lists(NASTY | CHARACTERS | st.just("\n"), max_size=8).map("".join)
    braced = braced.map(lambda text: text.replace("}", "")).filter(is_comment)
    lined = NAMES.map(lambda text: ("}" + text.replace("\t", " ")).strip()).filter(is_comment)
    return st.lists(braced.filter(lambda text: '[A "b"]' not in text) | lined, max_size=2).map(
        tuple
    )


BODIES = st.text("RWKB345(),-+0123", min_size=1, max_size=60)
ANNOTATIONS = st.lists(
    st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$1", "$139"]), max_size=2
)


@st.composite
def moves(draw: st.DrawFn) -> ParsedMove:
    number, seat, body = draw(st.integers(0, 99)), draw(st.sampled_from("HG")), draw(BODIES)
    annotations = tuple(draw(ANNOTATIONS))
    token = f"{number}{seat}.{body}"
    return ParsedMove(token, number, seat, body, None, None, draw(comments()), annotations)


@st.composite
def records(draw: st.DrawFn) -> ParsedRecord:
    names = draw(
        st.lists(st.sampled_from(["Event", "Date", "Host", "Guest", "X_y", "HostElo"]), unique=True)
    )
    tags = [("Game", "skud-pai-sho"), *((name, draw(NAMES)) for name in names)]
    return ParsedRecord(
        game="skud-pai-sho",
        format="tgr",
        original=b"",
        file="file",
        index=0,
        line=1,
        tags=tuple(tags),
        moves=tuple(draw(st.lists(moves(), max_size=12))),
        comments=draw(comments()),
        result=draw(st.sampled_from(["*", "Host", "Draw", "Host+Guest"])),
        seats=SEATS,
    )


def content(record: ParsedRecord) -> tuple[object, ...]:
    """What a record says, apart from where it stood."""
    said = tuple(move._replace(line=None, column=None) for move in record.moves)
    tags = tuple(sorted(record.tags))
    return record.game, tags, said, record.comments, record.result, record.problem


@settings(deadline=None)
@given(records())
def test_tgr_written_is_read_the_same_and_written_the_same(record: ParsedRecord) -> None:
    text = write_tgr(record)
    (again,) = read_records(io.BytesIO(text.encode()), "file")
    assert content(again) == content(record)
    assert again.original == text.encode()
    assert write_tgr(again) == text


@settings(deadline=None, max_examples=50)
@given(st.lists(records(), min_size=2, max_size=3))
def test_records_written_after_one_another_stay_apart(several: list[ParsedRecord]) -> None:
    text = "".join(map(write_tgr, several))
    found = list(read_records(io.BytesIO(text.encode()), "file"))
    assert [content(record) for record in found] == [content(record) for record in several]
    assert "".join(map(write_tgr, found)) == text


@settings(deadline=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_ndjson_written_is_read_the_same_and_written_the_same(several: list[ParsedRecord]) -> None:
    text = "".join(map(write_ndjson_line, several))
    found = list(read_records(io.BytesIO(text.encode()), "file"))
    assert [content(record) for record in found] == [content(record) for record in several]
    assert "".join(map(write_ndjson_line, found)) == text


@settings(deadline=None, max_examples=50)
@given(NAMES.filter(lambda name: "@" not in name), NAMES.filter(lambda name: "@" not in name))
def test_a_link_is_read_the_same_and_written_the_same(host: str, guest: str) -> None:
    tokens = ["0H.R,W,K,B", "0G.R,W,K,B", "4G.(0,-8)-(-1,-6)+L(8,0)"]
    plain = [ParsedMove(token, 0, "H", token[3:], None, None) for token in tokens[:2]]
    record = ParsedRecord(
        game="skud-pai-sho",
        format="tgr",
        original=b"",
        file="file",
        index=0,
        line=1,
        tags=(("Game", "skud-pai-sho"), ("Host", host), ("Guest", guest), ("Options", "ancient-oasis")),
        moves=(*(move._replace(seat=move.token[1]) for move in plain),
               ParsedMove(tokens[2], 4, "G", tokens[2][3:], None, None)),
        seats=SEATS,
    )  # fmt: skip
    link = garden_gate.link(record)
    (again,) = read_records(io.BytesIO(f"{link}\n".encode()), "file")
    if "\t" in host + guest:
        assert again.problem is not None
        return
    assert again.problem is None
    assert again.players() == (host, guest)
    assert [move.token for move in again.moves] == tokens
    assert again.tag("Options") == "AncientOasisExpansion"
    assert garden_gate.link(replace(again, tags=record.tags)) == link


def test_plain_text_of_the_garden_gate() -> None:
    text = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8)\n"
    (record,) = read_records(io.BytesIO(text.encode()), "file")
    (form,) = forms_of(record.game)
    assert (form.name, form.suffix, form.write(record)) == ("garden-gate", "txt", text)
    assert [link.words for link in links_of(record.game)] == ["Open on The Garden Gate"]
    assert forms_of("quaterno") == ()


def test_movetext_is_wrapped_at_100_columns() -> None:
    bodies = ["x" * width for width in range(1, 90)]
    played = tuple(
        ParsedMove(f"{number}H.{body}", number, "H", body, None, None)
        for number, body in enumerate(bodies)
    )
    record = ParsedRecord(
        "", "tgr", b"", "file", 0, 1, moves=played, comments=("a\nb",), result="*"
    )
    lines = write_tgr(record).split("\n")
    assert max(map(len, lines)) <= 100
    for line, following in pairwise(lines[1:]):
        first = following.partition(" ")[0]
        assert not first or len(line) + 1 + len(first) > 100 or line == "{a"


@pytest.mark.parametrize("before", ["x" * 95, "x {a\nb}", "x\n# }"])
def test_a_second_0h_does_not_cut_the_record_in_two(before: str) -> None:
    text = f'[Game "skud-pai-sho"]\n\n0H.R 0G.{before}\n;0H.R *\n\n'
    (record,) = read_records(io.BytesIO(text.encode()), "file")
    assert len(record.moves) == 3
    written = write_tgr(record)
    (again,) = read_records(io.BytesIO(written.encode()), "file")
    assert content(again) == content(record)
    assert write_tgr(again) == written


@pytest.mark.parametrize("blanks", ["", " ", "\t "])
def test_blanks_may_stand_before_lines_of_comment(blanks: str) -> None:
    text = f'{blanks}# a\n[Game "skud-pai-sho"]\n{blanks}# b\n{blanks}% no\n[Host "A"]\n\n0H.R\n'
    text += f'{blanks}# c\n{blanks}% no\n0G.R *\n{blanks}# d\n[Game "skud-pai-sho"]\n\n0H.R\n'
    first, second = read_records(io.BytesIO(text.encode()), "file")
    assert (first.problem, second.problem) == (None, None)
    assert (first.comments, second.comments) == (("a", "b"), ("d",))
    assert [(move.token, move.comments) for move in first.moves] == [("0H.R", ("c",)), ("0G.R", ())]
    assert first.players() == ("A", "")


def test_a_line_of_ndjson_has_the_keys_of_the_format() -> None:
    (record,) = read_records(
        io.BytesIO(b'[Host "Zo\xc3\xab"]\n[Game "skud-pai-sho"]\n\n0H.R *\n'), "f"
    )
    line = write_ndjson_line(record)
    assert json.loads(line) == {
        "game": "skud-pai-sho",
        "tags": {"Game": "skud-pai-sho", "Host": "Zoë"},
        "moves": "0H.R *",
    }
    assert "Zoë" in line
