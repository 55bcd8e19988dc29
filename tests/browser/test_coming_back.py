"""A page that was away ends like one that was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute

from puntobanco.announcer import result_line
from puntobanco.house import CLASSIC, format_house
from tests.browser.casino import AT_ONCE, SEED, coups_of, opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest, wait_until

pytestmark = pytest.mark.browser

SHORT = replace(CLASSIC, name="short", decks=1, cut_card=20)
QUICK = {**AT_ONCE, "between": 0, "room": 0}

MODEL = """() => {
    const { roads: { number, ...roads }, clock: { opensAt, ...clock }, ...model } =
        document.querySelector("pb-table").screen.model;
    return { ...model, roads, clock };
}"""
"""All that a page knows, but for the number and the time of the last frame of a kind."""


class Line:
    """A tab's line to the server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/ws?*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=1012)
            return
        self._open.append(socket)
        socket.connect_to_server()

    def cut(self) -> None:
        self.is_cut = True
        self._open[-1].close(code=1012)


def _deal_until(guest: Guest, shoe: int, coups: int) -> None:
    """Bet and deal up to a coup of a shoe."""
    page = guest.page
    reached = "([shoe, coups]) => { const { model } = document.querySelector('pb-table').screen;"
    reached += " return model.shoe.shoe === shoe && model.coups.length >= coups; }"
    while not page.evaluate(reached, [shoe, coups]):
        guest.wait_for_shoe()
        if guest.spot("player").get_attribute("data-state") is None:  # else a tie left it there
            guest.bet("player")
        guest.deal()
    guest.wait_for_shoe()


def test_a_tab_that_missed_the_end_of_a_shoe_and_a_restart_knows_what_the_other_one_knows(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path, pace=QUICK) as casino:
        guest = new_guest(at=casino)
        guest.sit_alone(text=format_house(SHORT))
        away = guest.context.new_page()
        line = Line(away)
        away.goto(guest.page.url)
        away.wait_for_selector("pb-table[data-phase=betting]")
        _deal_until(guest, 1, 2)
        wait_until(away, lambda: away.evaluate(MODEL) == guest.page.evaluate(MODEL))
        line.cut()
        away.wait_for_selector("pb-table[data-down]")

        _deal_until(guest, 2, 1)
        casino.kill()
        guest.page.wait_for_selector("pb-table[data-down]")
        casino.start()
        guest.page.evaluate("dispatchEvent(new Event('online'))")
        guest.page.wait_for_selector("pb-table:not([data-down])")
        _deal_until(guest, 2, 3)
        away.evaluate("heard.length = 0")
        line.is_cut = False
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
