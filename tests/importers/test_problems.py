"""For each thing that can be wrong: one smallest bad text, its exact place, and the sentence."""

import io
import zipfile
from typing import NamedTuple

import pytest
from lzstring import LZString

from archive.importers import Limits, read_records
from archive.notation.errors import CODES, MESSAGES
from archive.replay import judge
from tests.importers.packing import gzipped, lying, overlapping, zipped

TAG = b'[Game "skud-pai-sho"]\n'
OPENING = b"0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.R3(0,8) "
RECORD = TAG + b"\n" + OPENING + b"*\n"
SMALL = Limits(record_bytes=200, entries=3, entry_bytes=1000, total_bytes=2000, ratio=5)


class Bad(NamedTuple):
    """A text, and what is found wrong with it. ``key`` is that of the sentence."""

    key: str
    text: bytes
    message: str
    line: int | None = None
    column: int | None = None
    ply: int | None = None
    word: str | None = None


def packed_link(query: str) -> bytes:
    return f"https://skudpaisho.com/?{LZString.compressToEncodedURIComponent(query)}\n".encode()


PROBLEMS = [
    Bad("file.empty", b" \n;\n", "There is no record in this file."),
    Bad("file.unknown", b"Dear all,\n", MESSAGES["file.unknown"]),
    Bad("file.binary", b"\x89PNG\r\n", MESSAGES["file.binary"]),
    Bad("text.encoding", b"\xff\xfe[\0", MESSAGES["text.encoding"], 1),
    Bad(
        "text.control-character",
        TAG + b'[Host "A\x1b"]\n',
        "The control character U+001B may not stand in a record.",
        2,
        9,
    ),
    Bad(
        "text.surrogate",
        b'{"moves": "\\ud800"}\n',
        "The text holds half a character (U+D800), so it cannot be stored.",
        1,
    ),
    Bad(
        "record.too-large",
        TAG + b"{" + b"a" * 200 + b"}\n",
        "The record is larger than 200 bytes. Only its beginning is kept.",
        1,
    ),
    Bad(
        "game.unknown",
        b'[Game "chess"]\n',
        "There is no game “chess” here. Known games: skud-pai-sho, quaterno, quadtria, pai-chi, shifting-stones.",
        1,
    ),
    Bad(
        "game.missing",
        b'[Event "Cup"]\n\n1. e4\n',
        "The record does not say which game it is, and its moves do not show it. Add a tag such as "
        '[Game "skud-pai-sho"].',
        3,
        1,
    ),
    Bad(
        "game.words-above",
        b"\nAlice vs. Bob\n\n" + OPENING + b"\n",
        "“Alice vs. Bob” is neither a tag nor a move, so the moves below it are not reached. Names "
        'go into tags: write [Game "skud-pai-sho"], [Host "Alice"], [Guest "Bob"] instead, each on '
        "a line of its own.",
        2,
        1,
        word="Alice vs. Bob",
    ),
    Bad(
        "tag.malformed",
        TAG + b'[Event "no end\n',
        'This is no tag. A tag is written [Name "value"] on one line.',
        2,
        1,
        word='[Event "no end',
    ),
    Bad(
        "tag.after",
        TAG[:-1] + b" 0H.R\n",
        "After a tag only further tags may follow on its line.",
        1,
        23,
        word="0H.R",
    ),
    Bad(
        "comment.unclosed",
        TAG + b"\n" + OPENING + b"{oh\n",
        "This comment is never closed: a “}” is missing.",
        3,
        46,
    ),
    Bad(
        "move.unreadable",
        TAG + b"\nhello\n",
        "“hello” is no move. A move is written number, seat, dot, what is done; other "
        "words go into tags or {comments}.",
        3,
        1,
        0,
        "hello",
    ),
    Bad(
        "move.empty",
        TAG + b"\n0H. R\n",
        "After the dot of “0H.” there is nothing: a move has no blanks inside.",
        3,
        1,
        0,
        "0H.",
    ),
    Bad(
        "move.character",
        TAG + b"\n0H.R\xe2\x80\x93W\n",
        "“0H.R–W” holds U+2013 (en dash); moves are written in plain ASCII characters.",
        3,
        1,
        0,
        "0H.R–W",
    ),
    Bad(
        "move.seat-unknown",
        TAG + b"\n0X.R\n",
        "“0X.R” names a seat “X”; this game has the seats H, G.",
        3,
        1,
        0,
        "0X.R",
    ),
    Bad(
        "move.number",
        TAG + b"\n0H.R,W,K,B\n 1G.R3(0,-8)\n",
        "0G is due here, not 1G.",
        4,
        2,
        1,
        "1G.R3(0,-8)",
    ),
    Bad(
        "move.seat",
        TAG + b"\n0G.R,W,K,B\n",
        "It is Host's turn (0H), not the turn of Guest.",
        3,
        1,
        0,
        "0G.R,W,K,B",
    ),
    Bad(
        "move.after-result",
        TAG + b"\n0H.R,W,K,B * 0G.R,W,K,B\n",
        "This move follows the result *, which closes a record.",
        3,
        14,
        1,
        "0G.R,W,K,B",
    ),
    Bad(
        "json.syntax",
        b'{"moves": "0H.R", }\n',
        "This is not valid JSON: a name in double quotes is missing.",
        1,
        19,
    ),
    Bad(
        "json.syntax",
        b'{"moves": "0H.R,\t0G.R"}\n',
        "This is not valid JSON: a line break or another control character stands in a text.",
        1,
        17,
    ),
    Bad("json.depth", b'{"x": ' + b"[" * 99_999 + b"\n", MESSAGES["json.depth"], 1),
    Bad("json.no-record", b'{"tags": {}}\n', MESSAGES["json.no-record"], 1),
    Bad("json.types", b'{"moves": 1}\n', "“moves” must be a text.", 1),
    Bad(
        "json.tag-name",
        b'{"tags": {"a b": "c"}, "moves": ""}\n',
        "“a b” cannot be the name of a tag: letters, digits and _ only.",
        1,
    ),
    Bad("link.broken", b"https://skudpaisho.com/?hello\n", MESSAGES["link.broken"], 1),
    Bad(
        "link.several",
        b"https://skudpaisho.com/?hello https://skudpaisho.com/?hello\n",
        MESSAGES["link.several"],
        1,
    ),
    Bad("link.too-long", b"https://skudpaisho.com/?" + b"A" * 20_000, MESSAGES["link.too-long"], 1),
    Bad("link.watch", packed_link("wg=1"), MESSAGES["link.watch"], 1),
    Bad("link.short", packed_link("tu=1"), MESSAGES["link.short"], 1),
    Bad("link.invite", packed_link("ig=1"), MESSAGES["link.invite"], 1),
    Bad(
        "link.other-game",
        packed_link("gameType=2&game=0H.R"),
        "This link is of another game of The Garden Gate (game type 2).",
        1,
    ),
    Bad("link.no-game", packed_link("host=A&game="), MESSAGES["link.no-game"], 1),
    Bad(
        "psr.header",
        b"PAISHO-RECORD 1\nrules x\nhost-accents 1,1,1,1\n",
        "A line “start TILE” belongs here.",
        3,
        1,
        word="host-accents 1,1,1,1",
    ),
    Bad("zip.broken", b"PK\x03\x04", "The ZIP file is damaged or cut off: file is not a zip file."),
    Bad(
        "gzip.broken",
        gzipped(RECORD)[:-9],
        "The gzip file is damaged or cut off: it ends too early.",
    ),
    Bad(
        "gzip.broken",
        gzipped(RECORD) + b"ga",
        "The gzip file is damaged or cut off: other bytes follow its end.",
    ),
    Bad(
        "gzip.broken",
        gzipped(RECORD)[:-8] + b"\0" * 4 + gzipped(RECORD)[-4:],
        "The gzip file is damaged or cut off: its checksum does not fit.",
    ),
    Bad(
        "gzip.broken",
        gzipped(RECORD)[:-4] + b"\0" * 4,
        "The gzip file is damaged or cut off: its length does not fit.",
    ),
    Bad("zip.overlap", overlapping(RECORD), MESSAGES["zip.overlap"]),
    Bad("zip.entries", zipped(*[RECORD] * 4), "The ZIP file has more than 3 entries."),
    Bad("zip.encrypted", zipped(RECORD, flags=1), "This entry is encrypted."),
    Bad("zip.method", zipped(RECORD, method=zipfile.ZIP_LZMA), MESSAGES["zip.method"]),
    Bad("zip.nested", zipped(zipped(RECORD)), MESSAGES["zip.nested"]),
    Bad(
        "zip.size",
        zipped(bytes(range(32, 122)) * 12, method=zipfile.ZIP_STORED),
        "Unpacked, this entry is larger than 1000 bytes.",
    ),
    Bad("zip.declared", lying(RECORD), "This entry holds more bytes than it declares."),
    Bad("zip.ratio", zipped(b" " * 900), "This entry unpacks to more than 5 times its size."),
    Bad(
        "zip.total",
        zipped(*[bytes(range(32, 122)) * 10] * 3, method=zipfile.ZIP_STORED),
        "Unpacked, the entries up to this one are larger than 2000 bytes together.",
    ),
]

