"""Templates against vectors that the page's tests share, and plurals against Babel."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer.catalogues import catalogue
from puntobanco.words import LANGUAGES
from puntobanco.words.template import CATEGORIES, PLURALS, Formats, parsed, plural_rule

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "templates.json").read_text("utf-8"))


PLAIN: Formats = defaultdict(lambda: str)


@pytest.mark.parametrize("vector", VECTORS["filled"])
def test_a_template_is_filled(vector: dict[str, Any]) -> None:
    template, category = parsed(vector["template"]), plural_rule(vector["language"])
    assert template.filled(vector["facts"], PLAIN, category) == vector["text"]


@pytest.mark.parametrize("vector", VECTORS["wrong"])
def test_a_wrong_template_is_told_with_its_place(vector: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^id, column \d+: ") as refused:
        parsed(vector["template"], "id")
    assert str(refused.value) == vector["error"]


def test_a_fact_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="card"):
        parsed("Burn card: {card}.").filled({}, PLAIN, plural_rule("en"))


def test_a_plural_needs_a_number() -> None:
    with pytest.raises(TypeError, match="cards is no whole number: 'two'"):
        parsed("{cards, plural, other {#}}").filled({"cards": "two"}, PLAIN, plural_rule("en"))


@pytest.mark.parametrize("language", VECTORS["categories"])
def test_numbers_have_their_category(language: str) -> None:
    for category, numbers in VECTORS["categories"][language].items():
        assert category in CATEGORIES
        assert [plural_rule(language)(number) for number in numbers] == [category] * len(numbers)


@given(
    st.sampled_from(sorted(PLURALS)),
    st.integers(0, 10**9) | st.integers(0, 999).map(lambda each: each * 10**6),
)
def test_plurals_are_those_of_the_cldr(language: str, number: int) -> None:
    assert plural_rule(language)(number) == Locale.parse(language).plural_form(number)


@given(st.sampled_from(LANGUAGES), st.integers(-(10**15), 10**15) | st.integers(0, 99_999))
def test_digits_are_grouped_as_the_cldr_has_it(language: str, number: int) -> None:
    words = catalogue(language)
    is_short = abs(number) < 10 ** (int(words.texts["number.least"]) - 1)  # Babel groups four too
    grouped = format_decimal(number, locale=language.replace("-", "_"))
    assert words.number(number) == (str(number) if is_short else grouped)


@given(st.sampled_from(LANGUAGES), st.integers(0, 10**9))
def test_percentages_have_the_decimal_sign_of_the_cldr(language: str, number: int) -> None:
    sign = Locale.parse(language.replace("-", "_")).number_symbols["latn"]["decimal"]
    assert sign in catalogue(language).percent(number / 10**7)
