"""What a newcomer is told: the game in the help, and the signs of the tableau where they stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import parse_cards
from puntobanco.coup import Outcome, deal
from puntobanco.shoe import Shoe
from tests.browser.casino import Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest

pytestmark = pytest.mark.browser

ENGLISH = catalogue("en").texts

SIZES = [(1440, 900), (1024, 768), (2560, 1440), (820, 1180), (390, 844), (320, 640), (844, 390)]

CUT = """() => {
    const strips = [...document.querySelectorAll(".strip")]
        .filter((each) => each.checkVisibility());
    const [row, cloth] = [".why", ".cloth"].map((part) => boxOf(document.querySelector(part)));
    const isWhole = (strip) => {
        const { left, right, top, bottom } = boxOf(strip);
        const key = boxOf(strip.querySelector(".strip-key"));
        return left >= cloth.left && right <= cloth.right
            && top >= row.top - 1 && bottom <= row.bottom + 1
            && key.width > 20 && key.left >= left && key.right <= right
            && key.top >= top - 1 && key.bottom <= bottom + 1;
    };
    return [strips.length > 0, strips.filter((strip) => !isWhole(strip)).length];
}"""
"""Whether a strip is in view, and how many of them leave the cloth or cut their key."""


def test_the_example_of_the_help_is_what_happens() -> None:
    assert "Player with 7 and 6 holds 3, draws a 4 and has 7" in ENGLISH["page.help.draws"]
    assert "Banker with queen and 5 holds 5" in ENGLISH["page.help.draws"]
    coup, _ = deal(Shoe(parse_cards("7h Qs 6d 5c 4h 3s")))
    assert len(coup.cards) == 6
    assert (coup.outcome(), coup.player.total, coup.banker.total) == (Outcome.BANKER, 7, 8)


def test_the_help_tells_the_game_before_the_keys_and_no_keys_on_a_phone(
    new_guest: NewGuest,
) -> None:
    phone = {"has_touch": True, "is_mobile": True, "width": 390, "height": 844}
    for screen, keys in (({}, "shown"), ({"width": 320, "height": 640}, "folded"), (phone, "none")):
        page = new_guest(**screen).page
        page.goto("/")
        page.wait_for_selector("#name")
        page.get_by_role("button", name="Help").click()
        box = page.get_by_role("dialog")
        for words in ("An ace counts one", "king and ace make 1", "commission", "The bead plate"):
            expect(box).to_contain_text(words)
        headings = box.locator("h3, summary").all_inner_texts()
        game = ["What a hand counts", "The third card", "What bets pay", "The roads", "Fair shoes"]
        assert headings == [*game, *([] if keys == "none" else ["Keys"])]
        table = box.get_by_role("table", name="Keys")
        expect(table).to_have_count(1 if keys == "shown" else 0)
        if keys == "folded":
            box.locator("summary").click()
            expect(table).to_be_visible()


def test_the_strip_of_the_tableau_says_what_its_signs_mean(
    new_guest: NewGuest, casino: Casino
) -> None:
    """In the language with the longest words."""
    casino.arrange(seed=seed_where(has_six_cards))
    guest = new_guest(settings={"language": "es"})
    guest.come_to(guest.open_table())
    guest.page.get_by_role("button", name="Sentarse").click()
    guest.wait_for_shoe()
    guest.page.keyboard.press("x")
    guest.see_coup(0)
    keys = guest.page.locator(".strip-key").all_text_contents()
    assert set(keys) == {"P pide, · se planta"}
    signs = guest.page.locator(".strip-cells i").all_text_contents()
    assert set(signs) == {"P", "·"}
    for width, height in SIZES:
        guest.resize(width, height)
        assert guest.page.evaluate(CUT) == [True, 0], (width, height)
