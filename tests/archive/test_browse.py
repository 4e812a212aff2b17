"""The list of records: filters, order, pages, what it costs."""

from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from archive.models import Record
from archive.selectors import paging, records
from archive.views import listing
from tests.archive.games import game

MORE_MOVES = "0H.R,R,K,B 0G.W,W,K,B 1G.W3(0,-8) 1H.W3(0,8)"

CAST = (
    game("Ilse", "Tomo", Event="Spring Cup", Date="2024.03.02", Result="Host", Termination="resignation"),
    game("Tomo", "Ilse", Event="Spring Cup", Date="2024.04.??", Result="Guest", Termination="time"),
    game("Renske", "Ilse", Date="2025.01.01", Result="Draw", Termination="agreement"),
    game("Renske", "Tomo", moves=f"{MORE_MOVES} {{a quiet start}} *", Annotator="O'Neill & sons"),
)  # fmt: skip


@pytest.fixture
def cast(import_text: Callable[[str], object]) -> list[int]:
    """Four records, by their ids, in the order of CAST."""
    import_text("".join(CAST))
    assert Record.objects.count() == len(CAST)
    return list(Record.objects.order_by("pk").values_list("pk", flat=True))


def listed(client: Client, **query: str) -> list[int]:
    response = client.get("/records/", query)
    assert response.status_code == 200, response.headers
    return [row.record.pk for row in response.context["rows"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [3, 2, 1, 0]),
        ({"game": "skud-pai-sho"}, [3, 2, 1, 0]),
        ({"player": "ilse"}, [2, 1, 0]),
        ({"player": "ils", "seat": "Host"}, [0]),
        ({"player": "Ilse", "seat": "Guest"}, [2, 1]),
        ({"seat": "Guest"}, [3, 2, 1, 0]),
        ({"result": "Host"}, [0]),
        ({"result": "Draw"}, [2]),
        ({"result": "*"}, [3]),
        ({"ending": "time"}, [1]),
        ({"event": "spring"}, [1, 0]),
        ({"since": "2024-04-10"}, [2, 1]),
        ({"until": "2024-04-10"}, [1, 0]),
        ({"since": "2024-03-02", "until": "2024-03-02"}, [0]),
        ({"most": "4"}, [3]),
        ({"least": "5"}, [2, 1, 0]),
        ({"chosen": "skud-pai-sho:accent:Boat", "seat": "Host"}, [3]),
        ({"chosen": "skud-pai-sho:accent:Boat"}, [3, 2, 1, 0]),
        ({"text": "a QUIET start"}, [3]),
        ({"text": "O'Neill & sons"}, [3]),
        ({"verdict": "valid"}, [3, 2, 1, 0]),
        ({"samples": "only"}, []),
        ({"samples": "without"}, [3, 2, 1, 0]),
        ({"sort": "oldest"}, [0, 1, 2, 3]),
        ({"sort": "newest"}, [2, 1, 0, 3]),
        ({"sort": "longest"}, [2, 1, 0, 3]),
        ({"sort": "shortest"}, [3, 0, 1, 2]),
        ({"sort": "nonsense"}, [3, 2, 1, 0]),
        ({"player": "nobody of this name"}, []),
    ],
)
def test_filters_find_these_records(
    client: Client, cast: list[int], query: dict[str, str], expected: list[int]
) -> None:
    assert listed(client, **query) == [cast[place] for place in expected]


@pytest.mark.parametrize(
    "query",
    [
        {"least": "many"},
        {"least": "9" * 40},
        {"since": "last week"},
        {"game": "chess"},
        {"chosen": "x"},
        {"text": "a\0b"},
        {"after": "~~"},
        {"after": "9999999999999999999999~1"},
        {"sort": "newest", "before": "2024-99-99~1"},
    ],
)
def test_a_value_that_cannot_be_used_stops_nothing(
    client: Client, cast: list[int], query: dict[str, str]
) -> None:
    assert len(listed(client, **query)) == len(CAST)


def test_a_wrong_value_is_named_beside_its_field(client: Client, cast: list[int]) -> None:
    page = client.get("/records/", {"least": "many"}).content.decode()
    assert "Enter a whole number." in page
    assert '<details class="filters-more" open>' in page


def test_empty_filters_leave_the_address(client: Client, cast: list[int]) -> None:
    response = client.get("/records/", {"player": "Ilse", "game": "", "least": ""})
    assert response.status_code == 302
    assert response.headers["Location"] == "/records/?player=Ilse"


