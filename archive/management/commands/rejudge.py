"""Judges stored records again where their engine has a newer edition than the one that judged them."""

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from archive.services import rejudging
from archive.tasks import rejudge


class Command(BaseCommand):
    help = "Judge records of earlier engine editions again; differences are kept for the back room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--background", action="store_true", help="Let a worker do it, and return at once."
        )

    def handle(self, *, background: bool, **_options: Any) -> None:
        if background:
            rejudge.delay()
            self.stdout.write("A worker will do it.")
            return
        found: Counter[str] = Counter()
        for page in rejudging.rejudge():
            found.update(page)
        self.stdout.write(
            f"{found.total()} judged again: {found['stayed']} stayed as they were, "
            f"{found['differ']} differ."
        )
        if found["differ"]:
            self.stdout.write("Decide about those in the back room, under Rejudgements.")
