from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH, balance, card_words, fitted, money
from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import DECK, Card
from puntobanco.words import LANGUAGES, Message


def test_every_card_has_words_of_its_own() -> None:
    assert len({card_words(card) for card in DECK}) == 52
    assert [card_words(card) for card in DECK[:2]] == ["ace of clubs", "two of clubs"]


def test_cents_are_said_only_where_there_are_some() -> None:
    assert [money(chips) for chips in (0, 5, 50, 100, 950, 100_000, 123_456_789)] == [
        "$0",
        "$0.05",
        "$0.50",
        "$1",
        "$9.50",
        "$1,000",
        "$1,234,567.89",
    ]


@given(st.integers(0, 10**14))
def test_money_can_be_read_back(chips: int) -> None:
    whole, _, cents = money(chips).removeprefix("$").replace(",", "").partition(".")
    assert int(whole) * 100 + int(cents or 0) == chips


def test_a_balance_is_won_lost_or_neither() -> None:
    assert [balance(chips) for chips in (1_00, -1_50, 0)] == [
        "won $1",
        "lost $1.50",
        "neither won nor lost",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_begins_with_its_name_in_lines_and_on_the_page(language: str) -> None:
    words = catalogue(language)
    for id_ in ("coup.result.tie", "coup.result.naturals_tie", "page.call.tie"):
        said = words.render(Message(id_, {"player": 8, "banker": 9}))
        assert said.startswith(words.texts["bet.tie"])
        assert "égalité" in said.lower() or language not in ("en", "fr")


TERMS = {
    "side.player": ("Punto", "Punto", "閒", "闲"),
    "side.banker": ("Banco", "Banca", "莊", "庄"),
    "bet.tie": ("Égalité", "Empate", "和", "和"),
    "shoe.opened": ("Sabot", "Sabot", "牌靴", "牌靴"),
    "burned": ("Carte brûlée", "Carta quemada", "銷牌", "销牌"),
    "coup.cut_card": ("Carte de coupe", "Carta de corte", "割牌", "切牌"),
    "coup.natural": ("Naturel", "Natural", "例牌", "例牌"),
    "coup.last": ("Dernier coup", "Último golpe", "最後一局", "最后一局"),
    "road.first.big_road": ("Grande route", "Camino grande", "大路", "大路"),
    "road.first.bead_plate": ("Plateau", "Plato", "珠盤路", "珠盘路"),
    "road.big_eye_boy": ("grand œil", "gran ojo", "大眼仔路", "大眼仔路"),
    "road.small_road": ("petite route", "camino pequeño", "小路", "小路"),
    "road.cockroach_pig": ("route du cafard", "camino de la cucaracha", "曱甴路", "曱甴路"),
}
"""The words of regulations and tables, in French, Spanish and Chinese."""


def test_the_words_are_those_of_the_regulations_and_the_tables() -> None:
    nine = Card.parse("9h")
    languages = ("fr", "es", "zh-Hant", "zh-Hans")
    for at, language in enumerate(languages):
        texts = catalogue(language).texts
        assert [id_ for id_, terms in TERMS.items() if not texts[id_].startswith(terms[at])] == []
    cards = [catalogue(language).card(nine) for language in languages]
    assert cards == ["neuf de cœur", "nueve de corazones", "紅心9", "红心9"]


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=400))
def test_no_line_is_wider_than_the_screen(text: str) -> None:
    assert all(len(line) <= WIDTH for line in fitted(text))
