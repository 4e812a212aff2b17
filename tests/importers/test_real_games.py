"""Real games in every form that we write: each is read again as the same game."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

from archive.importers import garden_gate, read_records
from archive.importers.garden_gate import LONGEST, SITE
from archive.notation import ParsedRecord, fingerprint, write_ndjson_line, write_tgr
from archive.replay import judge, normal_record

EVERY = 20
"""One game in so many is taken: the forms do not care which."""


def games(folder: Path) -> Iterator[ParsedRecord]:
    for name in ("games", "oasis"):
        with gzip.open(folder / "skud" / f"{name}.jsonl.gz", "rt") as lines:
            for line in list(lines)[::EVERY]:
                game = json.loads(line)
                options = f'[Options "{game["expansion"]}"]\n' if game["expansion"] else ""
                text = f'[Host "A"]\n[Guest "Zoë & Co"]\n{options}\n{game["notation"]}\n'
                (record,) = read_records(io.BytesIO(text.encode()), game["id"])
                yield record


def read(text: str) -> ParsedRecord:
    (record,) = read_records(io.BytesIO(text.encode()), "again")
    return record


def test_a_game_is_the_same_in_every_form(conformance: Path) -> None:
    count = 0
    for record in games(conformance):
        judgement = judge(record)
        assert judgement.verdict == "valid", judgement.problem
        normal = normal_record(judgement)
        identity = fingerprint(normal)
        for text in (write_tgr(normal), write_ndjson_line(normal), garden_gate.link(normal)):
            again = judge(read(text))
            assert again.verdict == "valid"
            assert again.board == judgement.board
            assert fingerprint(normal_record(again)) == identity
        plain = judge(read(garden_gate.text(normal)))
        if not normal.tag("Options"):
            assert plain.bodies == judgement.bodies
        count += 1
    assert count == 19


def test_no_game_makes_a_link_that_is_too_long_to_read(conformance: Path) -> None:
    longest = max(
        map(garden_gate.link, map(normal_record, map(judge, games(conformance)))), key=len
    )
    assert len(longest) < (LONGEST + len(SITE)) // 2
