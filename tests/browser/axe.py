"""Accessibility checks with axe."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.guest import PAINT

NOTHING = "0"
"""A stand-in for axe's script if the page has it already: loading it takes a third of a check."""


def check_access(page: Page, where: str = "") -> None:
    """Check that axe finds no violation on a page painted in full."""
    page.evaluate(PAINT)
    found = (Axe(NOTHING) if page.evaluate("'axe' in window") else Axe()).run(page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"
