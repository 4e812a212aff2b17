from typing import Any

from django.core.management.base import BaseCommand

from analysis.services import openings


class Command(BaseCommand):
    help = "Brings the names of openings in line with their files and with today's engines."

    def handle(self, *_: Any, **__: Any) -> None:
        changed = openings.refresh()
        self.stdout.write(f"{changed} names of openings changed.")