REMARKS = [
    Bad("text.windows-1252", TAG + b'[Host "Zo\xeb"]\n', MESSAGES["text.windows-1252"], 1),
    Bad(
        "tag.repeated",
        TAG + b'[Host "A"]\n[HOST "B"]\n',
        "The tag HOST stands here again; the first one counts.",
        3,
    ),
    Bad(
        "tag.unescaped-quote",
        TAG + b'[Event "a "b" c"]\n',
        'The value of Event holds a quote that should be written \\".',
        2,
    ),
    Bad(
        "date.odd",
        TAG + b'[Date "2021-08-15"]\n',
        "The Date “2021-08-15” is no date of the form YYYY.MM.DD (?? for unknown parts); it is kept "
        "as it is.",
        2,
    ),
    Bad(
        "result.unknown",
        TAG + b'[Result "1-0"]\n',
        "The Result “1-0” is none of this game's results; it is kept, and counts as unknown (*).",
        2,
    ),
    Bad(
        "result.token-differs",
        TAG + b'[Result "Host"]\n\n0H.R,W,K,B Guest\n',
        "The moves close with Guest, but the Result tag says Host; the tag counts.",
        2,
    ),
    Bad("comment.brace-inside", TAG + b"\n{a {b}\n", MESSAGES["comment.brace-inside"].format(), 3),
    Bad(
        "move.seat-case",
        TAG + b"\n0h.R,W,K,B\n",
        "The letters of the seats are written in upper case: 0h.R,W,K,B.",
        3,
    ),
    Bad(
        "json.duplicate-key",
        b'{"moves": "0H.R,W,K,B", "moves": ""}\n',
        "The key “moves” stands here again; the first one counts.",
        1,
    ),
    Bad(
        "link.percent",
        packed_link("host=100%&game=0H.R,W,K,B"),
        "The name “100%” is not percent-encoded UTF-8; it is kept as it is.",
        1,
    ),
]

