"""`manage.py restore FILE`: an empty database filled from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from archive.services import backups


class Command(BaseCommand):
    help = "Fill an empty database from a file of back_up, then bring it to this release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            backups.restore(file=file)
        except (backups.BackupError, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"{file} is restored. Compare it: manage.py digest")
