"""Names of openings that change, and the statistics that were counted by them."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from analysis.models import OpeningName
from analysis.selectors import filtering
from analysis.selectors.figures import catalogue
from analysis.selectors.figures.maps import Picked
from analysis.selectors.filtering import Filter
from analysis.selectors.statistics_charts import Question, answer
from analysis.services import filtered
from analysis.services import openings as opening_names
from archive import engines
from tests.analysis.rated import add, count_all, skud

pytestmark = pytest.mark.django_db

LILY, CHRYSANTHEMUM = "Lily start", "Chrysanthemum start"


def counted(*, by_job: bool) -> dict[str, object]:
    """The games of each opening, as the page of statistics has them."""
    engine, generation = engines.get("skud-pai-sho"), filtering.active("skud-pai-sho")
    assert engine is not None
    assert generation is not None
    if by_job:
        stat, is_wanted = filtered.want(generation=generation, chosen=Filter())
        assert is_wanted
        list(filtered.add_up(stat_id=stat.pk))
    question = Question(engine, generation, catalogue.OPENINGS, Filter(), Picked())
    charts = [one for one in answer(question).charts if one.name == "opening-score"]
    return {row.label: row.cells[1].value for chart in charts for row in chart.rows}


@pytest.mark.parametrize("by_job", [False, True])
def test_a_name_that_changes_has_its_new_games_at_once(
    client: Client, settings: Settings, *, by_job: bool
) -> None:
    if by_job:
        settings.FILTER_RECORDS = 1
    cache.clear()
    add("".join(skud("Ada", "Bo", "Host", "2024.05.04", number=number) for number in (6, 7, 24)))
    count_all()
    assert counted(by_job=by_job) == {LILY: 1, CHRYSANTHEMUM: 2}
    address = "/stats/skud-pai-sho/openings/opening-score.json"
    before = client.get(address)["ETag"]
    lily = OpeningName.objects.get(name=LILY)
    OpeningName.objects.get(name=CHRYSANTHEMUM).delete()
    lily.moves = lily.moves.replace("W4", "R4")
    opening_names.save(name=lily)
    assert counted(by_job=by_job) == {LILY: 2}
    assert client.get(address, headers={"If-None-Match": before}).status_code == 200
    opening_names.delete(names=[lily])
    assert counted(by_job=by_job) == {}
    opening_names.refresh()
    assert counted(by_job=by_job) == {LILY: 1, CHRYSANTHEMUM: 2}
