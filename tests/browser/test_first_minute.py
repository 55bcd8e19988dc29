"""The first minute of a newcomer: a seat with one press, and tips for three coups."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from puntobanco.coup import Coup, Outcome
from tests.browser.axe import check_access
from tests.browser.casino import Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import FITS, Connection, Guest, box_of, click, tab_to, wait_until

WAIT = "The cards are being shuffled. Bets open in a moment."
BET_FIRST = "You have no bet. Press Player or Banker, or Deal again to watch."
PICK = "Player and Banker are two hands, not people. Press one to bet on it."
DEAL = "Now press Deal. Closest to 9 wins: 7 beats 5."
POINTS = (
    "Aces count 1; tens, jacks, queens and kings 0. Only the last digit counts: 8 and 6 make 4."
)
THIRD = "Third cards follow fixed rules. Player draws on 0 to 5."
BANKER = (
    "Banker looks at its own total and at Player's third card. The Tableau tab shows every case."
)
LAST = "That was the last tip. Help explains the rest."
COMMISSION = "Commission: Banker wins more often, so it pays 19 to 20, not 1 to 1."


def _teaches_all(coup: Coup) -> bool:
    return has_six_cards(coup) and coup.outcome() is Outcome.BANKER


def _play_now(guest: Guest) -> Page:
    """Press the button that has the focus, and wait for a seat and a shoe."""
    page = guest.page
    page.goto("/")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_focused()
    assert page.evaluate(FITS)
    page.keyboard.press("Enter")
    page.wait_for_selector("pb-table[data-shown]")
    return page


def _see_tip(page: Page, line: str) -> None:
    expect(page.locator(".coach p span")).to_have_text(line)


def _see_narrow_tip(page: Page, line: str) -> None:
    _see_tip(page, line)
    assert page.evaluate(FITS)
    left, _, right, _ = box_of(page, ".coach")
    assert 0 <= left < right <= 320


def _top_of_spots(page: Page) -> float:
    top: float = page.eval_on_selector(".spot", "e => e.getBoundingClientRect().top + scrollY")
    return top


def _turn_tips(page: Page, first: str, *others: str) -> None:
    """Read all tips, which don't move the spots. The last has no next one."""
    _see_narrow_tip(page, first)
    before = _top_of_spots(page)
    for tip in others:
        page.get_by_role("button", name="Next tip").press("Enter")
        _see_narrow_tip(page, tip)
        assert _top_of_spots(page) == before
    expect(page.get_by_role("button", name="Next tip")).to_be_hidden()
    expect(page.get_by_role("button", name="Hide tips")).to_be_focused()


def _leave_by_keyboard(page: Page) -> None:
    for name in ("Menu", "Leave", "Leave the table"):
        page.get_by_role("button", name=name, exact=True).press("Enter")


def _deal_without_bet(guest: Guest) -> None:
    """Press Deal too early, and be told what to do first."""
    guest.page.keyboard.press("x")
    _see_narrow_tip(guest.page, BET_FIRST)
    wait_until(guest.page, lambda: BET_FIRST in guest.heard)


def test_a_newcomer_sees_a_result_two_keys_after_play_now_and_hears_why(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(_teaches_all))
    guest = new_guest(width=320, height=640)
    page = _play_now(guest)
    guest.wait_for_seat()
    assert guest.money[0] == "$1,000"
    expect(guest.spot("player")).to_be_focused()
    _see_narrow_tip(page, PICK)
    before = _top_of_spots(page)
    check_access(page, "tips")
    _deal_without_bet(guest)
    assert _top_of_spots(page) == before
    page.keyboard.press("b")
    _see_narrow_tip(page, DEAL)
    tab_to(page, "Deal")
    page.keyboard.press("Enter")
    guest.see_coup(0)
    wait_until(page, lambda: COMMISSION in guest.heard[-1])
    _turn_tips(page, COMMISSION, BANKER, THIRD, POINTS)
    assert _top_of_spots(page) == before
    assert guest.cards
    heard = guest.heard
    spoken = [heard.index(line) for line in (PICK, DEAL, f"{POINTS} {THIRD} {BANKER} {COMMISSION}")]
    bet, won = (
        next(at for at, line in enumerate(heard) if line.startswith(start))
        for start in ("Bet: $25 on Banker.", "You win $23.75 on Banker")
    )
    assert spoken[0] < bet < spoken[1] < won < spoken[2]
    page.reload()
    _see_narrow_tip(page, COMMISSION)
    for coup in (2, 3):
        guest.bet("player")
        _see_narrow_tip(page, DEAL)
        page.keyboard.press("x")
        guest.see_coups(coup)
    _see_narrow_tip(page, LAST)
    guest.bet("player")
    expect(page.locator(".coach")).to_be_hidden()
    assert sum(line == DEAL for line in guest.heard) <= 1
    page.reload()
    guest.wait_for_shoe()
    expect(page.locator(".coach")).to_be_hidden()
    _leave_by_keyboard(page)
    dialog = page.get_by_role("dialog", name="Your evening")
    expect(dialog).to_be_visible()
    lines = dialog.get_by_role("listitem").all_inner_texts()
    assert [line.partition(":")[0] for line in lines][:3] == ["Result", "Coups", "Best coup"]
    assert lines[1] == "Coups: 3 dealt, 3 with your bets."
    expect(dialog).to_have_accessible_description(" ".join(lines))
    assert page.evaluate(FITS)
    check_access(page, "farewell")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Guest", level=1)).to_be_visible()


