"""Records as files: what goes out is what came in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from archive.models import Record
from archive.selectors import exports
from tests.archive.games import game

Importer = Callable[..., object]


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.getvalue().decode()


@pytest.fixture
def three(import_text: Importer) -> None:
    import_text("".join(game(name, Event="Spring Cup") for name in ("Ilse", "Tomo", "Renske")))


def test_the_filtered_set_is_exported_as_tgr(client: Client, three: None) -> None:
    text = body(client, "/records/export.tgr?player=Ilse")
    assert text == Record.objects.get(seats__name="Ilse").text
    assert text.count("[Game ") == 1


def test_a_filter_that_cannot_be_used_exports_nothing_and_is_told(
    client: Client, three: None
) -> None:
    response = client.get("/records/export.tgr?least=abc&player=Ilse", follow=True)
    assert response.redirect_chain == [("/records/?least=abc&player=Ilse", 302)]
    assert "Enter a whole number" in response.content.decode()


def test_an_export_read_again_is_all_duplicates(
    client: Client, three: None, import_text: Importer
) -> None:
    for form in ("tgr", "ndjson"):
        batch = import_text(body(client, f"/records/export.{form}"), f"again.{form}")
        assert (batch.received, batch.duplicate) == (3, 3)  # type: ignore[attr-defined]


def test_ndjson_is_one_record_a_line(client: Client, three: None) -> None:
    lines = body(client, "/records/export.ndjson?sort=shortest").splitlines()
    assert [json.loads(line)["tags"]["Host"] for line in lines] == ["Ilse", "Tomo", "Renske"]
    assert all(json.loads(line)["moves"].startswith("0H.") for line in lines)


def test_an_export_is_a_named_file_and_streamed(client: Client, three: None) -> None:
    response = client.get("/records/export.tgr")
    assert response.streaming
    assert response.headers["Content-Disposition"] == 'attachment; filename="tilebook-records.tgr"'


def test_a_stream_takes_few_records_at_a_time(three: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    iterator = Record.objects.all().iterator

    def counted(self: object, chunk_size: int) -> object:
        asked.append(chunk_size)
        return iterator(chunk_size)

    monkeypatch.setattr(type(Record.objects.all()), "iterator", counted)
    texts = exports.stream(Record.objects.order_by("pk"), exports.LIST_FORMS["tgr"])
    assert len(list(texts)) == 3
    assert asked == [exports.CHUNK]


@pytest.mark.parametrize("address", ["/records/export.xml", "/records/1.xml", "/records/999.tgr"])
def test_what_is_not_there_is_not_found(client: Client, three: None, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("form", "begins"),
    [("tgr", "[Game "), ("ndjson", '{"game": '), ("txt", "0H.")],
)
def test_one_record_is_downloaded(client: Client, three: None, form: str, begins: str) -> None:
    record = Record.objects.first()
    assert record is not None
    response = client.get(f"/records/{record.pk}.{form}")
    assert response.content.decode().startswith(begins)
    assert f"tilebook-{record.pk}." in response.headers["Content-Disposition"]


def test_the_original_comes_back_byte_for_byte(
    client: Client, import_text: Importer, conformance: Path
) -> None:
    files = [
        name
        for pattern in ("name-*", "html-*", "cp1252-1*", "crlf-1*", "bom-1*", "psr-good-1*")
        for name in sorted((conformance / "import").glob(pattern))
    ]
    assert len(files) > 10
    for path in files:
        import_text(path.read_bytes(), path.name)
    originals = {
        bytes(client.get(f"/records/{pk}/original").content)
        for pk in Record.objects.values_list("pk", flat=True)
    }
    joined = b"".join(path.read_bytes() for path in files)
    assert len(originals) > 10
    assert all(original in joined for original in originals)
