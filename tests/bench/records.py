"""Seeded bench data: real moves, under dates that differ, so that no record is a repeat."""

import gzip
import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from archive.services.sample_games import FILE as SAMPLES
from tests.conftest import CONFORMANCE

GAMES: Final = CONFORMANCE / "skud" / "games.jsonl.gz"
FIRST_DAY: Final = date(2021, 1, 1)
DAYS: Final = 1_500


@cache
def movetexts() -> tuple[str, ...]:
    """The moves of the conformance games; where they are missing, of the sample games."""
    if GAMES.exists():
        with gzip.open(GAMES, "rt") as file:
            return tuple(json.loads(line)["notation"] for line in file)
    text = gzip.decompress(SAMPLES.read_bytes()).decode()
    sections = text.split("\n\n")[1::2]
    return tuple(";".join(section.split()[:-1]) for section in sections)


def records(count: int, *, comment_bytes: int = 0) -> Iterator[str]:
    """So many different TGR records, each with a comment of about so many bytes."""
    rng = Random("Tilebook bench")
    moves = [text.replace(";", "\n") for text in movetexts()]
    for number in range(count):
        day = FIRST_DAY + timedelta(number // len(moves) % DAYS)
        host, guest = rng.randrange(400), 400 + rng.randrange(400)
        comment = f"{{{_prose(rng, comment_bytes)}}}\n" if comment_bytes else ""
        yield (
            f'[Game "skud-pai-sho"]\n[Event "Bench event {number % 40}"]\n'
            f'[Date "{day:%Y.%m.%d}"]\n[Host "Bench player {host}"]\n'
            f'[Guest "Bench player {guest}"]\n\n'
            f"{comment}{moves[number % len(moves)]}\n\n"
        )


def _prose(rng: Random, size: int) -> str:
    words = [f"{rng.getrandbits(24):x}" for _ in range(200)]
    line = " ".join(words) + "\n"
    return (line * (size // len(line) + 1))[:size].rstrip()


def write_file(path: Path, count: int, *, comment_bytes: int = 0) -> int:
    """Write such records to a file; its size in bytes."""
    with path.open("w") as file:
        for record in records(count, comment_bytes=comment_bytes):
            file.write(record)
    return path.stat().st_size
