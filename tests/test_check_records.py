"""The command as people and scripts run it: its own process, its streams, its exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from archive.importers import read_records
from archive.replay import judge
from tests.conftest import ROOT
from tests.importers.packing import gzipped, zipped

GOOD = b'[Game "skud-pai-sho"]\n[Host "Zo\xc3\xab"]\n\n0H.R,W,K,B 0G.R,W,K,B 1G.R3(0,-8) 1H.R3(0,8) *\n'
BAD = b"0H.R,W,K,B;0G.R,W,K,B;hello\n"
FIELDS = [
    "file", "index", "line", "game", "format", "tags", "verdict", "plies", "result", "termination", "scores",
    "board", "problem", "warnings",
]  # fmt: skip


def check(*files: str, given: bytes = b"", folder: Path) -> tuple[list[dict[str, Any]], str, int]:
    """Run the command where no database can be reached: its records, its errors, its status."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "check_records", *files],
        input=given,
        capture_output=True,
        cwd=folder,
        env=environment,
        timeout=120,
        check=False,
    )
    return (
        [json.loads(line) for line in done.stdout.splitlines()],
        done.stderr.decode(),
        done.returncode,
    )


def test_a_good_file_gives_one_line_a_record_and_status_0(tmp_path: Path) -> None:
    (tmp_path / "good.tgr").write_bytes(GOOD)
    records, errors, status = check("good.tgr", folder=tmp_path)
    assert status == 0
    assert errors == "1 records: 1 valid, 0 contradictory, 0 illegal, 0 unverified, 0 unreadable\n"
    (record,) = records
    assert list(record) == FIELDS
    assert record == {
        "file": "good.tgr",
        "index": 0,
        "line": 1,
        "game": "skud-pai-sho",
        "format": "tgr",
        "tags": {"Game": "skud-pai-sho", "Host": "Zoë"},
        "verdict": "valid",
        "plies": 4,
        "result": "*",
        "termination": None,
        "scores": None,
        "board": "0,8:HR3 0,-8:GR3",
        "problem": None,
        "warnings": [],
    }


def test_several_files_and_standard_input_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(BAD)
    (tmp_path / "two.zip").write_bytes(zipped(GOOD, BAD))
    records, errors, status = check("bad.txt", "-", "two.zip", given=b"\n" + GOOD, folder=tmp_path)
    assert status == 1
    assert errors == "4 records: 2 valid, 0 contradictory, 2 illegal, 0 unverified, 0 unreadable\n"
    places = [(record["file"], record["index"], record["line"]) for record in records]
    assert places == [
        ("bad.txt", 0, 1),
        ("-", 0, 2),
        ("two.zip/0.tgr", 0, 1),
        ("two.zip/1.tgr", 1, 1),
    ]
    assert records[0]["problem"] == {
        "code": "move.unreadable",
        "message": "“hello” is no move. A move is written number, seat, dot, what is done; "
        "other words go into tags or {comments}.",
        "ply": 2,
        "token": "hello",
        "line": 1,
        "column": 23,
    }


def test_packed_files_come_through_standard_input_too(tmp_path: Path) -> None:
    for packed in (gzipped(GOOD), zipped(GOOD)):
        records, _, status = check("-", given=packed, folder=tmp_path)
        assert [record["verdict"] for record in records] == ["valid"]
        assert status == 0


def test_a_file_that_cannot_be_opened_gives_status_2_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    (tmp_path / "good.tgr").write_bytes(GOOD)
    records, errors, status = check("none.tgr", ".", "good.tgr", folder=tmp_path)
    assert status == 2
    assert [record["file"] for record in records] == ["good.tgr"]
    assert errors.splitlines()[:2] == ["none.tgr: No such file or directory", ".: Is a directory"]


def test_an_unreadable_file_has_every_field_too(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<html>\n")
    ((record,), _, status) = check("page.html", folder=tmp_path)
    assert status == 1
    assert list(record) == FIELDS
    assert (record["verdict"], record["game"], record["format"]) == ("unreadable", None, None)


def test_a_reader_that_leaves_early_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "many.tgr").write_bytes(GOOD * 2000)
    command = [sys.executable, str(ROOT / "manage.py"), "check_records", "many.tgr"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(timeout=120) == 1
    assert b"Traceback" not in errors
    assert b"Exception ignored" not in errors


def test_closed_input_and_a_full_disk_are_told_apart_from_bad_files(tmp_path: Path) -> None:
    (tmp_path / "many.tgr").write_bytes(GOOD * 200)
    command = f"{sys.executable} {ROOT / 'manage.py'} check_records"
    for line, words in (
        (f"{command} - <&-", "-: standard input is closed"),
        (f"{command} many.tgr >/dev/full", "The results cannot be written: No space left"),
    ):
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert "many.tgr:" not in done.stderr


@pytest.mark.parametrize(
    "name",
    ["nul-1.tgr", "zip-mixed-1.zip", "link-several-1.txt", "psr-bad-1.psr", "json-control-1.ndjson",
     "after-end-old-1.tgr", "options-unknown-1.tgr", "result-contradicts-1.tgr", "empty-1.tgr"],
)  # fmt: skip
def test_it_says_what_judging_says(name: str, conformance: Path) -> None:
    path = conformance / "import" / name
    records, errors, _ = check(name, folder=path.parent)
    with path.open("rb") as file:
        judged = [judge(record) for record in read_records(file, name)]
    assert [record["verdict"] for record in records] == [found.verdict for found in judged]
    assert [record["plies"] for record in records] == [found.plies for found in judged]
    assert [record["tags"] for record in records] == [dict(found.tags) for found in judged]
    assert errors.startswith(f"{len(judged)} records: ")


def test_what_systems_add_to_an_archive_is_told_as_skipped(tmp_path: Path) -> None:
    packed = zipped(GOOD, b"?", names=("a.tgr", "__MACOSX/._a.tgr"))
    (tmp_path / "games.zip").write_bytes(packed)
    for given, name in ((b"", "games.zip"), (packed, "-")):
        records, errors, status = check(name, given=given, folder=tmp_path)
        assert (len(records), status) == (1, 0)
        note, summary = errors.splitlines()
        assert name in note
        assert note.endswith(": __MACOSX/._a.tgr.")
        assert summary.startswith("1 records: 1 valid")
