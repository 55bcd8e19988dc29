"""A house file with its own bet and currency, on the felt and in the verifier page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from puntobanco.house import parse_house
from puntobanco.notation import VERIFIER
from tests.browser.casino import coups_of
from tests.browser.conftest import NewGuest
from tests.cli.test_stranger import STRANGER

LONG = 'currency = { sign = "€", place = "after", digits = 0 }' + STRANGER.replace(
    '"either pair red: 8"', '"player total >= 5: 1", "either pair red: 8"'
)
"""Its bet wins about every second coup."""


STAKE = "500\u00a0€"


def test_an_own_bet_is_on_the_felt_settled_and_verified(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    guest = new_guest()
    table = guest.open_table(text=LONG)
    guest.page.goto("/")
    card = guest.page.locator(f"[data-table='{table}']")
    expect(card).to_contain_text("100\u00a0€ – 1,000,000\u00a0€")
    guest.come_to(table)
    expect(guest.page.get_by_label("Buy in with play money, €")).to_be_visible()
    guest.take_seat()
    expect(guest.spot("red_pair")).to_contain_text("Red pair")
    assert "Red pair, pays" in (guest.spot("red_pair").get_attribute("aria-label") or "")
    coups = coups_of("browser", parse_house(LONG))[:6]
    won = [coup.player.total >= 5 for coup in coups]
    assert len(set(won)) == 2
    guest.choose(5)
    for _ in coups:
        guest.bet("red_pair")
        guest.deal()
    assert [line for line in guest.said if "on Red pair" in line and "Bet" not in line] == [
        f"{'Won' if is_won else 'Lost'}: {STAKE} on Red pair." for is_won in won
    ]
    page = guest.page
    page.reload()
    expect(page.locator(".log-lines")).to_contain_text(STAKE)
    expect(page.locator("body")).not_to_contain_text("$")
    record = guest.context.request.get(f"/api/tables/{table}/shoes/1.bgn")
    (tmp_path / "shoe.bgn").write_bytes(record.body())
    page.goto(VERIFIER.as_uri())
    page.set_input_files("#file", tmp_path / "shoe.bgn")
    expect(page.locator("#result h2")).to_have_text(
        "Holds so far, as promised: the shoe is unfinished"
    )
    expect(page.locator("#details")).to_contain_text("Bet of the house: Red pair")
    false = record.text().replace("red_pair 500 +500", "red_pair 500 +600", 1)
    (tmp_path / "false.bgn").write_text(false, "utf-8")
    page.set_input_files("#file", tmp_path / "false.bgn")
    expect(page.locator("#result h2")).to_have_text("Does not hold: 2 faults")
