"""The API keeps what its document promises: Schemathesis tries every operation."""

from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from schemathesis.config import SchemathesisConfig

from archive.config.wsgi import application
from archive.engines import all_engines
from archive.models import ApiToken, ImportBatch, Record
from archive.services import accounts
from tests.archive.api.filled import fill

PLAIN = {"Accept-Encoding": "identity"}
"""A browser unpacks what was compressed; the client of these tests does not."""
KEY = "tile_of-an-owner"
CONFIG = SchemathesisConfig.from_dict(
    {
        "headers": PLAIN,
        "generation": {
            "max-examples": 12,
            "deterministic": True,
            "database": "none",
            "allow-x00": False,
        },
        "phases": {"stateful": {"enabled": False}},
        "checks": {
            # A text that is no record, and a move that no rule allows, are refused with these.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "422"]},
        },
    }
)

pytestmark = pytest.mark.usefixtures("filled", "anonymous_uploads")
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application, config=CONFIG)


@pytest.fixture
def filled(db: None) -> None:
    fill(each=3, more=9)


@pytest.fixture
def owned(filled: None, ilse: User) -> None:
    """All that is there was brought by somebody whose token is KEY."""
    Record.objects.update(owner=ilse)
    ImportBatch.objects.update(owner=ilse)
    ApiToken.objects.create(user=ilse, name="schemathesis", digest=accounts.digest_of(KEY))


@schema.parametrize()
def test_an_operation_keeps_its_promises(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()


@schema.include(path_regex="^/api/v1/(records|imports)").parametrize()
@pytest.mark.usefixtures("owned")
def test_an_operation_keeps_its_promises_to_an_owner(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(headers={"Authorization": f"Bearer {KEY}"})


PLACES = (
    *("/records/{id}", "/players/{id}", "/players/{id}/ratings", "/players/{id}/records"),
    *("/events/{id}", "/events/{id}/records", "/imports/{batch_id}", "/imports/{batch_id}/items"),
    *("/explorer/{game}", "/statistics/{game}", "/statistics/{game}/{section}", "/ratings/{game}"),
)


@pytest.mark.parametrize("game", [engine.slug for engine in all_engines()])
def test_what_is_there_is_as_the_document_says(game: str) -> None:
    records = Record.objects.filter(game=game)
    for place in PLACES:
        record = records.filter(event__isnull=False).latest("plies")
        seat = record.seats.exclude(player=None).get(number=0)
        kinds = {"records": record.pk, "players": seat.player_id, "events": record.event_id}
        parts: dict[str, Any] = {
            "id": kinds.get(place.split("/")[1]),
            "batch_id": ImportBatch.objects.latest("created").pk,
            "game": game,
            "section": "results",
        }
        named = {name: value for name, value in parts.items() if f"{{{name}}}" in place}
        query = {"record": record.pk} if "explorer" in place else {}
        operation = schema[f"/api/v1{place}"]["GET"]
        case = operation.Case(path_parameters=named, query=query, headers=PLAIN)
        assert case.call_and_validate().status_code == 200
