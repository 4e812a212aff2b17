"""The mix of people who browse: what they open, one after the other, drawn from what is there."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

GAME: Final = "skud-pai-sho"
VISITS: Final = 400
FURTHER: Final = ""
"""In the place of an address: the next page of the list that was opened last."""
DEPTHS: Final = (2, 3, 5, 8, 12)
FILTERED: Final = 0.3
"""How often a reader of explorer and statistics chooses a player."""

Step = tuple[str, str]
"""A kind of page, and an address."""
Sample = dict[str, Any]
"""See the step `sample` of `one_load`."""
Way = Callable[[Random, Sample], Iterator[Step]]


def made(sample: Sample) -> list[list[Step]]:
    """Seeded visits: in ten, three look for records, three read some, three explore, one looks at
    statistics."""
    rng = Random("Tilebook bench visits")
    ways: list[Way] = [searching, reading, exploring] * 3
    return [list(rng.choice([*ways, counting])(rng, sample)) for _ in range(VISITS)]


def searching(rng: Random, sample: Sample) -> Iterator[Step]:
    """The list of records under a filter, further pages of it, a record."""
    year = rng.randrange(2016, 2025)
    filters: Sequence[dict[str, str]] = (
        {"player": rng.choice(sample["players"])},
        {"player": rng.choice(sample["players"]), "result": rng.choice(("Host", "Guest"))},
        {"event": rng.choice(sample["events"])},
        {"since": f"{year}-01-01", "until": f"{year}-12-31", "sort": "newest"},
        {"ending": "resignation", "least": "40", "sort": "longest"},
        {"game": GAME, "sort": "oldest"},
    )
    yield "browse", f"/records/?{urlencode(rng.choice(filters))}"
    yield from [("browse", FURTHER)] * rng.randrange(4)
    yield from replaying(rng, sample)


def reading(rng: Random, sample: Sample) -> Iterator[Step]:
    """The front page, the newest records, some of them."""
    yield "home", "/"
    yield "browse", "/records/"
    for _ in range(rng.randrange(1, 4)):
        yield from replaying(rng, sample)


def replaying(rng: Random, sample: Sample) -> Iterator[Step]:
    """A record, one of its positions by address, and one as a picture."""
    number, plies = rng.choice(sample["records"])
    address = f"/records/{number}"
    yield "record", address
    yield "record", f"{address}?ply={rng.randrange(plies + 1)}"
    yield "position", f"{address}/positions/{rng.randrange(plies + 1)}.svg"


def exploring(rng: Random, sample: Sample) -> Iterator[Step]:
    """From the start of a game along one that was played, and the games of the last position."""
    line = rng.choice(sample["lines"])
    chosen = {"player": rng.choice(sample["players"])} if rng.random() < FILTERED else {}
    address = f"/explore/{GAME}/"
    yield "explorer", with_query(address, chosen)
    for depth in DEPTHS:
        chosen |= {"moves": " ".join(line[:depth])}
        yield "explorer", with_query(f"{address}step", chosen)
    yield "explorer", with_query(address, chosen)
    yield "explorer", with_query(f"{address}games", chosen)


def counting(rng: Random, sample: Sample) -> Iterator[Step]:
    """Some pages of the statistics of a game."""
    chosen = {"player": rng.choice(sample["players"])} if rng.random() < FILTERED else {}
    yield "statistics", "/stats/"
    yield "statistics", with_query(f"/stats/{GAME}/", chosen)
    for section in rng.sample(sample["sections"], 2):
        yield "statistics", with_query(f"/stats/{GAME}/{section}/", chosen)


def with_query(address: str, query: dict[str, str]) -> str:
    return f"{address}?{urlencode(query)}" if query else address
