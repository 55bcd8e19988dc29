"""Invitations, for the inviter and the invited."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import check_access
from tests.browser.casino import Casino
from tests.browser.conftest import NewGuest
from tests.browser.guest import FITS, Guest
from tests.web.codes import read_code
from tests.web.serving import Served, commanded
from tests.web.test_lan import HERE

SHARE = "navigator.share = async (given) => { window.shared = given; };"
"""Adds sharing, which headless Chromium lacks."""

CROPPED = """() => {
    const box = document.querySelector("dialog");
    return box.scrollWidth > box.clientWidth || document.documentElement.scrollWidth > innerWidth;
}"""


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A casino for a network, at an address of this machine."""
    hall = tmp_path_factory.mktemp("network") / "hall.db"
    with commanded(hall, "--lan", "--host", HERE) as server:
        yield server


def _invite(guest: Guest) -> str:
    """Open the invitation and return the link."""
    menu = guest.page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()
    guest.page.get_by_role("button", name="Invite").click()
    guest.page.wait_for_selector("dialog[open]")
    return guest.page.get_by_label("Link", exact=True).input_value()


def _drawn_code(page: Page) -> str:
    """Read the QR code on the screen."""
    size = int((page.locator(".qr").get_attribute("viewBox") or "").split()[2]) - 8
    code = [[False] * size for _ in range(size)]
    drawn = page.locator(".qr-dark").get_attribute("d") or ""
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn):
        for at in range(int(width)):
            code[int(y) - 4][int(x) - 4 + at] = True
    return read_code(code)


def test_an_invitation_says_if_it_works_only_on_this_machine(
    new_guest: NewGuest, casino: Casino
) -> None:
    guest = new_guest()
    table = guest.open_table()
    guest.come_to(table)
    link = _invite(guest)
    assert link.startswith(f"{casino.address}/t/{table}?from=")
    box = guest.page.get_by_role("dialog", name="Invite")
    expect(box).to_contain_text("This link works on this computer only")
    expect(box.locator("code")).to_have_text("puntobanco serve --lan")
    expect(box.locator(".qr")).to_have_count(0)
    expect(box.get_by_role("button", name="Share the link")).to_have_count(0)
    check_access(guest.page)


def test_an_invitation_to_the_network_has_a_qr_code_and_can_be_shared(
    new_guest: NewGuest, network: Served
) -> None:
    guest = new_guest(at=network)
    page = guest.page
    page.add_init_script(SHARE)
    guest.come_to(guest.open_table())
    link = _invite(guest)
    assert link.startswith(f"{network.address}/t/")
    box = page.get_by_role("dialog", name="Invite")
    expect(box).to_contain_text("Anyone on the same network")
    assert _drawn_code(page) == link
    page.get_by_role("button", name="Copy the link").click()
    expect(box.get_by_role("status")).to_have_text("Copied.")
    page.get_by_role("button", name="Share the link").click()
    assert page.evaluate("shared") == {"url": link}
    for size in guest.at_sizes():
        assert not page.evaluate(CROPPED), size
        code = page.get_by_role("img", name="The link as a QR code").bounding_box()
        assert code
        assert code["width"] == code["height"] >= 140
        page.get_by_role("button", name="Copy the link").scroll_into_view_if_needed()
        expect(page.get_by_role("button", name="Copy the link")).to_be_in_viewport(ratio=1)
    check_access(page)


def test_the_welcome_screen_names_the_inviter_and_the_table(new_guest: NewGuest) -> None:
    ada, grace, stranger = new_guest(), new_guest("Grace"), new_guest("Zoë")
    limits = {"minimum": 500, "maximum": 100_000}
    table = ada.open_table("six_decks", limits=limits)
    grace.come_to(table)
    grace.page.get_by_role("button", name="Take a seat").click()
    expect(grace.page.locator(".guest.mine")).to_be_visible()
    page = stranger.page
    said = {
        _invite(grace): "Grace invites you to a table: Six decks, $5 – $1,000.",
        f"/t/{table}": "You are invited to Ada's table: Six decks, $5 – $1,000.",
        f"/t/{table}?from=Mallory": "You are invited to Ada's table: Six decks, $5 – $1,000.",
    }
    for link, words in said.items():
        page.goto(link)
        expect(page.locator(".door .lede")).to_have_text(words)
    house = 'name = "club"\ncurrency = { sign = "€", place = "after", digits = 0 }'
    page.goto(f"/t/{ada.open_table(text=house)}")
    expect(page.locator(".door .lede")).to_contain_text("Club, 100\u00a0€ – 1,000,000\u00a0€.")
    page.goto(f"/t/{table}")
    for _ in stranger.at_sizes():
        for part in (page.locator(".lede"), page.locator("#name"), page.locator(".door button")):
            expect(part).to_be_in_viewport(ratio=1)
        assert page.evaluate(FITS)
    check_access(page)
    page.get_by_label("What shall we call you?").fill("Zoë")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
