"""Mending the rejected records of an import one after the other."""

import json
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from archive.models import ImportBatch
from archive.services import batches, importing
from tests.archive.games import game
from tests.archive.test_import_pages import NEAR, ImportText, item_url, readings, resubmitted

pytestmark = pytest.mark.usefixtures("anonymous_uploads")

FORMS = {
    "tgr": game("Fern", moves=NEAR),
    "garden-gate": ";".join(NEAR.split()[:-1]),
    "one-a-line": "\r\n".join(NEAR.split()[:-1]),
    "ndjson": json.dumps({"tags": {"Host": "Fern"}, "moves": NEAR}),
    "link": "https://skudpaisho.com/?host=Fern&guest=Heron&game=" + ";".join(NEAR.split()[:-1]),
    "psr": "PAISHO-RECORD 1\nrules skud-pai-sho-2022-03-14\nstart R5\nhost-accents 1,1,1,1\n"
    "guest-accents 1,1,1,1\nactions\narrange 0,-8 -1,6\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_nearest_reading_makes_the_record_legal_in_every_form(
    client: Client, import_text: ImportText, form: str
) -> None:
    batch = import_text(FORMS[form])
    assert batch.rejected == 1
    offered = readings(client.get(item_url(batch)).content.decode())
    assert "2G.(0,-8)-(-1,-6)" in offered
    for reading in offered:
        mended = resubmitted(client, batch, reading=reading)
        assert (mended.received, mended.rejected) == (1, 0), mended.items.get().problem


def test_a_reading_changes_the_bad_move_and_nothing_else(
    client: Client, import_text: ImportText
) -> None:
    text = game("Zoë", moves=NEAR.replace("*", "{so [it] %% ended}  *"))
    batch = import_text(text.encode("cp1252"))
    mended = resubmitted(client, batch, reading="2G.(0,-8)-(-1,-6)")
    assert bytes(mended.items.get().original).decode() == text.replace("(-1,6)", "(-1,-6)")


@pytest.mark.parametrize(
    "misspelt",
    [
        "2G.(O,-8)-(-1,-6)",
        "2G.(0,-8)-(-1,-6",
        "2G(0,-8)-(-1,-6)",
        "2G,[0,-8]-[-1,-6]",
        "2G..0,-8--1,-6",
    ],
)
def test_a_move_that_cannot_be_read_is_offered_in_the_spelling_of_the_game(
    client: Client, import_text: ImportText, misspelt: str
) -> None:
    batch = import_text(game("Fern", moves=NEAR.replace("2G.(0,-8)-(-1,6)", misspelt)))
    page = client.get(item_url(batch)).content.decode()
    assert readings(page)[0] == "2G.(0,-8)-(-1,-6)"
    assert resubmitted(client, batch, reading="2G.(0,-8)-(-1,-6)").stored == 1


def test_a_wrong_number_is_mended_by_the_right_one(client: Client, import_text: ImportText) -> None:
    batch = import_text(game("Fern", moves=NEAR.replace("2G.(0,-8)-(-1,6)", "3G.(0,-8)-(-1,-6)")))
    offered = readings(client.get(item_url(batch)).content.decode())
    assert offered[0] == "2G.(0,-8)-(-1,-6)"


def mended(batch: ImportBatch, number: int) -> ImportBatch:
    """Send a rejected record again, by the number that pages show."""
    item = batch.items.get(number=number - 1)
    return importing.import_batch(
        batch=batches.resubmit_item(item=item, text=game(f"Fern {number}"), form_token=uuid.uuid4())
    )


def next_of(client: Client, batch: ImportBatch) -> str:
    """Where the page of a mended record leads to go on."""
    page = client.get(reverse("archive:import-batch", args=[batch.pk])).content.decode()
    found = re.search(r'href="([^"]*)">Mend the next of that import', page)
    return found[1] if found else ""


def test_a_mended_record_leads_to_the_next_that_is_not_mended_yet(
    client: Client, import_text: ImportText
) -> None:
    batch = import_text("".join(game(name, moves=NEAR) for name in ("Amber", "Birch", "Cedar")))
    assert batch.rejected == 3
    pages = [reverse("archive:import-item", args=[batch.pk, number]) for number in (1, 2, 3)]
    second = mended(batch, 2)
    assert next_of(client, second) == pages[2]
    third = mended(batch, 3)
    assert next_of(client, third) == pages[0]
    assert next_of(client, mended(batch, 1)) == ""
    assert next_of(client, batch) == ""
