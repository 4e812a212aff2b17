"""Cutting is exact, whatever the bytes, and needs little memory, whatever the file."""

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.importers import Limits, parse, split
from archive.importers.cutting import KEPT, Scanner, cut
from archive.importers.json_records import JsonScanner
from archive.importers.lines import LineScanner
from archive.importers.sniffing import HEAD
from tests.importers.cases import cases, content, name
from tests.importers.packing import gzipped, zipped

LARGE = 1 << 20

LINES = [
    '[Game "skud-pai-sho"]', '[Host "A"][Guest "B"]', '[host "a;b {c}"]', ' [ Event  "x" ] ', '[Event "no',
    "[x", "0H.R,W,K,B 0G.R,W,K,B", "0H.R;", "1G.R3(0,-8) {a", "b} 1H.R3(0,8)", "{c}", "{", "}", "*", "",
    " \t", "% {x", "%", "# a comment", "#{", "https://skudpaisho.com/?abc", "?abc=1", "A" * 45, "hello",
    "PAISHO-RECORD 1", "rules x", ";;", "\ufeff", '\ufeff[Event "y"]', "\ufeff0H.R", "2G.(0,-8)-(1,-6)",
    "{ x }0H.R", "# {", "\u2028", "Zoë", '{ a [Event "z"] }',
    "\u00a0", "\u3000 \t", '\u00a0[Event "w"]', "\u00a0# x", "\u20030H.R",
]  # fmt: skip
JSON_LINES = [
    '{"moves": "0H.R"}', '{"moves": "a\\"b{", "tags": {}}', '{"moves": "cut', '{"tags": {', '"moves": ""}', "}",
    "{", "[", "]", ",", "", '{"a": [1, [2]]}{"b": 1}', "nothing", "\ufeff", '"x": "\\\\"', "\\", '"', "{}",
    '{"tags": [', '{"x": 1},',
]  # fmt: skip
ENDS = ["\n", "\r\n", "\r", "\n\n", "\n", ""]


def texts(lines: list[str]) -> st.SearchStrategy[bytes]:
    line = st.builds("{}{}".format, st.sampled_from(lines), st.sampled_from(ENDS))
    return st.lists(line, max_size=14).map(lambda parts: "".join(parts).encode())


class Trickle(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    step = 1

    def read(self, _size: int | None = -1, /) -> bytes:
        return super().read(self.step)


class SlowScanner(LineScanner):
    """A scanner without the short way for ordinary records."""

    def begin(self, position: int) -> None:
        super().begin(position)
        self._is_fresh = False


def pieces(data: bytes, scanner: Scanner, limit: int = LARGE, step: int = LARGE) -> list[object]:
    source = Trickle(data)
    source.step = step
    return [tuple(piece) for piece in cut(source, b"", scanner, limit)]


@given(texts(LINES))
def test_the_pieces_of_a_text_are_the_text(data: bytes) -> None:
    found = list(cut(io.BytesIO(data), b"", LineScanner(), LARGE))
    assert b"".join(piece.data for piece in found) == data
    assert all(piece.data for piece in found)


@given(texts(JSON_LINES))
def test_the_pieces_of_json_are_the_json(data: bytes) -> None:
    found = list(cut(io.BytesIO(data), b"", JsonScanner(), LARGE))
    assert b"".join(piece.data for piece in found) == data


@given(texts(LINES), st.integers(1, 7))
def test_it_does_not_matter_how_the_bytes_arrive(data: bytes, step: int) -> None:
    assert pieces(data, LineScanner(), step=step) == pieces(data, LineScanner())


@pytest.mark.parametrize("step", [1, 2, LARGE])
def test_a_blank_line_behind_a_comment_among_tags_is_one(step: int) -> None:
    first = b'[Game "skud-pai-sho"]\n{ a }\n\n'
    found = pieces(first + b'[Game "skud-pai-sho"]\n', LineScanner(), step=step)
    assert found == [(first, 1, len(first)), (b'[Game "skud-pai-sho"]\n', 4, 22)]


@given(texts(JSON_LINES), st.integers(1, 7))
def test_it_does_not_matter_how_json_arrives(data: bytes, step: int) -> None:
    assert pieces(data, JsonScanner(), step=step) == pieces(data, JsonScanner())


@given(texts(LINES))
def test_the_short_way_ends_records_where_the_long_way_does(data: bytes) -> None:
    assert pieces(data, LineScanner()) == pieces(data, SlowScanner())


def test_a_byte_order_mark_alone_is_no_movetext() -> None:
    first, second = b"0H.R\n", b'[Host "A"]\n\xef\xbb\xbf\n[Game "skud-pai-sho"]\n'
    # The short way begins with the second record: at the first there is nothing to read yet.
    found = pieces(first + second, LineScanner())
    assert found == [(first, 1, len(first)), (second, 2, len(second))]


@given(texts(LINES))
def test_every_byte_is_counted_when_records_are_too_large(data: bytes) -> None:
    found = list(cut(Trickle(data), b"", LineScanner(), 20))
    assert sum(piece.size for piece in found) == len(data)


@given(texts(LINES))
def test_lines_are_counted_as_the_text_has_them(data: bytes) -> None:
    found = list(cut(io.BytesIO(data), b"", LineScanner(), LARGE))
    at = 0
    for piece in found:
        before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        assert piece.line == 1 + before.count(b"\n")
        at += len(piece.data)


@settings(deadline=None)
@given(texts([*LINES, *JSON_LINES]) | st.binary(max_size=200))
def test_anything_can_be_read(data: bytes) -> None:
    fragments = list(split(io.BytesIO(data), "file"))
    assert fragments
    assert [fragment.index for fragment in fragments] == list(range(len(fragments)))
    assert b"".join(fragment.original for fragment in fragments) == data
    for fragment in fragments:
        parse(fragment)


@settings(deadline=None, max_examples=50)
@given(st.binary(max_size=300), st.integers(0, 300))
def test_a_damaged_archive_is_refused_in_words(noise: bytes, at: int) -> None:
    whole = zipped(b"0H.R,W,K,B\n", b"0H.R,W,K,B\n" * 9)
    for damaged in (whole[:at], whole[:at] + noise + whole[at + len(noise) :], noise + whole):
        for fragment in split(io.BytesIO(damaged), "file.zip"):
            parse(fragment)


PLAIN = [case for case in cases() if not name(case).endswith((".zip", ".gz")) and case["file"]]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in PLAIN])
def test_the_originals_of_a_file_are_the_file(case: dict[str, object]) -> None:
    data = content(case)
    fragments = split(io.BytesIO(data), name(case))
    assert b"".join(fragment.original for fragment in fragments) == data


