"""The page takes as long to show a coup as the server expects."""

from __future__ import annotations

import pytest

from puntobanco.cards import Card
from puntobanco.table.events import Burned, CoupDealt
from puntobanco.web.room.betting_clock import DURATIONS, display_time
from tests.browser.casino import AT_ONCE, Casino, coups_of
from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest

COUNT_WAITS = """
    window.waits = [];
    const HASTE = 40;
    const isWait = () => new Error().stack.includes("/js/lib/waiting.js");
    const { setTimeout: start } = window;
    window.setTimeout = (act, time, ...rest) => {
        if (!isWait()) return start(act, time, ...rest);
        waits.push(time);
        return start(act, time / HASTE, ...rest);
    };
    const { get } = Object.getOwnPropertyDescriptor(Animation.prototype, "finished");
    let together = null;
    Object.defineProperty(Animation.prototype, "finished", { get() {
        if (isWait()) {
            const { endTime } = this.effect.getComputedTiming();
            if (together === null) {
                together = waits.push(0) - 1;
                queueMicrotask(() => { together = null; });
            }
            waits[together] = Math.max(waits[together], endTime);
            this.updatePlaybackRate(HASTE);
        }
        return get.call(this);
    } });
"""
"""Records how long the page would wait, and speeds it up.

Of animations that are awaited together only the longest counts.
"""


def _waited(guest: Guest) -> float:
    """Return the sum of all waits since the last call."""
    waits: list[float] = guest.page.evaluate("waits.splice(0)")
    return round(sum(waits), 6)


@pytest.fixture
def table(new_guest: NewGuest, casino: Casino) -> Guest:
    """Seat a guest alone, and record the waits."""
    casino.arrange(seed="showing", pace=AT_ONCE)
    guest = new_guest(motion="no-preference")
    guest.page.add_init_script(COUNT_WAITS)
    guest.sit_alone()
    return guest


def test_showing_a_shoe_and_its_coups_takes_as_long_as_the_server_waits(table: Guest) -> None:
    assert _waited(table) == display_time(Burned(Card.parse("9h"), 9))
    for number, coup in enumerate(coups_of("showing")[:12], 1):
        table.spot("banker").click()
        table.deal()
        clearing = 0 if number > 1 else DURATIONS.clearing
        assert _waited(table) == display_time(CoupDealt(number, coup)) - clearing, coup


def test_a_coup_without_bets_is_shorter(table: Guest) -> None:
    _waited(table)
    (coup, *_) = coups_of("showing")
    table.deal()
    saved = DURATIONS.clearing + DURATIONS.paying - DURATIONS.no_bets
    assert _waited(table) == display_time(CoupDealt(1, coup)) - saved
