"""`manage.py check_index`: the index compared with a recount from scratch, and repaired."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.models import Generation
from analysis.services import checking, longjobs, runs


class Command(BaseCommand):
    help = (
        "Compare the index and the statistics with a recount from the records, repair what differs, "
        "and say what it was. May run beside web and workers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", help="Slugs; all games where none is named.")
        parser.add_argument(
            "--records", type=int, metavar="N", help="Replay N records of each game, not all."
        )

    def handle(self, *, games: list[str], records: int | None, **_options: Any) -> None:
        known = {generation.game: generation for generation in checking.active()}
        unknown = [game for game in games if game not in known]
        if unknown:
            there = ", ".join(known) or "none"
            raise CommandError(f"{unknown[0]!r} has no index; those that have one: {there}.")
        for game in games or known:
            self._check(known[game], records)

    def _check(self, generation: Generation, records: int | None) -> None:
        game = generation.game
        job = checking.take_up(generation_id=generation.pk, seizes=True)
        if job is None:
            raise CommandError(f"{game}: its index was replaced just now. Check it again.")
        with runs.noted(checking.NAME, game=game) as run:
            for run.done in checking.go_on(job, most=records):
                run.notes = job.notes
        if job.stage != checking.FINISHED:
            raise CommandError(f"{game}: the check was ended by another, or by a new index.")
        longjobs.let_go(job)
        for note in run.notes:
            self.stdout.write(note)
        found = len(run.notes)
        words = f"{found} differences, repaired" if found else "nothing differs"
        self.stdout.write(f"{game}: {run.done} rows compared, {words}.")
