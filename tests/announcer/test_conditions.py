"""Conditions in every language."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import parse_condition
from puntobanco.bets.phrases import condition_message
from tests.rules.random_bets import random_condition


@given(st.integers(0, 2**32), st.sampled_from(["zh-Hant", "zh-Hans"]))
def test_no_latin_word_is_left_of_any_condition_in_chinese(seed: int, language: str) -> None:
    said = catalogue(language).render(condition_message(random_condition(Random(seed))))
    assert re.findall("[A-Za-z]{2,}", said) == []


@pytest.mark.parametrize(
    "text, words",
    [
        ("winner total in {2, 3, 5}", "total du gagnant parmi {2, 3, 5}"),
        ("not either pair red", "non\u00a0: paire rouge d’une des mains"),
        ("outcome in {player, tie}", "Punto gagne ou égalité"),
        ("copies of K >= 3", "nombre de K ≥ 3"),
    ],
)
def test_a_condition_without_a_phrase_is_worded_in_french(text: str, words: str) -> None:
    assert catalogue("fr").render(condition_message(parse_condition(text))) == words
