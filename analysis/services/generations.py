"""Generations: which indexes of a game there are, and the swap of a new one for the old."""

from django.db import transaction

from analysis.models import Entry, Generation, Status, Visit
from analysis.services import rating
from archive import engines

ENTRIES_AT_ONCE = 500


def live(game: str) -> list[Generation]:
    """The generations that the records of a game belong in: the active one, and one being built.

    A game that has none yet gets its first. One of an older edition is left as it is: its keys are
    not those of today's engine.
    """
    engine = engines.get(game)
    if engine is None:
        return []
    if not Generation.objects.filter(game=game, status=Status.ACTIVE).exists():
        _first(game, engine.edition)
    kept = (Status.ACTIVE, Status.BUILDING)
    return list(Generation.objects.filter(game=game, edition=engine.edition, status__in=kept))


def _first(game: str, edition: int) -> None:
    new = Generation(game=game, edition=edition, status=Status.ACTIVE)
    # Two workers may try at once; the constraint lets one through.
    Generation.objects.bulk_create([new], ignore_conflicts=True)


@transaction.atomic
def begin(*, game: str) -> Generation:
    """A new generation to build, in place of one that was begun and not finished."""
    Generation.objects.filter(game=game, status=Status.BUILDING).update(status=Status.RETIRED)
    engine = engines.get(game)
    if engine is None:
        raise LookupError(f"No engine is called {game!r}.")
    return Generation.objects.create(game=game, edition=engine.edition)


@transaction.atomic
def swap(*, generation: Generation) -> None:
    """Make a generation that was built the one that pages read."""
    Generation.objects.filter(game=generation.game, status=Status.ACTIVE).update(
        status=Status.RETIRED
    )
    Generation.objects.filter(pk=generation.pk).update(status=Status.ACTIVE)
    rating.note_all(game=generation.game)


def clear_retired() -> int:
    """Delete what retired generations hold, some at a time; how many entries there were."""
    gone = 0
    for generation in Generation.objects.filter(status=Status.RETIRED):
        while ids := _some_entries(generation):
            with transaction.atomic():
                Visit.objects.filter(entry__in=ids).delete()
                Entry.objects.filter(pk__in=ids).delete()
            gone += len(ids)
        generation.delete()
    return gone


def _some_entries(generation: Generation) -> list[int]:
    entries = Entry.objects.filter(generation=generation).order_by("pk")
    return list(entries.values_list("pk", flat=True)[:ENTRIES_AT_ONCE])
