"""A sample of every game is stepped through by keyboard, on a phone and on a desk."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from archive import engines
from archive.models import Record
from archive.services import batches, importing
from tests.archive.shipped import shortest

OpenPage = Callable[..., Page]

SLUGS = tuple(engine.slug for engine in engines.all_engines())


def at(page: Page, ply: int, last: int) -> None:
    expect(page.locator("[data-player]")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("[data-count]")).to_have_text(f"{ply} / {last}")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_sample_is_stepped_through_by_keyboard(
    live_server: LiveServer, open_page: OpenPage, slug: str, width: int
) -> None:
    text = shortest(slug).original
    importing.import_batch(batch=batches.open_batch(uploads=[("game.tgr", [text])]))
    record = Record.objects.get()
    last = record.plies
    page = open_page(f"/records/{record.pk}", width=width, color_scheme="dark")
    at(page, last, last)
    page.keyboard.press("Home")
    at(page, 0, last)
    start = page.locator("[data-layer]").inner_html()
    for ply in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, ply, last)
    assert page.locator("[data-layer]").inner_html() != start
    place = page.locator("[data-board]").bounding_box()
    page.keyboard.press("End")
    at(page, last, last)
    assert page.locator("[data-board]").bounding_box() == place
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for piece in page.locator("[data-layer] .piece").all():
        box = piece.bounding_box()
        assert box is not None
        assert box["x"] > -3
        assert box["x"] + box["width"] < width + 3
