"""What is wrong with a house is a code with facts, worded last in every language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from puntobanco.announcer import refusal
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.english import sentence
from puntobanco.errors import HouseError
from puntobanco.house import House, parse_house
from puntobanco.house.toml_form import LONGEST_HOUSE
from puntobanco.words import LANGUAGES
from tests.announcer.catalogues import made

TEXTS = {
    "house_burn": "burn = 21",
    "house_burn_none": "burn = 0",
    "house_decks": "decks = 13",
    "house_cut_card": "cut_card = 3",
    "house_choice": "ties = 'x'",
    "house_spots": "main_bets = ['banker', 'banker_ez']",
    "house_offered_twice": "side_bets = ['dragon_7', 'dragon_7']",
    "house_step": "[bets.x]\nlines = ['tie: 8']\nlimits = {step = 0}",
    "house_minimum": "[bets.x]\nlines = ['tie: 8']\nlimits = {minimum = 1.50, step = 1}",
    "house_maximum": "[bets.x]\nlines = ['tie: 8']\nlimits = {minimum = 5, maximum = 1}",
    "limits_step": "limits = {step = 0}",
    "limits_minimum": "limits = {minimum = 1.50, step = 1}",
    "limits_maximum": "limits = {minimum = 5, maximum = 1}",
    "house_lines": "[bets.x]\nlines = []",
    "house_bet_name": f"[bets.x]\nlines = ['tie: 8']\nname = '{'x' * 41}'",
    "house_key": "[bets.'X!']\nlines = ['tie: 8']",
    "house_listed": "[bets.ox_6]\nlines = ['tie: 8']",
    "house_bet_alike": "[bets.x]\nlines = ['tie: 8']\nname = 'P\u0430nda'",
    "house_same_name": "[bets.x]\nlines = ['tie: 8']\nname = 'Tie'",
    "house_definitions": "\n".join(f"bets.x{each}.lines = ['tie: 8']" for each in range(101)),
    "house_no_pay": "[bets.x]\nlines = ['tie: push']",
    "house_pays": "pays.tie = [8, 9]",
    "house_pays_nothing": "pays.tie = -1",
    "house_fraction": "pays.tie = '1/1000001'",
    "house_long": "#" * (LONGEST_HOUSE + 1),
    "house_deep_key": "a." * 8 + "a = 1",
    "house_toml": "decks = ",
    "house_lines_pay": "side_bets = ['x']\npays.x = 1\n[bets.x]\nlines = ['tie: 8']",
    "house_unoffered": "pays.dragon_7 = 40",
    "house_unknown": "based_on = 'x'",
    "house_rule_near": "deks = 6",
    "house_rule": "zzzzzzzzzzzz = 6",
    "house_text": "name = 8",
    "house_whole": "decks = 1.5",
    "house_boolean": "both_naturals_tie = 1",
    "house_burn_word": "burn = 'x'",
    "house_currency": "currency = '€'",
    "house_sign": "currency = {sign = '-'}",
    "house_digits": "currency = {sign = '€', digits = 1}",
    "house_coins": "currency = {sign = '¥', digits = 0}\n[limits]\nstep = 0.5",
    "house_first_shown": "burn = 'none'\nburn_shown = true",
    "house_bet_list": "side_bets = 8",
    "house_bet_near": "side_bets = ['dragon_8']",
    "house_bet": "side_bets = ['zzzzzzzzzzzz']",
    "house_definition_table": "bets = 8",
    "house_definition": "bets.x = 8",
    "house_line_list": "[bets.x]\nlines = 8",
    "house_amounts": "[bets.x]\nlines = ['tie: 8']\nlimits = 8",
    "house_limits": "limits = 8",
    "house_cents": "limits = {minimum = 0.001}",
    "house_number": "tie_pays = 'x'",
    "house_pay_table": "pays = 8",
    "house_commission": "commission = 1",
    "house_said_twice": "tie_pays = 8\npays.tie = 8",
}
"""A text for each code."""

OWN = parse_house("[bets.x]\nlines = ['tie: 8']").own_bets[0]
LONG = " or ".join(f"Player total = {total}" for total in (0, 1, 2, 3)) + ": 8"
MANY = "\n".join(f"bets.x{each}.lines = {[LONG] * 26}" for each in range(10))

HOUSES: dict[str, Callable[[], House]] = {
    **{code: partial(parse_house, text) for code, text in TEXTS.items()},
    "house_comparisons": partial(parse_house, MANY),
    "house_name": lambda: House(name="\n"),
    "house_defined_twice": lambda: House(own_bets=(OWN, OWN)),
    "house_as_defined": lambda: House(side_bets=(OWN.bet,)),
}
"""A house for each code that the rules tell."""

OF_THE_WEB = {"unseen", "alike", "taken", "above", "pays_most"}
"""Codes of houses that the web alone refuses; `tests/web/test_http.py` meets them."""

AT_A_TABLE = {"broken", "typed"}
"""Codes that begin alike and are no rules of a house: it is broken, or typed and unknown."""


def test_every_code_of_a_house_is_met() -> None:
    codes = {id_.removeprefix("refused.") for id_ in made() if id_.startswith("refused.house_")}
    met = {code for code in HOUSES if code.startswith("house_")}
    assert met | {f"house_{each}" for each in OF_THE_WEB | AT_A_TABLE} == codes


@pytest.mark.parametrize("code, house", HOUSES.items(), ids=HOUSES)
def test_what_is_wrong_with_a_house_is_a_code_that_every_language_words(
    code: str, house: Callable[[], House]
) -> None:
    """In English the words are the error's own, which the command line shows."""
    with pytest.raises(HouseError) as refused:
        house()
    error = refused.value
    assert error.code == code
    assert refusal(error) == sentence(str(error))
    worded = [refusal(error, words=catalogue(language)) for language in LANGUAGES]
    *others, traditional, simplified = worded
    assert len({*others, traditional}) == len({*others, simplified}) == len(LANGUAGES) - 1