def test_a_fragment_reads_alike_wherever_it_was_kept() -> None:
    data = (
        b'[Game "skud-pai-sho"]\n\n0H.R *\n\n\n[Game "skud-pai-sho"]\n[Host "a"]\n\n  0H.R hello\n'
    )
    first, second = split(io.BytesIO(data), "file")
    assert (first.line, second.line) == (1, 6)
    again = parse(second)
    assert again == parse(second)
    assert (again.line, again.moves[1].line, again.moves[1].column) == (6, 9, 8)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("# one\n0H.R\n# two\n0H.R\n", ["# one", "# two"]),
        ('[A ""]\n\n0H.R *\n\n{of the next}\n\n[A ""]\n', ['[A ""]', "{of the next}"]),
        ('[A ""]\n\n0H.R *\n{of this}\n\n[A ""]\n', ['[A ""]', '[A ""]']),
        ("0H.R\n{of this}\n", ["0H.R"]),
        ("https://x.org/?a\n\n# next\nhttps://x.org/?b\n", ["https://x.org/?a", "# next"]),
        ('[A ""]\n0H.R\nhttps://x.org/?a\n0H.R\n', ['[A ""]', "https://x.org/?a", "0H.R"]),
        ("PAISHO-RECORD 1\nrules x\nPAISHO-RECORD 1\n", ["PAISHO-RECORD 1"] * 2),
        ('[A ""]\n\n[B ""]\n\n[a ""]\n', ['[A ""]', '[a ""]']),
        ('Dear all,\n\n[A ""]\n0H.R\n', ["Dear all,", '[A ""]']),
        ('0H.R {never closed\n\n[A ""]\n', ["0H.R {never closed", '[A ""]']),
        ('0H.R {a\n\nb}\n[A ""]\n', ["0H.R {a", '[A ""]']),
    ],
)  # fmt: skip
def test_where_records_begin(text: str, starts: list[str]) -> None:
    fragments = list(split(io.BytesIO(text.encode()), "file"))
    firsts = [fragment.original.decode().split("\n", maxsplit=1)[0] for fragment in fragments]
    assert firsts == starts


WHITE = [
    " ",
    "\t",
    "\u00a0",
    "\u1680",
    "\u2000",
    "\u200a",
    "\u2028",
    "\u2029",
    "\u202f",
    "\u205f",
    "\u3000",
]


@pytest.mark.parametrize("white", WHITE, ids=map(ascii, WHITE))
def test_a_line_of_white_space_is_blank_wherever_it_stands(white: str) -> None:
    blank = f"{white} {white}\n"
    record = f'{blank}[Game "skud-pai-sho"]\n{blank}{white}[Host "A"]{white}\n{blank}0H.R,W,K,B\n'
    fragments = list(split(io.BytesIO((record * 2).encode()), "file"))
    assert [parse(fragment).tag("Host") for fragment in fragments] == ["A", "A"]
    assert [parse(fragment).problem for fragment in fragments] == [None, None]


