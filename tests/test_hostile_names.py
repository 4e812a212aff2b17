"""Names, events and comments that are written to break out of a page, on every page that shows them."""

import re
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from django.contrib.auth.models import User
from django.test import Client

from analysis.services import rating
from archive.models import Event, Player, Record
from archive.services import accounts, batches, importing
from tests.analysis.rated import SKUD, add, count_all, skud
from tests.archive.games import ILLEGAL_MOVES, game, upload

HOST = '"><hazard-1 onclick=alert(1)>'
GUEST = "' onfocus=alert(2) autofocus x='<!--"
EVENT = "</title></script></textarea></svg><hazard-2><script>alert(3)</script>{{ 7|add:7 }}"
PAGES = 120
"""As many pages as are walked through."""


class Elements(HTMLParser):
    """What a browser would make of a page: its elements, its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [
            given[name] or "" for name in ("href", "hx-get", "data-panel") if name in given
        ]
        runs = tag == "script" and "src" not in given
        if tag.startswith("hazard") or runs or any(name.startswith("on") for name in given):
            self.wrong.append(self.get_starttag_text() or tag)


def escaped(text: str) -> str:
    """As quoting of TGR has it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


@pytest.fixture
def keeper(db: None) -> User:
    """Staff, who have brought games with such names: they see every kind of page."""
    keeper = User.objects.create_superuser("keeper", "keeper@example.org")
    host, guest, event = map(escaped, (HOST, GUEST, EVENT))
    add(
        "".join(
            skud(host, guest, "Host", f"2026.03.{day}", Event=event, Site=host, Round=guest)
            for day in (11, 12)
        )
    )
    count_all()
    rating.refresh(game=SKUD)
    refused = game(
        host, guest, moves=f"{ILLEGAL_MOVES} {{{EVENT.replace('{', '').replace('}', '')}}}"
    )
    told = game(host, event, Event=guest).replace("1H.R5", f"{{{HOST}}} 1H.R5")
    mine = told + refused
    sent = batches.open_batch(uploads=[upload(f"{HOST}.tgr", mine)], owner_id=keeper.pk)
    importing.import_batch(batch=sent)
    Record.objects.update(owner=keeper)
    for player in Player.objects.all():
        accounts.claim(user=keeper, player=player, reason=f"{EVENT}{GUEST}")
    accounts.make_token(user=keeper, name=f"{EVENT}{GUEST}")
    return keeper


def test_no_page_runs_a_name(keeper: User) -> None:
    client = Client()
    client.force_login(keeper)
    kinds: dict[str, int] = {}
    waiting = ["/", "/my/uploads", "/my/games", "/my/tokens", "/my/account", "/jobs/"]
    waiting += [
        f"/admin/archive/{kind}/" for kind in ("record", "player", "event", "claim", "importitem")
    ]
    waiting += [
        f"/{kind}s/{row.pk}"
        for kind, rows in (("player", Player), ("event", Event))
        for row in rows.objects.all()
    ]
    seen = set(waiting)
    walked = 0
    while waiting and walked < PAGES:
        address = waiting.pop(0)
        answer = client.get(address)
        if not answer.get("Content-Type", "").startswith("text/html"):
            answer.close()
            continue
        walked += 1
        page = Elements(answer.getvalue().decode())
        assert not page.wrong, address
        for link in page.links:
            to = urldefrag(urljoin(address, link))[0]
            kind = re.sub(r"[0-9a-f-]{8,}|\d+", "#", to.partition("?")[0])
            if (
                to.startswith("/")
                and to not in seen
                and kinds.get(kind, 0) < 2
                and "logout" not in to
            ):
                kinds[kind] = kinds.get(kind, 0) + 1
                seen.add(to)
                waiting.append(to)
    assert len(kinds) > 40
