"""`manage.py reindex`: the whole index made again, beside the one in use, and swapped."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from analysis.services import generations, rating, rebuilding, runs
from archive import engines


class Command(BaseCommand):
    help = "Make the index and the statistics again from the records, then put them in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", help="Slugs; all games where none is named.")

    def handle(self, *, games: list[str], **_options: Any) -> None:
        known = [engine.slug for engine in engines.all_engines()]
        unknown = [game for game in games if game not in known]
        if unknown:
            raise CommandError(f"No game is called {unknown[0]!r}; there are {', '.join(known)}.")
        for game in games or known:
            self._rebuild(game)
        # What was replaced before is read by nobody now; what was replaced here waits for a worker.
        for _ in generations.clear_retired(now=timezone.now()):
            pass

    def _rebuild(self, game: str) -> None:
        with runs.noted(rebuilding.NAME, game=game) as run:
            job = None
            for job in rebuilding.rebuild(game=game):
                run.done, run.notes = job.done, job.notes
        if job is None or job.stage != rebuilding.FINISHED:
            raise CommandError(f"{game}: another reindex took the place of this one.")
        for note in run.notes:
            self.stderr.write(note)
        with runs.noted("rate", game=game) as rated:
            rated.done = rating.refresh(game=game)
        self.stdout.write(f"{game}: {run.done} records looked at, index in use.")
