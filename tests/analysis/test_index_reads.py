"""What indexing reads does not grow with what is indexed already."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analysis.models import Entry
from analysis.services import indexing
from tests.analysis.desk import import_text, listening, mixed_text

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_sums_of_an_index_are_not_read_when_records_are_indexed() -> None:
    with listening() as desk:
        import_text(mixed_text())
        desk.deliver()
        again = list(Entry.objects.values_list("record", flat=True))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        indexing.index_records(record_ids=[*again, 10**6])
    assert len(asked) > 4
    sums = '"analysis_generation"."counters"'
    assert [query["sql"] for query in asked if sums in query["sql"]] == []
