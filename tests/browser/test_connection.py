"""The connection: its loss and its return are announced once, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from puntobanco.announcer import result_line
from puntobanco.house import CLASSIC, format_house
from puntobanco.wire.frames import PROTOCOL
from tests.browser.casino import AT_ONCE, SEED, coups_of, opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import Connection, Guest, wait_until

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
        guest = new_guest(at=casino)
        guest.introduce()
        page = guest.page
        page.goto("/")
        page.wait_for_selector("pb-lobby")
        page.evaluate(TOLD)
        casino.kill()
        banner = page.locator("#banner")
        expect(banner).to_contain_text("The server can’t be reached.")
        with page.expect_event("requestfailed"):
            pass
        casino.start()
        expect(banner).to_have_text("Connected again.")
        assert len(page.evaluate("told")) == 2


SHORT = replace(CLASSIC, name="short", decks=1, cut_card=20)
QUICK = {**AT_ONCE, "between": 0, "room": 0}

MODEL = """() => {
    const { roads: { number, ...roads }, clock: { opensAt, ...clock }, ...model } =
        document.querySelector("pb-table").screen.model;
    return { ...model, roads, clock };
}"""
"""The model of a page, without the numbers and times that depend on its frames."""


def _deal_until(guest: Guest, shoe: int, coups: int) -> None:
    """Bet and deal up to a coup of a shoe."""
    page = guest.page
    reached = "([shoe, coups]) => { const { model } = document.querySelector('pb-table').screen;"
    reached += " return model.shoe.shoe === shoe && model.coups.length >= coups; }"
    while not page.evaluate(reached, [shoe, coups]):
        guest.wait_for_shoe()
        if (
            guest.spot("player").get_attribute("data-state") is None
        ):  # otherwise a tie left it there
            guest.bet("player")
        guest.deal()
    guest.wait_for_shoe()


def test_a_tab_that_missed_the_end_of_a_shoe_and_a_restart_catches_up(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path, pace=QUICK) as casino:
        guest = new_guest(at=casino)
        guest.sit_alone(text=format_house(SHORT))
        away = guest.context.new_page()
        connection = Connection(away)
        away.goto(guest.page.url)
        away.wait_for_selector("pb-table[data-phase=betting]")
        _deal_until(guest, 1, 2)
        wait_until(away, lambda: away.evaluate(MODEL) == guest.page.evaluate(MODEL))
        connection.cut()
        away.wait_for_selector("pb-table[data-down]")

        _deal_until(guest, 2, 1)
        casino.kill()
        guest.page.wait_for_selector("pb-table[data-down]")
        casino.start()
        guest.page.evaluate("dispatchEvent(new Event('online'))")
        guest.page.wait_for_selector("pb-table:not([data-down])")
        _deal_until(guest, 2, 3)
        away.evaluate("heard.length = 0")
        connection.is_cut = False
        away.evaluate("dispatchEvent(new Event('online'))")
        away.wait_for_selector("pb-table:not([data-down])")
        wait_until(away, lambda: away.evaluate(MODEL) == guest.page.evaluate(MODEL))

        model = away.evaluate(MODEL)
        assert (model["shoe"]["shoe"], len(model["coups"])) == (2, 3)
        assert model["lastWin"] is not None
        coup = coups_of(SEED, SHORT, shoe=2)[2]
        score = coup.score
        result = result_line(coup.outcome(), player=score.player_total, banker=score.banker_total)
        heard = [sentence for sentence, _ in away.evaluate("heard")]
        assert sum(sentence.endswith(result) for sentence in heard) == 1
        assert away.locator(".log-lines .result").count() == len(coups_of(SEED, SHORT)) + 3
