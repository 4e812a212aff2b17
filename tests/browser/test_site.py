"""The skeleton of every page in a real browser: colours, widths, keyboard, hostile names."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from archive.models import Record
from archive.services import batches, importing
from tests.archive.games import game
from tests.browser.conftest import Watch

OpenPage = Callable[..., Page]

NAMES = ("Ilse", "W" * 300, "<script>alert(1)</script>", "שחקן א", "</title><svg/onload=alert(1)>")


@pytest.fixture
def addresses(live_server: LiveServer) -> list[str]:
    """A page of every kind, with names that try to break them."""
    text = "".join(game(name, "Tomo", Event=f"Cup of {name}") for name in NAMES)
    importing.import_batch(batch=batches.open_batch(uploads=[("games.tgr", [text.encode()])]))
    records = list(Record.objects.prefetch_related("seats"))
    assert len(records) == len(NAMES)
    pages = [
        "/",
        "/api/v1/docs",
        "/records/",
        "/records/?player=Tomo&seat=Guest",
        "/records/?text=nothing",
    ]
    for record in records:
        pages.append(f"/records/{record.pk}")
        pages.append(f"/players/{record.seats.all()[0].player_id}")
        pages.append(f"/events/{record.event_id}")
    return pages


TOO_SMALL = """() => [...document.querySelectorAll('.button, button, select, summary, nav a, .colophon a')]
  .filter(thing => thing.checkVisibility() && thing.getBoundingClientRect().height < 43.5)
  .map(thing => thing.outerHTML)"""
"""What a finger would miss."""


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_no_page_is_wider_than_the_window(
    open_page: OpenPage, addresses: list[str], width: int, scheme: str
) -> None:
    page = open_page("/", width=width, color_scheme=scheme)
    for address in addresses:
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
        assert page.locator("h1").count() == 1, address
        assert width > 390 or page.evaluate(TOO_SMALL) == [], address


def colour(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


LIGHT, DARK = "rgb(250, 247, 241)", "rgb(23, 21, 18)"


def test_colours_follow_the_system_until_the_switch_is_used(
    open_page: OpenPage, addresses: list[str]
) -> None:
    page = open_page("/", color_scheme="dark")
    assert colour(page) == DARK
    switch = page.get_by_role("button", name="Colours")
    switch.click()
    assert colour(page) == LIGHT
    page.goto("/records/")
    assert colour(page) == LIGHT
    switch.click()
    switch.click()
    assert colour(page) == DARK
    page.emulate_media(color_scheme="light")
    assert colour(page) == LIGHT


def test_the_first_tab_skips_to_the_content(open_page: OpenPage, addresses: list[str]) -> None:
    page = open_page("/records/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_filters_are_used_by_keyboard_and_taken_away(
    open_page: OpenPage, addresses: list[str]
) -> None:
    page = open_page("/records/")
    page.get_by_text("Filters").click()
    page.get_by_label("Player").fill("Ilse")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/records/\?player=Ilse$"))
    expect(page.locator(".records tbody tr")).to_have_count(1)
    page.get_by_role("link", name="remove this filter").click()
    expect(page.locator(".records tbody tr")).to_have_count(len(NAMES))


def test_where_a_list_is_cards_the_links_that_sort_it_are_seen_while_they_have_the_focus(
    open_page: OpenPage, addresses: list[str]
) -> None:
    page = open_page("/records/", width=390)
    sort = page.locator("thead").get_by_role("link", name="Moves")
    sort.focus()
    box = sort.bounding_box()
    assert box is not None
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent", at) == "Moves"


def test_a_wrong_address_is_answered_in_words(
    open_page: OpenPage, addresses: list[str], watch: Watch
) -> None:
    watch.expected.add(404)
    page = open_page("/records/123456")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing stands at this address")


def test_a_part_of_a_page_that_does_not_come_is_said_until_it_does(
    live_server: LiveServer, open_page: OpenPage, watch: Watch
) -> None:
    batch = batches.open_batch(uploads=[("games.tgr", [game("Ilse").encode()])])
    page = open_page(f"/imports/{batch.pk}/")
    watch.expected.add(503)
    page.route("**/progress?*", lambda route: route.fulfill(status=503))
    expect(page.get_by_role("alert")).to_contain_text("The site does not answer just now.")
    page.unroute("**/progress?*")
    expect(page.get_by_role("alert")).to_have_count(0)
