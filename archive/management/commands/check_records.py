"""Judges records without storing them: one JSON object a record, and a summary."""

import errno
import json
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from django.core.management.base import BaseCommand, CommandError

from archive.importers import read_records, skipped
from archive.importers.packed import is_packed
from archive.replay import VERDICTS, judge
from archive.selectors.checks import report
from archive.services.splitting import limits

STANDARD_INPUT: Final = "-"
HELD_IN_MEMORY: Final = 8 << 20


class Command(BaseCommand):
    help = (
        "Judge records of any form without storing them. Prints one JSON object a record, and a "
        "summary on standard error. Exit status 0: all valid; 1: some not; 2: a file could not be "
        "opened."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="A file, or - for input.")

    def handle(self, *, files: list[str], **_options: Any) -> None:
        counts: Counter[str] = Counter()
        is_missing = False
        for name in files:
            try:
                with _opened(name) as source:
                    self._check(source, name, counts)
            except BrokenPipeError:
                # The reader of our output has seen enough.
                sys.stderr.close()
                sys.exit(1)
            except _UnwritableError as error:
                raise CommandError(
                    f"The results cannot be written: {error}", returncode=2
                ) from error
            except OSError as error:
                is_missing = True
                self.stderr.write(f"{name}: {error.strerror or error}")
        self.stderr.write(_summary(counts))
        if is_missing:
            sys.exit(2)
        if counts.total() > counts["valid"]:
            sys.exit(1)

    def _check(self, source: BinaryIO, name: str, counts: Counter[str]) -> None:
        for record in read_records(source, name, limits()):
            judgement = judge(record)
            counts[judgement.verdict] += 1
            self._print(json.dumps(report(judgement)))
        if source.seekable() and (note := skipped(source, name, limits())):
            self.stderr.write(note)

    def _print(self, line: str) -> None:
        try:
            self.stdout.write(line)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _UnwritableError(error.strerror or str(error)) from error


class _UnwritableError(Exception):
    """Our own output cannot be written (a full disk): no fault of the input."""


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """A file to read; a packed one from standard input is held, since it must be seekable."""
    if name != STANDARD_INPUT:
        with Path(name).open("rb") as file:
            yield file
        return
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    source = sys.stdin.buffer
    if not (isinstance(source, BufferedReader) and is_packed(source.peek(4))):
        yield source
        return
    with tempfile.SpooledTemporaryFile(HELD_IN_MEMORY) as held:
        while block := source.read(1 << 16):
            held.write(block)
        held.seek(0)
        yield cast("BinaryIO", held)


def _summary(counts: Counter[str]) -> str:
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    return f"{counts.total()} records: {parts}"
