"""The page in the guest's language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from puntobanco.announcer.catalogues import catalogue
from puntobanco.words.catalogue import LANGUAGES
from tests.browser.axe import check_access
from tests.browser.casino import AT_ONCE, Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import PANELS, SCRIPTS, Guest
from tests.browser.test_layout import CUT, HIDDEN

BROWSERS = [
    ("fr-FR", "fr"),
    ("zh-HK", "zh-Hant"),
    pytest.param("es-MX", "es", marks=pytest.mark.marathon),
    pytest.param("zh-CN", "zh-Hans", marks=pytest.mark.marathon),
]
"""What browsers request, and what they get. French is the longest, Chinese the shortest."""

TOO_WIDE = """() => {
    const scrolls = (element) => element.closest(".scroll, .sheet-window, .guests, select, code");
    const parts = "body, main, dialog, .panel-body, h1, h2, h3, button";
    const wide = visible(parts)
        .filter((element) => !scrolls(element))
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
        .filter((element) => getComputedStyle(element).overflowX !== "hidden");
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) wide.push(page);
    const whole = ".sheet h3, .pays-button, .scroll:has(.odds), .strip";
    const cut = visible(whole).filter((part) => part.scrollWidth > part.clientWidth);
    return [...wide, ...cut]
        .map((element) => `${element.tagName} ${element.className} ${element.textContent}`);
}"""

WORDS = """() => {
    const shown = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode())
        if (!walk.currentNode.parentElement.closest("script, style, noscript, code, textarea, kbd"))
            shown.push(walk.currentNode.textContent);
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
        for (const name of ["aria-label", "title", "placeholder"])
            shown.push(element.getAttribute(name) ?? "");
    return shown.join(" ");
}"""

OTHERS = ".table-card:not([data-table='{table}'])"
"""Tables of other tests, which have other names."""

NAMES = {"Ada", "Punto", "Banco", "English", "Français", "Español", "rosebud", "Burt"}
"""Names of guests, of the game and of languages, and a guest's own word."""

PROGRAMS = {"bgn", "csv", "puntobanco", "verify", "FILE", "play", "house", "TOML"}
"""Commands and names of files."""


def _take_seat(guest: Guest) -> None:
    guest.page.locator(".seat-form [type=submit]").click()
    guest.wait_for_shoe()


def _deal(guest: Guest) -> None:
    before = guest.page.locator(".log-lines .result").count()
    guest.page.locator(".deal").click()
    guest.see_coup(before)


def _check(page: Page, language: str) -> None:
    """Check that nothing is too wide or left in English."""
    assert page.evaluate(TOO_WIDE) == []
    if language.startswith("zh"):
        left = set(re.findall(r"[A-Za-zÀ-ÿ]{2,}", page.evaluate(WORDS)))
        assert left <= NAMES | PROGRAMS


@pytest.mark.parametrize("locale, language", BROWSERS)
def test_every_screen_is_in_the_browsers_language_and_fits_a_phone(
    new_guest: NewGuest, locale: str, language: str
) -> None:
    guest = new_guest(width=320, height=640, locale=locale)
    page, words = guest.page, catalogue(language).texts
    page.goto("/")
    expect(page.get_by_label(words["page.door.name"])).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == language
    _check(page, language)
    table = guest.open_table()
    page.goto("/")
    page.wait_for_selector(".table-card")
    page.eval_on_selector_all(OTHERS.format(table=table), "cards => cards.forEach(c => c.remove())")
    _check(page, language)
    page.locator(".lobby-head button").click()
    page.wait_for_selector("dialog form")
    _check(page, language)
    guest.come_to(table)
    _take_seat(guest)
    for key in ("player", "tie", "either_pair"):
        guest.bet(key)
    _deal(guest)
    check_access(page)
    for tab, shown in zip(page.get_by_role("tab").all(), PANELS.values(), strict=True):
        tab.click()
        page.wait_for_selector(shown)
        _check(page, language)
    for button in ("open-settings", "open-help"):
        page.evaluate(f"document.getElementById('{button}').click()")
        page.wait_for_selector("dialog h2")
        _check(page, language)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


SPEAK = f"""async (language) => {{
    const shell = {SCRIPTS} + "shell/";
    const {{ settings }} = await import(shell + "settings.js");
    settings.set("language", language);
    await (await import(shell + "language.js")).loadLanguage();
    document.dispatchEvent(new Event("language"));
}}"""
"""Changes the language as the settings do."""

PHONES_AND_DESKTOPS = ((320, 640), (390, 844), (844, 390), (1440, 900), (2560, 1440))


def test_the_table_fits_every_size_in_every_language_and_axe_finds_nothing(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(has_six_cards), pace=AT_ONCE)
    guest = new_guest()
    page = guest.sit_alone()
    guest.deal()
    guest.bet("player")
    guest.bet("big")
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)
        page.wait_for_selector(f"html[lang={language}] .spot[data-key=big][data-state=accepted]")
        page.wait_for_selector("pb-table[data-shown]")
        for size in guest.at_sizes(*PHONES_AND_DESKTOPS):
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(TOO_WIDE) == [], (language, size)
            assert page.evaluate(CUT) == [], (language, size)
            assert page.evaluate(HIDDEN) == [], (language, size)
            if language == "en":
                check_access(page, str(size))


def test_a_seated_guest_can_change_the_language_without_a_reload(new_guest: NewGuest) -> None:
    ada, grace = new_guest(), new_guest("Grace")
    ada.sit_alone()
    grace.come_to(ada.table)
    ada.bet("player")
    page = ada.page
    page.evaluate("window.mark = true")
    page.evaluate("document.getElementById('open-settings').click()")
    page.get_by_label("Language").select_option("繁體中文")
    expect(page.get_by_label("語言")).to_be_focused()
    page.keyboard.press("Escape")
    assert page.evaluate("window.mark")
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"
    expect(page).to_have_title(re.compile("^經典賭枱"))
    expect(ada.spot("banker")).to_contain_text("莊")
    expect(ada.spot("player")).to_have_attribute("data-state", "accepted")
    assert "下注：閒$25。" in ada.said, "the log is worded anew"
    ada.bet("tie")
    expect(page.locator(".spoken p").last).to_have_text("下注：和$25。")
    expect(grace.page.locator(".log-lines p").last).to_have_text("Ada, bet: $25 on Tie.")
    english = [line for line in grace.heard if re.search(r"[\u4e00-\u9fff]", line)]
    chinese = [line for line in ada.heard if re.search(r"[\u4e00-\u9fff]", line)]
    assert english == []
    assert [line for line in chinese if re.search(r"\b[a-z]{2,}\b", line)] == []
    page.reload()
    expect(ada.spot("banker")).to_contain_text("莊")
