"""Every chart of every game, drawn in a real browser. What goes wrong on a page fails its test: see
`conftest.Watch`."""

import re
from collections.abc import Callable, Sequence

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.models import Summary
from analysis.selectors import behind
from analysis.selectors.figures import catalogue
from archive import engines
from tests.analysis.plain_count import fill, samples

OpenPage = Callable[..., Page]

GAMES = [engine.slug for engine in engines.all_engines()]


@pytest.fixture
def archive(live_server: LiveServer) -> None:
    """Some games of every kind."""
    cache.clear()
    fill("".join(samples(game, 14) for game in GAMES))


def addresses(game: str) -> list[str]:
    engine = engines.get(game)
    assert engine is not None
    return [f"/stats/{game}/{one.slug}/" for one in catalogue.sections(engine)]


def draw_all(page: Page) -> int:
    """Bring every chart into view; how many there are."""
    charts = page.locator("[data-chart]")
    for at in range(charts.count()):
        chart = charts.nth(at)
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "")
        expect(chart.locator(".main-svg").first).to_be_visible()
    return charts.count()


@pytest.mark.slow(40)
# A desk has room for what a phone has room for, so there one game of each shape is enough.
@pytest.mark.parametrize(
    ("window", "games", "least"),
    [((390, "dark"), GAMES, 150), ((1280, "light"), (GAMES[0], GAMES[-1]), 60)],
)
def test_every_chart_is_drawn(
    open_page: OpenPage,
    archive: None,
    window: tuple[int, str],
    games: Sequence[str],
    least: int,
) -> None:
    width, scheme = window
    page = open_page("/stats/", width=width, color_scheme=scheme)
    drawn = 0
    for game in games:
        for address in addresses(game):
            page.goto(address)
            drawn += draw_all(page)
            assert page.evaluate("document.documentElement.scrollWidth") == width, address
            assert page.locator("h1").count() == 1, address
    assert drawn > least


def test_a_bar_opens_its_games(open_page: OpenPage, archive: None) -> None:
    page = open_page("/stats/skud-pai-sho/")
    chart = page.locator("#lengths")
    chart.scroll_into_view_if_needed()
    expect(chart).to_have_attribute("data-drawn", "")
    chart.get_by_text("Table").click()
    link = chart.locator("[data-cell] a").first
    games = int(link.inner_text())
    # Plotly hears the mouse by the layer above its bars.
    bar = chart.locator(".barlayer .point").first.bounding_box()
    assert bar is not None
    page.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    expect(page).to_have_url(re.compile(r"/stats/skud-pai-sho/games/\?mark="))
    expect(page.locator(".records tbody tr")).to_have_count(games)


def test_the_table_has_the_same_links_for_the_keyboard(open_page: OpenPage, archive: None) -> None:
    page = open_page("/stats/skud-pai-sho/")
    summary = page.locator("#endings summary")
    summary.focus()
    page.keyboard.press("Enter")
    link = page.locator("#endings [data-cell] a").first
    games = int(link.inner_text())
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".records tbody tr")).to_have_count(games)


def test_a_list_that_is_looked_for_goes_on_by_itself(
    open_page: OpenPage, archive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(behind, "LOOK_SECONDS", 0)
    monkeypatch.setattr(behind, "FIRST_LOT", 2)
    right = Summary.objects.filter(
        entry__generation__game="skud-pai-sho", counters__contains="\nused|planted|R3|0|w="
    ).count()
    assert 0 < right < 14
    page = open_page("/stats/skud-pai-sho/games/?mark=used|planted|R3|0|w")
    expect(page.locator("#behind-count")).to_have_text(f"{right} game{'s' * (right > 1)}")
    expect(page.locator(".records tbody tr")).to_have_count(right)
    expect(page.get_by_text("Looking for games")).to_have_count(0)


def test_charts_take_the_colours_of_the_theme(open_page: OpenPage, archive: None) -> None:
    page = open_page("/stats/skud-pai-sho/", color_scheme="light")
    chart = page.locator("#lengths")
    chart.scroll_into_view_if_needed()
    expect(chart).to_have_attribute("data-drawn", "")
    bar = chart.locator(".barlayer .point path").first
    expect(bar).to_have_css("fill", "rgb(58, 107, 92)")
    page.get_by_role("button", name="Colours").click()
    page.get_by_role("button", name="Colours").click()
    expect(bar).to_have_css("fill", "rgb(127, 181, 163)")


def test_on_a_phone_the_points_of_openings_have_the_numbers_of_a_list(
    open_page: OpenPage, archive: None
) -> None:
    page = open_page("/stats/skud-pai-sho/openings/", width=390)
    chart = page.locator("#opening-score")
    chart.scroll_into_view_if_needed()
    names = chart.locator(".chart-names li")
    points = chart.locator(".textpoint text")
    expect(points).to_have_count(names.count())
    assert points.all_text_contents() == [str(at + 1) for at in range(names.count())]
    first = names.first.inner_text()
    page.set_viewport_size({"width": 800, "height": 390})
    expect(points.first).to_have_text(first)
    expect(names.first).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 800})
    expect(points.first).to_have_text("1")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_map_is_asked_for_one_tile(open_page: OpenPage, archive: None) -> None:
    page = open_page("/stats/skud-pai-sho/tiles-planted/")
    page.get_by_label("Tile on the map").select_option(label="White Jade")
    expect(page).to_have_url(re.compile(r"tile=W5"))
    chart = page.locator("#map-planted")
    expect(chart).to_have_attribute("data-drawn", "")
    expect(page.get_by_label("Tile on the map")).to_have_value("W5")


def test_a_filter_is_used_and_shows_all_games_beside(open_page: OpenPage, archive: None) -> None:
    page = open_page("/stats/skud-pai-sho/")
    page.get_by_text("Filter the games").click()
    page.get_by_label("Result").select_option("Host")
    page.get_by_role("button", name="Count these").click()
    expect(page).to_have_url(re.compile(r"result=Host"))
    chart = page.locator("#seats")
    expect(chart).to_have_attribute("data-drawn", "")
    expect(chart.locator(".legendtext")).to_have_text(["Score", "Score, all games"])
