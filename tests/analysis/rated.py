"""Games between named people for tests of ratings and of the pages of players."""

from analysis.models import RatingPoint
from analysis.services import folding, indexing, rating, rebuilding
from archive.services import batches, importing
from tests.archive.games import MOVES, game
from tests.archive.shipped import shipped

SKUD = "skud-pai-sho"
STONES = "shifting-stones"


def skud(host: str, guest: str, result: str, date: str, *, number: int = 0, **tags: str) -> str:
    """A short game that one side resigned; numbers up to 36 tell those alike apart."""
    ways = ("R5", "R4", "R3", "W5", "W4", "W3")
    first, later = ways[number // 6 % 6], ways[number % 6]
    moves = MOVES.replace("R5", first).replace(f"3G.{first}", f"3G.{later}")
    moves = moves.removesuffix("*") + result
    return game(host, guest, moves=moves, Date=date, Result=result, **tags)


def add(text: str) -> list[int]:
    """Import a text and index it; the numbers of its records."""
    batch = importing.import_batch(
        batch=batches.open_batch(uploads=[("games.tgr", [text.encode()])])
    )
    assert batch.rejected == 0
    ids = list(batch.items.order_by("number").values_list("record", flat=True))
    indexing.index_records(record_ids=ids)
    return ids


def add_samples(game_slug: str) -> None:
    """All sample games of one game, indexed and counted."""
    records = [record.original for record in shipped() if record.game == game_slug]
    add(b"\n".join(records).decode())
    count_all()


def count_all() -> None:
    for generation in rebuilding.waiting():
        while folding.fold(generation_id=generation):
            pass


def points(game_slug: str = SKUD) -> list[tuple[object, ...]]:
    """Every standing of a game, as it is stored."""
    rows = RatingPoint.objects.filter(game=game_slug).order_by("player", "month")
    return list(rows.values_list("player", "month", "rating", "deviation", "games", "is_last"))


def from_scratch(game_slug: str = SKUD) -> list[tuple[object, ...]]:
    """The standings worked out anew."""
    rating.forget(game=game_slug)
    rating.refresh(game=game_slug)
    return points(game_slug)
