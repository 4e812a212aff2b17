"""Puts the sample games into an archive that holds nothing yet."""

from typing import Any

from django.core.management.base import BaseCommand

from archive.services import samples


class Command(BaseCommand):
    help = "Import the sample games, if the archive holds no record at all."

    def handle(self, **_options: Any) -> None:
        batch = samples.load()
        if batch is not None:
            self.stdout.write(
                f"The archive was empty: {batch.stored} sample games are in it now, "
                f"{batch.duplicate} duplicates, {batch.rejected} rejected."
            )
