"""From a question (a game, a page of its charts, a filter) to its charts, or to what a job has to do
before there can be any."""

from dataclasses import dataclass, field
from datetime import datetime

from analysis.models import Generation
from analysis.selectors import opening_tallies, statistics
from analysis.selectors.figures import catalogue, maps
from analysis.selectors.figures.base import Chart, beside, cut
from analysis.selectors.figures.catalogue import Material
from analysis.selectors.figures.maps import Picked
from analysis.selectors.figures.openings import Opening
from analysis.selectors.figures.sums import Sums
from analysis.selectors.filtering import Filter
from archive.engines import AnyEngine


@dataclass(frozen=True, slots=True)
class Question:
    """``picked``: the tile and seat of a map."""

    engine: AnyEngine
    generation: Generation
    section: str
    chosen: Filter
    picked: Picked

    @property
    def version(self) -> str:
        """Changes when the answer may."""
        stat = statistics.of_row(self.generation, self.chosen)
        is_named = self.section == catalogue.OPENINGS
        names = opening_tallies.names_now(self.engine.slug) if is_named else ""
        return f"{self.generation.pk} {self.generation.as_of} {stat.as_of if stat else ''} {names}"


@dataclass(frozen=True, slots=True)
class Answer:
    """``is_missing``: a job has to add up before there is anything to show; ``is_stale``: games have
    come since it did."""

    games: int = 0
    as_of: datetime | None = None
    charts: list[Chart] = field(default_factory=list)
    tiles: list[tuple[str, str]] = field(default_factory=list)
    seats: list[tuple[str, str]] = field(default_factory=list)
    is_missing: bool = False
    is_stale: bool = False


def answer(question: Question) -> Answer:
    """The charts, under a filter each beside that of all games."""
    generation, engine, chosen = question.generation, question.engine, question.chosen
    found = statistics.of_filter(generation, engine, chosen)
    sums, is_stale, as_of = found.sums, found.is_stale, generation.as_of
    if sums is None:
        return Answer(is_missing=True)
    openings: list[Opening] = []
    if question.section == catalogue.OPENINGS:
        known = statistics.openings(generation, engine, chosen)
        if known.openings is None:
            return Answer(is_missing=True)
        openings, is_stale = list(known.openings), is_stale or known.is_stale
        as_of = known.as_of
    charts = [cut(chart) for chart in _charts(question, sums, openings)]
    tiles, seats = _choices(question, sums)
    return Answer(
        sums.games,
        sums.as_of and as_of and min(sums.as_of, as_of),
        charts,
        tiles,
        seats,
        False,
        is_stale,
    )


def _charts(question: Question, sums: Sums, openings: list[Opening]) -> list[Chart]:
    generation, engine = question.generation, question.engine
    has_map = catalogue.has_map(engine, question.section)
    grounds = statistics.grounds(engine, generation) if has_map else ()
    material = Material(engine, question.picked, grounds, openings)
    made = catalogue.charts(material, question.section, sums)
    if question.chosen.is_empty:
        return made
    every: list[Opening] = []
    if question.section == catalogue.OPENINGS:
        every = list(statistics.openings(generation, engine, Filter()).openings or ())
    material = Material(engine, question.picked, grounds, every)
    whole = catalogue.charts(material, question.section, sums.whole)
    others = {chart.name: chart for chart in whole}
    return [beside(chart, others[chart.name]) if chart.name in others else chart for chart in made]


def _choices(question: Question, sums: Sums) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What the map of the page can be asked for."""
    kind = catalogue.event_of(question.engine, question.section)
    if kind is None or not catalogue.has_map(question.engine, question.section):
        return [], []
    return maps.tiles(question.engine, sums, kind), maps.seats(question.engine, sums, kind)
