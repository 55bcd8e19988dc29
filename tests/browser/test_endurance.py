"""The table stays smooth on a slow machine, and small over a long evening."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.casino import AT_ONCE, Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, Guest

pytestmark = pytest.mark.marathon

FRAMES = """() => {
    window.frames_seen = [];
    const look = (at) => { frames_seen.push(at); requestAnimationFrame(look); };
    requestAnimationFrame(look);
}"""

COUNT = """() => {
    window.results = 0;
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
        addedNodes.forEach(({ className }) => { results += className === "result"; })
    )).observe(document.querySelector(".log-lines"), { childList: true });
}"""

SLOWER = 4
LEAST_FRAMES = 55

COUPS = 300
SHOE = 60
MOST_GROWTH = 1 << 20


def test_a_coup_has_55_frames_a_second_at_a_quarter_of_the_processor(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(has_six_cards), pace=AT_ONCE)
    guest = new_guest(motion="no-preference", paint="full")
    page = guest.sit_alone()
    guest.bet("player")
    tools = guest.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(FRAMES)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    first: int = page.evaluate("frames_seen.length")
    page.wait_for_selector(DEALT)
    seen: list[float] = page.evaluate("frames_seen")[first:]
    rate = 1_000 * (len(seen) - 1) / (seen[-1] - seen[0])
    assert rate >= LEAST_FRAMES


def _heap(guest: Guest) -> int:
    """Return the bytes in use after a garbage collection."""
    tools = guest.context.new_cdp_session(guest.page)
    tools.send("HeapProfiler.collectGarbage")
    used: int = tools.send("Runtime.getHeapUsage")["usedSize"]
    tools.detach()
    return used


def test_memory_is_flat_over_300_coups(new_guest: NewGuest, casino: Casino) -> None:
    """A shoe adds its coups, so the least of each stretch that contains a shuffle is compared."""
    casino.arrange(pace={**AT_ONCE, "between": 10})
    guest = new_guest()
    page = guest.sit_alone()
    guest.choose(1)
    page.evaluate(COUNT)
    used: list[int] = []
    for number in range(1, COUPS + 1):
        page.wait_for_selector("pb-table[data-phase=betting] .deal:not([aria-disabled])")
        page.wait_for_selector(DEALT)
        page.keyboard.press("t")
        expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
        page.keyboard.press("x")
        page.wait_for_function("number => results >= number", arg=number)
        used.append(_heap(guest))
    early, late = min(used[SHOE : 3 * SHOE]), min(used[-2 * SHOE :])
    assert late - early < MOST_GROWTH
