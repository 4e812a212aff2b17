"""`manage.py digest`: a line for each table, equal for equal archives."""

from typing import Any

from django.core.management.base import BaseCommand

from archive.selectors import digests


class Command(BaseCommand):
    help = "Say what the archive holds, a digest for each table; equal archives say the same."

    def handle(self, **_options: Any) -> None:
        for digest in digests.digests():
            self.stdout.write(str(digest))
