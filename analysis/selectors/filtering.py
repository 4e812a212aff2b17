"""Which games of an index are asked for: a filter as a value, and its condition on entries."""

from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from analysis.models import Entry, Generation, Status
from archive.engines import AnyEngine, all_engines
from archive.models import Event, Record
from archive.selectors import records, visible


@dataclass(frozen=True, slots=True)
class Filter:
    """What is asked of games; a field that is empty asks nothing.

    ``player``: someone so called took part, on that ``seat`` where one is given. ``options`` is a
    part of the options. ``least``: so many plies at least.
    """

    player: str = ""
    seat: str = ""
    since: date | None = None
    until: date | None = None
    event: str = ""
    rules: str = ""
    options: str = ""
    result: str = ""
    least: int | None = None

    @property
    def is_empty(self) -> bool:
        """Every game fits. A seat alone asks nothing."""
        return not any(value for name, value in self.pairs() if name != "seat")

    def pairs(self) -> list[tuple[str, str]]:
        """The fields that ask something, as an address has them."""
        given = asdict(self).items()
        return [(name, str(value)) for name, value in given if value not in (None, "")]

    @property
    def query(self) -> str:
        """As an address has it, always in the same order: "" where nothing is asked."""
        return urlencode(self.pairs())

    def dump(self) -> dict[str, str]:
        """As a row keeps it; `load` reads it."""
        return dict(self.pairs())


def load(kept: dict[str, str]) -> Filter:
    """The filter that `Filter.dump` wrote."""
    values: dict[str, Any] = {
        name.name: kept[name.name] for name in fields(Filter) if name.name in kept
    }
    for name in ("since", "until"):
        if name in values:
            values[name] = date.fromisoformat(values[name])
    if "least" in values:
        values["least"] = int(values["least"])
    return Filter(**values)


def active(game: str) -> Generation | None:
    """The index of a game that pages read, without its sums."""
    rows = Generation.objects.filter(game=game, status=Status.ACTIVE)
    return rows.defer("counters").first()


def games() -> list[tuple[AnyEngine, Generation | None]]:
    """Every game, with the index of it that pages read where there is one, without its sums."""
    rows = Generation.objects.filter(status=Status.ACTIVE).defer("counters")
    by_game = {generation.game: generation for generation in rows}
    return [(engine, by_game.get(engine.slug)) for engine in all_engines()]


def entries(generation: Generation, engine: AnyEngine, chosen: Filter) -> QuerySet[Entry]:
    """The counted entries of an index that a filter lets through."""
    rows = Entry.objects.filter(generation=generation, is_counted=True)
    return rows.filter(condition(engine, chosen))


def condition(engine: AnyEngine, chosen: Filter, path: str = "") -> Q:
    """The filter as a condition on entries; ``path`` leads to them, as in ``entry__``."""
    asked = Q()
    if chosen.player:
        asked &= _with_player(engine, chosen, path)
    if chosen.since:
        asked &= Q(**{f"{path}date_latest__gte": chosen.since})
    if chosen.until:
        asked &= Q(**{f"{path}date_earliest__lte": chosen.until})
    if chosen.event:
        events = Event.objects.filter(name__icontains=chosen.event)
        asked &= Q(**{f"{path}event__in": events.values("pk")})
    if chosen.rules:
        asked &= Q(**{f"{path}rules__iexact": chosen.rules})
    if chosen.options:
        asked &= Q(**{f"{path}options__icontains": chosen.options})
    if chosen.result:
        asked &= _with_result(chosen.result, path)
    if chosen.least:
        asked &= Q(**{f"{path}plies__gte": chosen.least})
    return asked


def _with_player(engine: AnyEngine, chosen: Filter, path: str) -> Q:
    """Entries are of one game, so a seat's number is enough."""
    names = engine.seat_names
    asked = Q(pk__in=())
    for taken in records.seats_taken(chosen.player):
        sat = taken
        if chosen.seat:
            number = names.index(chosen.seat) if chosen.seat in names else -1
            sat = taken.filter(number=number)
        asked |= Q(**{f"{path}record__in": sat.values("record")})
    return asked


def _with_result(result: str, path: str) -> Q:
    """The result is this one, or a shared victory that this seat has a part in."""
    shared = (
        ("startswith", f"{result}+"),
        ("endswith", f"+{result}"),
        ("contains", f"+{result}+"),
    )
    asked = Q(**{f"{path}result": result})
    for how, text in shared:
        asked |= Q(**{f"{path}result__{how}": text})
    return asked


def listed(rows: QuerySet[Entry]) -> QuerySet[Record]:
    """The records of entries, for a list."""
    return visible.counted().filter(pk__in=rows.values("record"))
