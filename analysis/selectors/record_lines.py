"""A record's turns as a line of the explorer."""

from analysis.selectors.lines import Base, Line, LineProblem, Tags, follow
from analysis.selectors.starts import tags_of_record
from archive import engines
from archive.engines import AnyEngine
from archive.models import Record
from archive.replay import judge
from archive.selectors import records, visible
from archive.selectors.replays import parsed
from archive.selectors.visible import Reader


def opened(pk: int, reader: Reader) -> Record | None:
    """A record that the reader may open."""
    return records.get(pk, reader)


def line(record: Record, ply: str) -> Line:
    """The line of a record up to a ply, all of it where none is given. Raises LineProblem."""
    engine = engines.get(record.game)
    if engine is None:
        raise LineProblem("No engine of this site can set up the board of this record.")
    bodies = _bodies(record)
    moves = bodies[: _number(ply, len(bodies))]
    return follow(engine, tags_of_record(engine, record), moves, Base(record.pk, bodies))


def beginning(engine: AnyEngine, pk: str, ply: str) -> tuple[Tags, Base]:
    """The tags and first turns of a record that everybody may open. Raises LineProblem."""
    number = _number(pk, 0)
    record = Record.objects.filter(pk=number, game=engine.slug).first()
    if record is None or not visible.is_open(record):
        raise LineProblem(f"There is no record {number} of {engine.name} here.")
    bodies = _bodies(record)
    return tags_of_record(engine, record), Base(number, bodies[: _number(ply, len(bodies))])


def standing(pk: int) -> tuple[int, str] | None:
    """What changes when a record does, or who sees it."""
    return Record.objects.filter(pk=pk).values_list("revision", "visibility").first()


def _bodies(record: Record) -> tuple[str, ...]:
    return judge(parsed(record)).bodies


def _number(text: str, otherwise: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number else otherwise
