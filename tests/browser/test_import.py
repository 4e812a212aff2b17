"""Importing in a real browser, with a real web server, a real broker and a real worker."""

import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.archive.games import game
from tests.archive.sites import Site
from tests.browser.conftest import Watch
from tests.conftest import ROOT

OpenPage = Callable[..., Page]

UPLOAD_BYTES = 2 << 20
PATIENCE = 60_000
"""Milliseconds that a worker on a busy machine may take."""
SLIP = "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-1,6) 2H.(0,8)-(1,6) *"
"""A sign is missing in Guest's second move."""
PASTED = """
  0H.R,W,K,B ;
0G.R,W,K,B

1G.R3(0,-8);
1H.R3(0,8)
 2G.(0,-8)-(1,-6)
2H.(0,8)-(-1,6)   ;
3G.R4(0,-8)
3H.R4(0,8)
4G.(0,-8)-(-1,-6)_L(8,0)
4H.(0,8)-(1,6)+R(3,3);
"""


class WebSite(Site):
    """A site with its web server and one worker, on a database and a broker of their own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, database_url="", redis_url="")
        self.environment |= {
            "ANONYMOUS_UPLOADS": "1",
            "DEBUG": "1",
            "IMPORT_UPLOAD_BYTES": str(UPLOAD_BYTES),
        }
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{probe.getsockname()[1]}"
        arguments = ("--bind", self.url.removeprefix("http://"), "--threads", "4")
        with (folder / "web.log").open("wb") as log:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "archive.config.wsgi", *arguments],
                env=self.environment,
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )
        self.start_worker()
        self._wait_for_answer()

    def _wait_for_answer(self) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                urllib.request.urlopen(self.url, timeout=5).close()  # noqa: S310 (its own address)
            except OSError:
                assert time.monotonic() < until, (self.folder / "web.log").read_text()
                time.sleep(0.1)
            else:
                return

    def count(self, table: str, where: str, *values: Any) -> int:
        """Rows as another process sees them."""
        with sqlite3.connect(self.folder / "site.sqlite3") as database:
            query = f"SELECT count(*) FROM {table} WHERE {where}"  # noqa: S608 (the test's own words)
            return int(database.execute(query, values).fetchone()[0])

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(20)
        super().close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSite]:
    site = WebSite(tmp_path_factory.mktemp("site"))
    yield site
    site.close()


@pytest.fixture
def site_url(site: WebSite) -> str:
    return site.url


def upload(page: Page, text: str, name: str = "games.tgr") -> None:
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#id_upload", [file])
    page.get_by_role("button", name="Import", exact=True).click()


def paste(page: Page, text: str) -> None:
    page.get_by_label("Paste records or links").fill(text)
    page.get_by_role("button", name="Import", exact=True).click()


def ended(page: Page) -> Locator:
    """The job's sum, once the job has ended."""
    expect(page.get_by_text("All accounted for.")).to_be_visible(timeout=PATIENCE)
    return page.locator(".ledger-sum")


def test_a_pasted_game_is_stored_and_replayed(open_page: OpenPage) -> None:
    page = open_page("/import/")
    paste(page, PASTED)
    expect(page).to_have_url(re.compile(r"/imports/[0-9a-f-]{36}/$"))
    expect(ended(page)).to_have_text(re.compile(r"1 received\s*=\s*1 stored\s*\+\s*0 dup"))
    expect(page.locator("#import-status")).to_have_text(
        "The import has ended: 1 received, 1 stored, 0 duplicate, 0 rejected."
    )
    expect(page.locator("#import-cancel")).to_have_count(0)
    page.get_by_role("link", name="Replay the game").click()
    expect(page).to_have_url(re.compile(r"/records/\d+$"))
    expect(page.locator("[data-board]").first).to_be_visible()
    expect(page.locator("[data-moves]")).to_contain_text("(0,-8)-(-1,-6)+L(8,0)")
    page.keyboard.press("End")
    expect(page.locator("[data-said]")).to_contain_text("Rock")


def test_a_file_of_500_with_20_bad_ones_is_accounted_for_and_mended(open_page: OpenPage) -> None:
    records = [
        game(f"Player {number} of 500", moves=SLIP) if number % 25 == 7 else game(f"P {number}")
        for number in range(500)
    ]
    page = open_page("/import/")
    upload(page, "".join(records), "spring.tgr")
    expect(ended(page)).to_have_text(
        re.compile(r"500 received\s*=\s*480 stored\s*\+\s*0 duplicates\s*\+\s*20 rejected")
    )
    page.get_by_role("link", name="Rejected 20").click()
    expect(page.locator(".ledger-table tr.rejected")).to_have_count(20)
    first = page.locator("details.problem").first
    first.locator("summary").click()
    expect(first.locator("pre.caret mark")).to_have_text("2G.(0,-8)-(-1,6)")
    expect(first.locator("[data-board] .mark-bad").first).to_be_visible()
    first.get_by_role("button", name="2G.(0,-8)-(-1,-6)").click()
    expect(ended(page)).to_have_text(re.compile(r"1 received\s*=\s*1 stored"))
    page.get_by_role("link", name="record 8 of an earlier import").click()
    expect(page.get_by_text("It was sent again, mended")).to_be_visible()


