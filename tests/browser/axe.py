"""What axe says of a page as it is painted in full."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.guest import PAINT

NOTHING = "0"
"""Axe's script where the page has it already: to read it again would be a third of a check."""


def check_access(page: Page, where: str = "") -> None:
    """Axe finds nothing on a page."""
    page.evaluate(PAINT)
    found = (Axe(NOTHING) if page.evaluate("'axe' in window") else Axe()).run(page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"