IN_REPLAY_TESTS = {"move.after-end", "move.plays-on", "result.no-seat", "rules.other-fits"}


def test_every_sentence_has_its_smallest_bad_text() -> None:
    assert {bad.key for bad in PROBLEMS + REMARKS} | IN_REPLAY_TESTS == set(MESSAGES)


@pytest.mark.parametrize("bad", [pytest.param(bad, id=bad.key) for bad in PROBLEMS])
def test_a_problem_names_its_place(bad: Bad) -> None:
    small = bad.key.startswith("zip") or bad.key == "record.too-large"
    limits = SMALL if small else Limits()
    records = list(read_records(io.BytesIO(bad.text), "file", limits))
    problem = judge(records[-1]).problem
    assert problem is not None
    assert problem.code == CODES.get(bad.key, bad.key)
    assert problem.message == bad.message
    assert (problem.line, problem.column) == (bad.line, bad.column)
    assert (problem.ply, problem.token) == (bad.ply, bad.word)


def test_where_the_words_above_moves_name_nobody_the_tags_are_shown_empty() -> None:
    (record,) = read_records(io.BytesIO(b"Final of the cup\n" + OPENING), "file")
    assert record.problem
    assert 'write [Game "skud-pai-sho"], [Host "…"], [Guest "…"] instead' in record.problem.message


@pytest.mark.parametrize("bad", [pytest.param(bad, id=bad.key) for bad in REMARKS])
def test_a_remark_names_its_line(bad: Bad) -> None:
    (record,) = read_records(io.BytesIO(bad.text), "file")
    judgement = judge(record)
    assert judgement.verdict == "valid"
    (remark,) = judgement.warnings
    assert (remark.code, remark.message, remark.line) == (bad.key, bad.message, bad.line)
