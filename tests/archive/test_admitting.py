"""Who sends more than may wait is told to wait, and nothing of it is stored."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from archive.models import ImportBatch, Upload
from archive.services import batches, importing
from tests.archive.games import ILLEGAL_MOVES, game, upload

pytestmark = pytest.mark.django_db

RECORDS = "/api/v1/records"
FORM = reverse("archive:import")


def wait_words(answer: Any) -> str:
    """What who is told to wait reads."""
    assert answer.status_code == 429, answer.content
    assert answer["Retry-After"] == "30"
    words: str = answer.content.decode()
    return words


def test_an_account_has_so_many_imports_open_and_goes_on_when_one_has_ended(
    as_ilse: Client, settings: Settings
) -> None:
    settings.IMPORT_OPEN = 2
    for name in ("Tomo", "Hazel"):
        assert as_ilse.post(FORM, {"text": game(name)}).status_code == 302
    sent = {"text": "Words of <mine>", "upload": SimpleUploadedFile("a.tgr", b"x")}
    page = wait_words(as_ilse.post(FORM, sent))
    assert "Of your imports 2 have not ended yet" in page
    assert "Words of &lt;mine&gt;" in page
    assert (ImportBatch.objects.count(), Upload.objects.count()) == (2, 2)
    importing.import_batch(batch=ImportBatch.objects.earliest("created"))
    assert as_ilse.post(FORM, {"text": game("Renske")}).status_code == 302


def test_a_form_that_was_taken_leads_to_its_import_when_it_comes_again(
    as_ilse: Client, settings: Settings
) -> None:
    settings.IMPORT_OPEN = 1
    sent = {"text": game("Tomo"), "form_token": "0c5c0f9e-5a0c-4a55-8a0c-5d1f0a3f9a11"}
    first, again = as_ilse.post(FORM, sent), as_ilse.post(FORM, sent)
    assert first["Location"] == again["Location"]


def test_the_api_tells_the_same_as_a_problem(
    as_ilse: Client, client: Client, settings: Settings
) -> None:
    settings.IMPORT_OPEN = 1
    assert as_ilse.post(RECORDS, game("Tomo"), content_type="text/plain").status_code == 202
    answer = as_ilse.post(RECORDS, game("Hazel") * 3_000, content_type="text/plain")
    assert "nothing of this one was stored" in wait_words(answer)
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.wsgi_request.read() == b"", "what is sent is read before it is refused"
    client.force_login(User.objects.create_user("tomo"))
    assert client.post(RECORDS, game("Hazel"), content_type="text/plain").status_code == 202


def test_a_mended_text_waits_too_and_is_kept(
    as_ilse: Client, ilse: User, settings: Settings
) -> None:
    rejected = batches.open_batch(
        uploads=[upload("a.tgr", game("Ilse", moves=ILLEGAL_MOVES))], owner_id=ilse.pk
    )
    importing.import_batch(batch=rejected)
    batches.open_batch(uploads=[upload("b.tgr", game("Tomo"))], owner_id=ilse.pk)
    settings.IMPORT_OPEN = 1
    address = reverse("archive:import-item", args=[rejected.pk, 1])
    assert "Words of &lt;mine&gt;" in wait_words(as_ilse.post(address, {"text": "Words of <mine>"}))


@pytest.mark.usefixtures("anonymous_uploads")
def test_visitors_share_one_bound_and_accounts_have_their_own(
    client: Client, as_ilse: Client, settings: Settings
) -> None:
    settings.IMPORT_OPEN_ANONYMOUS = 1
    assert client.post(FORM, {"text": game("Tomo")}).status_code == 302
    assert "no more is taken just now" in wait_words(Client().post(FORM, {"text": game("Hazel")}))
    assert as_ilse.post(FORM, {"text": game("Hazel")}).status_code == 302


def test_nothing_is_taken_from_anybody_while_too_many_bytes_wait(
    as_ilse: Client, import_text: Callable[..., ImportBatch], settings: Settings
) -> None:
    settings.IMPORT_WAITING_BYTES = 1000
    import_text(game("Hazel") * 20)
    waiting = batches.open_batch(uploads=[upload("a.tgr", "x" * 600), upload("b.tgr", "x" * 399)])
    assert as_ilse.post(FORM, {"text": "x"}).status_code == 302
    assert "no more is taken just now" in wait_words(as_ilse.post(FORM, {"text": "x"}))
    batches.cancel_batch(batch=waiting)
    assert as_ilse.post(FORM, {"text": "x"}).status_code == 302
