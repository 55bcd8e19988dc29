"""Accepted bets survive reloads, lost connections and a killed server."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from playwright.sync_api import expect

from puntobanco.announcer import result_line
from tests.browser.casino import AT_ONCE, Casino, coups_of, laid, opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, STANDSTILL, Connection, Guest, wait_until


def test_a_reload_loses_nothing(guest: Guest) -> None:
    guest.choose(25)
    guest.bet("tie")
    guest.deal()
    guest.bet("banker")
    said, money, cards = guest.said, guest.money, guest.cards
    guest.page.reload()
    guest.wait_for_shoe()
    expect(guest.spot("banker")).to_contain_text("$25")
    guest.shows(lambda: guest.said, said)
    guest.shows(lambda: guest.money, money)
    guest.shows(lambda: guest.cards, cards)
    assert guest.heard == []
    guest.deal()
    guest.shows(lambda: guest.cards, laid(coups_of("browser")[1]))


def test_the_bankroll_is_drawn_from_the_record_on_any_device(new_guest: NewGuest) -> None:
    guest, phone = new_guest(), new_guest(width=390, height=844)
    guest.sit_alone()
    guest.choose(100)
    had = ["$1,000"]
    for coup in range(4):
        guest.bet("banker" if coup % 2 else "player")
        guest.deal()
        had.append(guest.said[-1].removeprefix("Bankroll: ").removesuffix("."))
    guest.page.get_by_role("button", name="Buy chips").click()
    guest.page.get_by_label("Dollars").fill("500")
    guest.page.get_by_role("button", name="Buy", exact=True).click()
    expect(guest.page.locator(".log-lines p").nth(-2)).to_have_text("Bought in: $500.")
    had.append(guest.said[-1].removeprefix("Bankroll: ").removesuffix("."))

    amounts = [float(each.removeprefix("$").replace(",", "")) for each in had]
    lowest, highest = had[amounts.index(min(amounts))], had[amounts.index(max(amounts))]
    words = (
        f"Your bankroll over 4 coups, since you sat down: from $1,000 to {had[-1]}, "
        f"lowest {lowest}, highest {highest}. Bought in: $1,500 in 2 parts"
    )
    phone.context.add_cookies(guest.context.cookies())  # type: ignore[arg-type] # as the browser returned them
    phone.come_to(guest.table)
    guest.page.reload()
    for each in (guest, phone):
        each.page.get_by_role("tab", name="Statistics").click()
        curve = each.page.locator(".curve")
        expect(curve.get_by_role("img", name=words)).to_be_visible()
        expect(curve.locator("figcaption")).to_contain_text(words)
        expect(curve.locator(".curve-buy")).to_have_count(2)
        drawn = curve.locator(".curve-line").get_attribute("d") or ""
        assert drawn.count("V") == len(had) - 1, drawn
        curve.get_by_text("The chart as a table").click()
        row = ["1", "$1,500", lowest, highest, had[-1]]
        assert curve.locator("tbody tr").all_inner_texts() == ["\t".join(row)]


def test_a_reload_during_a_coup_shows_and_speaks_all_of_it(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    guest.sit_alone()
    guest.bet("player")
    guest.page.keyboard.press("x")
    guest.page.wait_for_selector(".hand-cards pb-card")
    guest.page.reload()
    guest.page.wait_for_selector(DEALT)
    coup = coups_of("browser")[0]
    expect(guest.page.locator(".hand-cards pb-card")).to_have_count(len(coup.cards))
    guest.shows(lambda: guest.cards, laid(coup))
    assert guest.said.count("Coup 1.") == 1
    assert guest.page.locator(".log-lines .result").count() >= 1
    assert guest.said[-1].startswith("Bankroll: ")
    score, heard = coup.score, guest.heard
    result = result_line(coup.outcome(), player=score.player_total, banker=score.banker_total)
    assert [line for line in heard if line.endswith(result)], heard
    assert sum(line.startswith("You ") for line in heard) == 1, heard


def test_a_hidden_tab_catches_up_at_once(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(pace=AT_ONCE)
    ada = new_guest("Ada", motion="no-preference")
    grace = new_guest("Grace")
    ada.sit_alone()
    ada.bet("player")
    grace.sit(ada.table)
    ada.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    ada.page.evaluate(STANDSTILL)
    for _ in range(3):
        grace.deal()
    coups = coups_of("browser")
    expect(ada.page.locator(".log-lines .result")).to_have_count(3)
    ada.shows(lambda: ada.cards, laid(coups[2]))
    assert [line for line in ada.said if line.startswith("Coup ")] == [
        "Coup 1.",
        "Coup 2.",
        "Coup 3.",
    ]


def test_the_server_is_killed_in_the_middle_and_comes_back(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path, seed="power cut") as casino:
        guest = new_guest(at=casino, motion="no-preference")
        guest.sit_alone()
        guest.choose(25)
        coups = coups_of("power cut")
        guest.bet("banker")
        guest.page.keyboard.press("x")
        guest.page.wait_for_selector(".hand-cards pb-card")
        casino.kill()
        expect(guest.page.get_by_text("Connection lost, reconnecting.")).to_be_visible()
        guest.page.keyboard.press("s")
        guest.page.wait_for_selector(DEALT)
        guest.shows(lambda: guest.cards, laid(coups[0]))
        guest.page.emulate_media(reduced_motion="reduce")
        casino.start()
        guest.page.evaluate("dispatchEvent(new Event('online'))")
        expect(guest.page.get_by_text("Connection lost, reconnecting.")).to_be_hidden()
        guest.bet("tie")
        casino.kill()
        casino.start()
        guest.page.evaluate("dispatchEvent(new Event('online'))")
        expect(guest.page.locator("pb-table[data-down]")).to_have_count(0)
        expect(guest.spot("tie")).to_contain_text("$25")
        guest.deal()
        guest.shows(lambda: guest.cards, laid(coups[1]))


def test_a_bet_whose_answer_was_lost_is_sent_again_and_counts_once(new_guest: NewGuest) -> None:
    guest = new_guest()
    lost: list[str] = []

    def lose_first(frame: str) -> str | None:
        if '"bet_placed"' not in frame or lost:
            return frame
        lost.append(frame)
        connection.close()
        return None

    connection = Connection(guest.page, answer=lose_first)
    guest.sit_alone()
    guest.choose(25)
    guest.spot("banker").click()
    expect(guest.spot("banker")).to_have_attribute("data-state", "accepted")
    assert lost
    expect(guest.spot("banker").locator(".amount")).to_have_text("$25")
    guest.shows(lambda: guest.money[:2], ["$975", "$25"])
    assert guest.said.count("Bet: $25 on Banker.") == 1


def test_a_command_with_a_used_id_is_reported_and_not_sent_again(new_guest: NewGuest) -> None:
    guest = new_guest()
    ids: list[str] = []

    def ask(frame: str) -> str:
        if '"place_bet"' in frame:
            ids.append(json.loads(frame)["id"])
        return frame.replace(ids[1], ids[0]) if len(ids) == 2 else frame

    def answer(frame: str) -> str:
        return frame.replace(ids[0], ids[1]) if "reused_id" in frame else frame

    Connection(guest.page, ask=ask, answer=answer)
    guest.sit_alone()
    guest.choose(25)
    guest.bet("banker")
    guest.choose(5)
    guest.spot("player").click()
    expect(guest.page.get_by_role("alert").first).to_contain_text(
        "Nothing happened: this was sent twice."
    )
    expect(guest.spot("player")).to_have_attribute("data-state", "refused")
    expect(guest.spot("player")).to_contain_text("press again if you still want it")
    guest.shows(lambda: guest.money[:2], ["$975", "$25"])
    assert len(ids) == 2
    guest.bet("player")
    guest.shows(lambda: guest.money[:2], ["$970", "$30"])
    assert ids[2].split("-")[0] != ids[0].split("-")[0]


def test_a_log_that_cannot_be_written_is_reported_until_it_can(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino)
        guest.sit_alone()
        guest.choose(25)
        guest.bet("banker")
        trouble = guest.page.locator(".trouble")
        expect(trouble).to_be_hidden()
        other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        guest.spot("player").click()
        expect(trouble).to_contain_text("The house can't save right now")
        expect(trouble).to_have_attribute("role", "alert")
        expect(trouble).to_be_in_viewport()
        expect(guest.spot("player")).to_have_attribute("data-state", "refused")
        expect(guest.spot("banker")).to_have_attribute("data-state", "accepted")
        expect(guest.page.locator("#notice")).to_be_empty()
        guest.page.locator(".chip-button").first.click()
        expect(trouble).to_be_visible()
        other.execute("ROLLBACK")
        other.close()
        expect(trouble).to_be_hidden()
        guest.says("The house is saving again. Play continues.")
        guest.bet("player")


def test_a_bet_that_missed_its_coup_is_not_placed_on_the_next(new_guest: NewGuest) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")

    def cut_first_bet(frame: str) -> str | None:
        if '"place_bet"' not in frame or len(connection.opened) > 1:
            return frame
        connection.cut()
        return None

    connection = Connection(ada.page, ask=cut_first_bet)
    ada.sit_alone()
    grace.sit(ada.table)
    ada.choose(25)
    ada.spot("player").click()
    expect(ada.spot("player")).to_have_attribute("data-state", "pending")
    grace.deal()
    connection.is_cut = False
    expect(ada.spot("player")).to_have_attribute("data-state", "refused")
    ada.shows(lambda: ada.money[:2], ["$1,000", "$0"])


def test_a_key_pressed_while_another_guest_deals_does_not_count_for_the_next_coup(
    new_guest: NewGuest, casino: Casino
) -> None:
    held: list[str] = []
    is_slow = False
    casino.arrange(pace=AT_ONCE)
    ada, grace = new_guest("Ada"), new_guest("Grace")
    connection = Connection(ada.page, answer=lambda frame: held.append(frame) if is_slow else frame)
    ada.sit_alone()
    grace.sit(ada.table)
    ada.choose(25)
    for key in ("x", "p"):
        is_slow = True
        grace.deal()
        ada.page.keyboard.press(key)
        wait_until(ada.page, lambda: any('"refused"' in frame for frame in held))
        is_slow = False
        while held:
            connection.opened[-1].send(held.pop(0))
        ada.page.wait_for_selector(DEALT)
    expect(ada.spot("player")).to_have_attribute("data-state", "refused")
    expect(ada.page.get_by_role("alert")).to_contain_text("Too late")
    ada.shows(lambda: ada.money[:2], ["$1,000", "$0"])
    for guest in (ada, grace):
        expect(guest.page.locator(".log-lines .result")).to_have_count(2)


def test_a_forgotten_guest_returns_to_the_welcome_screen(guest: Guest) -> None:
    guest.context.clear_cookies()
    guest.page.evaluate("document.querySelector('pb-table').screen.link.reopen()")
    expect(guest.page.get_by_label("What shall we call you?")).to_be_visible()
