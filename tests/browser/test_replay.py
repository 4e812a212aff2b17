"""A game is stepped through in the browser: by keys, slider, clicks, swipes and addresses."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from archive.models import Record
from archive.services import batches, importing
from tests.archive.games import game

LAST = 11
MOVES = (
    "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) {A plain start.} 2G.(0,-8)-(-1,-6) !? "
    "2H.(0,8)-(1,6) 3G.R5(0,-8) 3H.W3(8,0) 4G.W4(-8,0) 4H.(1,6)-(1,4) 5G.(-1,-6)-(-1,-4) *"
)

OpenPage = Callable[..., Page]


@pytest.fixture
def address(live_server: LiveServer) -> str:
    """The page of a short game, imported straight into the live server's archive."""
    text = game("Ilse", "Tomo", moves=MOVES, Event="Spring Cup")
    importing.import_batch(batch=batches.open_batch(uploads=[("game.tgr", [text.encode()])]))
    record = Record.objects.get()
    assert record.plies == LAST
    return f"/records/{record.pk}"


def at(page: Page, ply: int) -> None:
    """The page shows this ply, everywhere where it says so."""
    expect(page.locator("[data-player]")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("[data-count]")).to_have_text(f"{ply} / {LAST}")
    expect(page.locator("[data-slider]")).to_have_value(str(ply))
    current = page.locator('[data-moves] [aria-current="step"]')
    if ply:
        expect(current).to_have_attribute("data-go", str(ply))
    else:
        expect(current).to_have_count(0)


def pieces(page: Page) -> list[str]:
    """The places of all tiles on the board."""
    found: list[str] = page.locator("[data-layer] .piece").evaluate_all(
        "tiles => tiles.map(tile => tile.dataset.at).sort()"
    )
    return found


def test_keys_step_through_the_game(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    at_end = pieces(page)
    page.keyboard.press("Home")
    at(page, 0)
    assert pieces(page) == []
    expect(page.locator("[data-said]")).to_have_text("Start of the game.")
    for ply in range(1, 4):
        page.keyboard.press("ArrowRight")
        at(page, ply)
    assert pieces(page) == ["0,-8"]
    expect(page.locator("[data-said]")).to_contain_text("Guest plants Rhododendron")
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.keyboard.press("End")
    at(page, LAST)
    assert pieces(page) == at_end
    page.keyboard.press("ArrowRight")
    at(page, LAST)


def test_the_address_carries_the_ply(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#4")
    at(page, 4)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"#5$"))
    page.reload(wait_until="networkidle")
    at(page, 5)
    page.evaluate("location.hash = '#2'")
    at(page, 2)
    page.goto(f"{address}#999")
    at(page, LAST)


