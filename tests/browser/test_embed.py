"""The replay works in a frame of a page of another origin."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from archive.models import Record
from archive.services import batches, importing
from tests.archive.games import game


@contextmanager
def another_site(folder: Path) -> Iterator[str]:
    """The address of a web server that serves a folder, at a port of its own."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def framing(browser: Browser) -> Iterator[Page]:
    """A page that may ask another host: the site in its frame. Scripts that fail are told."""
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    yield page
    context.close()
    assert not faults


def test_the_replay_is_stepped_through_in_a_frame_of_another_origin(
    framing: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    page = framing
    text = game("Ilse", "Tomo")
    importing.import_batch(batch=batches.open_batch(uploads=[("game.tgr", [text.encode()])]))
    record = Record.objects.get()
    around = f'<iframe src="{live_server.url}/embed/{record.pk}" width="900" height="600"></iframe>'
    (tmp_path / "around.html").write_text(f'<link rel="icon" href="data:,">{around}')
    with another_site(tmp_path) as elsewhere:
        page.goto(f"{elsewhere}/around.html", wait_until="networkidle")
        frame = page.frame_locator("iframe")
        player = frame.locator("[data-player]")
        expect(player).to_have_attribute("data-ply", str(record.plies))
        frame.get_by_role("link", name="Start", exact=True).click()
        expect(player).to_have_attribute("data-ply", "0")
        page.keyboard.press("ArrowRight")
        expect(player).to_have_attribute("data-ply", "1")
        frame.locator('[data-moves] [data-go="3"]').click()
        expect(player).to_have_attribute("data-ply", "3")
        link = frame.get_by_role("link", name="Open on Tilebook")
        with page.context.expect_page() as opened:
            link.click()
        expect(opened.value).to_have_url(f"{live_server.url}/records/{record.pk}")
