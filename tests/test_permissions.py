"""docs/permissions.md, asked of the site: every action, by everybody, of every kind of record."""

import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from analysis.services import indexing, rating
from archive.models import Event, ImportBatch, ImportItem, Player, Record, Visibility
from archive.services import accounts, batches, dumping, importing, records
from tests.analysis.rated import SKUD, count_all, skud
from tests.archive.games import upload
from tests.conftest import ROOT

ROLES = ("visitor", "member", "owner", "staff")
LETTERS = {
    "P": Visibility.PUBLIC,
    "U": Visibility.UNLISTED,
    "V": Visibility.PRIVATE,
    "W": Visibility.WITHDRAWN,
}
TEXT = skud("Hazel", "Tomo", "Host", "2026.03.17", Event="Hazel Cup")
AMENDED = skud("Hazel", "Tomo", "Host", "2026.03.17", Event="Hazel Open")


@dataclass(frozen=True, slots=True)
class Scene:
    """A record of Hazel's, its owner, and whoever asks for it."""

    record: Record
    client: Client
    user: User | None
    record_path: str
    import_path: str

    def opens(self, path: str) -> bool:
        status = self.client.get(path).status_code
        assert status in {200, 302, 403, 404}
        return status == 200

    def shows(self, path: str, sign: str = "") -> bool:
        answer = self.client.get(path)
        text = answer.getvalue().decode() if answer.status_code == 200 else ""
        return (sign or f'{self.record_path}"') in text

    def changes(self, **fields: str) -> bool:
        """Whether the form of the record takes this and the record is so then."""
        self.client.post(f"{self.record_path}/edit", fields)
        now = Record.objects.get(pk=self.record.pk)
        if "visibility" in fields:
            return now.visibility == fields["visibility"]
        return bytes(now.original) == fields["text"].encode()


def seen_otherwise(scene: Scene, visibility: Visibility) -> bool:
    """Whether the form makes the record so, from what it is or, where it is so already, from
    another that its owner may leave."""
    if scene.record.visibility != visibility:
        return scene.changes(visibility=visibility.value)
    status = scene.client.post(f"{scene.record_path}/edit", {"visibility": visibility.value})
    return status.status_code == 302 and "/account/" not in status["Location"]


def with_token(scene: Scene) -> bool:
    if scene.user is None:
        return False
    token = accounts.make_token(user=scene.user, name="bot")
    path = f"/api{scene.record_path}/plies"
    headers = {"authorization": f"Bearer {token}"}
    return Client().get(path, headers=headers).status_code == 200


def by_api(scene: Scene, method: str, path: str = "", body: str = "", token: str = "") -> bool:
    """Whether the API does this with the record, or with what stands at another path."""
    kind = "application/json" if body.startswith("{") else "text/plain"
    headers = {"authorization": f"Bearer {token}"} if token else {}
    client = Client(enforce_csrf_checks=True) if token else scene.client
    address = f"/api/v1{path or scene.record_path}"
    answer = client.generic(method, address, body, content_type=kind, headers=headers)
    assert answer.status_code in {200, 204, 401, 403, 404}
    return answer.status_code < 300


def by_token(scene: Scene, method: str) -> bool:
    if scene.user is None:
        return False
    return by_api(scene, method, token=accounts.make_token(user=scene.user, name="bot"))


def shown_by_api(scene: Scene, visibility: Visibility) -> bool:
    """Whether the API makes the record so; where it says that it did, the record is."""
    said = by_api(scene, "PATCH", body=f'{{"visibility": "{visibility.value}"}}')
    assert not said or Record.objects.get(pk=scene.record.pk).visibility == visibility
    return said


def as_text(scene: Scene, path: str, media_type: str) -> bool:
    answer = scene.client.get(f"/api/v1{path}", headers={"accept": media_type})
    return answer.status_code == 200 and "Hazel" in answer.getvalue().decode()


def in_a_dump(scene: Scene) -> bool:
    with TemporaryDirectory() as folder, override_settings(DUMP_DIR=folder):
        name = dumping.begin(now=timezone.now())
        dumping.write_some(name=name, seconds=60)
        answer = scene.client.get(f"/dumps/{name}/tilebook-{name}.tgr.gz")
        return b"Hazel" in gzip.decompress(answer.getvalue())


def of(kind: type[Player] | type[Event], name: str) -> int:
    return kind.objects.get(name=name).pk


