"""What guests see and hear of an operator's orders."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import expect

from tests.browser.casino import Casino
from tests.browser.conftest import NewGuest


def test_guests_see_and_hear_a_notice_and_why_their_table_closes(
    casino: Casino, new_guest: NewGuest
) -> None:
    def admin(*words: str) -> None:
        command = [sys.executable, "-m", "puntobanco", "admin", *words]
        subprocess.run([*command, "--db", str(casino.folder / "hall.db")], check=True)

    guest, visitor = new_guest(), new_guest("Grace")
    table = visitor.open_table()
    visitor.page.goto("/")
    visitor.page.wait_for_selector(".table-card")
    page = guest.sit_alone()
    guest.bet("tie")
    text = "From the house: <b>We</b> close at midnight."
    admin("say", "<b>We</b> close at midnight.")
    for each in (page, visitor.page):
        notice = each.locator("#house-notice")
        expect(notice).to_have_text(text)
        expect(notice).to_have_attribute("role", "status")
        expect(notice).to_be_in_viewport()
    expect(page.locator(".log-lines")).to_contain_text(text)
    assert sum(text in each for each in guest.heard) == 1
    visitor.page.goto(f"/t/{table}")
    expect(visitor.page.locator("#house-notice")).to_have_text(text)
    admin("say", "")
    assert guest.table
    admin("close", guest.table)
    expect(page.get_by_text("The house has closed this table")).to_be_visible()
    expect(page.locator(".log-lines")).to_contain_text("All stakes were returned.")
    assert any("The house has closed the table" in each for each in guest.heard)
