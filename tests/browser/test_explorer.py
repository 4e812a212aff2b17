"""The explorer in the browser: walked through by mouse, by keys and by the browser's own buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from archive.models import Record
from tests.analysis.plain_count import fill
from tests.archive.games import MOVES, game

OTHER = MOVES.replace("W,K,W,R", "R,R,K,B")
SKUD = "/explore/skud-pai-sho/"

OpenPage = Callable[..., Page]


@pytest.fixture
def games(live_server: LiveServer) -> None:
    """Twelve games that begin alike, and one that does not."""
    for number in range(12):
        fill(game(f"Player {number}", moves=MOVES, Event="Spring Cup"))
    fill(game("Ilse", moves=OTHER))


def at(page: Page, token: str) -> None:
    """The page shows the position after this turn, and its address carries it."""
    expect(page.locator(".crumbs [aria-current=page]")).to_have_text(token)
    body = token.partition(".")[2]
    assert page.evaluate("new URLSearchParams(location.search).get('moves') ?? ''").endswith(body)


def tiles(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-layer] .piece").evaluate_all(
        "tiles => tiles.map(tile => tile.dataset.at).sort()"
    )
    return found


@pytest.mark.usefixtures("games")
def test_what_is_pressed_by_key_keeps_the_focus(open_page: OpenPage) -> None:
    page = open_page(f"{SKUD}?moves=R,W,W,K")
    page.locator("[data-back]").focus()
    page.keyboard.press("Enter")
    at(page, "Start")
    expect(page.locator("[data-back]")).to_be_focused()
    switch = page.get_by_role("switch")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_be_focused()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.usefixtures("games")
def test_clicks_go_on_and_back(open_page: OpenPage, width: int) -> None:
    page = open_page(SKUD, width=width)
    at(page, "Start")
    page.locator("[data-row]").first.click()
    at(page, "0H.R,W,W,K")
    expect(page.locator("[data-said]")).to_contain_text("12 games pass through this position.")
    page.locator("[data-row]").click()
    at(page, "0G.R,R,K,B")
    page.locator("[data-row]").click()
    at(page, "1G.R5(0,-8)")
    assert tiles(page) == ["0,-8"]
    expect(page.locator("[data-to-move]")).to_have_attribute("data-owner", "0")
    page.locator(".crumbs a").nth(1).click()
    at(page, "0H.R,W,W,K")
    assert tiles(page) == []
    page.locator("[data-back]").click()
    at(page, "Start")


@pytest.mark.usefixtures("games")
def test_keys_walk_and_choose(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    page.keyboard.press("ArrowRight")
    at(page, "0H.R,W,W,K")
    page.keyboard.press("Enter")
    at(page, "0G.R,R,K,B")
    page.keyboard.press("Backspace")
    at(page, "0H.R,W,W,K")
    page.keyboard.press("ArrowLeft")
    at(page, "Start")
    page.keyboard.press("ArrowLeft")
    at(page, "Start")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("tr[data-chosen] .go")).to_contain_text("R,R,K,B")
    page.keyboard.press("Enter")
    at(page, "0H.R,R,K,B")
    page.keyboard.press("Enter")
    at(page, "0G.R,R,K,B")
    page.keyboard.press("Home")
    at(page, "Start")
    page.keyboard.press("ArrowUp")
    expect(page.locator("tr[data-chosen] .go")).to_contain_text("R,R,K,B")


@pytest.mark.usefixtures("games")
def test_the_browsers_own_buttons_and_links_lead_to_positions(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    for ply in range(4):
        page.locator("[data-row]").first.click()
        expect(page.locator(".crumbs li")).to_have_count(ply + 2)
    at(page, "1H.R5(0,8)")
    page.go_back()
    at(page, "1G.R5(0,-8)")
    page.go_back()
    page.go_forward()
    at(page, "1G.R5(0,-8)")
    page.reload()
    at(page, "1G.R5(0,-8)")
    assert tiles(page) == ["0,-8"]


@pytest.mark.usefixtures("games")
def test_the_board_turns_and_stays_turned(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    page.keyboard.press("f")
    page.keyboard.press("ArrowRight")
    at(page, "0H.R,W,W,K")
    expect(page.locator("[data-board]")).to_have_class(re.compile("board--turned"))
    page.keyboard.press("?")
    expect(page.locator("[data-keys-dialog]")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("[data-keys-dialog]")).to_be_hidden()


@pytest.mark.usefixtures("games")
def test_a_filter_stays_in_force_on_the_way(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    page.locator("#filters summary").click()
    page.get_by_label("Player", exact=True).fill("Ilse")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("[data-said]")).to_contain_text("1 game passes through")
    page.locator("[data-row]").click()
    at(page, "0H.R,R,K,B")
    assert "player=Ilse" in page.url
    page.keyboard.press("Backspace")
    expect(page.locator("[data-said]")).to_contain_text("1 game passes through")


@pytest.mark.usefixtures("games")
def test_the_games_stand_below_the_table(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    page.locator(".explorer-below").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".explorer-below .records tbody tr")).to_have_count(8)
    page.get_by_role("button", name="Best known players").click()
    expect(page.get_by_role("button", name="Best known players")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("link", name="All 13 games").click()
    expect(page.locator(".records tbody tr")).to_have_count(13)


@pytest.mark.usefixtures("games")
def test_the_page_works_without_script(open_page: OpenPage) -> None:
    page = open_page(SKUD, java_script_enabled=False)
    page.locator("[data-row]").first.click()
    expect(page.locator(".crumbs [aria-current=page]")).to_have_text("0H.R,W,W,K")
    page.locator("[data-back]").click()
    expect(page.locator(".crumbs [aria-current=page]")).to_have_text("Start")
    page.get_by_role("link", name="All 13 games").click()
    expect(page.locator(".records tbody tr")).to_have_count(13)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.usefixtures("games")
def test_nothing_is_wider_than_the_window(open_page: OpenPage, width: int) -> None:
    for path in (SKUD, f"{SKUD}games", f"{SKUD}starts", "/explore/quaterno/", "/explore/"):
        page = open_page(path, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.usefixtures("games")
def test_the_board_does_not_jump_on_the_way(open_page: OpenPage) -> None:
    page = open_page(SKUD)
    before = page.locator(".replay-board").bounding_box()
    for ply in range(6):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".crumbs li")).to_have_count(ply + 2)
        assert page.locator(".replay-board").bounding_box() == before
    page.goto(f"/records/{Record.objects.order_by('pk')[0].pk}", wait_until="networkidle")
    assert page.locator(".replay-board").bounding_box() == before


@pytest.mark.usefixtures("games")
def test_the_page_of_a_record_tells_what_else_was_played(open_page: OpenPage) -> None:
    page = open_page(f"/records/{Record.objects.order_by('pk')[0].pk}")
    expect(page.locator(".replay-facts .opening-of")).to_have_text("Rhododendron start")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_text("What else was played here").click()
    panel = page.locator("[data-panel-rows]")
    expect(panel).to_contain_text("Ended here")
    page.keyboard.press("Home")
    expect(panel.locator("[data-row]")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(panel.locator("[data-row]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(panel.locator("[data-row]")).to_have_count(2)
    panels = [url for url in asked if "/panel?" in url]
    assert [url.partition("ply=")[2] for url in panels] == ["7", "0", "1"]
    page.get_by_role("link", name="Explore from here").click()
    at(page, "Start")


@pytest.mark.usefixtures("games")
def test_fast_stepping_asks_for_nothing(open_page: OpenPage) -> None:
    page = open_page(f"/records/{Record.objects.order_by('pk')[0].pk}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-said]")).to_have_text("Start of the game.")
    assert not asked