ACTIONS: dict[str, Callable[[Scene], bool]] = {
    "open its page": lambda scene: scene.opens(scene.record_path),
    "see it in a frame of another site": lambda scene: scene.opens(f"/embed/{scene.record.pk}"),
    "download it as TGR": lambda scene: scene.opens(f"{scene.record_path}.tgr"),
    "download it as NDJSON": lambda scene: scene.opens(f"{scene.record_path}.ndjson"),
    "take its original text": lambda scene: scene.opens(f"{scene.record_path}/original"),
    "see a position as a picture": lambda scene: scene.opens(
        f"{scene.record_path}/positions/1.svg"
    ),
    "read its positions by the API": lambda scene: scene.opens(f"/api{scene.record_path}/plies"),
    "read its positions by the API with a token": with_token,
    "explore from it": lambda scene: (
        scene.client.get(f"/explore{scene.record_path}?ply=1").status_code < 400
    ),
    "see on its page what else was played": lambda scene: scene.opens(
        f"/explore{scene.record_path}/panel?ply=1"
    ),
    "begin the explorer with it": lambda scene: scene.opens(
        f"/explore/{SKUD}/?record={scene.record.pk}&ply=1"
    ),
    "see the form to change it": lambda scene: scene.opens(f"{scene.record_path}/edit"),
    "make it private": lambda scene: seen_otherwise(scene, Visibility.PRIVATE),
    "make it public": lambda scene: seen_otherwise(scene, Visibility.PUBLIC),
    "withdraw it": lambda scene: seen_otherwise(scene, Visibility.WITHDRAWN),
    "amend its text": lambda scene: scene.changes(text=AMENDED),
    "find it in the back room": lambda scene: scene.opens(
        f"/admin/archive/record/{scene.record.pk}/change/"
    ),
    "read it by the API": lambda scene: by_api(scene, "GET"),
    "read it by the API with a token": lambda scene: by_token(scene, "GET"),
    "download it by the API as TGR": lambda scene: as_text(scene, scene.record_path, "text/plain"),
    "download it by the API as NDJSON": lambda scene: as_text(
        scene, scene.record_path, "application/x-ndjson"
    ),
    "begin the explorer of the API with it": lambda scene: by_api(
        scene, "GET", f"/explorer/{SKUD}?record={scene.record.pk}&ply=1"
    ),
    "amend its text by the API": lambda scene: by_api(scene, "PUT", body=AMENDED),
    "make it private by the API": lambda scene: shown_by_api(scene, Visibility.PRIVATE),
    "make it public by the API": lambda scene: shown_by_api(scene, Visibility.PUBLIC),
    "withdraw it by the API": lambda scene: by_api(scene, "DELETE"),
    "withdraw it by the API with a token": lambda scene: by_token(scene, "DELETE"),
    "see it on the front page": lambda scene: scene.shows("/"),
    "see it in the list": lambda scene: scene.shows("/records/"),
    "find it by a player": lambda scene: scene.shows("/records/?player=Hazel"),
    "find it by its words": lambda scene: scene.shows("/records/?text=Hazel"),
    "export it with others as TGR": lambda scene: scene.shows("/records/export.tgr", "Hazel"),
    "export it with others as NDJSON": lambda scene: scene.shows("/records/export.ndjson", "Hazel"),
    "open the page of its player": lambda scene: scene.opens(f"/players/{of(Player, 'Hazel')}"),
    "open the page of its event": lambda scene: scene.opens(f"/events/{of(Event, 'Hazel Cup')}"),
    "meet its games in the explorer": lambda scene: scene.shows("/explore/skud-pai-sho/games"),
    "export it from the explorer": lambda scene: scene.shows(
        "/explore/skud-pai-sho/games.tgr", "Hazel"
    ),
    "see its players among the players": lambda scene: scene.shows(
        f"/players/?game={SKUD}&name=haze", "Hazel"
    ),
    "see the figures of its player": lambda scene: scene.opens(
        f"/players/{of(Player, 'Hazel')}/figures"
    ),
    "see the standings of its event": lambda scene: scene.opens(
        f"/events/{of(Event, 'Hazel Cup')}/figures"
    ),
    "claim to be its player": lambda scene: scene.opens(f"/players/{of(Player, 'Hazel')}/claim"),
    "count it in statistics": lambda scene: scene.shows("/stats/skud-pai-sho/games/"),
    "see it among one's uploads": lambda scene: scene.shows("/my/uploads"),
    "take it along with one's own records": lambda scene: scene.shows("/my/records.tgr", "Hazel"),
    "see it in the feed of new games": lambda scene: scene.shows("/feeds/games.atom"),
    "see it in the feed of its player": lambda scene: scene.shows(
        f"/feeds/players/{of(Player, 'Hazel')}.atom"
    ),
    "see it in the feed of its event": lambda scene: scene.shows(
        f"/feeds/events/{of(Event, 'Hazel Cup')}.atom"
    ),
    "take it along in a dump": in_a_dump,
    "see it in the list of the API": lambda scene: scene.shows("/api/v1/records"),
    "export it by the API with others": lambda scene: as_text(scene, "/records", "text/plain"),
    "read its player by the API": lambda scene: scene.opens(
        f"/api/v1/players/{of(Player, 'Hazel')}"
    ),
    "read its event by the API": lambda scene: scene.opens(
        f"/api/v1/events/{of(Event, 'Hazel Cup')}"
    ),
    "find its player in the list of the API": lambda scene: scene.shows(
        "/api/v1/players?name=haze", '"name":"Hazel"'
    ),
    "count it in the explorer of the API": lambda scene: scene.shows(
        f"/api/v1/explorer/{SKUD}", '"games":1'
    ),
    "count it in the statistics of the API": lambda scene: scene.shows(
        f"/api/v1/statistics/{SKUD}/results", '"games":1'
    ),
    "see the page of its import": lambda scene: scene.opens(scene.import_path),
    "take back the file it came in": lambda scene: scene.opens(f"{scene.import_path}files/1"),
    "take back its text from the import": lambda scene: scene.opens(
        f"{scene.import_path}items/1/original"
    ),
    "follow its import by the API": lambda scene: by_api(scene, "GET", scene.import_path[:-1]),
    "read the ledger of its import by the API": lambda scene: by_api(
        scene, "GET", f"{scene.import_path}items"
    ),
    "cancel its import by the API": lambda scene: by_api(
        scene, "POST", f"{scene.import_path}cancel"
    ),
}


