"""Plays the sample games anew: `make samples`. Takes a minute or two."""

import gzip
from typing import Any

from django.core.management.base import BaseCommand

from archive.services import sample_games


class Command(BaseCommand):
    help = "Let the engines play the sample games and write the file that load_samples reads."

    def handle(self, **_options: Any) -> None:
        # No name and no time in the packed file: the same games give the same bytes.
        with (
            sample_games.FILE.open("wb") as file,
            gzip.GzipFile("", "wb", 9, file, mtime=0) as packed,
        ):
            for record in sample_games.sample_records():
                packed.write(record.encode())
        self.stdout.write(f"{sample_games.GAMES} sample games in {sample_games.FILE}")