def test_a_text_is_mended_by_hand_on_the_page_of_its_record(open_page: OpenPage) -> None:
    page = open_page("/import/")
    paste(page, game("Mender", moves=SLIP))
    ended(page)
    box = page.get_by_label("The record’s text")
    box.fill(box.input_value().replace("(-1,6)", "(-1,-6)", 1))
    page.get_by_role("button", name="Send it again").click()
    expect(ended(page)).to_have_text(re.compile(r"1 received\s*=\s*1 stored"))


def test_files_are_dropped_and_listed(open_page: OpenPage) -> None:
    page = open_page("/import/")
    dropped = page.evaluate_handle(
        """(texts) => {
            const data = new DataTransfer();
            texts.forEach((text, number) =>
                data.items.add(new File([text], `<i>${number}</i>.tgr`, { lastModified: 1 })));
            return data;
        }""",
        [game("Dropped one"), game("Dropped two")],
    )
    page.dispatch_event("[data-drop]", "dragover", {"dataTransfer": dropped})
    expect(page.locator("[data-drop]")).to_have_class(re.compile("over"))
    for _ in range(2):
        page.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    expect(page.locator("[data-chosen-list] li")).to_have_count(2)
    expect(page.locator("[data-chosen-list] li").first).to_contain_text("<i>0</i>.tgr")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(ended(page)).to_have_text(re.compile("2 received"))
    expect(page.get_by_role("heading", level=1)).to_have_text("2 uploads")


def test_an_example_is_filled_in_by_a_click(open_page: OpenPage) -> None:
    page = open_page("/import/")
    page.get_by_role("link", name="Fill in an example of PSR").click()
    box = page.get_by_label("Paste records or links")
    expect(box).to_be_focused()
    expect(box).to_have_value(re.compile("^PAISHO-RECORD 1"))
    expect(page).to_have_url(re.compile("/import/$"))


def test_a_running_import_is_cancelled_after_a_question(open_page: OpenPage) -> None:
    page = open_page("/import/")
    upload(page, "".join(game(f"Cancelled {number}") for number in range(8000)))
    expect(page.locator("progress")).to_be_visible()
    page.locator("summary", has_text="Cancel the import").click()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.get_by_text("Cancelled. What was stored before stays stored.")).to_be_visible()
    expect(page.locator("#import-cancel")).to_have_count(0, timeout=PATIENCE)
    received, *parts = (
        int(text.replace(",", "")) for text in page.locator(".ledger-sum b").all_inner_texts()
    )
    assert received == sum(parts)


def test_a_double_click_makes_one_import(open_page: OpenPage, site: WebSite) -> None:
    for has_script in (True, False):
        page = open_page("/import/", java_script_enabled=has_script)
        page.get_by_label("Paste records or links").fill(game(f"Twice {has_script}"))
        page.get_by_role("button", name="Import", exact=True).dblclick()
        expect(page).to_have_url(re.compile("/imports/"))
    uploads = site.count("archive_uploadchunk", "instr(data, ?) > 0", b"Twice")
    assert uploads == 2


def test_it_all_works_without_script(open_page: OpenPage) -> None:
    page = open_page("/import/?example=ndjson", java_script_enabled=False)
    page.get_by_role("button", name="Import", exact=True).click()
    # The page refreshes itself while the job runs.
    expect(page.get_by_text("All accounted for.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("link", name="Replay the game")).to_be_visible()
    page.goto("/import/")
    paste(page, game("Scriptless", moves=SLIP))
    expect(page.get_by_role("button", name="2G.(0,-8)-(-1,-6)")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="2G.(0,-8)-(-1,-6)").click()
    expect(page.get_by_role("link", name="Replay the game")).to_be_visible(timeout=PATIENCE)


def test_it_all_works_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/import/")
    page.get_by_label("Paste records or links").focus()
    page.keyboard.insert_text(game("Typist") + game("Slip", moves=SLIP))
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    ended(page)
    summary = page.locator("details.problem summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("pre.caret")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("pre.caret")).to_be_focused()


def test_too_large_an_upload_is_refused_in_words(open_page: OpenPage, watch: Watch) -> None:
    page = open_page("/import/")
    big: Any = {"name": "big.tgr", "mimeType": "text/plain", "buffer": b"x" * (UPLOAD_BYTES + 1)}
    page.set_input_files("#id_upload", [big])
    expect(page.get_by_role("alert")).to_contain_text("the site takes 2.0 MB at once")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page).to_have_url(re.compile("/import/$"))
    watch.expected.add(413)
    big["buffer"] = b"x" * (2 * UPLOAD_BYTES)
    bare = open_page("/import/", java_script_enabled=False)
    bare.set_input_files("#id_upload", [big])
    bare.get_by_role("button", name="Import", exact=True).click()
    expect(bare.get_by_role("alert")).to_contain_text(
        "is larger than the site takes at once (2 MB)"
    )


def test_an_empty_form_is_told_so(open_page: OpenPage, watch: Watch) -> None:
    watch.expected.add(400)
    page = open_page("/import/")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing to import yet")


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (390, "light"), (1280, "dark")])
def test_no_page_is_wider_than_the_window(open_page: OpenPage, width: int, scheme: str) -> None:
    name = f"{scheme}{width}" + "W" * 200
    page = open_page("/import/", width=width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    upload(page, game(name) + game(name, moves=SLIP) + game(name), f"{name}.tgr")
    expect(ended(page)).to_have_text(re.compile("3 received"))
    page.locator("details.problem summary").click()
    expect(page.locator("[data-board]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.goto(f"{page.url}items/2/", wait_until="networkidle")
    expect(page.locator("[data-board]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
