"""The games behind a number: all of them, each once, however seldom they are."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from analysis.models import Entry, Summary
from analysis.selectors import behind
from archive.models import Record, Visibility
from tests.analysis.plain_count import fill, samples
from tests.archive.games import mixed_games

pytestmark = pytest.mark.django_db

GAME = "skud-pai-sho"
ADDRESS = f"/stats/{GAME}/games/"
Queries = Callable[[int], AbstractContextManager[None]]
MARKS = [
    (["used|planted|R3|=|w"], r"\nused\|planted\|R3\|[^|]*\|w="),
    (["first|arranged|=|=1..2", "seat|0|u"], r"\nfirst\|arranged\|[^|]*\|[12]="),
]


@pytest.fixture(scope="module", autouse=True)
def archive(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        fill(samples(GAME, 20) + mixed_games(10))
        yield
        transaction.set_rollback(True)


def having(pattern: str, *, unfinished: bool) -> list[int]:
    """The records whose summaries have such a line, or that have no result if those count too; the
    newest first."""
    rows = Summary.objects.filter(entry__generation__game=GAME).order_by("-entry__record")
    return [
        one.entry.record
        for one in rows.select_related("entry")
        if re.search(pattern, one.counters) or (unfinished and one.entry.winners is None)
    ]


@pytest.mark.parametrize(("asked", "pattern"), MARKS)
@pytest.mark.parametrize("bounds", [{"FIRST_LOT": 7}, {"MOST_LOOKED": 5}], ids=str)
def test_a_list_that_is_looked_for_in_slices_has_every_game_once(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    asked: list[str],
    pattern: str,
    bounds: dict[str, int],
) -> None:
    for name, value in {"LOOK_SECONDS": 0, **bounds}.items():
        monkeypatch.setattr(behind, name, value)
    monkeypatch.setattr("analysis.views.statistics_games.PAGE_SIZE", 3)
    right = having(pattern, unfinished=len(asked) > 1)
    games = Entry.objects.filter(generation__game=GAME).count()
    assert 5 < len(right) < games
    seen: list[int] = []
    looked: list[int] = []
    after = ""
    for _ in range(games + 1):
        answer = client.get(ADDRESS, {"mark": asked, "after": after})
        seen += [row.record.pk for row in answer.context["games"]]
        assert answer.context["count"] == len(seen)
        if answer.context["looked"] is not None:
            looked.append(answer.context["looked"])
            assert f"{looked[-1]} of {games} looked through" in answer.content.decode()
        if not (after := answer.context["after"]):
            break
    assert seen == right
    assert f"{len(right)} games" in answer.content.decode()
    assert looked
    assert looked == sorted(set(looked))


def test_a_mark_that_no_game_has_ends_in_words(client: Client) -> None:
    page = client.get(ADDRESS, {"mark": "events|no-such-thing|=|="}).content.decode()
    assert "No game is behind this number" in page
    assert "0 games" in page


def test_a_game_that_was_hidden_is_not_shown(client: Client) -> None:
    """Whatever the index still holds."""
    first = client.get(ADDRESS, {"mark": "plies|=1.."}).context["games"][0].record
    Record.objects.filter(pk=first.pk).update(visibility=Visibility.PRIVATE)
    shown = client.get(ADDRESS, {"mark": "plies|=1.."}).context["games"]
    assert first.pk not in [row.record.pk for row in shown]


@pytest.mark.parametrize("mark", ["seat|0|w", "month|2024=|=", "result|Host", "events|=|=|="])
def test_a_list_costs_few_queries(
    client: Client, django_assert_max_num_queries: Queries, mark: str
) -> None:
    with django_assert_max_num_queries(9):
        client.get(ADDRESS, {"mark": mark})


@pytest.mark.parametrize("after", ["x", "3", "~3", "-1~2", "3~" + "9" * 12])
def test_a_place_that_cannot_be_read_is_the_first(client: Client, after: str) -> None:
    asked = {"mark": "plies|=1.."}
    shown = client.get(ADDRESS, asked | {"after": after}).context["games"]
    assert shown == client.get(ADDRESS, asked).context["games"]
