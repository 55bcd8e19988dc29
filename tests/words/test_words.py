from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH, card_words, fitted, money
from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import DECK
from puntobanco.words import LANGUAGES, Message


def test_every_card_has_words_of_its_own() -> None:
    assert len({card_words(card) for card in DECK}) == 52
    assert [card_words(card) for card in DECK[:2]] == ["ace of clubs", "two of clubs"]


@given(st.integers(0, 10**14))
def test_money_can_be_read_back(chips: int) -> None:
    whole, _, cents = money(chips).removeprefix("$").replace(",", "").partition(".")
    assert int(whole) * 100 + int(cents or 0) == chips


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_begins_with_its_name_in_lines_and_on_the_page(language: str) -> None:
    words = catalogue(language)
    for id_ in ("coup.result.tie", "coup.result.naturals_tie", "page.call.tie"):
        said = words.render(Message(id_, {"player": 8, "banker": 9}))
        assert said.startswith(words.texts["bet.tie"])
        assert "égalité" in said.lower() or language not in ("en", "fr")


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=400))
def test_no_line_is_wider_than_the_screen(text: str) -> None:
    assert all(len(line) <= WIDTH for line in fitted(text))
