"""Leaderboards, and the figures that the pages of players and events load, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.services import rating
from archive.models import Event, Player
from tests.analysis.rated import SKUD, STONES, add, add_samples, count_all, skud

OpenPage = Callable[..., Page]

NAMES = ("Ilse", "W" * 300, "<script>alert(1)</script>", "שחקן א", "Tomo")


@pytest.fixture
def people(live_server: LiveServer) -> None:
    """Everybody of some odd names met everybody, in two months of one event."""
    pairs = [(host, guest) for host in NAMES for guest in NAMES if host != guest]
    add(
        "".join(
            skud(host, guest, "Host", f"2024.{5 + number % 2:02}.04", number=number, Event="Open")
            for number, (host, guest) in enumerate(pairs)
        )
    )
    add_samples(STONES)
    count_all()
    for game in (SKUD, STONES):
        rating.refresh(game=game)


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_no_page_of_people_is_wider_than_the_window(
    open_page: OpenPage, people: None, width: int, scheme: str
) -> None:
    event = Event.objects.get(name="Open").pk
    page = open_page("/players/", width=width, color_scheme=scheme)
    addresses = ["/players/?provisional", "/players/?name=w", f"/events/{event}"]
    addresses += [f"/players/{player.pk}" for player in Player.objects.filter(name__in=NAMES)]
    for address in addresses:
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
        assert page.locator("h1").count() == 1, address


def test_the_page_of_a_player_loads_his_figures_and_changes_the_game(
    open_page: OpenPage, people: None
) -> None:
    player = Player.objects.get(name="Sample player Ada")
    add(skud("Sample player Ada", "Ilse", "Guest", "2024.07.04", number=30))
    count_all()
    page = open_page(f"/players/{player.pk}")
    expect(page.get_by_role("heading", name="Shifting Stones")).to_be_visible()
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Skud Pai Sho").press(
        "Enter"
    )
    expect(page.get_by_role("heading", name="Skud Pai Sho")).to_be_visible()
    expect(page.get_by_role("link", name="Ilse").first).to_be_visible()
    expect(page.locator(":focus")).to_have_text("Skud Pai Sho")
    expect(page).to_have_url(re.compile(rf"/players/{player.pk}$"))


def test_a_crosstable_leads_to_its_games(open_page: OpenPage, people: None) -> None:
    page = open_page(f"/events/{Event.objects.get(name='Open').pk}")
    table = page.locator(".standings")
    expect(table.locator("td.cross a")).to_have_count(2 * len(NAMES) * (len(NAMES) - 1))
    table.locator("td.cross a").first.click()
    expect(page).to_have_url(re.compile(r"/records/\d+"))


def test_players_are_found_by_name_with_the_keyboard(open_page: OpenPage, people: None) -> None:
    page = open_page("/players/")
    page.get_by_label("Name, or a part of it").fill("ils")
    page.keyboard.press("Enter")
    expect(page.locator(".leaders tbody tr")).to_have_count(1)
    page.locator(".leaders").get_by_role("link", name="Ilse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ilse")
