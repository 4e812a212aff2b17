"""The import form: it keeps what it is given, says what is wrong in words, and judges nothing."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from archive.models import ImportBatch, ImportItem, UploadChunk
from archive.services import batches, importing
from archive.views import import_forms_read
from tests.archive.games import upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anonymous_uploads")]

GAME = "0H.R,W,K,B\r\n0G.R,W,K,B\r\n1G.R3(0,-8)\r\n"


def send(client: Client, **fields: object) -> str:
    """Post the form; returns the address of the job's page."""
    answer = client.post(reverse("archive:import"), fields)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def test_a_paste_is_kept_byte_for_byte_with_the_line_ends_that_people_typed(client: Client) -> None:
    address = send(client, text=GAME)
    batch = ImportBatch.objects.get()
    assert address == reverse("archive:import-batch", args=[batch.pk])
    assert bytes(UploadChunk.objects.get().data) == GAME.replace("\r\n", "\n").encode()


def test_the_request_judges_nothing_and_asks_a_worker_after_commit(
    client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        send(client, text=GAME)
    assert len(callbacks) == 1
    assert not ImportItem.objects.exists()


def test_text_and_many_files_make_one_import_in_their_order(client: Client) -> None:
    files = [SimpleUploadedFile("b.tgr", b"\x00\xff"), SimpleUploadedFile("a.tgr", b"")]
    send(client, text=GAME, upload=files)
    uploads = ImportBatch.objects.get().uploads.values_list("name", "size")
    assert list(uploads) == [("Pasted text", len(GAME) - 3), ("b.tgr", 2), ("a.tgr", 0)]


def test_a_path_in_a_files_name_is_dropped(client: Client) -> None:
    send(client, upload=SimpleUploadedFile("../../etc/passwd", GAME.encode()))
    assert ImportBatch.objects.get().uploads.get().name == "passwd"


def test_the_same_form_sent_twice_makes_one_import(client: Client) -> None:
    token = str(uuid.uuid4())
    first = send(client, text=GAME, form_token=token)
    second = send(client, text=GAME, form_token=token)
    assert first == second
    assert ImportBatch.objects.count() == 1
    assert UploadChunk.objects.count() == 1


def test_going_back_to_send_something_else_makes_another_import(client: Client) -> None:
    token = str(uuid.uuid4())
    first = send(client, text=GAME, form_token=token)
    second = send(client, text=GAME + "1H.R3(0,8)", form_token=token)
    assert first != second


def test_two_forms_with_the_same_text_make_two_imports(client: Client) -> None:
    assert send(client, text=GAME, form_token=str(uuid.uuid4())) != send(client, text=GAME)


def test_a_meaningless_token_is_no_reason_to_refuse(client: Client) -> None:
    send(client, text=GAME, form_token="'; --")  # noqa: S106 (no password)


@pytest.mark.parametrize("text", ["", "  \r\n\t "])
def test_an_empty_form_is_told_so(client: Client, text: str) -> None:
    answer = client.post(reverse("archive:import"), {"text": text})
    assert answer.status_code == 400
    assert "There is nothing to import yet" in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_too_much_text_is_refused_in_words_and_given_back(
    client: Client, settings: Settings
) -> None:
    settings.IMPORT_PASTE_BYTES = 20
    answer = client.post(reverse("archive:import"), {"text": GAME})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "more text than the box takes" in page
    assert "1G.R3(0,-8)" in page


def test_far_too_much_text_is_refused_in_words(client: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = client.post(reverse("archive:import"), {"text": GAME * 10})
    assert answer.status_code == 413
    assert "more text than the box takes" in answer.content.decode()


def test_an_upload_over_the_bound_is_refused_before_it_is_read(
    client: Client, settings: Settings
) -> None:
    settings.IMPORT_UPLOAD_BYTES = 1000
    big = SimpleUploadedFile("big.tgr", b"x" * 200_000)
    answer = client.post(reverse("archive:import"), {"upload": big})
    assert answer.status_code == 413
    page = answer.content.decode()
    assert "is larger than the site takes at once (1000 bytes)" in page.replace("\xa0", " ")
    assert "Nothing of it was stored" in page
    assert not ImportBatch.objects.exists()


def test_a_page_that_takes_no_file_reads_none(client: Client, settings: Settings) -> None:
    """Before its token is looked for, which would write all of it to the disk."""
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.IMPORT_UPLOAD_BYTES = 1000
    strict = Client(enforce_csrf_checks=True)
    big = {"upload": SimpleUploadedFile("big.tgr", b"x" * 200_000)}
    page = strict.post(reverse("account_login"), big)
    assert page.status_code == 413
    assert "Nothing of it was read" in page.content.decode()
    big["upload"].seek(0)
    answer = strict.post(reverse("archive:api-records"), big)
    assert (answer.status_code, answer["Content-Type"]) == (413, "application/problem+json")
    assert strict.post(reverse("account_login"), {"login": "x" * 900}).status_code == 403


def test_files_a_little_over_the_bound_are_refused_too(client: Client, settings: Settings) -> None:
    settings.IMPORT_UPLOAD_BYTES = 1000
    answer = client.post(
        reverse("archive:import"), {"upload": SimpleUploadedFile("a.tgr", b"x" * 1001)}
    )
    assert answer.status_code == 413
    assert "Nothing of it was stored" in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_too_many_files_are_refused_in_words(client: Client, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = settings.IMPORT_FILES = 2
    files = [SimpleUploadedFile(f"{number}.tgr", b"x") for number in range(3)]
    answer = client.post(reverse("archive:import"), {"upload": files})
    assert answer.status_code == 413
    assert "These are more files than the site takes at once (2)" in answer.content.decode()


def test_a_request_without_its_token_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("archive:import"), {"text": GAME}).status_code == 403
    assert not ImportBatch.objects.exists()


def test_the_page_fills_in_an_example_without_script(client: Client) -> None:
    page = client.get(reverse("archive:import"), {"example": "psr"}).content.decode()
    text = page.split("<textarea", 1)[1].split("</textarea>", 1)[0]
    assert "PAISHO-RECORD 1" in text


def test_the_page_says_its_bounds_and_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get(reverse("archive:import")).content.decode().replace("\xa0", " ")
    for bound in ("4 MB", "256 MB", "1,000 files", "10,000 entries", "64 MB", "512 MB"):
        assert bound in page


def test_every_form_of_record_has_an_example() -> None:
    without = [form.slug for form in import_forms_read.forms_read() if not form.example]
    assert without == ["packed"]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_held_too_long_loses_no_text(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rejected = importing.import_batch(
        batch=batches.open_batch(uploads=[upload("a.tgr", "0H.R,W,K,B 0G.R,W,K,B 1G.nonsense")])
    )
    item = reverse("archive:import-item", args=[rejected.pk, 1])

    def held(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(batches, "open_batch", held)
    for address in (reverse("archive:import"), item):
        answer = client.post(address, {"text": "Words of <mine>"})
        assert answer.status_code == 503
        page = answer.content.decode()
        assert "Words of &lt;mine&gt;" in page
        assert "too busy" in page
        assert "database is locked" not in page
