"""The clock of the jobs; one for the whole site."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from archive.management.entry import become


class Command(BaseCommand):
    help = "Become the clock that sends what is due. There shall be exactly one."

    def handle(self, **_options: Any) -> None:
        become(
            *("celery", "--app", "archive.config.celery", "--quiet", "beat"),
            *("--loglevel", settings.LOG_LEVEL),
            # A file with its process id would keep it from starting again after a crash.
            *("--pidfile", ""),
        )
