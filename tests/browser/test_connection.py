"""The connection: its loss and its return are announced once, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from puntobanco.wire.frames import PROTOCOL
from tests.browser.casino import opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import Connection, box_of

TOLD = """() => {
    const banner = document.getElementById("banner");
    window.told = [];
    new MutationObserver(() => told.push(banner.textContent)).observe(banner, { childList: true });
}"""


SPOKEN = f'"protocol":{PROTOCOL}'
DOWN = "Connection lost, reconnecting. Bets on the felt are safe."


@pytest.mark.waits
@pytest.mark.parametrize("width, height", [(1280, 720), (390, 844)])
def test_a_banner_announces_a_lost_connection_and_its_return_once(
    new_guest: NewGuest, tmp_path: Path, width: int, height: int
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino, width=width, height=height)
        page = guest.sit_alone()
        guest.choose(25)
        guest.bet("tie")
        page.evaluate(TOLD)
        header = page.locator(".bar").bounding_box()
        tries: list[str] = []
        page.on("websocket", lambda socket: tries.append(socket.url))
        casino.kill()
        banner = page.locator("#banner")
        expect(banner).to_have_text(DOWN)
        expect(banner).to_have_attribute("role", "status")
        expect(banner).to_be_in_viewport(ratio=1)
        assert page.locator(".bar").bounding_box() == header
        guest.spot("player").click()
        expect(page.get_by_role("alert").first).to_have_text(
            "Bet not placed: the connection is lost."
        )
        while len(tries) < 3:
            page.wait_for_event("websocket")
        assert page.evaluate("told") == [DOWN]

        casino.start()
        expect(banner).to_have_text("Connected again.")
        assert page.evaluate("told") == [DOWN, "Connected again."]
        expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
        expect(guest.spot("player")).not_to_have_attribute("data-state", "pending")
        guest.shows(lambda: guest.money[1], "$25")


def test_an_offline_phone_is_told_at_once_and_keeps_its_place(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844)
    table = guest.open_table()
    guest.come_to(table)
    page, spot = guest.page, guest.spot("player")
    places = [box_of(page, spot)]
    guest.take_seat()
    expect(page.locator(".call")).to_have_text("Place your bets")
    places.append(box_of(page, spot))
    assert places[0] == places[1], "spots don't jump when a guest sits down"
    page.evaluate("scrollTo(0, 40)")
    guest.deal()
    assert page.evaluate("scrollY") == 40
    expect(page.locator(".strip-road")).to_be_in_viewport(ratio=1)
    guest.spot("tie").focus()
    guest.context.set_offline(True)
    expect(page.locator("#banner")).to_have_text(DOWN)
    spot.click()
    expect(page.locator("#notice")).to_have_text("Bet not placed: the connection is lost.")
    guest.context.set_offline(False)
    expect(page.locator("#banner")).to_have_text("Connected again.")
    expect(page.locator("#notice")).to_be_empty()  # bets are open again
    guest.spot("tie").focus()
    page.reload()
    expect(guest.spot("tie")).to_be_focused()


@pytest.mark.parametrize(
    "spoken",
    [f'"protocol":{PROTOCOL + 1}', f'"protocol":{PROTOCOL - 1}'],
    ids=["an old page", "a new page"],
)
def test_a_page_and_a_server_of_different_versions_disconnect(
    new_guest: NewGuest, spoken: str
) -> None:
    """The server speaks another protocol on the second connection only."""

    def answer(frame: str) -> str:
        return frame.replace(SPOKEN, spoken, 1) if len(connection.opened) == 2 else frame

    guest = new_guest()
    connection = Connection(guest.page, answer=answer)
    page = guest.sit_alone()
    guest.bet("tie")
    connection.close()
    banner = page.locator("#banner")
    expect(banner).to_contain_text("have different versions. Reload the page")
    expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
    guest.spot("player").click()
    expect(page.get_by_role("alert").first).to_contain_text(
        "Bet not placed: the connection is lost."
    )
    page.evaluate("dispatchEvent(new Event('online'))")
    assert len(connection.opened) == 2

    page.reload()
    guest.wait_for_shoe()
    expect(banner).to_be_empty()
    expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
    guest.deal()
    assert len(connection.opened) == 3


@pytest.mark.waits
def test_the_lobby_announces_an_unreachable_server_once(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path) as casino:
        page = new_guest(at=casino).enter_lobby()
        page.evaluate(TOLD)
        casino.kill()
        banner = page.locator("#banner")
        expect(banner).to_contain_text("The server can't be reached.")
        with page.expect_event("requestfailed"):
            pass
        casino.start()
        expect(banner).to_have_text("Connected again.")
        assert len(page.evaluate("told")) == 2
