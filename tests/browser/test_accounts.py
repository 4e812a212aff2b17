"""The pages of an account in a browser: by keyboard, on a phone, under the site's own policy."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Page, expect

from archive.models import ImportBatch, Visibility
from archive.services import batches, importing
from tests.archive.games import game, upload

OpenPage = Callable[..., Page]

PASSPHRASE = "amber heron 47 gates"  # noqa: S105 (of nobody)


@pytest.fixture
def fern(transactional_db: None) -> User:
    cache.clear()
    user = User.objects.create_user("fern", "fern@example.org", PASSPHRASE)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    batch = batches.open_batch(uploads=[upload("a.tgr", game("Hazel"))], owner_id=user.pk)
    importing.import_batch(batch=batch)
    return user


def log_in(page: Page) -> None:
    """By keyboard alone."""
    page.get_by_label("E-mail address or name").focus()
    page.keyboard.type("fern@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("You are logged in.")


@pytest.mark.parametrize("width", [390, 1280])
def test_an_owner_hides_a_record_by_keyboard(fern: User, open_page: OpenPage, width: int) -> None:
    page = open_page("/account/login/", width=width)
    log_in(page)
    page.get_by_label("Choose Hazel").focus()
    page.keyboard.press("Space")
    page.get_by_label("Make those ticked").select_option("private")
    page.get_by_role("button", name="Change", exact=True).press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 record is private now.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1280])
def test_a_record_is_ticked_and_changed_by_mouse(
    fern: User, open_page: OpenPage, width: int
) -> None:
    page = open_page("/account/login/", width=width)
    log_in(page)
    page.get_by_label("Choose Hazel").check()
    page.get_by_role("link", name="Change Hazel").click()
    expect(page).to_have_url(re.compile(r"/records/\d+/edit$"))


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_of_an_account_fits(fern: User, open_page: OpenPage, width: int) -> None:
    page = open_page("/account/login/", width=width)
    log_in(page)
    for path in ("/my/games", "/my/tokens", "/my/account", "/account/email/", "/import/"):
        page.goto(path, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_who_imports_says_who_sees_it(fern: User, open_page: OpenPage) -> None:
    page = open_page("/account/login/")
    log_in(page)
    page.get_by_role("navigation", name="Main").get_by_text("Import").click()
    page.get_by_label("Paste records or links").fill(game("Heron"))
    page.get_by_label("Only I").check()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Only you and the site’s staff see this page.")).to_be_visible()
    newest = ImportBatch.objects.order_by("-created")[0]
    assert (newest.owner, newest.visibility) == (fern, Visibility.PRIVATE)
