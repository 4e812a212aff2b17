"""`manage.py reindex`: the whole index made again, beside the one in use, and swapped."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.services import rebuilding, runs
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
            with runs.noted("rebuild", game=game) as run:
                for run.done in rebuilding.rebuild(game=game):
                    pass
            self.stdout.write(f"{game}: {run.done} records looked at, index in use.")
