"""All five roads of a whole shoe, in view at once where the window is large."""

from __future__ import annotations

import msgspec
import pytest

from puntobanco.house import CLASSIC
from puntobanco.roads import Roads
from puntobanco.web.room.views import roads_view
from tests.browser.casino import coups_of
from tests.browser.conftest import NewGuest
from tests.browser.guest import DRAWN

pytestmark = pytest.mark.browser

SHOWN = """roads => {
    const { model, panels } = document.querySelector("pb-table").screen;
    panels.render({ ...model, roads });
}"""

HIDDEN = """() => {
    const edge = document.querySelector("#panel-roads").getBoundingClientRect();
    const sheets = [...document.querySelectorAll("pb-roads .sheet")];
    const isHidden = (sheet) => {
        const { left, right, top, bottom } = sheet.getBoundingClientRect();
        const paper = sheet.querySelector(".sheet-window");
        return paper.scrollWidth > paper.clientWidth || paper.hasAttribute("tabindex")
            || left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom;
    };
    return [sheets.length, sheets.filter(isHidden).map((sheet) => sheet.textContent)];
}"""
"""How many roads there are, and which of them scroll or leave the panel."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll("pb-roads .sheet-grid")].map((grid) =>
    grid.getBoundingClientRect().height / 6))"""
"""The side of the smallest square, in pixels."""


def _shoes() -> list[Roads]:
    """The shortest and the longest big road of some shoes, a shoe that changes every time, none."""
    some = [Roads.of_coups(coups_of(f"roads-{n}"), CLASSIC.naturals) for n in range(12)]
    some.sort(key=lambda roads: len(roads.runs))
    return [Roads(), some[0], some[-1], Roads.of("PB" * 40)]


def test_all_five_roads_of_a_whole_shoe_are_in_view_on_a_large_screen(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.come_to(guest.open_table())
    page = guest.page
    *shoes, worst = [msgspec.to_builtins(roads_view(roads, 1)) for roads in _shoes()]
    for width, height in ((1440, 900), (1920, 1080), (2560, 1440)):
        guest.resize(width, height)
        for roads in [*shoes, worst]:
            page.evaluate(SHOWN, roads)
            page.evaluate(DRAWN)
            assert page.evaluate(HIDDEN) == [5, []], (width, height)
            assert roads is worst or page.evaluate(SMALLEST) > 7.5, (width, height)
    guest.resize(390, 844)
    page.evaluate(SHOWN, shoes[-1])
    assert page.evaluate(HIDDEN)[1]  # a phone still scrolls them
