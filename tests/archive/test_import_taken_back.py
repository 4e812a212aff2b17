"""Nothing that was sent is lost: it is taken back as it came, and what was skipped is listed."""

import tracemalloc
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from archive.models import ImportBatch
from archive.selectors import imports
from archive.services import batches, importing
from tests.archive.games import ILLEGAL_MOVES, game
from tests.archive.test_import_pages import NEAR, item_url, page_of, resubmitted, words
from tests.importers.packing import zipped

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anonymous_uploads")]
ImportText = Callable[..., ImportBatch]


def taken_back(client: Client, batch: ImportBatch, number: int = 1) -> tuple[bytes, str]:
    """The bytes of a download and the name it is saved under."""
    answer = client.get(reverse("archive:import-file", args=[batch.pk, number]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff"
    kind, _, name = answer["Content-Disposition"].partition("; ")
    assert kind == "attachment"
    return answer.getvalue(), unquote(name.partition("=")[2].removeprefix("utf-8''").strip('"'))


def test_every_upload_is_taken_back_as_it_was_given(client: Client) -> None:
    contents = [bytes(range(256)) * 9_000, b"", game("Fern").encode()]
    uploads = [(f"{number}.tgr", [content]) for number, content in enumerate(contents)]
    batch = importing.import_batch(batch=batches.open_batch(uploads=uploads))
    page = page_of(client, batch)
    for number, content in enumerate(contents, start=1):
        assert f'href="{reverse("archive:import-file", args=[batch.pk, number])}"' in page
        assert taken_back(client, batch, number)[0] == content
    for number in (0, 4, 10**12):
        address = reverse("archive:import-file", args=[batch.pk, number])
        assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("games of May.tgr", "games_of_May.tgr"),
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\..\\x.tgr", "x.tgr"),
        ("..", ""),
        ("", ""),
        ("a\0b\r\nSet-Cookie: c.tgr", "a_b_Set-Cookie_c.tgr"),
        ('x"; filename="y.exe', "x_filename_y.exe"),
        ("\u202etxt.exe", "txt.exe"),
        ("Zoë 游戏.tgr", "Zoë_游戏.tgr"),
        ("x" * 5_000 + ".tgr", "x" * 76 + ".tgr"),
    ],
)
def test_the_name_of_what_is_taken_back_is_no_path_and_no_trick(
    client: Client, name: str, label: str
) -> None:
    batch = batches.open_batch(uploads=[(name, [b"x"])])
    start = f"import-{batch.pk.hex[:8]}-1"
    assert taken_back(client, batch)[1] == (f"{start}-{label}" if label else start)
    assert client.get(reverse("archive:import-batch", args=[batch.pk])).status_code == 200


def test_an_upload_is_streamed_piece_by_piece(client: Client) -> None:
    piece = bytes(batches.CHUNK_BYTES)
    batch = batches.open_batch(uploads=[("large", (piece for _ in range(20)))])
    upload = batch.uploads.get()
    tracemalloc.start()
    try:
        assert sum(map(len, imports.upload_bytes(upload))) == upload.size == 20 << 20
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "content",
    [
        game("Fern").encode().replace(b"*", b"{" + b"x" * 300_000 + b"} *"),
        b"\x89PNG" + bytes(100_000),
        zipped(b"x" * 300_000),
        zipped(zipped(game("Fern").encode())),
    ],
    ids=["too large", "a picture", "an entry over a bound", "packed twice"],
)
def test_what_is_not_kept_whole_with_its_record_is_taken_back_from_its_upload(
    client: Client, import_text: ImportText, settings: Settings, content: bytes
) -> None:
    settings.IMPORT_RECORD_BYTES, settings.IMPORT_ENTRY_BYTES = 200_000, 250_000
    batch = import_text(content)
    item = batch.items.get()
    assert item.status == "rejected"
    address = reverse("archive:import-file", args=[batch.pk, 1])
    page = client.get(item_url(batch)).content.decode()
    assert f'href="{address}"' in page
    assert "<textarea" not in page
    original = client.get(reverse("archive:import-original", args=[batch.pk, 1]))
    assert original["Location"] == address
    assert taken_back(client, batch)[0] == content
    assert "1 rejected record is kept whole only in what was sent" in words(page_of(client, batch))
    assert b"".join(imports.rejected_text(batch)) == b"", "half a record is not its text"


def test_what_systems_add_to_an_archive_is_listed_as_skipped(
    client: Client, import_text: ImportText
) -> None:
    names = ("a.tgr", "__MACOSX/._a.tgr", "deep/.DS_Store", "Thumbs.db", "x/desktop.ini")
    batch = import_text(zipped(game("Fern").encode(), *[b"?"] * 4, names=names), name="games.zip")
    assert (batch.received, batch.stored) == (1, 1)
    shown = words(page_of(client, batch))
    assert (
        f"games.zip, as no records but what systems add to archives: {', '.join(names[1:])}."
        in (shown)
    )


def test_a_record_mended_twice_leads_to_both(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern", moves=NEAR))
    first = resubmitted(client, batch, text=game("Fern"))
    second = resubmitted(client, batch, text=game("Fern", moves=ILLEGAL_MOVES))
    for mended in (first, second):
        address = reverse("archive:import-batch", args=[mended.pk])
        assert address in page_of(client, batch)
        assert address in client.get(item_url(batch)).content.decode()
        assert item_url(batch) in page_of(client, mended)
