"""The API keeps what its document promises: Schemathesis tries every operation."""

from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig

from archive.config.wsgi import application
from tests.archive.api.filled import fill

CONFIG = SchemathesisConfig.from_dict(
    {
        # A browser unpacks what was compressed; the client of these tests does not.
        "headers": {"Accept-Encoding": "identity"},
        "generation": {"max-examples": 12, "deterministic": True, "database": "none"},
        "phases": {"stateful": {"enabled": False}},
        "checks": {
            # A text that is no record, and a move that no rule allows, are refused with these.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "422"]},
        },
    }
)

pytestmark = [pytest.mark.xdist_group("schemathesis"), pytest.mark.usefixtures("filled")]
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application, config=CONFIG)


@pytest.fixture
def filled(db: None) -> None:
    fill(each=2, more=9)


@schema.parametrize()
def test_an_operation_keeps_its_promises(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()
