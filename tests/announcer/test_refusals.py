"""An error is a code with facts, which every language renders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from puntobanco.announcer import refusal
from puntobanco.announcer.catalogues import catalogue, sentence
from puntobanco.announcer.status import refusal_messages
from puntobanco.errors import HouseError, IllegalCommand, OutsideLimits
from puntobanco.house import CLASSIC, EZ, House, parse_house
from puntobanco.house.toml_form import LONGEST_HOUSE
from puntobanco.shoe import Shoe
from puntobanco.table import decide, fold
from puntobanco.table.commands import Sit
from puntobanco.table.events import GuestSat, TableOpened
from puntobanco.words import LANGUAGES, message
from tests.announcer.catalogues import made
from tests.rules import test_house, test_own_bets

TEXTS = [
    *(text for text, _ in (*test_house.REFUSED, *test_own_bets.REFUSED)),
    "[bets.x]\nlines = ['tie: 8']\nlimits = {step = 0}",
    "[bets.x]\nlines = ['tie: 8']\nlimits = {minimum = 1.50, step = 1}",
    "\n".join(f"bets.x{each}.lines = ['tie: 8']" for each in range(101)),
    "#" * (LONGEST_HOUSE + 1),
    "a." * 8 + "a = 1",
    "decks = ",
    "zzzzzzzzzzzz = 6",
    "currency = '€'",
    "currency = {sign = '-'}",
    "currency = {sign = '€', digits = 1}",
    "currency = {sign = '¥', digits = 0}\n[limits]\nstep = 0.5",
]
"""At least one text for each code."""


def code_of(text: str) -> str:
    with pytest.raises(HouseError) as refused:
        parse_house(text)
    return refused.value.code


OWN = parse_house("[bets.x]\nlines = ['tie: 8']").own_bets[0]
LONG = " or ".join(f"Player total = {total}" for total in (0, 1, 2, 3)) + ": 8"
MANY = "\n".join(f"bets.x{each}.lines = {[LONG] * 26}" for each in range(10))

HOUSES: dict[str, Callable[[], House]] = {
    **{code: partial(parse_house, text) for text in TEXTS if (code := code_of(text))},
    "house_comparisons": partial(parse_house, MANY),
    "house_name": lambda: House(name="\n"),
    "house_defined_twice": lambda: House(own_bets=(OWN, OWN)),
    "house_as_defined": lambda: House(side_bets=(OWN.bet,)),
}
"""A house for each code of the rules."""

OF_THE_WEB = {"unseen", "alike", "taken", "above", "pays_most"}
"""Codes of houses that only the web refuses. `tests/web/test_http.py` covers them."""

AT_A_TABLE = {"broken", "typed"}
"""Codes with the same prefix that are not about the rules of a house."""


def test_every_code_of_a_house_is_met() -> None:
    codes = {id_.removeprefix("refused.") for id_ in made() if id_.startswith("refused.house_")}
    met = {code for code in HOUSES if code.startswith("house_")}
    assert met | {f"house_{each}" for each in OF_THE_WEB | AT_A_TABLE} == codes


@pytest.mark.parametrize("code, house", HOUSES.items(), ids=HOUSES)
def test_every_language_renders_the_errors_of_a_house(
    code: str, house: Callable[[], House]
) -> None:
    with pytest.raises(HouseError) as refused:
        house()
    error = refused.value
    assert error.code == code
    assert refusal(error) == sentence(str(error))
    lines = [refusal(error, words=catalogue(language)) for language in LANGUAGES]
    *others, traditional, simplified = lines
    assert len({*others, traditional}) == len({*others, simplified}) == len(LANGUAGES) - 1


def test_a_refusal_names_the_bet_as_the_house_does() -> None:
    error = OutsideLimits("banker_ez", stake=2_000_000, low=100, high=1_000_000, step=100)
    line = "Limits on Banker: $1 to $10,000 in steps of $1, not $20,000."
    assert refusal(error, EZ) == line


def test_what_a_guest_may_be_refused_has_a_code_and_facts() -> None:
    table = fold([TableOpened("t", CLASSIC), GuestSat(1, "Ada")])
    with pytest.raises(IllegalCommand) as refused:
        decide(table, Sit(1, "Bob"), Shoe(()))
    assert (refused.value.code, refused.value.facts) == ("seat_taken", {"seat": 1})
    assert refusal_messages(refused.value) == [message("refused.seat_taken", seat=1)]
    assert refusal(refused.value) == "Seat 1 is taken."
