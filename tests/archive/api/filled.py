"""An archive with records of every game, an index, ratings, and an import with rejected records."""

from analysis.services import rating
from archive.engines import all_engines
from tests.analysis.desk import Desk, import_text, mixed_text, numbers


def fill(*, each: int, more: int) -> None:
    """Inside the transaction of a test no bell rings, so what came is indexed straight."""
    import_text(mixed_text(each=each, more=more))
    desk = Desk()
    desk.messages.append(numbers())
    desk.deliver()
    for engine in all_engines():
        rating.refresh(game=engine.slug)
