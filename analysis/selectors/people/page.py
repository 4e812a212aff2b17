"""All figures of a player, as one page or a part of his page shows them."""

from collections import Counter
from dataclasses import dataclass

from analysis.selectors.people.beginnings import Openings, openings
from analysis.selectors.people.fare import Fare, fares
from analysis.selectors.people.habits import LATEST, Choice, choices
from analysis.selectors.people.history import History, Span, history, over_time
from analysis.selectors.people.opponents import Opponents, opponents
from analysis.selectors.people.plays import plays
from archive import engines
from archive.engines import AnyEngine
from archive.selectors import visible
from archive.selectors.words import visible_name


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """How someone fared on one seat of one game."""

    game: AnyEngine
    seat: str
    fare: Fare


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What there is to tell of one game. ``latest``: of so many games openings and choices are."""

    engine: AnyEngine
    fare: Fare
    history: History | None
    spans: tuple[Span, ...]
    opponents: Opponents
    openings: Openings
    choices: dict[str, tuple[Choice, ...]]
    latest: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """``name`` is what pages show; ``key`` the name by which filters find the player."""

    player: int
    name: str
    key: str
    records: tuple[SeatRecord, ...]
    games: tuple[AnyEngine, ...]
    chosen: GameFigures | None


def player_figures(player: int, *, game: str, page: int) -> PlayerFigures | None:
    """Figures of somebody whom a counted record names; of one ``game`` closely, or of the one that
    he plays most. ``page``: of opponents."""
    found = visible.players().filter(pk=player).first()
    if found is None:
        return None
    mine = plays(player)
    times = Counter(play.game for play in mine)
    known = [engine for engine in engines.all_engines() if engine.slug in times]
    most = max(known, key=lambda engine: times[engine.slug], default=None)
    engine = next((engine for engine in known if engine.slug == game), most)
    sums = fares(((play.game, play.seat), play.ending, play.seat) for play in mine)
    records = tuple(
        SeatRecord(one, name, sums[one.slug, seat])
        for one in known
        for seat, name in enumerate(one.seat_names)
        if (one.slug, seat) in sums
    )
    chosen = None
    if engine is not None:
        of_game = [play for play in mine if play.game == engine.slug]
        latest = of_game[:LATEST]
        chosen = GameFigures(
            engine=engine,
            fare=fares(("", play.ending, play.seat) for play in of_game)[""],
            history=history(player, engine.slug),
            spans=over_time(of_game),
            opponents=opponents(player, of_game, page),
            openings=openings(latest),
            choices=choices(engine, latest),
            latest=len(latest),
        )
    return PlayerFigures(
        player, visible_name(found.name), found.name, records, tuple(known), chosen
    )
