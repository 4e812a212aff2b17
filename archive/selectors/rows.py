"""Records as lists and pages show them: words instead of codes, no query."""

from collections.abc import Iterable
from dataclasses import dataclass

from archive import engines
from archive.models import Record
from archive.selectors.words import (
    UNKNOWN_RESULT,
    date_words,
    result_words,
    short_name,
    visible_name,
    with_scores,
)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sat where. ``is_named`` is false where ``name`` is our word and not the record's."""

    number: int
    seat: str
    letter: str
    name: str
    is_named: bool
    player_id: int | None
    won: bool

    @property
    def short(self) -> str:
        """The name where it is not in its own place; the same where it is not long."""
        return short_name(self.name)


@dataclass(frozen=True, slots=True)
class RecordRow:
    record: Record
    game: str
    seats: tuple[SeatRow, ...]
    result: str
    ending: str
    date: str

    @property
    def title(self) -> str:
        """The record in a few words, for headings and links: who met whom."""
        return " – ".join(seat.short for seat in self.seats)


def row(record: Record) -> RecordRow:
    """A record whose seats and event have been read."""
    engine = engines.get(record.game)
    return RecordRow(
        record=record,
        game=engine.name if engine else record.game,
        seats=tuple(_seats(record, engine)),
        result=_result(record),
        ending=record.termination,
        date=date_words(record),
    )


def rows(records: Iterable[Record]) -> list[RecordRow]:
    return [row(record) for record in records]


def _result(record: Record) -> str:
    """The result, with the scores where the game ended on the board: before that they say little."""
    ended = record.board_result != UNKNOWN_RESULT
    words = result_words(record.result)
    return with_scores(words, record.scores) if ended and record.scores else words


def _seats(record: Record, engine: engines.AnyEngine | None) -> Iterable[SeatRow]:
    winners = record.result.split("+")
    for seat in record.seats.all():
        known = engine is not None and seat.number < len(engine.seat_names)
        name = engine.seat_names[seat.number] if engine and known else f"Seat {seat.number + 1}"
        letter = engine.seat_letters[seat.number] if engine and known else str(seat.number + 1)
        shown = visible_name(seat.name)
        yield SeatRow(
            number=seat.number,
            seat=name,
            letter=letter,
            name=shown,
            is_named=shown == seat.name,
            player_id=seat.player_id,
            won=name in winners,
        )