def test_a_no_break_space_of_windows_1252_is_blank_too() -> None:
    (fragment,) = split(io.BytesIO(b'[Game "skud-pai-sho"]\n\xa0\n[Host "Zo\xeb"]\n'), "file")
    assert (parse(fragment).problem, parse(fragment).tag("Host")) == (None, "Zoë")


@pytest.mark.parametrize("blank", ["", "\u00a0"])
def test_a_comment_goes_to_the_next_record_after_any_blank_line(blank: str) -> None:
    text = f'[Game "skud-pai-sho"]\n\n0H.R,W,K,B\n{blank}\n{{of two}}\n{blank}\n[Game "skud-pai-sho"]\n'
    one, two = (parse(fragment) for fragment in split(io.BytesIO(text.encode()), "file"))
    assert (one.moves[0].comments, two.comments) == ((), ("of two",))


def test_entries_are_labels_in_the_order_of_the_archive() -> None:
    data = zipped(b"0H.R\n0H.R\n", b"0H.R\n", names=("../../b.tgr", "a\x07.tgr"))
    fragments = list(split(io.BytesIO(data), "all.zip"))
    assert [fragment.file for fragment in fragments] == [
        "all.zip/../../b.tgr", "all.zip/../../b.tgr", "all.zip/a\ufffd.tgr",
    ]  # fmt: skip
    assert [fragment.index for fragment in fragments] == [0, 1, 2]
    assert [fragment.line for fragment in fragments] == [1, 2, 1]


def test_gzip_is_read_from_a_file_that_could_be_written_too(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(gzipped(b"0H.R\n"))
    with path.open("rb+") as file:
        (fragment,) = split(file, "a.gz")
    assert (fragment.original, fragment.file) == (b"0H.R\n", "a.gz")


class Endless(io.BytesIO):
    """A file made as it is read: ``head``, then ``part`` over and over, ``length`` bytes in all."""

    def __init__(self, head: bytes, part: bytes, length: int) -> None:
        super().__init__()
        self.blocks = self._make(head, part * (HEAD // len(part) + 1), length)

    @staticmethod
    def _make(head: bytes, block: bytes, length: int) -> Iterator[bytes]:
        yield head + block
        length -= len(head + block)
        while length > 0:
            yield block[:length]
            length -= len(block)

    def read(self, _size: int | None = -1, /) -> bytes:
        return next(self.blocks, b"")


RECORD = b'[Game "skud-pai-sho"]\n[Host "A"]\n\n0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.R3(0,8) *\n\n'


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (b"", RECORD),
        (b'[Game "', b"x"),
        (b"0H.", b"x"),
        (b"0H.R {", b"\n"),
        (b"0H.R {", b"{ x\r"),
        (b'[Game "skud-pai-sho"]\n', b'[A "b"]\n'),
        (b'[Game "skud-pai-sho"]\n', b"\r\n"),
        (b"", b'{"moves": "' + b"0H.R " * 100 + b'"}\n'),
        (b"[", b'{"moves": "' + b"0H.R " * 100 + b'"},'),
        (b'{"moves": "', b"0H.R "),
        (b'{"moves": ', b"["),
        (b"https://skudpaisho.com/?", b"A"),
    ],
    ids=[
        "records", "endless tag", "endless move", "blank comment", "open comments", "tags", "blanks",
        "ndjson", "array", "endless string", "brackets", "endless link",
    ],
)  # fmt: skip
def test_memory_is_bounded_whatever_the_file(head: bytes, part: bytes) -> None:
    length = 12 << 20
    source = Endless(head, part, length)
    tracemalloc.start()
    try:
        size = 0
        for fragment in split(source, "file"):
            size += len(fragment.original)
            if size < 1 << 17:
                parse(fragment)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20
    assert size >= min(KEPT, length)


def test_the_record_after_a_large_one_is_read() -> None:
    large = (
        b'[Game "skud-pai-sho"]\n[Note "' + b"x" * 3_000_000 + b'"]\n[Host "A"]\n\n0H.R,W,K,B *\n\n'
    )
    fragments = list(split(io.BytesIO(large + RECORD + large + RECORD), "file", Limits()))
    assert [fragment.problem is None for fragment in fragments] == [False, True, False, True]
    assert [fragment.original for fragment in fragments[1::2]] == [RECORD, RECORD]
    assert [fragment.line for fragment in fragments] == [1, 7, 12, 18]
