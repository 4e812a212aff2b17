"""Imports and checks through the API."""

import io
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from archive.models import ImportBatch, Record, Visibility
from archive.services import importing, records
from tests.archive.games import ILLEGAL_MOVES, game

pytestmark = pytest.mark.usefixtures("anonymous_uploads")

RECORDS = "/api/v1/records"
CHECK = "/api/v1/check"
TEXT = game("Ilse") + game("Tomo", moves=ILLEGAL_MOVES)


def bodies() -> list[tuple[dict[str, Any], str]]:
    files = {"upload": [SimpleUploadedFile(name, TEXT.encode()) for name in ("a.tgr", "b.tgr")]}
    return [
        ({"data": json.dumps({"text": TEXT}), "content_type": "application/json"}, "text"),
        ({"data": TEXT, "content_type": "text/plain"}, "plain"),
        ({"data": TEXT, "content_type": "application/x-ndjson"}, "lines"),
        ({"data": TEXT.encode(), "content_type": "application/octet-stream"}, "bytes"),
        ({"data": files}, "files"),
    ]


@pytest.mark.parametrize("form", ["text", "plain", "lines", "bytes", "files"])
def test_records_are_brought_in_any_form_and_followed(client: Client, db: None, form: str) -> None:
    sent = next(body for body, name in bodies() if name == form)
    response = client.post(RECORDS, **sent)
    assert response.status_code == 202, response.content
    opened = response.json()
    assert (opened["status"], opened["is_final"]) == ("waiting", False)
    assert response["Location"] == opened["url"]
    importing.import_batch(batch=ImportBatch.objects.get(pk=opened["id"]))
    followed = client.get(opened["url"]).json()
    twice = 2 if form == "files" else 1
    assert (followed["stored"], followed["rejected"]) == (1, twice)
    assert (followed["duplicate"], followed["is_final"]) == (twice - 1, True)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": "", "content_type": "text/plain"}, 400),
        ({"data": "{}", "content_type": "application/json"}, 400),
        ({"data": "[1]", "content_type": "application/json"}, 400),
        ({"data": '{"text": 5}', "content_type": "application/json"}, 400),
        ({"data": "[" * 9000, "content_type": "application/json"}, 400),
        ({"data": {"text": "no file"}}, 400),
        ({"data": "<a/>", "content_type": "application/xml"}, 415),
    ],
)
def test_what_holds_no_records_opens_no_import(
    client: Client, db: None, sent: dict[str, Any], status: int
) -> None:
    response = client.post(RECORDS, **sent)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert not ImportBatch.objects.exists()


@pytest.mark.parametrize("form", ["text", "plain", "bytes", "files"])
def test_an_upload_over_the_bound_is_refused_whole(
    client: Client, db: None, settings: Settings, form: str
) -> None:
    settings.IMPORT_UPLOAD_BYTES = 100
    settings.IMPORT_PASTE_BYTES = 100
    sent = next(body for body, name in bodies() if name == form)
    if form == "text":
        sent = {**sent, "data": json.dumps({"text": "x" * 100_000})}
    response = client.post(RECORDS, **sent)
    assert response.status_code == 413, response.content
    assert not ImportBatch.objects.exists()


def test_the_ledger_says_what_became_of_each_record(client: Client, batch: ImportBatch) -> None:
    address = f"/api/v1/imports/{batch.pk}/items"
    first = client.get(f"{address}?limit=3").json()
    rest = client.get(first["next"]).json()
    items = first["results"] + rest["results"]
    assert [item["number"] for item in items] == [1, 2, 3, 4, 5]
    outcomes = ["stored", "stored", "stored", "rejected", "duplicate"]
    assert [item["outcome"] for item in items] == outcomes
    assert (items[3]["problem"]["token"], items[3]["record"]) == ("2G.(0,-8)-(-7,-6)", None)
    assert items[4]["record"] == items[2]["record"]
    rejected = client.get(f"{address}?outcome=rejected").json()["results"]
    assert rejected == [items[3]]


def test_the_ledger_does_not_tell_of_what_is_hidden(
    client: Client, keeper: Client, batch: ImportBatch
) -> None:
    repeated = Record.objects.get(seats__name="Hazel").pk
    records.set_visibility(record_ids=[repeated], visibility=Visibility.PRIVATE)
    address = f"/api/v1/imports/{batch.pk}/items?outcome=duplicate"
    assert client.get(address).json()["results"][0]["record"] is None
    assert keeper.get(address).json()["results"][0]["record"] == repeated


def test_an_import_is_cancelled(client: Client, db: None) -> None:
    opened = client.post(RECORDS, TEXT, content_type="text/plain").json()
    cancelled = client.post(f"{opened['url']}/cancel").json()
    assert cancelled["status"] == "cancelled"
    assert cancelled["notes"]


def test_an_unknown_import_is_not_found(client: Client, db: None) -> None:
    address = "/api/v1/imports/00000000-0000-4000-8000-000000000000"
    for response in (client.get(address), client.get(f"{address}/items")):
        assert response.status_code == 404
    assert client.post(f"{address}/cancel").status_code == 404


# Checks


def test_records_are_judged_and_not_stored(client: Client, db: None) -> None:
    response = client.post(CHECK, TEXT, content_type="text/plain")
    found = response.json()
    assert found["counts"] == {"valid": 1, "illegal": 1}
    valid, illegal = found["records"]
    assert (valid["verdict"], valid["plies"], valid["problem"]) == ("valid", 7, None)
    assert (illegal["problem"]["ply"], illegal["problem"]["line"]) == (4, 11)
    assert not Record.objects.exists()
    assert not ImportBatch.objects.exists()


def test_a_check_is_the_same_in_json(client: Client, db: None) -> None:
    plain = client.post(CHECK, TEXT, content_type="text/plain").json()
    assert client.post(CHECK, {"text": TEXT}, content_type="application/json").json() == plain


def test_a_check_has_bounds(client: Client, db: None, settings: Settings) -> None:
    settings.API_CHECK_RECORDS = 1
    response = client.post(CHECK, TEXT, content_type="text/plain")
    assert response.status_code == 413
    assert "more than 1 records" in response.json()["detail"]
    settings.API_CHECK_BYTES = 10
    assert client.post(CHECK, TEXT, content_type="text/plain").status_code == 413
    assert client.post(CHECK, {"text": TEXT}, content_type="application/json").status_code == 413


def test_a_packed_file_is_not_unpacked_for_a_check(client: Client, db: None) -> None:
    packed = io.BytesIO(b"PK\x03\x04" + bytes(100)).getvalue()
    response = client.generic("POST", CHECK, packed, content_type="text/plain")
    assert response.status_code == 400
    assert "Unpack" in response.json()["detail"]