INDEXED = {
    *("explore from it", "meet its games in the explorer", "export it from the explorer"),
    *("see its players among the players", "count it in statistics"),
    *("count it in the explorer of the API", "count it in the statistics of the API"),
}
"""What is read from the index, which is then made before and after the record is hidden."""


def index(pk: int) -> None:
    indexing.index_records(record_ids=[pk])
    count_all()
    rating.refresh(game=SKUD)


def told() -> dict[str, dict[str, set[str]]]:
    """The tables of the page: letters by role, by action."""
    lines = (ROOT / "docs" / "permissions.md").read_text().splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return {
        action: {
            role: set(re.findall("[PUVW]", cell)) for role, cell in zip(ROLES, cells, strict=True)
        }
        for action, *cells in rows
        if action not in {"action", "---"}
    }


TOLD = told()
CASES = [(action, role, letter) for action in TOLD for role in ROLES for letter in LETTERS]


def test_the_page_tells_of_every_action() -> None:
    assert list(TOLD) == list(ACTIONS)


def who(role: str, owner: User) -> User | None:
    if role == "visitor":
        return None
    if role == "owner":
        return owner
    if role == "staff":
        return User.objects.create_superuser("keeper")
    return User.objects.create_user("tomo", "tomo@example.org")


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[ImportBatch]:
    """Ilse's import of the record; what a test makes of it is undone after each."""
    with django_db_blocker.unblock(), transaction.atomic():
        owner = User.objects.create_user("ilse", "ilse@example.org")
        made = batches.open_batch(uploads=[upload("mine.tgr", TEXT)], owner_id=owner.pk)
        yield importing.import_batch(batch=made)
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize(("action", "role", "letter"), CASES)
def test_permissions_are_as_the_page_tells(
    sent: ImportBatch, action: str, role: str, letter: str
) -> None:
    owner, record = User.objects.get(), Record.objects.get()
    if action in INDEXED:
        index(record.pk)
    records.set_visibility(record_ids=[record.pk], visibility=LETTERS[letter])
    if action in INDEXED:
        index(record.pk)
    client, user = Client(), who(role, owner)
    if user is not None:
        client.force_login(user)
    record.refresh_from_db()
    scene = Scene(record, client, user, f"/records/{record.pk}", f"/imports/{sent.pk}/")
    assert ACTIONS[action](scene) == (letter in TOLD[action][role])
    assert ImportItem.objects.count() == 1
