"""The site of the documents for everyone: axe, small screens, light and dark."""

from __future__ import annotations

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from handbook.site import Site

PAGES = {
    "api.html": "dark",
    "tutorials/bot.html": "light",
    "reference/puntobanco.house.html": "dark",
}
"""Pages with the widest tables, long lines of code and many headings, and the colours of each."""


def test_axe_finds_nothing_on_the_smallest_phone_and_nothing_scrolls_sideways(
    browser: Browser, tmp_path: Path
) -> None:
    Site().write(tmp_path)
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        for address, scheme in PAGES.items():
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.goto((tmp_path / address).as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") == 320, address
            found = Axe().run(page)
            assert found.violations_count == 0, f"{address}: {found.generate_report()}"
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.className") == "skip"