class _Late:
    """Holds back the chips of a new guest, and all events after them."""

    def __init__(self, page: Page) -> None:
        self._held: list[str] = []
        self._is_over = False
        self._connection = Connection(page, answer=self._answer)

    def _answer(self, frame: str) -> str | None:
        is_late = '"events"' in frame and ('"bought_in"' in frame or bool(self._held))
        if self._is_over or not is_late:
            return frame
        self._held.append(frame)
        return None

    def release(self) -> None:
        self._is_over = True
        for frame in self._held:
            self._connection.opened[-1].send(frame)


def test_a_newcomer_who_presses_before_bets_are_open_bets_then(new_guest: NewGuest) -> None:
    guest = new_guest()
    late = _Late(guest.page)
    page = _play_now(guest)
    _see_tip(page, WAIT)
    expect(page.get_by_text("You are out of chips.")).to_be_hidden()
    assert guest.money[0] == "–"
    guest.spot("player").click()
    expect(page.get_by_text("Bets open in a moment: yours follows.")).to_be_visible()
    late.release()
    expect(guest.spot("player")).to_have_attribute("data-state", "accepted")
    assert guest.money[:2] == ["$975", "$25"]
    expect(page.locator(".guest.mine .guest-balance")).to_contain_text("$975")
    _see_tip(page, DEAL)


def test_dismissed_tips_stay_away_and_a_closed_table_says_farewell(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = _play_now(guest)
    guest.wait_for_seat()
    click(page, "Hide tips")
    expect(page.locator(".coach")).to_be_hidden()
    expect(guest.spot("player")).to_be_focused()
    guest.bet("banker")
    guest.deal()
    guest.bet("tie")
    is_whole = "name => name.clientWidth > 20 && name.scrollWidth <= name.clientWidth"
    assert page.eval_on_selector(".guest.mine .guest-name", is_whole)  # beside all the figures
    expect(page.locator(".coach")).to_be_hidden()
    page.reload()
    guest.wait_for_shoe()
    expect(page.locator(".coach")).to_be_hidden()
    table = guest.table
    click(page, "Close table")
    page.locator("dialog button.primary").click()
    replay = page.get_by_role("dialog", name="Your evening").get_by_role("link")
    expect(replay).to_have_text("Replay shoe 1")
    expect(replay).to_have_attribute("href", f"#replay={table}/1/1")
    replay.press("Enter")
    expect(page.locator("dialog .replay-coup")).to_be_visible()
    page.reload()  # A closed table leads its guest to the lobby and the replay.
    expect(page.locator("dialog .replay-coup")).to_be_visible()
    page.keyboard.press("Escape")
    past = page.locator("section", has=page.get_by_role("heading", name="Your past shoes"))
    expect(past.get_by_role("listitem")).to_contain_text("Replay shoe 1")
    expect(past.get_by_role("listitem")).to_contain_text("1 coup")
    expect(past.get_by_role("link")).to_have_attribute("href", f"#replay={table}/1/1")


def test_a_guest_who_comes_in_by_name_has_no_tips_and_can_play_again(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.page
    page.goto("/")
    page.get_by_label("What shall we call you?").fill("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector("pb-lobby")
    guest.sit_alone()
    expect(page.locator(".coach")).to_be_hidden()
    guest.bet("player")
    guest.deal()
    click(page, "Leave")
    page.get_by_role("link", name="The table and its history").click()
    expect(page.get_by_role("tab", name="History")).to_be_focused()
    expect(page.get_by_role("row", name="Replay once the shoe is over")).to_be_visible()
    page.get_by_role("button", name="Take a seat").click()
    guest.wait_for_seat()
    guest.bet("player")
    guest.deal()
    click(page, "Close table")
    click(page, "Close the table")
    click(page, "Play again")
    expect(page.locator(".guest.mine")).to_be_visible()
    guest.wait_for_seat()
    assert guest.money[0] == "$1,000"
    expect(page.get_by_role("heading", name="Classic table")).to_be_visible()