def test_stepping_needs_no_network(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.keyboard.press("Home")
    for _ in range(LAST):
        page.keyboard.press("ArrowRight")
    at(page, LAST)
    assert [url for url in asked if not url.endswith("favicon.svg")] == []


def test_the_slider_moves_the_game_and_keeps_the_keys(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    slider = page.locator("[data-slider]")
    slider.fill("6")
    at(page, 6)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 5)
    page.keyboard.press("Home")
    at(page, 0)
    expect(slider).to_have_attribute("aria-valuetext", f"Move 0 of {LAST}")


def test_a_click_on_a_move_shows_it(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.get_by_role("link", name="(0,-8)-(-1,-6)").click()
    at(page, 5)
    expect(page.get_by_text("1H A plain start.")).to_be_visible()
    expect(page.locator('[data-go="5"] .move-sign')).to_have_text("!?")


def test_space_plays_to_the_end_and_a_step_stops_it(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#{LAST - 2}")
    page.locator("[data-speed]").select_option("300")
    page.locator("h1").click()
    page.keyboard.press("Space")
    button = page.locator("[data-autoplay]")
    expect(button).to_have_attribute("aria-pressed", "true")
    at(page, LAST)
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_space_plays_after_a_click_on_a_move(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.locator("[data-speed]").select_option("3000")
    page.get_by_role("link", name="(0,-8)-(-1,-6)").click()
    at(page, 5)
    said = page.locator("[data-said]")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", pressed=True)).to_be_visible()
    expect(said).to_have_attribute("aria-live", "off")
    page.keyboard.press("Space")
    expect(said).to_have_attribute("aria-live", "polite")
    assert page.evaluate("scrollY") == 0


def test_a_key_after_a_click_on_the_board_draws_no_frame(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.locator(".replay-board").click()
    page.keyboard.press("Home")
    at(page, 0)
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(f"document.activeElement.matches('body') || {outline} === 'none'")


def test_the_speed_is_kept(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.locator("[data-speed]").select_option("700")
    page.reload(wait_until="networkidle")
    expect(page.locator("[data-speed]")).to_have_value("700")


def places(page: Page) -> list[str | None]:
    """The seats beside the board, from top to bottom."""
    found: list[str | None] = page.locator("[data-owner]").evaluate_all(
        "all => all.sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)"
        ".map(place => place.dataset.owner)"
    )
    return found


GUEST_BELOW = ["0", "1"]


def test_f_turns_the_board_with_names_and_hands(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#3")
    guests = page.locator('[data-layer] [data-at="0,-8"]')
    below = guests.bounding_box()
    assert places(page) == GUEST_BELOW
    page.keyboard.press("f")
    above = guests.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] < below["y"] - 100
    assert places(page) == GUEST_BELOW[::-1]
    page.keyboard.press("f")
    assert guests.bounding_box() == below
    assert places(page) == GUEST_BELOW


def test_on_a_phone_the_hand_below_the_board_is_that_of_the_near_seat(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(f"{address}#3", width=390, height=844)
    assert places(page) == ["1", "0"]
    page.keyboard.press("f")
    assert places(page) == ["0", "1"]


def test_the_question_mark_shows_the_keys(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    dialog = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Home")
    at(page, LAST)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()


def test_keys_do_not_fire_in_a_field(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.evaluate("document.querySelector('main').append(document.createElement('textarea'))")
    page.locator("textarea").press_sequentially("f? ")
    page.locator("textarea").press("Home")
    at(page, LAST)
    expect(page.locator("textarea")).to_have_value("f? ")
    expect(page.locator("[data-turn]")).to_have_attribute("aria-pressed", "false")
    page.locator("[data-speed]").focus()
    page.keyboard.press("Home")
    at(page, LAST)


def test_the_link_to_a_position_is_copied(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#4", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("[data-copied]")).to_have_text("Link copied")
    assert str(page.evaluate("navigator.clipboard.readText()")).endswith(f"{address}#4")
    picture = page.locator("[data-picture]")
    expect(picture).to_have_attribute("href", re.compile(r"/positions/4\.svg$"))


def glides(page: Page) -> list[float]:
    """How long each tile now glides, in milliseconds."""
    found: list[float] = page.evaluate(
        """() => {
          document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
          return new Promise(resolve => requestAnimationFrame(() => resolve(
            document.getAnimations().filter(glide => glide.effect.target.matches(".piece"))
              .map(glide => glide.effect.getTiming().duration))));
        }"""
    )
    return found


def test_a_tile_glides_to_its_place(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#4")
    at(page, 4)
    assert glides(page) == [150]


def test_nothing_glides_for_whom_motion_disturbs(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#4", reduced_motion="reduce")
    at(page, 4)
    assert glides(page) == []
    at(page, 5)


def swipe(page: Page, across: int) -> None:
    """A finger drawn over the middle of the board, by the browser's own touch events."""
    box = page.locator(".replay-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, moved in (("touchStart", 0), ("touchMove", across // 2), ("touchMove", across)):
        touch = {"type": kind, "touchPoints": [{"x": x + moved, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_swipes_step_on_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}#5", width=390, height=844, has_touch=True, is_mobile=True)
    at(page, 5)
    swipe(page, -120)
    at(page, 6)
    swipe(page, 120)
    at(page, 5)
    swipe(page, 10)
    at(page, 5)


def test_a_phone_has_the_board_at_full_width_and_controls_below(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address, width=390, height=844, has_touch=True, is_mobile=True)
    board = page.locator(".replay-board").bounding_box()
    controls = page.locator(".controls").bounding_box()
    moves = page.locator("[data-moves]").bounding_box()
    assert board is not None
    assert controls is not None
    assert moves is not None
    assert (board["x"], board["width"]) == (0, 390)
    assert board["y"] + board["height"] <= controls["y"]
    assert controls["y"] + controls["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 400), (932, 430), (900, 600)])
def test_a_low_window_shows_the_whole_board_and_its_controls(
    open_page: OpenPage, address: str, width: int, height: int
) -> None:
    page = open_page(address, width=width, height=height)
    for part in (".replay-board", ".controls"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_narrow_phone_has_one_line_of_navigation_and_one_of_buttons(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address, width=320, height=568, has_touch=True, is_mobile=True)
    for line in (".masthead nav a", ".controls .button:visible"):
        assert_one_line(page, line)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("width", [900, 1024, 1280])
def test_all_buttons_stand_in_one_line_beside_a_board(
    open_page: OpenPage, address: str, width: int
) -> None:
    assert_one_line(open_page(address, width=width, height=700), ".controls .button:visible")


def assert_one_line(page: Page, parts: str) -> None:
    """These parts of the page stand side by side: their middles at one height, give or take 5."""
    middles = page.locator(parts).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => (box.top + box.bottom) / 2)"
    )
    assert len(middles) >= 3
    assert max(middles) - min(middles) < 5, middles


def test_all_controls_are_reached_by_the_tab_key(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                """() => {
                  const style = getComputedStyle(document.activeElement);
                  const seen = style.outlineStyle !== "none";
                  return [...Object.keys(document.activeElement.dataset), "", seen].join(" ");
                }"""
            )
        )
    for control in ("slider", "autoplay", "speed", "turn", "copy", "keys", "moves"):
        assert any(f"{control} " in said and said.endswith(" true") for said in reached), reached


def test_without_script_links_lead_to_every_position(open_page: OpenPage, address: str) -> None:
    page = open_page(address, java_script_enabled=False)
    expect(page.locator("[data-slider]")).to_be_hidden()
    page.get_by_role("link", name="(0,-8)-(-1,-6)").click()
    expect(page).to_have_url(re.compile(r"\?ply=5$"))
    expect(page.locator('[data-layer] .piece[data-at="-1,-6"]')).to_have_count(1)
    page.get_by_role("link", name="One move back").click()
    expect(page).to_have_url(re.compile(r"\?ply=4$"))
    expect(page.locator('[data-layer] .piece[data-at="0,-8"]')).to_have_count(1)
