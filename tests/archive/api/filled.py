"""An archive with records of every game, an index, ratings, and an import with rejected records."""

from tests.analysis.desk import import_text, listening, mixed_text


def fill(*, each: int = 3, more: int = 25) -> None:
    with listening() as desk:
        import_text(mixed_text(each=each, more=more))
        desk.deliver()
