"""The ready button with two guests."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from puntobanco.coup import Outcome
from puntobanco.house import CLASSROOM
from tests.browser.axe import check_access
from tests.browser.casino import PATIENT, Casino, coups_of, opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest

SHORT = {"ready": 1_500, "showing": 0.0}

CALLS = {
    Outcome.PLAYER: "Player wins",
    Outcome.BANKER: "Banker wins",
    Outcome.TIE: "Tie, ",
}


def _two(new_guest: NewGuest, casino: Casino) -> tuple[Guest, Guest]:
    ada, grace = new_guest("Ada", at=casino), new_guest("Grace", at=casino)
    ada.sit_alone()
    grace.sit(ada.table)
    return ada, grace


def test_the_first_press_counts_down_and_the_second_deals(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(pace=PATIENT)
    ada, grace = _two(new_guest, casino)
    ada.bet("banker")
    ada.press()
    button = ada.page.locator(".deal")
    expect(button).to_have_text(re.compile(r"^Ready \d+ s waiting for Grace$"))
    expect(button).to_have_accessible_name("Ready waiting for Grace")
    expect(grace.page.locator(".deal")).to_have_text(re.compile(r"^Deal \d+ s$"))
    expect(grace.page.locator(".deal")).to_have_accessible_name("Deal")
    for guest in (ada, grace):
        expect(guest.page.locator(".guest-ready")).to_have_count(1)
        assert guest.said.count("Ready to deal: Ada.") == 1
        (line,) = [line for line in guest.said if line.startswith("Dealing in ")]
        assert line.endswith(" seconds, or when everyone is ready.")
        check_access(guest.page)

    ada.page.keyboard.press("x")
    expect(ada.page.locator(".log-lines p").last).to_contain_text("Ready: waiting for Grace")
    grace.bet("player")
    for guest in (ada, grace):
        expect(guest.page.locator(".log-lines .result")).to_have_count(0)
    grace.deal()
    for guest in (ada, grace):
        expect(guest.page.locator(".log-lines .result")).to_have_count(1)
        expect(guest.page.locator(".deal")).to_have_text("Deal")
        expect(guest.page.locator(".guest-ready")).to_have_count(0)


def test_the_cards_come_when_the_countdown_ends(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(pace=SHORT)
    ada, grace = _two(new_guest, casino)
    grace.bet("tie")
    before = ada.page.locator(".log-lines .result").count()
    ada.page.keyboard.press("x")
    for guest in (ada, grace):
        guest.see_coup(before)
        guest.says("Ready to deal: Ada.")
        guest.says("Dealing in ")
        expect(guest.page.locator(".deal")).to_have_text("Deal")


def test_ready_guests_survive_a_reload_and_a_restart(new_guest: NewGuest, tmp_path: Path) -> None:
    with opened(tmp_path, pace=PATIENT) as casino:
        ada, grace = _two(new_guest, casino)
        ada.press()
        grace.page.reload()
        expect(grace.page.locator(".guest-ready")).to_have_count(1)
        grace.shows(lambda: grace.said[-2], "Ready to deal: Ada.")
        casino.kill()
        casino.start()
        for guest in (ada, grace):
            guest.page.evaluate("dispatchEvent(new Event('online'))")
            expect(guest.page.locator("pb-table[data-down]")).to_have_count(0)
            expect(guest.page.locator(".guest-ready")).to_have_count(1)
        expect(ada.page.locator(".deal")).to_have_accessible_name("Ready waiting for Grace")
        grace.deal()
        expect(ada.page.locator(".log-lines .result")).to_have_count(1)


def test_in_the_classroom_cards_stay_and_roads_continue(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone("classroom")
    letters = ""
    beads = guest.page.locator("pb-roads .sheet").first.locator("text")
    for number, coup in enumerate(
        [coups_of("browser", CLASSROOM, shoe=n)[0] for n in (1, 2, 3)], 1
    ):
        guest.wait_for_shoe()
        guest.deal()
        expect(guest.page.locator("pb-stage .call")).to_contain_text(CALLS[coup.outcome()])
        letters += coup.outcome().letter
        expect(beads).to_have_count(number)
        assert "".join(beads.all_text_contents()) == letters
        guest.wait_for_shoe()
        expect(guest.page.locator(".hand-cards pb-card")).to_have_count(len(coup.cards))
    cards = guest.cards
    guest.page.reload()
    guest.wait_for_shoe()
    guest.shows(lambda: guest.cards, cards)
    expect(beads).to_have_count(3)
