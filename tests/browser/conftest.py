"""A real Chromium against a live server. Every page that a test opens is watched.

A console error or warning, a script error, a breach of the content security policy, a failed
answer, or a request to another host fails the test that opened the page.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.services import unavailable

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell first: it draws the same pages without a window of its own, for half the work."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.services)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        unavailable("There is no Chromium here: install it to run the tests of pages.")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        rights = ["--no-sandbox"] if os.geteuid() == 0 else []
        started = playwright.chromium.launch(executable_path=found, args=rights)
        yield started
        started.close()


class Watch:
    """What went wrong on the pages of one test."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.faults: list[str] = []
        self.expected: set[int] = set()
        """Status codes that the test brings about on purpose."""

    def follow(self, page: Page) -> None:
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("response", lambda response: self._answered(response.status, response.url))

    def _said(self, kind: str, text: str) -> None:
        # So say Chromium and htmx.
        told = [f"{words} {one}" for words in ("status of", "Error Code") for one in self.expected]
        on_purpose = any(words in text for words in told)
        if kind in {"error", "warning"} and not on_purpose:
            self.faults.append(f"console {kind}: {text}")

    def _asked(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in {"data", "blob"} and address.netloc != self.host:
            self.faults.append(f"request to another host: {url}")

    def _answered(self, status: int, url: str) -> None:
        if status >= 400 and status not in self.expected:
            self.faults.append(f"{status} {url}")


@pytest.fixture
def site_url(live_server: LiveServer) -> str:
    """Where the site is that pages are opened from; a module may have a site of its own."""
    return str(live_server.url)


@pytest.fixture
def watch(site_url: str) -> Iterator[Watch]:
    watch = Watch(urlsplit(site_url).netloc)
    yield watch
    assert not watch.faults


@pytest.fixture
def open_page(browser: Browser, site_url: str, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Open an address of the site: ``open_page("/records/", width=390, color_scheme="dark")``."""
    contexts: list[BrowserContext] = []

    def opened(path: str, *, width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(
            base_url=site_url, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        watch.follow(page)
        page.goto(path, wait_until="networkidle")
        return page

    yield opened
    for context in contexts:
        context.close()
