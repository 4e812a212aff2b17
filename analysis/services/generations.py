"""Generations: which indexes of a game there are, and the swap of a new one for the old."""

import datetime as dt
from collections.abc import Iterator

from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from analysis.models import Entry, Generation, PositionStat, Status, Visit
from archive import engines
from archive.selectors.silence import HOUR, is_silent

KEPT = (Status.ACTIVE, Status.BUILDING)
"""What records go into; retired ones only wait for their end."""
ENTRIES_AT_ONCE = 500
SUMS_AT_ONCE = 5_000


def live(game: str) -> list[Generation]:
    """The generations that the records of a game belong in: the active one, and one being built.

    A game that has none yet gets its first. One of an older edition is left as it is: its keys are
    not those of today's engine.
    """
    engine = engines.get(game)
    if engine is None:
        return []
    if not Generation.objects.filter(game=game, status=Status.ACTIVE).exists():
        _make(game, engine.edition, Status.ACTIVE)
    kept = Generation.objects.filter(game=game, edition=engine.edition, status__in=KEPT)
    return list(kept.defer("counters").order_by("pk"))


def _make(game: str, edition: int, status: Status) -> None:
    new = Generation(game=game, edition=edition, status=status)
    # Two workers may try at once; the constraint lets one through.
    Generation.objects.bulk_create([new], ignore_conflicts=True)


def is_kept(generation_id: int) -> bool:
    """Whether records still go into it."""
    return Generation.objects.filter(pk=generation_id, status__in=KEPT).exists()


def is_current(generation: Generation) -> bool:
    """Whether it is by today's edition of its engine."""
    engine = engines.get(generation.game)
    return engine is None or engine.edition == generation.edition


@transaction.atomic
def begin(*, game: str, anew: bool = False) -> Generation | None:
    """The generation to build: the one that was begun, or a new one. ``anew``: a new one in any
    case. None where a worker of a newer release builds its own."""
    engine = engines.get(game)
    if engine is None:
        raise LookupError(f"No engine is called {game!r}.")
    building = Generation.objects.filter(game=game, status=Status.BUILDING)
    _retire(building if anew else building.filter(edition__lt=engine.edition))
    _make(game, engine.edition, Status.BUILDING)
    return building.filter(edition=engine.edition).first()


@transaction.atomic
def swap(*, generation: Generation) -> bool:
    """Make a generation that was built the one that pages read; False where another took its
    place while it was built."""
    rows = Generation.objects.filter(game=generation.game, status__in=KEPT).order_by("pk")
    held = {one.pk: one.status for one in rows.select_for_update(no_key=True)}
    if held.get(generation.pk) != Status.BUILDING:
        return False
    _retire(Generation.objects.filter(game=generation.game, status=Status.ACTIVE))
    Generation.objects.filter(pk=generation.pk).update(status=Status.ACTIVE)
    return True


def _retire(generations: QuerySet[Generation]) -> None:
    generations.update(status=Status.RETIRED, retired_at=timezone.now())


def clear_retired(*, now: dt.datetime) -> Iterator[int]:
    """Delete what retired generations hold, once no page reads them any more; yields how many rows
    went at a time."""
    kept = dt.timedelta(seconds=settings.RETIRED_SECONDS)
    long_ago = is_silent("retired_at", now=now, within=kept, ahead=HOUR)
    rows = Generation.objects.filter(status=Status.RETIRED)
    for generation in rows.filter(Q(retired_at=None) | long_ago):
        yield from _clear(generation)


def _clear(generation: Generation) -> Iterator[int]:
    while ids := _some(Entry.objects.filter(generation=generation), ENTRIES_AT_ONCE):
        _delete_entries(ids)
        yield len(ids)
    while ids := _some(PositionStat.objects.filter(generation=generation), SUMS_AT_ONCE):
        PositionStat.objects.filter(pk__in=ids).delete()
        yield len(ids)
    generation.delete()


def _some(rows: "QuerySet[Model]", count: int) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:count])


@transaction.atomic
def _delete_entries(ids: list[int]) -> None:
    Visit.objects.filter(entry__in=ids).delete()
    Entry.objects.filter(pk__in=ids).delete()
