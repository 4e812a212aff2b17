"""Plies a second of every engine, in its sample games."""

import gzip
import io
from collections import defaultdict
from functools import partial
from typing import Final

from archive import engines
from archive.importers import read_records
from archive.notation.record import ParsedRecord
from archive.services.sample_games import FILE as SAMPLES
from tests.bench.replaying import best, judged_plies
from tests.bench.table import Row, rate

MEASURE: Final = "skud-pai-sho"
"""The engine that the others are compared with."""


def engine_rows() -> list[Row]:
    """Each game's sample records, parsed before, with every ply checked."""
    games = samples()
    slugs = sorted(games, key=lambda slug: (slug != MEASURE, slug))
    found = best(*(partial(judged_plies, games[slug]) for slug in slugs))
    rates = {slug: plies / seconds for slug, (plies, seconds) in zip(slugs, found, strict=True)}
    return [
        Row(
            f"{name_of(slug)}: {len(games[slug])} sample records, every ply checked",
            f"{rate(plies, seconds)} plies/s",
            f"{rates[slug] / rates[MEASURE]:.2f} of {name_of(MEASURE)}" if slug != MEASURE else "",
        )
        for slug, (plies, seconds) in zip(slugs, found, strict=True)
    ]


def samples() -> dict[str, list[ParsedRecord]]:
    """The shipped sample records by game."""
    games = defaultdict(list)
    for record in read_records(io.BytesIO(gzip.decompress(SAMPLES.read_bytes())), "samples"):
        games[record.game].append(record)
    return games


def name_of(slug: str) -> str:
    engine = engines.get(slug)
    return engine.name if engine else slug
