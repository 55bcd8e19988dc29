"""Past shoes on the page: a player with keys, by ear, and a file that needs no network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import check_access
from tests.browser.casino import coups_of, laid
from tests.browser.conftest import NewGuest
from tests.browser.guest import FITS, Guest, are_apart, box_of

CARDS = "pb-replay .hand-cards pb-card"
NARROW: ViewportSize = {"width": 320, "height": 640}
SIDES = ("player", "banker")


def _last_spoken(page: Page) -> str:
    return page.locator("pb-replay .spoken p").last.inner_text()


def _shown(page: Page) -> list[str]:
    read = "cards => cards.map(card => card.dataset.card)"
    found: list[str] = page.eval_on_selector_all(CARDS, read)
    return found


def _close_table(guest: Guest) -> str:
    table = guest.table
    assert guest.context.request.delete(f"/api/tables/{table}").ok
    guest.page.wait_for_selector("pb-table[data-phase=closed]")
    return table


def _check_player(page: Page) -> None:
    """Go through a shoe of two coups with keys alone, by eye and ear."""
    first, second = map(laid, coups_of("browser")[:2])
    assert _last_spoken(page) == "Coup 1 of 2. Your bet: $25 on Banker."
    assert _shown(page) == []
    page.keyboard.press("ArrowRight")
    assert _shown(page) == first[:1]
    assert _last_spoken(page).startswith("Player: ")
    page.keyboard.press("ArrowLeft")
    assert _last_spoken(page) == "Coup 1 of 2. Your bet: $25 on Banker."
    page.keyboard.press("o")
    assert "House edge, best bet first, with 415 cards unseen. Banker: 1.0" in _last_spoken(page)
    page.keyboard.press("PageDown")
    assert _last_spoken(page) == "Coup 2 of 2."
    assert page.url.endswith("/1/2")
    page.keyboard.press("ArrowLeft")
    assert _shown(page) == first
    assert "$25" in _last_spoken(page) or "Banker" in _last_spoken(page)
    page.keyboard.press("End")
    page.keyboard.press("i")
    assert _last_spoken(page).startswith("Go on to the result first")
    while not _last_spoken(page).startswith("The shoe ends here"):
        page.keyboard.press("n")
    assert _shown(page) == second
    page.keyboard.press("n")
    assert page.locator(".replay-lines").inner_text().count("The shoe ends here.") == 1


def test_a_finished_shoe_is_replayed_with_keys_and_by_ear_and_kept_as_a_file(
    new_guest: NewGuest, browser: Browser, tmp_path: Path
) -> None:
    ada = new_guest()
    page = ada.sit_alone()
    ada.bet("banker")
    ada.deal()
    ada.open_panel("History")
    expect(page.get_by_role("link", name="Replay of shoe 1")).to_have_count(0)
    ada.deal()
    table = _close_table(ada)
    evening = page.get_by_role("dialog", name="Your evening")  # for another's hand closed the table
    expect(evening.get_by_role("link", name="Replay shoe 1")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay of shoe 1").click()
    page.wait_for_selector("pb-replay")
    _check_player(page)
    check_access(page, "the player")
    for width in (NARROW["width"], 390, 430):
        ada.resize(width, 844)
        assert page.evaluate(FITS)
        player, banker = (box_of(page, f"pb-replay .{side} .hand-cards") for side in SIDES)
        assert are_apart(player, banker)
    page.keyboard.press("Escape")
    expect(page.locator("pb-replay")).to_have_count(0)
    assert "#" not in page.url
    page.goto(f"/#replay={table}/1/2")
    expect(page.locator(".replay-coup")).to_have_text("Shoe 1, coup 2 of 2")
    page.goto("/")
    page.goto(f"/#replay={table}/9/1")
    expect(page.get_by_text("There is no such shoe.")).to_be_visible()
    file = tmp_path / "shoe.html"
    file.write_bytes(ada.context.request.get(f"/api/tables/{table}/shoes/1.html").body())
    _check_file(file, browser)


def _check_file(file: Path, browser: Browser) -> None:
    """Open the file without a network: it verifies itself, and replays."""
    with browser.new_context(offline=True, reduced_motion="reduce", viewport=NARROW) as context:
        page, errors = context.new_page(), list[str]()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("requestfailed", lambda request: errors.append(request.url))
        page.goto(file.as_uri())
        expect(page.get_by_role("heading", name="The shoe holds, as promised")).to_be_visible()
        _check_player(page)
        assert page.evaluate(FITS)
        check_access(page, "the file")
        page.goto(f"{file.as_uri()}#replay=any/1/2")
        expect(page.locator(".replay-coup")).to_have_text("Shoe 1, coup 2 of 2")
        assert errors == []
