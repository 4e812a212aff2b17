"""The rules pages in a real browser: at every width, in both schemes, without script errors."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from archive.engines import all_engines

OpenPage = Callable[..., Page]
ADDRESSES = ["/rules/", *(f"/rules/{engine.slug}/" for engine in all_engines())]


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "light")])
def test_no_page_of_rules_is_wider_than_the_window(
    open_page: OpenPage, width: int, scheme: str
) -> None:
    page = open_page("/", width=width, color_scheme=scheme)
    for address in ADDRESSES:
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
        assert page.locator("h1").count() == 1, address


def test_figures_are_as_wide_as_a_phone_and_their_tiles_are_drawn(open_page: OpenPage) -> None:
    page = open_page("/rules/skud-pai-sho/", width=360)
    figures = page.locator(".example")
    assert figures.count() > 10
    for board in figures.locator("[data-board]").all():
        box = board.bounding_box()
        assert box is not None
        assert box["width"] >= 320
    tile = figures.nth(1).locator(".piece").first.bounding_box()
    assert tile is not None
    assert tile["width"] > 10


def test_the_contents_lead_to_their_sections_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/rules/quaterno/")
    page.get_by_role("navigation", name="On this page").get_by_role(
        "link", name="Figures", exact=True
    ).press("Enter")
    expect(page).to_have_url(re.compile("/rules/quaterno/#figures$"))
    expect(page.get_by_role("heading", name="Figures", exact=True)).to_be_in_viewport()


def test_a_refused_move_is_shown_where_its_address_says(open_page: OpenPage) -> None:
    page = open_page("/rules/pai-chi/#refused-held")
    figure = page.locator("#refused-held")
    expect(figure).to_be_in_viewport()
    expect(figure.get_by_role("img")).to_have_accessible_name(
        "Host’s Knotweed holds Guest’s Peach."
    )
    figure.get_by_text("In words").click()
    expect(figure.locator("pre")).to_contain_text("Peach at (0,0)")


def test_one_reads_from_game_to_game(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="The rules of the games").click()
    for engine in all_engines():
        if page.url.endswith("/rules/"):
            page.get_by_role("link", name=engine.name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(engine.name)
        following = page.locator("a[rel=next]")
        if following.count():
            following.click()
