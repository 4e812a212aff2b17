"""Which charts a game has, chosen by what its engine declares, and on which page each stands."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from analysis.selectors.figures import (
    choices,
    curves,
    events,
    maps,
    openings,
    rates,
    results,
    seating,
    survival,
)
from analysis.selectors.figures.base import Chart, Plane
from analysis.selectors.figures.maps import Picked
from analysis.selectors.figures.openings import Opening
from analysis.selectors.figures.sums import Sums
from archive.engines import AnyEngine
from archive.engines.base import EventKind

Maker = Callable[[Sums], Iterator[Chart]]


@dataclass(frozen=True, slots=True)
class Section:
    """A page of charts. ``group``: the heading under which its link stands."""

    slug: str
    title: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """What the charts of a section depend on, beside the sums."""

    engine: AnyEngine
    picked: Picked
    grounds: Sequence[Plane]
    openings: Sequence[Opening] = ()


RESULTS = "results"
OPENINGS = "openings"
EVENTS = "tiles-"


def sections(engine: AnyEngine) -> list[Section]:
    """The pages of a game, in the order of its menu."""
    found = [Section(RESULTS, "Results")]
    if results.first_seat(engine) is not None:
        found.append(Section(OPENINGS, "Openings"))
    if choices.has_choices(engine):
        found.append(Section("choices", "Choices"))
    if engine.measures:
        found.append(Section("curves", "Course of the game"))
    if survival.has_survival(engine):
        found.append(Section("survival", "Survival"))
    found += [
        Section(f"{EVENTS}{kind.kind}", kind.label, "Tiles and events")
        for kind in engine.event_kinds
    ]
    return found


def charts(material: Material, section: str, sums: Sums) -> list[Chart]:
    """The charts of a page; [] where the game has no such page. Those without a number are left
    out."""
    return [chart for chart in _made(material, section, sums) if not chart.is_empty]


def _made(material: Material, section: str, sums: Sums) -> Iterator[Chart]:
    engine = material.engine
    makers: dict[str, Maker] = {
        RESULTS: lambda sums: chain(results.charts(engine, sums), seating.charts(engine, sums)),
        "choices": partial(choices.charts, engine),
        "curves": partial(curves.charts, engine),
        "survival": partial(survival.charts, engine),
    }
    if section == OPENINGS:
        yield from openings.charts(engine, sums, material.openings)
    elif section in makers:
        yield from makers[section](sums)
    elif kind := event_of(engine, section):
        if kind.has_spots:
            yield maps.board_map(sums, kind, material.picked, material.grounds)
        yield from events.charts(engine, sums, kind)
        yield from rates.charts(engine, sums, kind)


def event_of(engine: AnyEngine, section: str) -> EventKind | None:
    """The kind of event that a page is about."""
    if not section.startswith(EVENTS):
        return None
    return events.find(engine, section.removeprefix(EVENTS))


def has_map(engine: AnyEngine, section: str) -> bool:
    """Whether the page shows a board."""
    kind = event_of(engine, section)
    return kind is not None and kind.has_spots
