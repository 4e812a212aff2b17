"""What a player likes to choose: what his games are found by, such as accents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analysis.selectors.people.fare import Fare, fares
from analysis.selectors.people.plays import Play, lots
from archive.engines import AnyEngine
from archive.models import RecordFacet

LATEST: Final = 500
"""So many of the latest games tell what someone likes."""
CHOICES: Final = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that was chosen, with the games in which it was."""

    kind: str
    value: str
    fare: Fare


def choices(engine: AnyEngine, plays: Sequence[Play]) -> dict[str, tuple[Choice, ...]]:
    """What the player's games of one game are found by, under the words for its kind."""
    if not engine.facet_kinds:
        return {}
    sat = {(play.record, play.seat): play for play in plays}
    chosen: list[tuple[tuple[str, str], Play]] = []
    for records in lots(sorted({play.record for play in plays})):
        facets = RecordFacet.objects.filter(record__in=records, seat__gte=0).order_by()
        for record, seat, of, value in facets.values_list("record", "seat", "kind", "value"):
            if play := sat.get((record, seat)):
                chosen.append(((of, value), play))
    sums = fares((key, play.ending, play.seat) for key, play in dict.fromkeys(chosen))
    found: dict[str, tuple[Choice, ...]] = {}
    for kind in engine.facet_kinds:
        labels = dict(kind.choices)
        mine = Counter({value: sums[of, value].games for of, value in sums if of == kind.kind})
        rows = [
            Choice(kind.label, labels.get(value, value), sums[kind.kind, value])
            for value, _ in sorted(mine.items(), key=lambda item: (-item[1], item[0]))
        ]
        if rows:
            found[kind.label] = tuple(rows[:CHOICES])
    return found
