"""`manage.py import_records`: the same services, without a broker."""

import gzip
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from archive.models import ImportBatch, Record, Visibility
from tests.archive.games import ILLEGAL_MOVES, game, mixed_games
from tests.archive.ledger import check_ledger
from tests.importers.packing import zipped

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    output = io.StringIO()
    call_command("import_records", *arguments, stdout=output)
    return output.getvalue()


def test_it_prints_the_ledger_and_the_place_of_what_was_rejected(tmp_path: Path) -> None:
    file = tmp_path / "games.tgr"
    file.write_text(game("Amber") + game("Bramble", moves=ILLEGAL_MOVES) + game("Amber"))
    first, second = run(str(file)).splitlines()
    assert first == "3 received = 1 stored + 1 duplicate + 1 rejected"
    assert second.startswith("games.tgr:11:46: ")
    assert len(second) > 40, "the rule in words"


def test_several_files_and_packed_ones_are_one_import(tmp_path: Path) -> None:
    (tmp_path / "a.tgr").write_text(mixed_games(30))
    (tmp_path / "b.tgr.gz").write_bytes(gzip.compress(game("In the second").encode()))
    output = run(str(tmp_path / "a.tgr"), str(tmp_path / "b.tgr.gz"), "--sample")
    assert output.startswith("31 received = 26 stored + 3 duplicate + 2 rejected")
    check_ledger(ImportBatch.objects.get())
    assert Record.objects.filter(is_sample=True).count() == 26


def test_records_may_be_somebodys_and_hidden(tmp_path: Path, ilse: User) -> None:
    file = tmp_path / "games.tgr"
    file.write_text(game("Amber"))
    with pytest.raises(CommandError, match=r"No account .* nobody@example.org"):
        run(str(file), "--owner", "nobody@example.org")
    run(str(file), "--owner", "Ilse@example.org", "--visibility", "private")
    record = Record.objects.get()
    assert (record.owner, record.visibility) == (ilse, Visibility.PRIVATE)
    with pytest.raises(CommandError, match="invalid choice: 'withdrawn'"):
        run(str(file), "--visibility", "withdrawn")


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(game("Amber").encode())))
    assert run("-").startswith("1 received = 1 stored")


def test_a_file_that_is_not_there_is_named_and_nothing_is_imported(tmp_path: Path) -> None:
    (tmp_path / "a.tgr").write_text(game("Amber"))
    with pytest.raises(CommandError, match=r"missing\.tgr"):
        run(str(tmp_path / "a.tgr"), str(tmp_path / "missing.tgr"))
    assert not ImportBatch.objects.exists()


def test_what_was_skipped_is_told_apart_from_the_records(tmp_path: Path) -> None:
    file, errors = tmp_path / "games.zip", io.StringIO()
    names = ("a.tgr", "__MACOSX/._a.tgr")
    file.write_bytes(zipped(game("Amber").encode(), b"?", names=names))
    call_command("import_records", str(file), stdout=io.StringIO(), stderr=errors)
    assert "games.zip" in errors.getvalue()
    assert errors.getvalue().endswith("archives: __MACOSX/._a.tgr.\n")
    assert ImportBatch.objects.get().received == 1
