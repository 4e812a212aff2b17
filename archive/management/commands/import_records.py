"""Imports files straight in this process, through the same services as an upload."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from archive.models import ImportBatch, Visibility
from archive.selectors import accounts, imports
from archive.services import batches, importing

PIECE_BYTES = 1 << 20
SEEN_BY = [one.value for one in Visibility if one != Visibility.WITHDRAWN]


class Command(BaseCommand):
    help = "Import records of any form into the archive, and print what became of each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="A file, or - for input.")
        parser.add_argument("--sample", action="store_true", help="The games are samples.")
        parser.add_argument(
            "--visibility", choices=SEEN_BY, default=SEEN_BY[0], help="Who sees the records."
        )
        parser.add_argument(
            "--owner", metavar="EMAIL", help="The account that they belong to; else to none."
        )

    def handle(
        self,
        *,
        files: list[str],
        sample: bool,
        visibility: str,
        owner: str | None,
        **_options: Any,
    ) -> None:
        try:
            uploads = [(Path(name).name, _pieces(name)) for name in files]
            batch = batches.open_batch(
                uploads=uploads,
                is_sample=sample,
                owner_id=_account(owner) if owner else None,
                visibility=Visibility(visibility),
            )
        except (OSError, batches.UploadRefused) as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(
                "The archive cannot take this just now, and nothing of it was stored. Run it again."
            ) from error
        importing.import_batch(batch=batch)
        self._print(batch)

    def _print(self, batch: ImportBatch) -> None:
        for note in batch.notes:
            self.stderr.write(note)
        self.stdout.write(
            f"{batch.received} received = {batch.stored} stored + "
            f"{batch.duplicate} duplicate + {batch.rejected} rejected"
        )
        for item in imports.ledger(batch, "rejected").iterator():
            problem = item.problem or {}
            line, column = problem.get("line") or item.line, problem.get("column") or 1
            self.stdout.write(f"{item.file}:{line}:{column}: {problem.get('message', '')}")


def _account(email: str) -> int:
    found = accounts.called(email)
    if found is None:
        raise CommandError(f"No account has the address or name {email}; nothing was imported.")
    return found.pk


def _pieces(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from _read(sys.stdin.buffer)
        return
    with Path(name).open("rb") as file:
        yield from _read(file)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(PIECE_BYTES):
        yield piece
