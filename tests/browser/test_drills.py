"""Drills on the page: with keys alone, by ear, on a small phone."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from puntobanco.drills import DRILLS, AnswerWord, Practice, find_drill
from puntobanco.house import CLASSIC
from tests.browser.axe import check_access
from tests.browser.conftest import NewGuest
from tests.browser.guest import FITS

SEED = "page"
LOSING = "1"
"""The seed of a question about a bet that loses."""


def _answers(questions: int) -> list[AnswerWord | int]:
    drill = find_drill("player")
    plan = Practice().plan([drill], CLASSIC, questions, Random(f"{SEED}/0").randrange)
    made = (
        drill.make(topic, CLASSIC, Random(f"{SEED}/{number}").randrange)
        for number, (_, topic) in enumerate(plan.topics, 1)
    )
    return [each.answer for each in made]


def test_a_newcomer_learns_and_is_tested_with_keys_and_by_ear(new_guest: NewGuest) -> None:
    page = new_guest(width=320, height=640).page
    page.goto("/")
    page.get_by_role("button", name="Practise").press("Enter")
    kinds = page.get_by_label("Drill", exact=True)
    expect(kinds.locator("option")).to_have_count(len(DRILLS) + 1)
    expect(kinds).to_be_focused()
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("#"))
    page.get_by_role("link", name="Practise").press("Enter")
    expect(kinds).to_be_focused()
    check_access(page, "the form of drills")
    told = page.locator("pb-drills [role=status]")
    for is_test in (False, True):
        kinds.select_option("player")
        page.get_by_label("Test").set_checked(is_test)
        page.get_by_label("Questions").fill("2")
        page.get_by_text("More options").click()
        page.get_by_label("Seed").fill(SEED)
        page.keyboard.press("Enter")
        first, second = _answers(2)
        expect(page.locator(".drill-question")).to_contain_text("Does Player draw or stand")
        page.keyboard.press("d" if first is AnswerWord.DRAW else "s")
        expect(page.get_by_text("Question 2, 1 left")).to_be_visible()
        if is_test:
            expect(told).to_be_empty()
        else:
            expect(told).to_contain_text("Right.")
            expect(told).to_contain_text("Player's cards count")
            expect(told.locator("[data-lit]")).to_have_count(1)
            check_access(page, "a question")
        page.keyboard.press("d" if second is AnswerWord.DRAW else "s")
        expect(page.locator(".drill-question")).to_contain_text("2 of 2 right")
        expect(page.get_by_text(f"Seed of this set: {SEED}")).to_be_visible()
        assert page.evaluate(FITS)
        page.get_by_role("button", name="Another set").press("Enter")
    expect(kinds).to_contain_text("Player's third card: 2 of 8 learned")
    _lose_a_bet_and_run_out_of_time(page)


def _lose_a_bet_and_run_out_of_time(page: Page) -> None:
    """Type x for a bet that loses. Later, time is up without an answer."""
    page.get_by_label("Drill", exact=True).select_option("payouts")
    page.get_by_label("Test").uncheck()
    page.get_by_label("Questions").fill("1")
    page.get_by_text("More options").click()
    page.get_by_label("Seed").fill(LOSING)
    page.keyboard.press("Enter")
    expect(page.locator(".drill-picture pb-card").nth(3)).to_be_visible()
    page.get_by_label("Win without the stake").fill("x")
    page.keyboard.press("Enter")
    expect(page.locator("pb-drills [role=status]")).to_contain_text("Right.")
    expect(page.locator(".drill-question")).to_contain_text("1 of 1 right")
    page.get_by_role("button", name="Another set").press("Enter")
    page.get_by_label("Test").check()
    page.get_by_text("More options").click()
    page.get_by_label("Seconds").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-question")).to_contain_text(
        re.compile(r"Time is up\. 0 of 0 right, in \d+ seconds?\. 20 questions not answered\.")
    )
    _look_at_a_mistake(page)


def _look_at_a_mistake(page: Page) -> None:
    """Read a wrong answer of a test as the page had asked it, without a terminal's keys."""
    page.get_by_role("button", name="Another set").press("Enter")
    page.get_by_label("Drill", exact=True).select_option("player")
    page.get_by_label("Test").check()
    page.get_by_label("Questions").fill("1")
    page.get_by_text("More options").click()
    page.get_by_label("Seed").fill(SEED)
    page.keyboard.press("Enter")
    expect(page.locator(".drill-question")).to_contain_text("Does Player draw or stand")
    page.keyboard.press("s" if _answers(1)[0] is AnswerWord.DRAW else "d")
    mistake = page.locator(".drill-mistakes li")
    expect(mistake.locator("[aria-hidden]").first).to_contain_text("Does Player draw or stand?")
    expect(mistake.locator(".drill-picture pb-card")).to_have_count(4)
