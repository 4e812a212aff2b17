"""What a link to a record shows in chats and on social sites."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.models import Record, Visibility
from archive.services import records
from tests.archive.games import game

Importer = Callable[..., object]


def previews(client: Client, pk: int) -> dict[str, str]:
    head = client.get(f"/records/{pk}?ply=1").content.decode().partition("</head>")[0]
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', head)
    return {name: unescape(value) for name, value in found}


def test_a_link_shows_who_met_how_it_ended_and_the_last_position(
    client: Client, import_text: Importer
) -> None:
    import_text(game("Ilse <b>&", "Tomo", Date="2026.03.17"))
    record = Record.objects.get()
    told = previews(client, record.pk)
    assert told["title"] == "Ilse <b>& – Tomo, 2026-03-17"
    assert told["description"] == "Skud Pai Sho: No result, 7 moves."
    assert told["url"] == f"http://testserver/records/{record.pk}"
    path = f"/records/{record.pk}/positions/{record.plies}.svg"
    assert told["image"] == f"http://testserver{path}"
    assert client.get(path).headers["Content-Type"] == told["image:type"]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.WITHDRAWN])
def test_a_record_for_few_has_no_preview(
    as_ilse: Client, ilse: User, import_text: Importer, visibility: Visibility
) -> None:
    import_text(game("Ilse"))
    Record.objects.update(owner=ilse)
    pk = Record.objects.get().pk
    records.set_visibility(record_ids=[pk], visibility=visibility)
    assert as_ilse.get(f"/records/{pk}").status_code == 200
    assert not previews(as_ilse, pk)
