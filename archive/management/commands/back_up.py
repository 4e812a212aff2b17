"""`manage.py back_up FILE`: the whole database in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from archive.services import backups


class Command(BaseCommand):
    help = "Write the whole database into a file; the site may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            backups.dump(file=file)
        except (backups.BackupError, OSError) as error:
            raise CommandError(f"Nothing was backed up. {error}") from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes.")
