"""`manage.py dump_archive`: all public records as files for everybody, now."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from archive.selectors import dumps
from archive.services import dumping

SLICE_SECONDS = 5


class Command(BaseCommand):
    help = "Write all public records into files that the page /dumps/ offers."

    def handle(self, **_options: Any) -> None:
        try:
            name = dumping.begin(now=timezone.now())
            while dumping.write_some(name=name, seconds=SLICE_SECONDS):
                pass
        except (dumping.DumpBusyError, OSError) as error:
            raise CommandError(f"No dump was made. {error}") from error
        made = dumps.get(name)
        if made is None:
            raise CommandError(f"No dump was made. One that began later took its place: {name}.")
        self.stdout.write(f"{settings.DUMP_DIR}/{name}: {made.records} records.")
        for file in made.files:
            self.stdout.write(f"{file.name}: {file.size} bytes, SHA-256 {file.sha256}")
