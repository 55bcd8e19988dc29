from __future__ import annotations

from dataclasses import replace

import pytest

from puntobanco.announcer.catalogues import catalogue, english_lines
from puntobanco.announcer.names import bet_fact, house_fact, named_bet
from puntobanco.house import CLASSIC, EZ
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Square, rule_message


@pytest.mark.parametrize("square", SQUARES, ids=str)
def test_a_rule_that_begins_a_sentence_has_a_capital(square: Square) -> None:
    row = [each for each in SQUARES if each.side is square.side and each.third == square.third]
    for flipped in (*row, square):
        tableau = PUNTO_BANCO.with_flipped(flipped)
        rule = tableau.rule(square)
        first = rule[:1].upper() + rule[1:]
        assert english_lines([rule_message(square, tableau, is_first=True)]) == [first]


def test_a_name_that_a_house_gave_is_kept() -> None:
    words = catalogue("en")
    ours = EZ.bet("dragon_7")
    assert named_bet(ours) == bet_fact("dragon_7", EZ) == ("Dragon 7", "dragon_7")
    assert named_bet(replace(ours, name="Long Wang")) == ("Long Wang", "")
    assert words.bet(named_bet(replace(ours, name="Long Wang"))) == "Long Wang"
    assert house_fact(replace(EZ, name="long_bar")) == ("long bar", "")
    assert house_fact(CLASSIC).key == "classic"