def test_chips_say_the_filters_and_take_each_away(client: Client, cast: list[int]) -> None:
    query = {"player": "Ilse", "result": "Draw", "sort": "oldest"}
    page = client.get("/records/", query).content.decode()
    assert 'href="?result=Draw&amp;sort=oldest"' in page
    assert 'href="?player=Ilse&amp;sort=oldest"' in page
    assert "(2 in force)" in page


def test_links_of_the_list_carry_the_filter(client: Client, cast: list[int]) -> None:
    page = client.get("/records/", {"player": "Ilse"}).content.decode()
    assert "/records/export.tgr?player=Ilse" in page
    assert 'href="?player=Ilse&amp;sort=longest"' in page


def test_an_empty_archive_says_how_to_fill_it(client: Client, db: None) -> None:
    assert "No records yet" in client.get("/records/").content.decode()


def test_a_search_in_vain_says_what_to_do(client: Client, cast: list[int]) -> None:
    page = client.get("/records/", {"player": "nobody"}).content.decode()
    assert "No record fits all of these filters" in page


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    "address", ["/records/", "/records/?player=Ilse&chosen=skud-pai-sho:accent:Rock"]
)
def test_a_page_costs_the_same_queries_whatever_it_lists(
    client: Client, cast: list[int], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(address)
    counts = []
    for size in (1, 2, 50):
        monkeypatch.setattr(listing, "PAGE_SIZE", size)
        counts.append(queries_of(client, address))
    assert counts == [3, 3, 3]


def walk(sort: paging.Sort, size: int, *, backwards: bool) -> Iterator[int]:
    """Every record, page by page: forwards from the first, or backwards from the last."""
    rows = Record.objects.all()
    page = paging.page(rows, sort, size=size)
    if not backwards:
        yield from (record.pk for record in page.rows)
        while page.after:
            page = paging.page(rows, sort, size=size, after=page.after)
            yield from (record.pk for record in page.rows)
        return
    while page.after:
        page = paging.page(rows, sort, size=size, after=page.after)
    yield from (record.pk for record in reversed(page.rows))
    while page.before:
        page = paging.page(rows, sort, size=size, before=page.before)
        yield from (record.pk for record in reversed(page.rows))


@pytest.mark.parametrize("name", records.SORTS)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pages_hold_every_record_once_in_both_directions(db: None, name: str, size: int) -> None:
    for number in range(11):
        day = None if number % 3 == 0 else date(2024, 1, 1 + number % 4)
        Record.objects.create(
            game="skud-pai-sho", fingerprint=str(number), original=b"", edition=1,
            plies=number % 4, date_earliest=day, date_latest=day,
        )  # fmt: skip
    forwards = list(walk(records.SORTS[name], size, backwards=False))
    assert sorted(forwards) == sorted(Record.objects.values_list("pk", flat=True))
    assert list(walk(records.SORTS[name], size, backwards=True)) == forwards[::-1]


@pytest.mark.parametrize(
    "place", [{"after": "~1"}, {"before": "~1"}, {"sort": "longest", "before": f"{'9' * 30}~1"}]
)
def test_an_address_beyond_the_list_shows_its_first_page(
    client: Client, cast: list[int], place: dict[str, str]
) -> None:
    query = {"sort": "newest"} | place
    assert listed(client, **query) == listed(client, sort=query["sort"])


def test_words_that_cannot_be_searched_are_refused_in_words(
    client: Client, cast: list[int]
) -> None:
    page = client.get("/records/", {"text": "x" * 300}).content.decode()
    assert "at most 200 characters" in page


def test_a_new_record_does_not_shift_the_next_page(db: None, cast: list[int]) -> None:
    sort = records.SORTS["added"]
    first = paging.page(Record.objects.all(), sort, size=2)
    Record.objects.create(game="skud-pai-sho", fingerprint="new", original=b"", edition=1, plies=0)
    second = paging.page(Record.objects.all(), sort, size=2, after=first.after)
    assert [record.pk for record in second.rows] == [cast[1], cast[0]]


def test_a_long_count_is_bounded(
    db: None, cast: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "COUNT_LIMIT", 3)
    assert records.bounded_count(Record.objects.all()) == 4
    page = Client().get("/records/").content.decode()
    assert "More than 3 records" in page
