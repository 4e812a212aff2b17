"""The whole public archive as files: what is in them, and that they make the same archive."""

import gzip
import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from archive import tasks
from archive.models import Event, Player, PlayerName, Record, Visibility
from archive.selectors import dumps
from archive.services import amending, dumping, pseudonyms, records
from tests.archive.games import game, mixed_games
from tests.conftest import ROOT

Importer = Callable[..., object]
SAMPLES = ROOT / "archive" / "samples.tgr.gz"
NIGHT = datetime(2026, 11, 30, 3, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DUMP_DIR = tmp_path / "dumps"
    return tmp_path / "dumps"


def some_of_each_game() -> str:
    texts: dict[str, list[str]] = {}
    for text in re.split(r"(?m)^(?=\[Game )", gzip.decompress(SAMPLES.read_bytes()).decode())[1:]:
        texts.setdefault(text.splitlines()[0], []).append(text)
    return "".join(text for kind in texts.values() for text in kind[:3])


def dump(now: datetime = NIGHT, *, seconds: float = 60) -> dumps.Dump:
    name = dumping.begin(now=now)
    while dumping.write_some(name=name, seconds=seconds):
        pass
    made = dumps.get(name)
    assert made is not None
    return made


def packed(made: dumps.Dump, suffix: str) -> bytes:
    (name,) = (file.name for file in made.files if file.name.endswith(f".{suffix}.gz"))
    return (dumps.folder_of(made.name) / name).read_bytes()


def facts() -> list[Any]:
    """What an archive says of its records, without numbers and times of its own."""
    return sorted(
        (
            record.fingerprint,
            record.tags,
            record.verdict,
            record.result,
            record.termination,
            record.board_result,
            record.claimed_result,
            [(seat.number, seat.name, seat.player and seat.player.name) for seat in seats],
        )
        for record in Record.objects.prefetch_related("seats__player")
        for seats in [record.seats.order_by("number")]
    )


@pytest.mark.parametrize("suffix", ["tgr", "ndjson"])
def test_a_dump_brought_into_an_empty_site_makes_the_same_archive(
    import_text: Importer, suffix: str
) -> None:
    import_text(some_of_each_game())
    import_text(mixed_games(60))
    before = facts()
    assert len({record.game for record in Record.objects.all()}) == 5
    made = dump(seconds=0)
    for rows in (Record, PlayerName, Player, Event):
        rows.objects.all().delete()
    import_text(packed(made, suffix), f"dump.{suffix}.gz")
    assert made.records == len(before)
    assert facts() == before


def test_only_public_records_are_in_a_dump(import_text: Importer) -> None:
    import_text("".join(game(name) for name in ("Ilse", "Tomo", "Renske", "Hazel")))
    hidden = zip(("Tomo", "Renske", "Hazel"), Visibility.hidden(), strict=True)
    for name, visibility in hidden:
        record = Record.objects.get(seats__name=name)
        records.set_visibility(record_ids=[record.pk], visibility=Visibility(visibility))
    made = dump()
    assert made.records == 1
    for suffix in ("tgr", "ndjson"):
        text = gzip.decompress(packed(made, suffix)).decode()
        assert "Ilse" in text
        assert not [name for name in ("Tomo", "Renske", "Hazel") if name in text]


def test_the_manifest_says_what_the_files_hold(
    import_text: Importer, settings: LazySettings
) -> None:
    settings.DUMP_LICENCE = "Free for all."
    import_text(mixed_games(30))
    made = dump()
    folder = dumps.folder_of(made.name)
    told = json.loads((folder / "manifest.json").read_text())
    count = Record.objects.count()
    assert (told["records"], told["games"]) == (count, {"skud-pai-sho": count})
    assert (told["licence"], told["made"]) == ("Free for all.", "2026-11-30T03:00:00+00:00")
    for file in told["files"]:
        data = (folder / file["name"]).read_bytes()
        assert file["bytes"] == len(data)
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
    assert {path.name for path in folder.iterdir()} == {
        "manifest.json",
        *(file["name"] for file in told["files"]),
    }


def test_a_dump_of_a_clock_that_was_ahead_gives_way_to_the_next(import_text: Importer) -> None:
    import_text(game("Ilse"))
    ahead = dump(NIGHT.replace(year=2027))
    assert dumps.names() == [ahead.name]
    made = dump(NIGHT)
    assert dumps.names() == [made.name]


def test_what_a_killed_worker_half_wrote_is_cut_off(
    import_text: Importer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text("".join(game(f"Player {number}") for number in range(5)))
    monkeypatch.setattr("archive.selectors.exports.CHUNK", 2)
    name = dumping.begin(now=NIGHT)
    assert dumping.write_some(name=name, seconds=0)
    assert dumps.listed() == []
    for path in folder.glob(".part-*/*.gz"):
        with path.open("ab") as file:
            file.write(b"half a membe")
    while dumping.write_some(name=name, seconds=0):
        pass
    (made,) = dumps.listed()
    text = gzip.decompress(packed(made, "tgr")).decode()
    assert text == "".join(Record.objects.order_by("pk").values_list("text", flat=True))


def test_an_empty_archive_has_an_empty_dump(db: None) -> None:
    made = dump()
    assert made.records == 0
    assert gzip.decompress(packed(made, "tgr")) == b""


def test_the_newest_dumps_are_kept(db: None, settings: LazySettings) -> None:
    settings.DUMP_KEPT = 2
    for day in (1, 2, 3):
        dump(NIGHT.replace(day=day))
    assert dumps.names() == ["20261103-030000", "20261102-030000"]


def hide(record: Record) -> None:
    records.set_visibility(record_ids=[record.pk], visibility=Visibility.PRIVATE)


def amend(record: Record) -> None:
    amending.amend(record_id=record.pk, text=game("Cedar"))


def delete(record: Record) -> None:
    records.delete(record_ids=[record.pk])


def rename(record: Record) -> None:
    pseudonyms.give(player=Player.objects.get(name="Ilse"), pseudonym="Heron")


@pytest.mark.parametrize("change", [hide, amend, delete, rename])
def test_a_dump_that_holds_what_was_changed_is_thrown_away_and_another_is_made(
    import_text: Importer, change: Callable[[Record], None]
) -> None:
    import_text(game("Ilse") + game("Hazel"))
    before = dump(seconds=0)
    import_text(game("Tomo"))
    tasks.check_dumps()
    assert dumps.names() == [before.name], "new records make no dump untrue"
    change(Record.objects.get(seats__name="Ilse"))
    current_app.control.purge()
    tasks.check_dumps()
    assert dumps.names() == []
    assert current_app.control.purge() == 1, "a worker is asked for another"
    tasks.dump()
    (after,) = dumps.listed()
    assert after.name != before.name
    assert "Ilse" not in gzip.decompress(packed(after, "tgr")).decode()


def test_a_record_that_is_hidden_while_it_is_dumped_is_found_out(import_text: Importer) -> None:
    import_text(game("Ilse") + game("Hazel"))
    name = dumping.begin(now=NIGHT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("archive.selectors.exports.CHUNK", 1)
        assert dumping.write_some(name=name, seconds=0)
    hide(Record.objects.get(seats__name="Ilse"))
    dumping.write_some(name=name, seconds=60)
    assert dumping.forget_untrue() == [name]


def test_of_several_dumps_those_alone_that_are_no_longer_true_go(import_text: Importer) -> None:
    names = []
    for hour, host in enumerate(("Ilse", "Hazel", "Tomo")):
        import_text(game(host))
        names.append(dumping.begin(now=NIGHT.replace(hour=hour)))
        dumping.write_some(name=names[-1], seconds=60)
    assert dumps.untrue() == []
    hide(Record.objects.get(seats__name="Hazel"))
    assert dumping.forget_untrue() == names[1:]
    assert dumps.names() == names[:1]


def test_a_dump_that_is_begun_gives_up_the_one_before(db: None) -> None:
    first = dumping.begin(now=NIGHT)
    second = dumping.begin(now=NIGHT.replace(hour=4))
    assert not dumping.write_some(name=first, seconds=1)
    assert not dumping.write_some(name=second, seconds=1)
    assert dumps.names() == [second]


def test_two_do_not_write_at_once(db: None) -> None:
    with dumping._alone(), pytest.raises(CommandError, match="Another dump is being written"):
        call_command("dump_archive")


def test_the_command_makes_a_dump(
    import_text: Importer, capsys: pytest.CaptureFixture[str]
) -> None:
    import_text(game("Ilse"))
    call_command("dump_archive")
    (made,) = dumps.listed()
    said = capsys.readouterr().out
    assert f"{made.name}: 1 records." in said
    assert all(file.sha256 in said for file in made.files)


def test_the_job_makes_a_dump_unless_none_are_kept(
    import_text: Importer, settings: LazySettings
) -> None:
    import_text(game("Ilse"))
    settings.DUMP_KEPT = 0
    tasks.dump()
    assert dumps.listed() == []
    settings.DUMP_KEPT = 1
    tasks.dump()
    assert [made.records for made in dumps.listed()] == [1]


def test_the_page_lists_dumps_and_serves_them(client: Client, import_text: Importer) -> None:
    assert "No dump yet" in client.get("/dumps/").content.decode()
    assert client.get("/dumps/latest.json").status_code == 404
    import_text(game("Ilse"))
    made = dump()
    page = client.get("/dumps/").content.decode()
    for file in made.files:
        address = f"/dumps/{made.name}/{file.name}"
        assert f'href="{address}"' in page
        answer = client.get(address, headers={"accept-encoding": "gzip"})
        assert answer.headers["Content-Type"] == "application/gzip"
        assert hashlib.sha256(answer.getvalue()).hexdigest() == file.sha256
        assert answer.headers["ETag"] == f'"{file.sha256}"'
        again = client.get(address, headers={"if-none-match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    manifest = client.get("/dumps/latest.json", follow=True)
    assert json.loads(manifest.getvalue())["name"] == made.name


@pytest.mark.parametrize(
    "address",
    [
        "/dumps/20200101-000000/manifest.json",
        "/dumps/20261130-030000/progress.json",
        "/dumps/../manifest.json",
        "/dumps/.part-20261130-030000/progress.json",
        "/dumps/20261130-030000/..%2Fmanifest.json",
    ],
)
def test_nothing_else_is_served_from_the_folder(db: None, client: Client, address: str) -> None:
    dump()
    dumping.begin(now=NIGHT.replace(hour=4))
    assert client.get(address).status_code == 404
